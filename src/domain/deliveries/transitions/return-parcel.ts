import { intervening } from '../changing/delivery-intervention.ts'
import { recordDeliveryAct } from '../changing/record-delivery-act.ts'
import type { DeliveryRow } from '../delivery-row.ts'
import { dueAt, statusGroups } from '../delivery-status.ts'
import type { DeliveryKey } from '../delivery-store.ts'
import { extendSecondTry } from '../second-try/second-try-store.ts'
import { type Alongside, type DeliveryDeps, moveDelivery } from './move-delivery.ts'

/**
 * The shop confirms that the parcel is back; those who run the service say it for the shop with a `reason`
 * (decision 158). Throws DELIVERY_NOT_FOUND, TRANSITION_REFUSED; with a reason also REASON_REQUIRED,
 * ROLE_REQUIRED.
 */
export async function returnParcel(
  deps: DeliveryDeps,
  key: DeliveryKey,
  reason?: string,
): Promise<DeliveryRow> {
  const acting = intervening(deps, 'RETURN', reason)
  return moveDelivery(
    acting,
    key,
    'return',
    (delivery) => ({ change: returnCharge(deps, delivery) }),
    async (trx, after, before, now) => {
      await recordDeliveryAct(acting, 'return-parcel')(trx, after, before, now)
      await searchForSecondTry(deps)(trx, after, before, now)
    },
  )
}

/** The second try of a parcel that is back has as long to find a courier as any order that is made now. */
export const searchForSecondTry =
  ({ rules }: DeliveryDeps): Alongside =>
  async (trx, after, _before, now) => {
    const until = dueAt(statusGroups.searching[0], now, rules.current())
    if (until) await extendSecondTry(trx, after, until)
  }

/** The return fee of today's tariff, charged once the parcel is back and never changed afterwards. */
export function returnCharge({ pricing }: DeliveryDeps, delivery: DeliveryRow) {
  const tariff = pricing.priceList.current().tariffOf(delivery.city_id, pricing.clock.now())
  return { return_fee_fcfa: tariff?.returnFeeFcfa ?? 0 }
}
