import { LRUCache } from 'lru-cache'
import { writeInBatches } from '../../base/background/write-in-batches.ts'
import type { Database } from '../../base/database/open-database.ts'
import type { Clock } from '../../base/kernel/clock.ts'
import { type KeyUse, saveKeyUses } from './key-use-store.ts'

/** Takes note of keys that are used; nothing waits for it. */
export type KeyUses = {
  /** `from` is called only where the use is written: once a minute for each key. */
  record(key: { shopId: string; keyId: string }, from: () => string): void
  /** Writes what is waiting; resolves when that is done. */
  close(): Promise<void>
}

/** How often the use of one key is written: what is shown is at most this old. */
const noteEveryMs = 60_000
const writing = { everyMs: 1_000, batchSize: 500, maxWaiting: 5_000 }

/**
 * Opens the notes of this process of when each key was used, and from where. The first use is written within
 * a second, so that whoever tries a new key sees it, and later ones once a minute (decision 141).
 */
export function recordKeyUses({
  db,
  clock,
  onError,
}: {
  db: Database
  clock: Clock
  onError: (message: string, error: unknown) => void
}): KeyUses {
  const notedAt = new LRUCache<string, number>({ max: 10_000 })
  const uses = writeInBatches<KeyUse>({
    ...writing,
    name: 'write when keys were used',
    write: (batch) => saveKeyUses(db, batch),
    onLost: (batch) => {
      for (const { keyId } of batch) notedAt.delete(keyId)
    },
    onError,
  })
  return {
    record: ({ shopId, keyId }, from) => {
      const now = clock.now()
      const before = notedAt.get(keyId)
      if (before !== undefined && now.getTime() - before < noteEveryMs) return
      if (uses.add({ shopId, keyId, usedAt: now, usedFrom: from() })) notedAt.set(keyId, now.getTime())
    },
    close: () => uses.close(),
  }
}
