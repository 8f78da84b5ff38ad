import { type Loop, startLoop } from '../background/loop.ts'
import type { ChangedTopic, Database } from '../database/open-database.ts'
import { type EventConsumer, mostRelayed, relayEvents } from './relay-events.ts'

/** Hears of every change until the answer is called. */
export type Subscribe = (listener: (topic: ChangedTopic) => void) => () => void

export type RelayParts = {
  db: Database
  consumers: readonly EventConsumer[]
  /** Called after a commit that handed events over: what consumers owe is due. */
  handedOver: () => void
  subscribe: Subscribe
  onTrouble: (message: string, error: unknown) => void
}

/** Events nobody was woken for are found this often, in ms. */
const relayEveryMs = 1_000

/** A stream of events is relayed in batches: one transaction for each would cost as much as the events. */
const relayRestMs = 10

/**
 * Relays events until it is stopped. Commits of this process and notices of others wake it; looking now
 * and then is only the floor.
 */
export function startRelay({ db, consumers, handedOver, subscribe, onTrouble }: RelayParts): Loop {
  const loop = startLoop({
    name: 'relay events',
    everyMs: relayEveryMs,
    restMs: relayRestMs,
    round: async () => {
      const count = await relayEvents(db, consumers)
      if (count > 0) handedOver()
      return count === mostRelayed
    },
    onTrouble,
  })
  const unsubscribe = subscribe((topic) => {
    if (topic === 'events' || topic === 'all') loop.wake()
  })
  return {
    wake: loop.wake,
    stop: async () => {
      unsubscribe()
      await loop.stop()
    },
  }
}
