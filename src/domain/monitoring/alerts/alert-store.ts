import { sql } from 'kysely'
import { deleteBatch } from '../../../base/database/delete-batch.ts'
import type { Due } from '../../../base/database/first-due.ts'
import type { Database, Trx } from '../../../base/database/open-database.ts'
import { newId } from '../../../base/kernel/clock.ts'
import type { Language } from '../../../base/kernel/language.ts'
import type { AlertChannel } from '../monitoring-tables.ts'
import { type OpenAlert, quietMs } from './alert-course.ts'
import type { AlertKind, FoundAlert } from './alert-rules.ts'

/**
 * Takes the round that is due at `now`, and makes the next one due at `nextAt`; false when another process
 * has it.
 */
export async function takeAlertRound(db: Database, now: Date, nextAt: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('alert_rounds')
    .set({ next_at: nextAt })
    .where('alert_rounds.next_at', '<=', now)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** When the next look at the service is due. */
export const alertRoundDue: Due = sql`select alert_rounds.next_at from alert_rounds`

const openColumns = [
  'alerts.id',
  'alerts.kind',
  'alerts.subject',
  'alerts.facts',
  'alerts.opened_at as openedAt',
  'alerts.seen_at as seenAt',
  'alerts.last_notified_at as lastNotifiedAt',
] as const

/** The most alerts that are shown at once; there are ten of each kind at most. */
const maxOpen = 200

/** The alerts that are open, of these kinds if they are named, the latest first. */
export async function listOpenAlerts(db: Database, kinds?: readonly AlertKind[]): Promise<OpenAlert[]> {
  const rows = await db
    .selectFrom('alerts')
    .select(openColumns)
    .where('alerts.closed_at', 'is', null)
    .$if(kinds !== undefined, (query) => query.where('alerts.kind', 'in', [...(kinds ?? [])]))
    .orderBy('alerts.opened_at', 'desc')
    .limit(maxOpen)
    .execute()
  return rows as OpenAlert[]
}

/** The alerts that are over, the latest first. */
export async function listClosedAlerts(
  db: Database,
  limit: number,
): Promise<(OpenAlert & { closedAt: Date })[]> {
  const rows = await db
    .selectFrom('alerts')
    .select([...openColumns, 'alerts.closed_at as closedAt'])
    .where('alerts.closed_at', 'is not', null)
    .orderBy('alerts.closed_at', 'desc')
    .limit(limit)
    .execute()
  return rows as (OpenAlert & { closedAt: Date })[]
}

/** The alerts that are open; others neither open nor close one until the transaction ends. */
export async function lockOpenAlerts(trx: Trx): Promise<OpenAlert[]> {
  await sql`select from alert_rounds for update`.execute(trx)
  const rows = await trx
    .selectFrom('alerts')
    .select(openColumns)
    .where('alerts.closed_at', 'is', null)
    .orderBy('alerts.opened_at')
    .execute()
  return rows as OpenAlert[]
}

/**
 * Opens an alert; undefined when it is open already. One that was sent within the last hour and closed since
 * keeps when it was sent.
 */
export async function openAlert(
  trx: Trx,
  { kind, subject, facts }: FoundAlert,
  now: Date,
): Promise<OpenAlert | undefined> {
  const before = await trx
    .selectFrom('alerts')
    .select('alerts.last_notified_at')
    .where('alerts.kind', '=', kind)
    .where('alerts.subject', '=', subject)
    .where('alerts.last_notified_at', '>', new Date(now.getTime() - quietMs))
    .orderBy('alerts.opened_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  const lastNotifiedAt = before?.last_notified_at ?? null
  const row = await trx
    .insertInto('alerts')
    .values({
      id: newId(now),
      kind,
      subject,
      facts: JSON.stringify(facts),
      opened_at: now,
      seen_at: now,
      last_notified_at: lastNotifiedAt,
      closed_at: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row && { id: row.id, kind, subject, facts, openedAt: now, seenAt: now, lastNotifiedAt }
}

/** Keeps the figures of an open alert as they are now. */
export async function setAlertSeen(trx: Trx, { id, facts, seenAt }: OpenAlert): Promise<void> {
  await trx
    .updateTable('alerts')
    .set({ facts: JSON.stringify(facts), seen_at: seenAt })
    .where('alerts.id', '=', id)
    .execute()
}

/** Notes that operators were told of alerts at `now`. */
export async function setAlertsNotified(trx: Trx, ids: readonly string[], now: Date): Promise<void> {
  if (ids.length === 0) return
  await trx
    .updateTable('alerts')
    .set({ last_notified_at: now })
    .where('alerts.id', 'in', [...ids])
    .execute()
}

/** Closes alerts at `now`. */
export async function closeAlerts(trx: Trx, ids: readonly string[], now: Date): Promise<void> {
  if (ids.length === 0) return
  await trx
    .updateTable('alerts')
    .set({ closed_at: now })
    .where('alerts.id', 'in', [...ids])
    .execute()
}

/** Removes at most `limit` alerts that were closed before `before`; returns how many. */
export const deleteOldAlerts = (db: Database, before: Date, limit: number): Promise<number> =>
  deleteBatch(db, 'alerts', sql`alerts.closed_at < ${before}`, limit)

/** Somebody who may hear of alerts, and what they want; a null channel where they have not said. */
export type AlertReader = {
  accountId: string
  phone: string | null
  email: string | null
  language: Language | null
  channel: AlertChannel | null
  kinds: readonly string[] | null
}

/** The operators, without dispatchers, or the one with this account. */
export async function listAlertReaders(db: Database | Trx, accountId?: string): Promise<AlertReader[]> {
  return db
    .selectFrom('operators')
    .innerJoin('accounts', 'accounts.id', 'operators.account_id')
    .leftJoin('alert_preferences', 'alert_preferences.account_id', 'operators.account_id')
    .select([
      'accounts.id as accountId',
      'accounts.phone',
      'accounts.email',
      'accounts.language',
      'alert_preferences.channel',
      'alert_preferences.kinds',
    ])
    .where('operators.role', '=', 'OPERATOR')
    .$if(accountId !== undefined, (query) => query.where('operators.account_id', '=', accountId ?? ''))
    .orderBy('operators.created_at')
    .orderBy('operators.account_id')
    .limit(50)
    .execute()
}

/** Keeps how somebody wants to hear of alerts; null kinds are all of them. */
export async function upsertAlertPreference(
  trx: Trx,
  accountId: string,
  { channel, kinds }: { channel: AlertChannel; kinds: readonly AlertKind[] | null },
  now: Date,
): Promise<void> {
  const values = { channel, kinds: kinds && [...kinds], changed_at: now }
  await trx
    .insertInto('alert_preferences')
    .values({ account_id: accountId, ...values })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(values))
    .execute()
}
