import type { DeliveryRow } from '../delivery-row.ts'
import { requireIn } from '../delivery-status.ts'
import type { DeliveryKey } from '../delivery-store.ts'
import { amendDelivery, type DeliveryDeps } from './move-delivery.ts'

/**
 * The courier has arrived at the shop: a fact with a time, not a status. From now on cancelling is charged (spec
 * section 3, decision 22). The event is emitted for the first courier who arrives. Repeating it changes nothing.
 * Throws DELIVERY_NOT_FOUND, TRANSITION_REFUSED.
 */
export function arriveAtPickup(deps: DeliveryDeps, key: DeliveryKey): Promise<DeliveryRow> {
  return amendDelivery(deps, key, (delivery, now) => {
    requireIn('assigned', delivery.status)
    if (delivery.arrived_at_pickup_at) return 'DONE_BEFORE'
    return { change: { arrived_at_pickup_at: now }, emits: 'delivery.courier_arrived' }
  })
}
