import type { Point } from '../../base/kernel/point.ts'
import { type CollectingPlace, refuseUnpayable } from '../money/payments/collecting.ts'
import { type OrderAmounts, orderAmounts, type PaymentTerms } from '../money/payments/order-amounts.ts'
import { type PricedTrip, type Pricing, priceTrip, type TripRequest } from './price-trip.ts'

type OrderToPrice = TripRequest & { terms: PaymentTerms }

export type PricedOrder = OrderAmounts & { trip: PricedTrip }

/**
 * What an order costs and the amounts that follow: a quote, an order and a destination that is given later
 * are all priced here, so that they agree. Stores nothing. Throws OUT_OF_ZONE and CITIES_DIFFER.
 */
export async function priceOrder(pricing: Pricing, order: OrderToPrice): Promise<PricedOrder> {
  const trip = await priceTrip(pricing, order)
  const { priceFcfa, tariff } = trip
  return { trip, ...orderAmounts(order.terms, { priceFcfa, feeRule: tariff.collectionFee }) }
}

/** Where an order that is picked up here is collected; in the country of its shop where no city is. */
export const collectingPlace = (
  { map, collecting }: Pricing,
  pickup: Point,
  shop: { country: string },
): CollectingPlace => ({
  country: map.current().locate(pickup)?.city.country ?? shop.country,
  collecting,
})

/**
 * Throws PAYMENT_AMOUNT_REFUSED where the customer of a priced order could not pay it at once by mobile
 * money; their phone and who pays for the trip are undefined while nobody has said.
 */
export function refuseUncollectable(
  { collecting }: Pricing,
  { trip }: PricedOrder,
  terms: Omit<PaymentTerms, 'feePayer'> & { feePayer: PaymentTerms['feePayer'] | undefined },
  phone?: string,
): void {
  const { priceFcfa, city } = trip
  refuseUnpayable({ ...terms, priceFcfa }, collecting.boundsIn(city.country, phone))
}
