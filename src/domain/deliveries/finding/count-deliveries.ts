import { LRUCache } from 'lru-cache'
import type { Database } from '../../../base/database/open-database.ts'
import { type Clock, firstIdAt } from '../../../base/kernel/clock.ts'
import { countDeliveries, type DeliveryFilter } from './delivery-list-store.ts'
import { countOfStatuses, countSettled, isSettled, type SettledCounts } from './settled-count-store.ts'

/** How many deliveries match a filter. */
export type DeliveryCount = (shopId: string, filter: DeliveryFilter) => Promise<number>

/** Deliveries older than this are all committed, whatever the clocks of our processes say, in ms. */
const settledAfterMs = 10 * 60_000
const retentionMs = 60 * 60_000

/** Counts, and forgets what was counted before: needed only when a sandbox was reset. */
type CachedCounts = { countDeliveries: DeliveryCount; forgetCounts: () => void }

/**
 * Counts exactly. Deliveries are never deleted, except by the reset of a sandbox, and stay what they ended
 * as. So those of a shop that are older than ten minutes are counted once, and every hour what came since: a
 * shop with a million deliveries waits no longer than one with a thousand, for its whole list and for that of
 * a status in which most end. A list that is filtered otherwise is counted each time.
 */
export function countDeliveriesWithCache(db: Database, clock: Clock): CachedCounts {
  const cache = new LRUCache<string, SettledCounts>({
    max: 10_000,
    ttl: retentionMs,
    ignoreFetchAbort: true,
    fetchMethod: (shopId, before) => {
      const untilId = firstIdAt(new Date(clock.now().getTime() - settledAfterMs))
      return countSettled(db, shopId, { untilId, before })
    },
  })
  const countDeliveriesOf: DeliveryCount = async (shopId, filter) => {
    const { statuses, ...others } = filter
    const settled = [...new Set(statuses)].filter(isSettled)
    const isPlain = Object.values(others).every((bound) => bound === undefined)
    if (!isPlain || (statuses !== undefined && settled.length === 0))
      return countDeliveries(db, shopId, filter)
    const older = await cache.fetch(shopId)
    if (!older) return countDeliveries(db, shopId, filter)
    if (statuses === undefined)
      return older.all + (await countDeliveries(db, shopId, { fromId: older.untilId }))
    const unsettled = statuses.filter((status) => !isSettled(status))
    return (
      (await countOfStatuses(db, shopId, settled, older)) +
      (unsettled.length > 0 ? await countDeliveries(db, shopId, { statuses: unsettled }) : 0)
    )
  }
  return { countDeliveries: countDeliveriesOf, forgetCounts: () => cache.clear() }
}
