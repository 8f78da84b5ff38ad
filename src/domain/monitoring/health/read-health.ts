import { outageReason } from '../../../base/database/database-error.ts'
import { findFirstDue } from '../../../base/database/first-due.ts'
import { listMigrationNames, listNamesBefore } from '../../../base/database/migration-files.ts'
import { localDayText } from '../../../base/kernel/local-time.ts'
import { listPurgesDone } from '../../../events/purge-round-store.ts'
import { purgeEveryMs } from '../../../events/start-modules.ts'
import { countWaitingWork } from '../../board/count-waiting-work.ts'
import { maxLocks } from '../../deliveries/codes/handover-code.ts'
import { listWaitingProblems } from '../../feedback/problem-report-store.ts'
import { failuresOfPeople } from '../../messages/channels/whatsapp-request.ts'
import { kindNames } from '../../messages/message-kinds.ts'
import { listPassedOn } from '../../messages/message-store.ts'
import { listStrangerCounts } from '../../messages/strangers/stranger-message-store.ts'
import { ruleOfScope } from '../../messages/strangers/stranger-scopes.ts'
import { closedUntil } from '../../pricing/city-closing.ts'
import { findWebhookBacklog } from '../../webhooks/inspecting/backlog-store.ts'
import type { MonitoringDeps } from '../monitoring-deps.ts'
import {
  findDatabaseFigures,
  findEventLogHealth,
  findMessageHealth,
  findMigrations,
  findPaymentHealth,
  listCitySearches,
  listLockedCodes,
} from './health-store.ts'
import { measureDisks } from './measure-disks.ts'
import { listProcessClocks } from './process-clock-store.ts'
import {
  type CitySearches,
  type DatabaseHealth,
  type LoopHealth,
  listedAtMost,
  type MessageHealth,
  type ServiceHealth,
} from './service-health.ts'
import { findWaitingMoney } from './waiting-money-store.ts'

const hourMs = 60 * 60_000
const dayMs = 24 * hourMs

/**
 * Takes every figure of how the service does, one statement after the other, so that whoever looks never
 * takes more than one connection from those who work.
 */
export async function readHealth(deps: MonitoringDeps): Promise<ServiceHealth> {
  const { clock, database, monitoring } = deps
  const { db } = database
  const takenAt = clock.now()
  const since = new Date(takenAt.getTime() - dayMs)
  return {
    takenAt,
    database: await databaseHealth(deps),
    clocks: await listProcessClocks(db, takenAt),
    migrations: await findMigrations(db, listMigrationNames(), listNamesBefore()),
    loops: await loopHealth(deps, takenAt),
    eventLog: await findEventLogHealth(db),
    webhooks: await findWebhookBacklog(db),
    messages: await messageHealth(deps, takenAt, since),
    strangers: await strangerFigures(deps, takenAt),
    payments: await findPaymentHealth(db, since),
    searches: await citySearches(deps),
    lockedCodes: await listLockedCodes(db, takenAt, maxLocks),
    waitingProblems: await listWaitingProblems(db, listedAtMost),
    waitingWork: await countWaitingWork(db),
    ...(await findWaitingMoney(db, takenAt)),
    settings: monitoring.missing,
    disks: await measureDisks(monitoring.folders),
    process: {
      colis: monitoring.version,
      cell: monitoring.cell,
      node: process.versions.node,
      uptimeSeconds: Math.floor(process.uptime()),
      memoryBytes: process.memoryUsage.rss(),
    },
  }
}

async function strangerFigures({ database, strangers, rules }: MonitoringDeps, now: Date) {
  const counts = await listStrangerCounts(database.db, localDayText(now, strangers.timeZone))
  return counts.map(({ scope, sent }) => ({ scope, sent, max: rules.current()[ruleOfScope(scope)] }))
}

/** Where parcels wait for a courier; what rested while its city was closed has waited since it opened. */
async function citySearches({ database, pricing }: MonitoringDeps): Promise<CitySearches[]> {
  const map = pricing.map.current()
  return (await listCitySearches(database.db)).map((searches) => {
    const city = map.city(searches.cityId)
    const opensAt = city ? closedUntil(city, searches.oldestSince) : null
    return opensAt instanceof Date ? { ...searches, oldestSince: opensAt } : searches
  })
}

async function databaseHealth({ database }: MonitoringDeps): Promise<DatabaseHealth> {
  const { db, kind, outages } = database
  const refusal = await outages.check().then(
    () => null,
    (error: unknown) => outageReason(error),
  )
  const asked = performance.now()
  const figures = await findDatabaseFigures(db)
  const answerMs = Math.round((performance.now() - asked) * 10) / 10
  return { kind, answerMs, unwritable: refusal, ...figures }
}

async function loopHealth({ watched, database }: MonitoringDeps, now: Date): Promise<LoopHealth[]> {
  const dues = watched.flatMap(({ due = {} }) => Object.entries(due))
  const moments = await findFirstDue(
    database.db,
    dues.map(([, due]) => due),
  )
  const loops: LoopHealth[] = dues.map(([name], at) => {
    const moment = moments[at] ?? null
    return { name, oldestDueAt: moment && moment <= now ? moment : null }
  })
  const doneAt = await listPurgesDone(database.db)
  for (const name of watched.flatMap(({ purges = {} }) => Object.keys(purges)))
    loops.push({ name, oldestDueAt: purgeDueAt(doneAt.get(name), now) })
  return loops
}

/** A purge is due some minutes after it was done, and begins within as many. */
function purgeDueAt(doneAt: Date | undefined, now: Date): Date | null {
  if (doneAt === undefined || now.getTime() - doneAt.getTime() < 2 * purgeEveryMs) return null
  return new Date(doneAt.getTime() + purgeEveryMs)
}

async function messageHealth(
  { database, messages: { routes } }: MonitoringDeps,
  now: Date,
  since: Date,
): Promise<MessageHealth> {
  const sentKinds = [...new Set(routes.flatMap(({ kinds }) => kinds))]
  // An alert that waits is no reason for another one.
  const heldKinds = kindNames.filter(
    (kind) => !sentKinds.includes(kind) && !kind.startsWith('OPERATOR_ALERT'),
  )
  const found = await findMessageHealth(database.db, { sentKinds, heldKinds, now, since })
  const hourAgo = new Date(now.getTime() - hourMs)
  const [passedOn = null] = (await listPassedOn(database.db, hourAgo, listedAtMost)).filter(
    ({ failure }) => !failuresOfPeople.includes(failure),
  )
  return { ...found, hasChannel: routes.length > 0, passedOn }
}
