import type { DeliveryRow } from '../delivery-row.ts'
import { requireIn } from '../delivery-status.ts'
import type { DeliveryKey } from '../delivery-store.ts'
import { amendDelivery, type DeliveryDeps } from './move-delivery.ts'

/**
 * The courier declares that a parcel that its shop called back is at the shop again: a fact with a time, not a
 * status, since CANCELLED is final. Repeating it changes nothing. Throws DELIVERY_NOT_FOUND,
 * TRANSITION_REFUSED.
 */
export function declareBroughtBack(deps: DeliveryDeps, key: DeliveryKey): Promise<DeliveryRow> {
  return amendDelivery(deps, key, (delivery, now) => {
    requireIn('cancelled', delivery.status)
    return { change: { brought_back_at: delivery.brought_back_at ?? now } }
  })
}
