import { intervening } from '../changing/delivery-intervention.ts'
import { recordDeliveryAct } from '../changing/record-delivery-act.ts'
import type { DeliveryRow } from '../delivery-row.ts'
import type { DeliveryKey } from '../delivery-store.ts'
import { type DeliveryDeps, moveDelivery } from './move-delivery.ts'

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
    recordDeliveryAct(acting, 'return-parcel'),
  )
}

/** The return fee of today's tariff, charged once the parcel is back and never changed afterwards. */
export function returnCharge({ pricing }: DeliveryDeps, delivery: DeliveryRow) {
  const tariff = pricing.priceList.current().tariffOf(delivery.city_id, pricing.clock.now())
  return { return_fee_fcfa: tariff?.returnFeeFcfa ?? 0 }
}
