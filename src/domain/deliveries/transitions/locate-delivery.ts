import type { Trx } from '../../../base/database/open-database.ts'
import type { Fcfa } from '../../../base/kernel/fcfa.ts'
import { ApiError } from '../../../contract/errors.ts'
import { awaitsTrip } from '../../money/payments/payment-status.ts'
import { searchCountsFrom } from '../../pricing/city-closing.ts'
import { type DeliveryRow, dropoffColumns, fetchWindowOf } from '../delivery-row.ts'
import { deliveryTransitions, dueAt, statusAfter } from '../delivery-status.ts'
import type { DeliveryKey } from '../delivery-store.ts'
import { getDelivery } from '../get-delivery.ts'
import type { Place } from '../order/delivery-order.ts'
import { priceLocation } from '../order/price-location.ts'
import { askForTrip, repricedPayment } from '../trip-first/ask-for-trip.ts'
import { type Alongside, type Change, type DeliveryDeps, moveDelivery } from './move-delivery.ts'

type LocationOptions = {
  /** What else changes with it. */
  besides?: (delivery: DeliveryRow) => Change
  alongside?: Alongside
}

/**
 * The customer gives their position: the price becomes final and the search for a courier begins (spec
 * section 3, decision 20), in a closed city as it opens (decision 195). A customer who was shown a price
 * agrees to that price and no other, since tariffs change. The landmark that the shop expected the place
 * by stays where none is given; an empty one takes it away (decision 304). Throws OUT_OF_ZONE,
 * CITIES_DIFFER, PRICE_CHANGED, DELIVERY_NOT_FOUND, TRANSITION_REFUSED.
 */
export async function locateDelivery(
  deps: DeliveryDeps,
  key: DeliveryKey,
  dropoff: Place,
  agreedPriceFcfa?: Fcfa,
  { besides, alongside }: LocationOptions = {},
): Promise<DeliveryRow> {
  const delivery = await getDelivery(deps.db, key)
  statusAfter('locate', delivery.status)
  const priced = await priceLocation(deps, delivery, dropoff)
  if (agreedPriceFcfa !== undefined && agreedPriceFcfa !== priced.price_fcfa) {
    throw new ApiError('PRICE_CHANGED', { priceFcfa: priced.price_fcfa })
  }
  const decide = async (located: DeliveryRow, now: Date, trx: Trx) => {
    const { change, ...more } = besides?.(located) ?? { change: {} }
    const city = deps.pricing.map.current().city(located.city_id)
    return {
      ...more,
      change: {
        ...change,
        ...dropoffColumns({ landmark: located.dropoff_landmark ?? '', ...dropoff }),
        ...priced,
        ...(await repricedPayment(trx, located, priced, now)),
        due_at: dueAt(
          deliveryTransitions.locate.to,
          searchCountsFrom(city, fetchWindowOf({ ...located, ...priced }), now),
          deps.rules.current(),
        ),
      },
    }
  }
  return moveDelivery(deps, key, 'locate', decide, async (trx, after, before, now) => {
    if (awaitsTrip(after.payment_status)) await askForTrip(trx, after, { ...deps, now })
    await alongside?.(trx, after, before, now)
  })
}
