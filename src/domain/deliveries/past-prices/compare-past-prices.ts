import { setImmediate as othersTurn } from 'node:timers/promises'
import type { Database } from '../../../base/database/open-database.ts'
import { ApiError } from '../../../contract/errors.ts'
import { priceUnder } from '../../pricing/drafting/price-under.ts'
import { type MeasureTrip, measureByGreatCircle } from '../../pricing/measure-trip.ts'
import { pricedAt } from '../../pricing/pickup-window.ts'
import { type Pricing, priceTrip } from '../../pricing/price-trip.ts'
import type { Tariff } from '../../pricing/tariff.ts'
import { listPastTrips, type PastTrip } from './past-trip-store.ts'
import { type PriceDifferences, priceDifferences, type RepricedTrip } from './price-differences.ts'

/** How many trips are looked at, and how many between two turns of whatever else waits. */
const maxTrips = 1000
const tripsAtOnce = 50

/** `leftOut` trips begin or end where the city is no longer served. */
export type PastPriceComparison = PriceDifferences & { leftOut: number }

/**
 * What the last 1,000 delivered trips of a city cost under today's tariff and under another, each by the way
 * that quotes go: with its own points, measured distance, parcel, moment, weather and demand, and with the
 * zones, prices of zone pairs and discounts of today (decision 182). Stores nothing.
 */
export async function comparePastPrices(
  { db, pricing }: { db: Database; pricing: Pricing },
  cityId: string,
  { today, draft }: { today: Tariff; draft: Tariff },
): Promise<PastPriceComparison> {
  const trips = await listPastTrips(db, cityId, maxTrips)
  const repriced: RepricedTrip[] = []
  let leftOut = 0
  for (const [at, trip] of trips.entries()) {
    if (at % tripsAtOnce === 0) await othersTurn()
    const prices = await repriceTrip(pricing, cityId, trip, { today, draft })
    if (prices) repriced.push({ reference: trip.reference, ...prices })
    else leftOut += 1
  }
  return { ...priceDifferences(repriced), leftOut }
}

async function repriceTrip(
  pricing: Pricing,
  cityId: string,
  trip: PastTrip,
  { today, draft }: { today: Tariff; draft: Tariff },
): Promise<{ todayFcfa: number; draftFcfa: number } | undefined> {
  const at = pricedAt(trip.window, trip.createdAt)
  const then: Pricing = { ...pricing, measureTrip: asMeasured(trip) }
  const request = { ...trip, now: at, windows: { pickup: null, dropoff: null }, switchedOn: switchedOn(trip) }
  try {
    const underToday = await priceTrip(priceUnder(then, cityId, today), request)
    const underDraft = await priceTrip(priceUnder(then, cityId, draft), request)
    return underToday.city.id === cityId
      ? { todayFcfa: underToday.priceFcfa, draftFcfa: underDraft.priceFcfa }
      : undefined
  } catch (error) {
    if (error instanceof ApiError) return undefined
    throw error
  }
}

/** The great circle is exact again; what a routing server measured is known to the metre. */
const asMeasured =
  ({ working }: PastTrip): MeasureTrip =>
  (from, to) =>
    working.distanceSource === 'ROUTING_SERVER'
      ? { distanceMeters: working.distanceMeters, distanceSource: 'ROUTING_SERVER' }
      : measureByGreatCircle(from, to)

/** Trips from before this was kept show it only where their tariff charged for it. */
function switchedOn({ working }: PastTrip): { raining: boolean; highDemand: boolean } {
  const wasOn = (demand: 'RAIN' | 'HIGH_DEMAND') =>
    (working.switchedOn?.includes(demand) ?? false) || working.lines.some(({ line }) => line === demand)
  return { raining: wasOn('RAIN'), highDemand: wasOn('HIGH_DEMAND') }
}
