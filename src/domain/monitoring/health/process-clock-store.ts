import { sql } from 'kysely'
import type { Database } from '../../../base/database/open-database.ts'
import { type ClockHealth, listedAtMost } from './service-health.ts'

/** How long a process counts as running after it last compared its clock. */
const countsForMs = 2 * 60_000

/**
 * Writes down how far the clock of a process is from the database's, and removes those of processes that
 * ended.
 */
export async function recordProcessClock(
  db: Database,
  clock: { processId: string; host: string; skewMs: number },
  now: Date,
): Promise<void> {
  await sql`
    with ended as (
      delete from process_clocks
      where process_clocks.compared_at < ${new Date(now.getTime() - countsForMs)}
        and process_clocks.process_id <> ${clock.processId}
    )
    insert into process_clocks (process_id, host, skew_ms, compared_at)
    values (${clock.processId}, ${clock.host}, ${clock.skewMs}, ${now})
    on conflict (process_id) do update set skew_ms = excluded.skew_ms, compared_at = excluded.compared_at
  `.execute(db)
}

/** The worst clock of each machine with a running process, the worst first. */
export async function listProcessClocks(db: Database, now: Date): Promise<ClockHealth[]> {
  const { rows } = await sql<ClockHealth>`
    select worst.host, worst.skew_ms::double precision as "skewMs"
    from (
      select distinct on (process_clocks.host) process_clocks.host, process_clocks.skew_ms
      from process_clocks
      where process_clocks.compared_at >= ${new Date(now.getTime() - countsForMs)}
      order by process_clocks.host, abs(process_clocks.skew_ms) desc
    ) as worst
    order by abs(worst.skew_ms) desc
    limit ${listedAtMost}
  `.execute(db)
  return rows
}
