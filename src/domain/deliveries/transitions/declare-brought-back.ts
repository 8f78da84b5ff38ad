import { intervening } from '../changing/delivery-intervention.ts'
import { recordIntervention } from '../changing/record-delivery-act.ts'
import type { DeliveryRow } from '../delivery-row.ts'
import { requireIn } from '../delivery-status.ts'
import type { DeliveryKey } from '../delivery-store.ts'
import { amendDelivery, type DeliveryDeps } from './move-delivery.ts'

/**
 * The courier declares that a parcel that its shop called back is at the shop again: a fact with a time, not
 * a status, since CANCELLED is final. Repeating it changes nothing. Those who run the service say it for the
 * courier with a `reason` (decision 158). Throws DELIVERY_NOT_FOUND, TRANSITION_REFUSED; with a reason also
 * REASON_REQUIRED, ROLE_REQUIRED, ALREADY_DONE.
 */
export async function declareBroughtBack(
  deps: DeliveryDeps,
  key: DeliveryKey,
  reason?: string,
): Promise<DeliveryRow> {
  const acting = intervening(deps, 'BRING_BACK', reason)
  const decide = (delivery: DeliveryRow, now: Date) => {
    requireIn('cancelled', delivery.status)
    if (acting.intervention && (delivery.brought_back_at || !delivery.called_back_at))
      return 'DONE_BEFORE' as const
    return { change: { brought_back_at: delivery.brought_back_at ?? now } }
  }
  return amendDelivery(acting, key, decide, recordIntervention(acting, 'declare-brought-back'))
}
