import { isUnwritable, type OutageReason } from '../../../base/database/database-error.ts'
import { sendAlertsAtOnce } from '../../messages/send-alerts-at-once.ts'
import type { MonitoringDeps } from '../monitoring-deps.ts'
import { alertRecipients } from './alert-recipients.ts'
import { listAlertReaders } from './alert-store.ts'
import { alertWords } from './alert-wording.ts'

/** How long an outage that may pass by itself lasts before operators are alerted, in ms. */
const patienceMs = 60_000

/**
 * Looks for an outage of the database at each call, and alerts operators once when it begins and once when it
 * is over, without the database (decision 284): at once of one that a person must see to, else after a
 * minute. Who they are is read where reading still works; the addresses of the settings hear of it in any
 * case.
 */
export function watchOutage(deps: MonitoringDeps): () => Promise<void> {
  let told: { reason: OutageReason; openedAt: Date } | undefined
  return async () => {
    const outage = deps.database.outages.current()
    const now = deps.clock.now()
    if (outage && !told && (isUnwritable(outage.reason) || outage.forMs >= patienceMs)) {
      const begun = { reason: outage.reason, openedAt: new Date(now.getTime() - outage.forMs) }
      if (await isTold(deps, begun, null)) told = begun
    } else if (!outage && told) {
      const over = told
      told = undefined
      await isTold(deps, over, now)
    }
  }
}

/** Whether somebody was reached, or nobody wants to be. */
async function isTold(
  deps: MonitoringDeps,
  { reason, openedAt }: { reason: OutageReason; openedAt: Date },
  closedAt: Date | null,
): Promise<boolean> {
  const readers = await listAlertReaders(deps.database.lookups).catch(() => [])
  const recipients = alertRecipients('DATABASE_AWAY', readers, deps.monitoring.addresses)
  const notice = { ...alertWords('DATABASE_AWAY', { reason }), openedAt, closedAt }
  const sent = await sendAlertsAtOnce({ ...deps.messages, clock: deps.clock }, notice, recipients)
  return sent > 0 || recipients.length === 0
}
