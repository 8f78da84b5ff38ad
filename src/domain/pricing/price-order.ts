import { type OrderAmounts, orderAmounts, type PaymentTerms } from '../payments/order-amounts.ts'
import { type PricedTrip, type Pricing, priceTrip, type TripRequest } from './price-trip.ts'

type OrderToPrice = TripRequest & { terms: PaymentTerms }

export type PricedOrder = OrderAmounts & { trip: PricedTrip }

/**
 * What an order costs and the amounts that follow: a quote, an order and a destination that is given later are all
 * priced here, so that they agree. Stores nothing. Throws OUT_OF_ZONE and CITIES_DIFFER.
 */
export async function priceOrder(pricing: Pricing, order: OrderToPrice): Promise<PricedOrder> {
  const trip = await priceTrip(pricing, order)
  const { priceFcfa, tariff } = trip
  return { trip, ...orderAmounts(order.terms, { priceFcfa, feeRule: tariff.collectionFee }) }
}
