import { sql } from 'kysely'
import type { Database, Trx } from '../../../base/database/open-database.ts'
import type { ClosedMonth } from './ledger-month.ts'

/** Keeps everybody from booking until the transaction ends, once those who are booking have finished. */
export async function lockBooks(trx: Trx): Promise<void> {
  await sql`lock table ledger_postings in share row exclusive mode`.execute(trx)
}

/** Closes months. */
export async function insertClosedMonths(
  trx: Trx,
  months: readonly ClosedMonth[],
  { now, actor }: { now: Date; actor: string },
): Promise<void> {
  await sql`
    insert into ledger_closed_months (first_day, closed_at, closed_by, open_since)
    select (closed.month || '-01')::date, ${now}::timestamptz, ${actor}, closed.open_since
    from unnest(
      ${months.map(({ month }) => month)}::text[], ${months.map(({ openSince }) => openSince)}::timestamptz[]
    ) as closed (month, open_since)
    on conflict do nothing
  `.execute(trx)
}

/** The month that was closed last, null while none is, and when the books began. */
export async function findLastClosed(
  db: Database | Trx,
): Promise<{ lastClosed: ClosedMonth | null; beganAt: Date }> {
  const { rows } = await sql<{ month: string | null; openSince: Date | null; beganAt: Date }>`
    select
      to_char(last.first_day, 'YYYY-MM') as month, last.open_since as "openSince",
      ledger_beginning.began_at as "beganAt"
    from ledger_beginning
    left join lateral (
      select ledger_closed_months.first_day, ledger_closed_months.open_since
      from ledger_closed_months
      order by ledger_closed_months.first_day desc
      limit 1
    ) as last on true
  `.execute(db)
  const { month = null, openSince = null, beganAt = new Date(0) } = rows[0] ?? {}
  return { lastClosed: month === null || openSince === null ? null : { month, openSince }, beganAt }
}

/** When these months ended, of those that are closed by themselves. */
export async function findEndsOfMonths(
  db: Database | Trx,
  months: readonly string[],
): Promise<Map<string, Date>> {
  const { rows } = await sql<ClosedMonth>`
    select to_char(ledger_closed_months.first_day, 'YYYY-MM') as month,
      ledger_closed_months.open_since as "openSince"
    from ledger_closed_months
    where to_char(ledger_closed_months.first_day, 'YYYY-MM') = any(${[...months]}::text[])
  `.execute(db)
  return new Map(rows.map(({ month, openSince }) => [month, openSince]))
}

/** Whether something that happened before `before` has not come to the ledger yet. */
export async function isBehind(trx: Trx, before: Date): Promise<boolean> {
  const { rows } = await sql<{ isBehind: boolean }>`
    select
      exists (select from unsequenced_events where unsequenced_events.created_at < ${before})
      or exists (
        select from event_positions
        where event_positions.created_at < ${before}
          and event_positions.position > (
            select event_consumers.position from event_consumers where event_consumers.name = 'ledger'
          )
      )
      or exists (select from parked_events where parked_events.consumer = 'ledger')
      as "isBehind"
  `.execute(trx)
  return rows[0]?.isBehind ?? true
}
