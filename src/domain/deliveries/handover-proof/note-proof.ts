import { ApiError } from '../../../contract/errors.ts'
import type { DeliveryRow } from '../delivery-row.ts'
import { requireIn } from '../delivery-status.ts'
import type { DeliveryKey } from '../delivery-store.ts'
import { amendDelivery, type DeliveryDeps } from '../transitions/move-delivery.ts'

/**
 * Notes that the courier has come to the customer's place, or has called them: the first time counts, and
 * repeating it changes nothing. Throws DELIVERY_NOT_FOUND for one whose parcel it is not, TRANSITION_REFUSED.
 */
export const noteProof = (
  deps: DeliveryDeps,
  key: DeliveryKey,
  { courierId, what }: { courierId: string; what: 'ARRIVED' | 'CALLED' },
): Promise<DeliveryRow> =>
  amendDelivery(deps, key, (delivery, now) => {
    if (delivery.courier_id !== courierId) throw new ApiError('DELIVERY_NOT_FOUND')
    requireIn('underWay', delivery.status)
    const column = what === 'ARRIVED' ? 'arrived_at_customer_at' : 'customer_called_at'
    if (delivery[column]) return 'DONE_BEFORE'
    return { change: { [column]: now } }
  })
