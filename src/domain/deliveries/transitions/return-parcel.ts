import type { DeliveryRow } from '../delivery-row.ts'
import type { DeliveryKey } from '../delivery-store.ts'
import { recordDeliveryAct } from '../record-delivery-act.ts'
import { type DeliveryDeps, moveDelivery } from './move-delivery.ts'

/** The shop confirms that the parcel is back. Throws DELIVERY_NOT_FOUND, TRANSITION_REFUSED. */
export function returnParcel(deps: DeliveryDeps, key: DeliveryKey): Promise<DeliveryRow> {
  return moveDelivery(
    deps,
    key,
    'return',
    (delivery) => ({ change: returnCharge(deps, delivery) }),
    recordDeliveryAct(deps, 'return-parcel'),
  )
}

/** The return fee of today's tariff, charged once the parcel is back and never changed afterwards. */
export function returnCharge({ pricing }: DeliveryDeps, delivery: DeliveryRow) {
  return { return_fee_fcfa: pricing.priceList.current().tariffOf(delivery.city_id)?.returnFeeFcfa ?? 0 }
}
