import { hostname } from 'node:os'
import { type Loop, startLoop } from '../base/background/loop.ts'
import type { DatabaseClock } from '../base/database/database-clock.ts'
import { newId } from '../base/kernel/clock.ts'
import { recordProcessClock } from '../domain/monitoring/health/process-clock-store.ts'
import type { Services } from '../services.ts'

/** How often the clock is compared; one that is set while the process runs is wrong for so long at most. */
const everyMs = 10_000

/** How often it is written down, in ms: within the two minutes for which a process counts as running. */
const noteEveryMs = 60_000
/** A difference that moved by so much, in ms, is written down at once. */
const noticedMs = 50

/** As much of a machine's name as an alert has room for. */
const maxHostLength = 40

/**
 * Compares the clock with the database's for as long as the process runs, and writes down what it finds
 * (decision 287).
 */
export function followClock({ db, onError }: Services, clock: DatabaseClock): Loop {
  const processId = newId(clock.now())
  const host = hostname().slice(0, maxHostLength)
  let noted = { skewMs: Number.NaN, at: 0 }
  const round = async () => {
    await clock.compare()
    const [skewMs, now] = [Math.round(clock.skewMs()), clock.now()]
    const isNoted = Math.abs(skewMs - noted.skewMs) < noticedMs && now.getTime() - noted.at < noteEveryMs
    if (isNoted) return false
    await recordProcessClock(db, { processId, host, skewMs }, now)
    noted = { skewMs, at: now.getTime() }
    return false
  }
  return startLoop({ name: 'compare clocks', everyMs, round, onError })
}
