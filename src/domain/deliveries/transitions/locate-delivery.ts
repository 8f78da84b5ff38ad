import { ApiError } from '../../../base/contract/errors.ts'
import type { Fcfa } from '../../../base/kernel/fcfa.ts'
import type { Place } from '../delivery-order.ts'
import type { DeliveryRow } from '../delivery-row.ts'
import { deliveryTransitions, dueAt, statusAfter } from '../delivery-status.ts'
import { type DeliveryKey, findDelivery } from '../delivery-store.ts'
import { priceLocation } from '../price-location.ts'
import { type DeliveryDeps, moveDelivery } from './move-delivery.ts'

/**
 * The customer gives their position: the price becomes final and the search for a courier begins (spec
 * section 3, decision 20). A customer who was shown a price agrees to that price and no other, since tariffs
 * change. Throws OUT_OF_ZONE, CITIES_DIFFER, PRICE_CHANGED, DELIVERY_NOT_FOUND, TRANSITION_REFUSED.
 */
export async function locateDelivery(
  deps: DeliveryDeps,
  key: DeliveryKey,
  dropoff: Place,
  agreedPriceFcfa?: Fcfa,
): Promise<DeliveryRow> {
  const delivery = await findDelivery(deps.db, key)
  if (!delivery) throw new ApiError('DELIVERY_NOT_FOUND')
  statusAfter('locate', delivery.status)
  const priced = await priceLocation(deps, delivery, dropoff)
  if (agreedPriceFcfa !== undefined && agreedPriceFcfa !== priced.price_fcfa) {
    throw new ApiError('PRICE_CHANGED', { priceFcfa: priced.price_fcfa })
  }
  return moveDelivery(deps, key, 'locate', (_, now) => ({
    change: {
      dropoff_lat: dropoff.lat,
      dropoff_lng: dropoff.lng,
      dropoff_label: dropoff.label ?? null,
      dropoff_landmark: dropoff.landmark ?? null,
      ...priced,
      due_at: dueAt(deliveryTransitions.locate.to, now, deps.deadlines),
    },
  }))
}
