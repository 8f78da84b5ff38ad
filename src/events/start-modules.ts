import { type Loop, startLoop } from '../base/background/loop.ts'
import type { Due } from '../base/database/first-due.ts'
import type { ConsumeDeps, EventConsumer } from './consume-events.ts'
import { eventsDue } from './event-log-store.ts'
import { setPurgeDone } from './purge-round-store.ts'
import { type Subscribe, startEventLog } from './start-event-log.ts'
import { type Awaited, startLookout } from './start-lookout.ts'

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
   * When the first row of each of its loops is due, by the name of the loop: its loops are woken then, and
   * the page of health tells what is late. Purges are watched by when they were last done.
   */
  due?: Record<string, Due>
}

type ModuleDeps = ConsumeDeps & { subscribe: Subscribe }

/** How often each purge is done, in ms. */
export const purgeEveryMs = 10 * 60_000

/**
 * Starts every module, the event log that they read and the lookout that wakes them; returns everything that
 * must be stopped later. Throws what a start throws, with everything stopped again.
 */
export async function startModules(modules: readonly Module[], deps: ModuleDeps): Promise<Loop[]> {
  const loops: Loop[] = []
  try {
    await startInto(loops, modules, deps)
  } catch (error) {
    await Promise.all(loops.map((loop) => loop.stop()))
    throw error
  }
  return loops
}

async function startInto(loops: Loop[], modules: readonly Module[], deps: ModuleDeps): Promise<void> {
  const { db, clock, onError } = deps
  const consumers: EventConsumer[] = []
  const awaited: Awaited[] = []
  for (const { start, consumer, due = {}, purges = {} } of modules) {
    const started = (await start?.()) ?? []
    loops.push(...started)
    for (const each of Object.values(due)) awaited.push({ due: each, loops: started })
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
  const eventLog = await startEventLog({ ...deps, consumers })
  awaited.push({ due: eventsDue(consumers.map(({ name }) => name)), loops: [eventLog] })
  loops.push(eventLog, startLookout(deps, awaited))
}

function wakeAll(loops: readonly Loop[]): void {
  for (const loop of loops) loop.wake()
}
