import { ApiError } from '../../../contract/errors.ts'
import type { DeliveryRow } from '../delivery-row.ts'
import { mayReturn } from '../delivery-status.ts'
import type { DeliveryKey } from '../delivery-store.ts'
import { amendDelivery, type DeliveryDeps } from '../transitions/move-delivery.ts'

/**
 * Ends a failed delivery whose courier takes its parcel out again: it stays FAILED, nothing is returned and
 * no return fee is charged, and what it earned its courier is booked. Throws DELIVERY_NOT_FOUND for one
 * whose parcel it is not, TRANSITION_REFUSED where the parcel is back or no second try was asked for.
 */
export const endFirstTry = (deps: DeliveryDeps, key: DeliveryKey, courierId: string): Promise<DeliveryRow> =>
  amendDelivery(deps, key, (delivery, now) => {
    if (delivery.courier_id !== courierId) throw new ApiError('DELIVERY_NOT_FOUND')
    if (!mayReturn(delivery) || delivery.second_try_id === null)
      throw new ApiError('TRANSITION_REFUSED', { status: delivery.status })
    return { change: { ended_at: now, return_code: null }, emits: 'delivery.set_out_again' }
  })
