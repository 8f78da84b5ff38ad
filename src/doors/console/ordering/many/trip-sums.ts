import canonicalize from 'canonicalize'
import { ApiError } from '../../../../contract/errors.ts'
import type { DeliveryOrder } from '../../../../domain/deliveries/order/delivery-order.ts'
import { quoteTrip } from '../../../../domain/pricing/quote-trip.ts'
import { withShop } from '../../../../domain/shops/cache-shops.ts'
import type { ConsoleDeps } from '../../console-deps.ts'

/** How many prices are worked out at once: a routing server may be asked for some. */
const maxAtOnce = 4

/** What one order would cost now, or why it would be refused. */
export type TripPrice = { priceFcfa: number; isEstimate: boolean } | { refusal: ApiError }

/** Prices of orders, in their order; those that cost the same for the same reasons are worked out once. */
export async function priceTrips(
  deps: Pick<ConsoleDeps, 'shops' | 'pricing'>,
  shopId: string,
  orders: readonly DeliveryOrder[],
): Promise<TripPrice[]> {
  const prices = new Map<string, TripPrice>()
  const keyOf = ({ dropoff, dropoffWindow, parcel, payment }: DeliveryOrder) =>
    canonicalize({ dropoff, dropoffWindow, size: parcel.size, fragile: parcel.fragile, payment }) ?? ''
  const asked = [...Map.groupBy(orders, keyOf)]
  const priceInTurn = async () => {
    for (let next = asked.pop(); next; next = asked.pop()) {
      const [key, [order]] = next
      if (order) prices.set(key, await priceOf(deps, shopId, order))
    }
  }
  await Promise.all(Array.from({ length: maxAtOnce }, priceInTurn))
  return orders.map((order) => prices.get(keyOf(order)) ?? { priceFcfa: 0, isEstimate: true })
}

async function priceOf(
  { shops, pricing }: Pick<ConsoleDeps, 'shops' | 'pricing'>,
  shopId: string,
  { pickupAddressId, dropoff, dropoffWindow, parcel, payment }: DeliveryOrder,
): Promise<TripPrice> {
  try {
    const { trip } = await withShop(shops, shopId, (known) =>
      quoteTrip(pricing, known, {
        ...(pickupAddressId && { pickupAddressId }),
        ...(dropoff && { dropoff }),
        ...(dropoffWindow && { dropoffWindow }),
        parcelSize: parcel.size,
        fragile: parcel.fragile ?? false,
        paymentMode: payment.mode,
        goodsAmount: payment.goodsAmount ?? 0,
      }),
    )
    return { priceFcfa: trip.priceFcfa, isEstimate: trip.isEstimate }
  } catch (error) {
    if (error instanceof ApiError) return { refusal: error }
    throw error
  }
}
