import { type Loop, startLoop } from '../background/loop.ts'
import type { Database } from '../database/open-database.ts'
import type { EventConsumer } from './relay-events.ts'
import { type Subscribe, startRelay } from './start-relay.ts'

/**
 * A room's share of the work nobody asks for. Every part is optional: a room may only hear of events, only
 * run loops, or only end what it keeps for a time.
 */
export type Module = {
  name: string
  /** Writes what the room owes for events, in the transaction in which they are handed over. */
  consumer?: EventConsumer
  /** Starts the room's loops. They are woken after events were handed to its consumer. */
  start?: () => Promise<Loop[]> | Loop[]
  /** Ends what is kept for a time only, in batches; returns whether more is left. */
  purges?: Record<string, () => Promise<boolean>>
}

type ModuleDeps = {
  db: Database
  subscribe: Subscribe
  onTrouble: (message: string, error: unknown) => void
}

const purgeEveryMs = 60_000

/** Starts every module and the relay that hands them events; returns everything that is to be stopped. */
export async function startModules(
  modules: readonly Module[],
  { db, subscribe, onTrouble }: ModuleDeps,
): Promise<Loop[]> {
  const woken: Loop[] = []
  const loops: Loop[] = []
  for (const { start, consumer, purges = {} } of modules) {
    const started = (await start?.()) ?? []
    loops.push(...started)
    if (consumer) woken.push(...started)
    for (const [name, round] of Object.entries(purges))
      loops.push(startLoop({ name, everyMs: purgeEveryMs, round, onTrouble }))
  }
  const relay = startRelay({
    db,
    consumers: modules.flatMap(({ consumer }) => consumer ?? []),
    handedOver: () => {
      for (const loop of woken) loop.wake()
    },
    onTrouble,
    subscribe,
  })
  return [...loops, relay]
}
