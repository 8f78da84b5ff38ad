import { ApiError } from '../../../contract/errors.ts'
import { type PricedTrip, type Pricing, priceTrip, type TripRequest } from '../price-trip.ts'
import type { Tariff } from '../tariff.ts'
import { priceUnder } from './price-under.ts'

/** The trip to try: without promo code and window, at the moment `at`, whatever is switched on now. */
export type TrialTrip = Pick<TripRequest, 'pickup' | 'dropoff' | 'parcelSize' | 'fragile'> & {
  at: Date
  switchedOn: { raining: boolean; highDemand: boolean }
  shopDiscountPercent: number
}

/** One trip under the tariff in force, null where the city has none, and under another. */
export type QuoteComparison = { today: PricedTrip | null; draft: PricedTrip }

/**
 * What one quote of a city costs under today's tariff and under another, by the way that quotes go. Stores
 * nothing. Throws OUT_OF_ZONE, CITIES_DIFFER, TRIAL_IN_ANOTHER_CITY.
 */
export async function compareQuote(
  pricing: Pricing,
  cityId: string,
  { today, draft }: { today: Tariff | undefined; draft: Tariff },
  { at, ...trial }: TrialTrip,
): Promise<QuoteComparison> {
  const request: TripRequest = { ...trial, now: at, promo: null, windows: { pickup: null, dropoff: null } }
  const underDraft = await priceTrip(priceUnder(pricing, cityId, draft), request)
  if (underDraft.city.id !== cityId)
    throw new ApiError('TRIAL_IN_ANOTHER_CITY', { city: underDraft.city.name })
  const underToday = today ? await priceTrip(priceUnder(pricing, cityId, today), request) : null
  return { today: underToday, draft: underDraft }
}
