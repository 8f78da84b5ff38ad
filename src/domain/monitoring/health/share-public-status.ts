import { alertLimitsOf, alertsIn } from '../alerts/alert-rules.ts'
import { listClosedAlerts, listOpenAlerts } from '../alerts/alert-store.ts'
import type { MonitoringDeps } from '../monitoring-deps.ts'
import { judgedHealth } from './health-judgement.ts'
import { incidentsOf, type PublicStatus, publicStates, statesWithoutDatabase } from './public-status.ts'
import { readHealth } from './read-health.ts'

/** How long strangers are shown the same, in ms. */
const sharedForMs = 30_000
/** How long somebody waits for the figures before nobody can say, in ms. */
const patienceMs = 3_000
/** How many alerts that are over are looked through for incidents, and how many incidents are shown. */
const closedAlerts = 200
const shownIncidents = 10

/**
 * Returns a read of the public status that all who look share: it is taken at most every thirty seconds in
 * this process, however many ask, once at a time. It never throws: without the database it says so.
 */
export function sharePublicStatus(deps: MonitoringDeps): () => Promise<PublicStatus> {
  let taken: { at: number; status: Promise<PublicStatus> } | undefined
  let last: PublicStatus | undefined
  return () => {
    const now = performance.now()
    if (taken && now - taken.at < sharedForMs) return taken.status
    const status = inTime(readStatus(deps)).then(
      (read) => {
        last = read
        return read
      },
      () => ({
        takenAt: deps.clock.now(),
        parts: statesWithoutDatabase,
        incidents: last?.incidents ?? [],
      }),
    )
    taken = { at: now, status }
    return status
  }
}

async function readStatus(deps: MonitoringDeps): Promise<PublicStatus> {
  const outage = deps.database.outages.current()
  if (outage) throw outage.cause
  const { db } = deps.database
  const health = await readHealth(deps)
  const limits = alertLimitsOf(deps.rules.current())
  const open = await listOpenAlerts(db)
  const closed = await listClosedAlerts(db, closedAlerts)
  return {
    takenAt: health.takenAt,
    parts: publicStates(health, judgedHealth(health, limits), alertsIn(health, limits)),
    incidents: incidentsOf([...open.map((alert) => ({ ...alert, closedAt: null })), ...closed]).slice(
      0,
      shownIncidents,
    ),
  }
}

/** Rejects when what was asked for takes too long; it goes on by itself. */
async function inTime<T>(asked: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Error('The figures take too long.')), patienceMs)
  try {
    return await Promise.race([asked, late.promise])
  } finally {
    clearTimeout(timer)
  }
}
