import { type Loop, startLoop } from '../base/background/loop.ts'
import { type Due, findFirstDue } from '../base/database/first-due.ts'
import type { Database } from '../base/database/open-database.ts'
import type { Clock } from '../base/kernel/clock.ts'
import type { Subscribe } from './start-event-log.ts'

/** Work that becomes due by the clock, and the loops that do it. */
export type Awaited = { due: Due; loops: readonly Loop[] }

type LookoutDeps = {
  db: Database
  clock: Clock
  subscribe: Subscribe
  onError: (message: string, error: unknown) => void
}

/** How soon, at the earliest, it is looked again, in ms. */
const restMs = 250
/** How soon it is looked again where something was due: what was done may have made something else due. */
const whileDueMs = 1_000
/** How long it is slept at most: what another process wrote just before it died is found so late. */
const maxMs = 6_000

/**
 * Looks in one statement for everything that becomes due by the clock, wakes the loops that do it, and sleeps
 * until the next is due; a notice that something may be due ends its sleep (decision 392).
 */
export function startLookout({ db, clock, subscribe, onError }: LookoutDeps, all: readonly Awaited[]): Loop {
  const loop = startLoop({
    name: 'look for what is due',
    everyMs: maxMs,
    minIntervalMs: () => restMs,
    round: async () => {
      const moments = await findFirstDue(
        db,
        all.map(({ due }) => due),
      )
      const now = clock.now().getTime()
      let nextMs = maxMs
      for (const [at, { loops }] of all.entries()) {
        const moment = moments[at]
        if (!moment) continue
        const inMs = moment.getTime() - now
        if (inMs <= 0) for (const each of loops) (each.look ?? each.wake)()
        nextMs = Math.min(nextMs, inMs <= 0 ? whileDueMs : inMs)
      }
      loop.wakeIn(nextMs)
      return false
    },
    onError,
  })
  const unsubscribe = subscribe((topic) => {
    if (topic === 'due' || topic === 'all') loop.wake()
  })
  return {
    wake: loop.wake,
    stop: () => {
      unsubscribe()
      return loop.stop()
    },
  }
}
