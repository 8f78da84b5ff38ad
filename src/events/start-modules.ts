import { type Loop, startLoop } from '../base/background/loop.ts'
import type { ConsumeDeps, EventConsumer } from './consume-events.ts'
import { setPurgeDone } from './purge-round-store.ts'
import { type Subscribe, startEventLog } from './start-event-log.ts'

/**
 * The background work of a room. Every member is optional: a room may only consume events, only run loops, or
 * only delete what it no longer needs.
 */
export type Module = {
  name: string
  /** Writes what follows from events, in a transaction of its own. */
  consumer?: EventConsumer
  /** Starts the room's loops. They are woken after its consumer wrote something. */
  start?: () => Promise<Loop[]> | Loop[]
  /** Deletes what has passed its retention time, in batches; returns whether more is left. */
  purges?: Record<string, () => Promise<boolean>>
  /**
   * Since when the oldest row of each of its loops has been due at `now`, by the name of the loop; null when
   * none is. It is read for the page of health, from an index. Purges are watched by when they were last
   * done.
   */
  oldestDue?: Record<string, (now: Date) => Promise<Date | null>>
}

type ModuleDeps = ConsumeDeps & { subscribe: Subscribe }

/** How often each purge is done, in ms. */
export const purgeEveryMs = 60_000

/** Starts every module and the event log that they read; returns everything that must be stopped later. */
export async function startModules(modules: readonly Module[], deps: ModuleDeps): Promise<Loop[]> {
  const { db, clock, onError } = deps
  const consumers: EventConsumer[] = []
  const loops: Loop[] = []
  for (const { start, consumer, purges = {} } of modules) {
    const started = (await start?.()) ?? []
    loops.push(...started)
    if (consumer) consumers.push({ ...consumer, afterCommit: () => wakeAll(started) })
    for (const [name, purge] of Object.entries(purges)) {
      const round = async () => {
        const hasMore = await purge()
        if (!hasMore) await setPurgeDone(db, name, clock.now())
        return hasMore
      }
      loops.push(startLoop({ name, everyMs: purgeEveryMs, round, onError }))
    }
  }
  return [...loops, await startEventLog({ ...deps, consumers })]
}

function wakeAll(loops: readonly Loop[]): void {
  for (const loop of loops) loop.wake()
}
