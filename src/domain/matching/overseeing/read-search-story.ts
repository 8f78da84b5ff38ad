import type { Database } from '../../../base/database/open-database.ts'
import type { Clock } from '../../../base/kernel/clock.ts'
import type { DeliveryRow } from '../../deliveries/delivery-row.ts'
import { isIn } from '../../deliveries/delivery-status.ts'
import { listHistory } from '../../deliveries/delivery-store.ts'
import { offersByRound, type SearchStory } from './search-story.ts'
import { findSearch, listAskedCouriers } from './search-story-store.ts'

/**
 * How the search for a courier of a delivery goes or went: its rounds, who was asked in each and what they
 * answered. Offers are removed 30 days after they ended, but for that of the courier who took the delivery.
 */
export async function readSearchStory(
  { db, clock }: { db: Database; clock: Clock },
  delivery: DeliveryRow,
): Promise<SearchStory> {
  const key = { shopId: delivery.shop_id, id: delivery.id }
  const [search, asked, history] = await Promise.all([
    findSearch(db, key),
    listAskedCouriers(db, key),
    listHistory(db, key),
  ])
  const isUnderWay = isIn('searching', delivery.status)
  const began = history.findIndex(({ status }) => isIn('searching', status))
  const ended = history.slice(began).find(({ status }) => !isIn('searching', status))
  return {
    rounds: Math.max(search?.round ?? 0, ...asked.map(({ round }) => round)),
    nextRoundAt: isUnderWay ? (search?.dueAt ?? null) : null,
    asked: offersByRound(asked, {
      courierId: delivery.courier_id,
      endedAt: isUnderWay ? null : (ended?.occurred_at ?? delivery.ended_at),
      now: clock.now(),
    }),
  }
}
