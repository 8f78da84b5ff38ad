import type { DeliveryKey } from './delivery-store.ts'
import type { DeliveryRow } from './delivery-view.ts'
import { type DeliveryParts, moveDelivery } from './move-delivery.ts'

/** The parcel is back at the shop, which is charged the return fee. Throws DELIVERY_NOT_FOUND, TRANSITION_REFUSED. */
export function returnParcel(parts: DeliveryParts, key: DeliveryKey): Promise<DeliveryRow> {
  return moveDelivery(parts, key, 'return', (delivery) => ({
    change: {
      return_fee_fcfa: parts.pricing.priceList.current().tariffOf(delivery.city_id)?.returnFeeFcfa ?? 0,
    },
  }))
}
