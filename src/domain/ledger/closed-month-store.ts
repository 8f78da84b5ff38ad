import { sql } from 'kysely'
import type { Trx } from '../../base/database/open-database.ts'

/** Keeps everybody from booking until the transaction ends, once those who are booking have finished. */
export async function lockBooks(trx: Trx): Promise<void> {
  await sql`lock table ledger_postings in share row exclusive mode`.execute(trx)
}

/** Closes a month, `YYYY-MM`, with all before it. */
export async function insertClosedMonth(
  trx: Trx,
  { month, now, actor }: { month: string; now: Date; actor: string },
): Promise<void> {
  await sql`
    insert into ledger_closed_months (first_day, closed_at, closed_by)
    values ((${month} || '-01')::date, ${now}, ${actor})
  `.execute(trx)
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
