import type { Database } from '../../base/database/open-database.ts'
import type { Clock } from '../../base/kernel/clock.ts'
import type { Pricing } from '../pricing/price-trip.ts'
import { saveMedianPaces } from './trip-pace-store.ts'

/** How far back trips are learnt from, in ms. */
const learntFromMs = 60 * 24 * 60 * 60_000

/** Learns how fast the couriers of each city are, by the hour of the day, from the trips that are over. */
export async function learnPaces({
  db,
  clock,
  pricing,
}: {
  db: Database
  clock: Clock
  pricing: Pick<Pricing, 'map'>
}): Promise<void> {
  const now = clock.now()
  const since = new Date(now.getTime() - learntFromMs)
  for (const { id: cityId } of pricing.map.current().cities) await saveMedianPaces(db, { cityId, since, now })
}
