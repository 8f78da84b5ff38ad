import { hostname } from 'node:os'
import { type Loop, startLoop } from '../base/background/loop.ts'
import type { DatabaseClock } from '../base/database/database-clock.ts'
import { newId } from '../base/kernel/clock.ts'
import { recordProcessClock } from '../domain/monitoring/health/process-clock-store.ts'
import type { Services } from '../services.ts'

/** How often it is looked whether the clock was set, in ms: it is wrong for so long at most. */
const everyMs = 10_000
/**
 * How often it is compared and written down all the same, in ms: within the two minutes for which a process
 * counts as running.
 */
const compareEveryMs = 60_000

/** As much of a machine's name as an alert has room for. */
const maxHostLength = 40

/**
 * Compares the clock with the database's for as long as the process runs, and writes down what it finds
 * (decision 287).
 */
export function followClock({ db, onError }: Services, clock: DatabaseClock): Loop {
  const processId = newId(clock.now())
  const host = hostname().slice(0, maxHostLength)
  let comparedAt = Number.NEGATIVE_INFINITY
  const round = async () => {
    if (performance.now() - comparedAt < compareEveryMs && !clock.wasSet()) return false
    await clock.compare()
    await recordProcessClock(db, { processId, host, skewMs: Math.round(clock.skewMs()) }, clock.now())
    comparedAt = performance.now()
    return false
  }
  return startLoop({ name: 'compare clocks', everyMs, round, onError })
}
