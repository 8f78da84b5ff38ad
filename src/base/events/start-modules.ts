import { type Loop, startLoop } from '../background/loop.ts'
import type { ConsumeDeps, EventConsumer } from './consume-events.ts'
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
}

type ModuleDeps = ConsumeDeps & { subscribe: Subscribe }

const purgeEveryMs = 60_000

/** Starts every module and the event log that they read; returns everything that must be stopped later. */
export async function startModules(modules: readonly Module[], deps: ModuleDeps): Promise<Loop[]> {
  const { onError } = deps
  const consumers: EventConsumer[] = []
  const loops: Loop[] = []
  for (const { start, consumer, purges = {} } of modules) {
    const started = (await start?.()) ?? []
    loops.push(...started)
    if (consumer) consumers.push({ ...consumer, afterCommit: () => wakeAll(started) })
    for (const [name, round] of Object.entries(purges))
      loops.push(startLoop({ name, everyMs: purgeEveryMs, round, onError }))
  }
  return [...loops, await startEventLog({ ...deps, consumers })]
}

function wakeAll(loops: readonly Loop[]): void {
  for (const loop of loops) loop.wake()
}
