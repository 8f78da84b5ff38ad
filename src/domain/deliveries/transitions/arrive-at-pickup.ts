import { ApiError } from '../../../contract/errors.ts'
import { intervening } from '../changing/delivery-intervention.ts'
import { recordIntervention } from '../changing/record-delivery-act.ts'
import type { DeliveryRow } from '../delivery-row.ts'
import { requireIn } from '../delivery-status.ts'
import type { DeliveryKey } from '../delivery-store.ts'
import { amendDelivery, type DeliveryDeps } from './move-delivery.ts'

/**
 * The courier has arrived at the shop: a fact with a time, not a status. From now on cancelling is charged
 * (spec section 3, decision 22). The event is emitted for the first courier who arrives. Repeating it changes
 * nothing. Those who run the service say it for the courier with a `reason` (decision 158); where `courierId`
 * is named, it is said of a parcel of theirs alone. Throws DELIVERY_NOT_FOUND, TRANSITION_REFUSED; with a
 * reason also REASON_REQUIRED, ROLE_REQUIRED, ALREADY_DONE.
 */
export async function arriveAtPickup(
  deps: DeliveryDeps,
  key: DeliveryKey,
  reason?: string,
  courierId?: string,
): Promise<DeliveryRow> {
  const acting = intervening(deps, 'ARRIVE', reason)
  const decide = (delivery: DeliveryRow, now: Date) => {
    if (courierId !== undefined && delivery.courier_id !== courierId) throw new ApiError('DELIVERY_NOT_FOUND')
    requireIn('assigned', delivery.status)
    if (delivery.arrived_at_pickup_at) return 'DONE_BEFORE' as const
    return { change: { arrived_at_pickup_at: now }, emits: 'delivery.courier_arrived' as const }
  }
  return amendDelivery(acting, key, decide, recordIntervention(acting, 'arrive-at-pickup'))
}
