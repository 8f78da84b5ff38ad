import type { Database } from '../../base/database/open-database.ts'
import type { Clock } from '../../base/kernel/clock.ts'
import type { SpokenLanguage } from '../../base/kernel/language.ts'
import { type ArrivalRange, isShown, minutesUntil } from '../../domain/arrivals/arrival-range.ts'
import { findArrival } from '../../domain/arrivals/arrival-store.ts'
import { isIn } from '../../domain/deliveries/delivery-status.ts'
import { speak } from './customer-words.ts'
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

/** When the courier is expected, at the shop or at the customer. */
type ShownArrival = ArrivalRange & { leg: 'PICKUP' | 'DROPOFF' }

/**
 * When the courier is expected, as it is said at `now`: `Votre livreur arrive chez vous dans 10 à 20 min.`
 */
export function arrivalText({ leg, ...range }: ShownArrival, now: Date, language: SpokenLanguage): string {
  const t = speak(language)
  const { from, to } = minutesUntil(range, now)
  if (leg === 'PICKUP')
    return from === 0
      ? t('Your courier reaches the shop within {to} min.', { to })
      : t('Your courier reaches the shop in {from} to {to} min.', { from, to })
  return from === 0
    ? t('Your courier reaches you within {to} min.', { to })
    : t('Your courier reaches you in {from} to {to} min.', { from, to })
}
