import { type Loop, startLoop } from '../base/background/loop.ts'
import type { Database } from '../base/database/open-database.ts'
import { findHeadPosition, listChangedDeliveries } from './event-log-store.ts'
import type { Subscribe } from './start-event-log.ts'

type FollowDeps = {
  db: Database
  subscribe: Subscribe
  onError: (message: string, error: unknown) => void
  /** Events of these types change nothing that is followed. */
  ignoredTypes: readonly string[]
}

/** Called with the deliveries of a shop that have changed. */
type ShopListener = (deliveryIds: ReadonlySet<string>) => void

/** Tells listeners of this process which deliveries of a shop change. */
export type ChangeFollower = {
  /** Calls the listener at every change in a shop until the returned function is called. */
  subscribeShop(shopId: string, listener: ShopListener): () => void
  /** Resolves once the log is read: what is committed from then on is told to those who listen. */
  whenReading(): Promise<void>
  stop(): Promise<void>
}

/**
 * The shortest time between two reads, in ms: the first notice after a pause is read at once, and a shop is
 * told of changes at most twice a second however many there are.
 */
const restMs = 500
/** How soon a failed read is tried again, in ms. */
const retryMs = 10_000
/** How many events are read at once. */
const pageSize = 1_000

/**
 * Follows the log for everyone in this process: while somebody listens, and only then, each notice that
 * events were given positions causes one read for all shops that are listened to (decision 147). It begins at
 * the head of the log when the first listener comes.
 */
export function followChanges(deps: FollowDeps): ChangeFollower {
  const listeners = new Map<string, Set<ShopListener>>()
  let reading: Reading | undefined
  const stopping = new Set<Promise<void>>()

  const notify = (deliveries: readonly { shopId: string; id: string }[]) => {
    for (const [shopId, ofShop] of Map.groupBy(deliveries, (delivery) => delivery.shopId)) {
      const ids = new Set(ofShop.map(({ id }) => id))
      for (const listener of [...(listeners.get(shopId) ?? [])]) listener(ids)
    }
  }

  function stopReading(): void {
    const stopped = reading?.stop().finally(() => stopping.delete(stopped as Promise<void>))
    if (stopped) stopping.add(stopped)
    reading = undefined
  }

  return {
    subscribeShop: (shopId, listener) => {
      const ofShop = listeners.get(shopId) ?? new Set()
      listeners.set(shopId, ofShop.add(listener))
      reading ??= readChanges(deps, () => [...listeners.keys()], notify)
      return () => {
        ofShop.delete(listener)
        if (ofShop.size === 0 && listeners.get(shopId) === ofShop) listeners.delete(shopId)
        if (listeners.size === 0) stopReading()
      }
    },
    whenReading: () => reading?.hasBegun ?? Promise.resolve(),
    stop: async () => {
      listeners.clear()
      stopReading()
      await Promise.all(stopping)
    },
  }
}

type Reading = { hasBegun: Promise<void>; stop: () => Promise<void> }

/** Reads the log from its head on until it is stopped. */
function readChanges(
  { db, subscribe, onError, ignoredTypes }: FollowDeps,
  shopIds: () => string[],
  notify: (deliveries: readonly { shopId: string; id: string }[]) => void,
): Reading {
  const begun = Promise.withResolvers<void>()
  let position: number | undefined
  const loop: Loop = startLoop({
    name: 'follow changes of deliveries',
    everyMs: retryMs,
    minIntervalMs: () => restMs,
    round: async () => {
      if (position === undefined) {
        position = await findHeadPosition(db)
        begun.resolve()
        return false
      }
      const asked = { after: position, limit: pageSize, shopIds: shopIds(), ignoredTypes }
      const read = await listChangedDeliveries(db, asked)
      position = read.position
      notify(read.deliveries)
      return read.events === pageSize
    },
    onError,
  })
  const unsubscribe = subscribe((topic) => {
    if (topic === 'sequenced' || topic === 'all') loop.wake()
  })
  return {
    hasBegun: begun.promise,
    stop: async () => {
      unsubscribe()
      begun.resolve()
      await loop.stop()
    },
  }
}
