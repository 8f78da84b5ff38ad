import type { Trx } from '../../../base/database/open-database.ts'
import { sendAlerts } from '../../messages/send-alerts.ts'
import { readHealth } from '../health/read-health.ts'
import type { MonitoringDeps } from '../monitoring-deps.ts'
import { alertSteps, isEndTold, isNoticeDue, type OpenAlert } from './alert-course.ts'
import { alertRecipients } from './alert-recipients.ts'
import { alertLimitsOf, alertsIn, type FoundAlert } from './alert-rules.ts'
import {
  type AlertReader,
  closeAlerts,
  listAlertReaders,
  lockOpenAlerts,
  openAlert,
  setAlertSeen,
  setAlertsNotified,
  takeAlertRound,
} from './alert-store.ts'
import { alertWords } from './alert-wording.ts'

/** How long after a round the next one comes, whoever makes it. */
const roundMs = 60_000

/**
 * Looks at the service once a minute, in one of its processes: opens and closes alerts, and enqueues the
 * messages about them in the same transaction. Returns whether this process did it (decision 192).
 */
export async function watchAlerts(deps: MonitoringDeps): Promise<boolean> {
  const { db } = deps.database
  const now = deps.clock.now()
  if (!(await takeAlertRound(db, now, new Date(now.getTime() + roundMs)))) return false
  const found = alertsIn(await readHealth(deps), alertLimitsOf(deps.rules.current()))
  await db.transaction().execute((trx) => applyFound(deps, trx, found, now))
  return true
}

async function applyFound(
  { clock, monitoring, rules }: MonitoringDeps,
  trx: Trx,
  found: readonly FoundAlert[],
  now: Date,
): Promise<void> {
  const { opening, seen, closing } = alertSteps(await lockOpenAlerts(trx), found, now)
  const opened: OpenAlert[] = []
  for (const each of opening) {
    const alert = await openAlert(trx, each, now)
    if (alert) opened.push(alert)
  }
  for (const alert of seen) await setAlertSeen(trx, alert)
  await closeAlerts(
    trx,
    closing.map(({ id }) => id),
    now,
  )
  const { ALERT_REPEAT_HOURS: repeatHours } = rules.current()
  const due = [...opened, ...seen].filter((alert) => isNoticeDue(alert, { now, repeatHours }))
  await setAlertsNotified(
    trx,
    due.map(({ id }) => id),
    now,
  )
  if (due.length === 0 && closing.length === 0) return
  const readers = await listAlertReaders(trx)
  for (const alert of due) await notify(alert, null)
  for (const alert of closing.filter(isEndTold)) await notify(alert, now)

  function notify(alert: OpenAlert, closedAt: Date | null): Promise<void> {
    const notice = { ...alertWords(alert.kind, alert.facts), openedAt: alert.openedAt, closedAt }
    return sendAlerts({ db: trx, clock }, [notice], recipientsOf(alert, readers))
  }

  function recipientsOf({ kind }: OpenAlert, all: readonly AlertReader[]) {
    return alertRecipients(kind, all, monitoring.addresses)
  }
}
