import { LRUCache } from 'lru-cache'
import type { Database } from '../../../base/database/open-database.ts'
import { type Clock, firstIdAt } from '../../../base/kernel/clock.ts'
import { countDeliveries, type DeliveryFilter } from './delivery-list-store.ts'

/** How many deliveries match a filter. */
export type DeliveryCount = (shopId: string, filter: DeliveryFilter) => Promise<number>

/** Deliveries older than this are all committed, whatever the clocks of our processes say, in ms. */
const settledAfterMs = 10 * 60_000
const retentionMs = 60 * 60_000

/** Counts, and forgets what was counted before: needed only when a sandbox was reset. */
type CachedCounts = { countDeliveries: DeliveryCount; forgetCounts: () => void }

/**
 * Counts exactly. Deliveries are never deleted, except by the reset of a sandbox, so for a shop's whole list
 * those older than ten minutes are counted once an hour and only the rest each time: a shop with a million
 * deliveries waits no longer than one with a thousand. A filtered list is counted each time.
 */
export function countDeliveriesWithCache(db: Database, clock: Clock): CachedCounts {
  const settled = new LRUCache<string, { untilId: string; count: number }>({
    max: 10_000,
    ttl: retentionMs,
    ignoreFetchAbort: true,
    fetchMethod: async (shopId) => {
      const untilId = firstIdAt(new Date(clock.now().getTime() - settledAfterMs))
      return { untilId, count: await countDeliveries(db, shopId, { untilId }) }
    },
  })
  const countDeliveriesOf: DeliveryCount = async (shopId, filter) => {
    if (Object.values(filter).some((bound) => bound !== undefined)) return countDeliveries(db, shopId, filter)
    const old = await settled.fetch(shopId)
    if (!old) return countDeliveries(db, shopId, {})
    return old.count + (await countDeliveries(db, shopId, { fromId: old.untilId }))
  }
  return { countDeliveries: countDeliveriesOf, forgetCounts: () => settled.clear() }
}
