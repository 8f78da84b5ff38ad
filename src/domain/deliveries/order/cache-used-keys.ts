import { LRUCache } from 'lru-cache'

/** An Idempotency-Key of a shop. */
type UsedKey = { shopId: string; idempotencyKey: string }

/** Idempotency keys that are known to have made a delivery; an unknown key may have made one as well. */
export type UsedKeys = { has(key: UsedKey): boolean; add(key: UsedKey): void }

/**
 * A client that retries does so within minutes; at 100 orders a second this is enough for the last three
 * minutes.
 */
const maxKeys = 20_000

/**
 * Caches the last keys that this process saw, so that a retry costs one read. Reading each key before an
 * order is priced would cost every creation a third more database time, for the sake of the few that are
 * retries.
 */
export function cacheUsedKeys(): UsedKeys {
  const keys = new LRUCache<string, true>({ max: maxKeys })
  const nameOf = ({ shopId, idempotencyKey }: UsedKey) => `${shopId} ${idempotencyKey}`
  return {
    has: (key) => keys.has(nameOf(key)),
    add: (key) => {
      keys.set(nameOf(key), true)
    },
  }
}
