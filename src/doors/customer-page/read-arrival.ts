import type { Database } from '../../base/database/open-database.ts'
import type { Clock } from '../../base/kernel/clock.ts'
import type { SpokenLanguage } from '../../base/kernel/language.ts'
import { isShown } from '../../domain/arrivals/arrival-range.ts'
import { findArrival } from '../../domain/arrivals/arrival-store.ts'
import { isIn } from '../../domain/deliveries/delivery-status.ts'
import { arrivalText } from './arrival-text.ts'
import type { LinkedDelivery } from './read-linked-delivery.ts'

/** What the page says of when the courier is expected; empty where nothing can be said. */
export async function readArrival(
  { db, clock }: { db: Database; clock: Clock },
  { key, row, view }: LinkedDelivery,
  language: SpokenLanguage,
): Promise<string> {
  if (view.courier === null || row.courier_id === null) return ''
  const arrival = await findArrival(db, key)
  if (!arrival?.leg || !arrival.estimated_at || !arrival.earliest_at || !arrival.latest_at) return ''
  const { leg, estimated_at: estimatedAt, earliest_at: earliestAt, latest_at: latestAt } = arrival
  const now = clock.now()
  // What was estimated of the way to the shop says nothing once the parcel is on its way.
  if ((leg === 'DROPOFF') !== isIn('underWay', row.status)) return ''
  return isShown({ estimatedAt, latestAt }, now)
    ? arrivalText({ leg, earliestAt, latestAt }, now, language)
    : ''
}
