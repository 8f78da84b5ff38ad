import { sql } from 'kysely'
import { deleteBatch } from '../../../base/database/delete-batch.ts'
import type { Database, Trx } from '../../../base/database/open-database.ts'
import { networkPrefix, type Scope } from './stranger-scopes.ts'

/**
 * Counts one more in each scope that has not reached its maximum; returns the others, for which the caller
 * gives the transaction up. Rows are taken in one order, so that two messages at once wait for each other and
 * never both ways.
 */
export async function countStrangerMessage(
  trx: Trx,
  day: string,
  scopes: readonly Scope[],
): Promise<Scope[]> {
  const ordered = scopes.toSorted((one, other) => (one.scope < other.scope ? -1 : 1))
  const { rows } = await sql<{ scope: string }>`
    insert into stranger_messages (day, scope, sent)
    select ${day}, wanted.scope, 1
    from unnest(
      ${ordered.map(({ scope }) => scope)}::text[], ${ordered.map(({ max }) => max)}::integer[]
    ) with ordinality as wanted (scope, max, number)
    order by wanted.number
    on conflict (day, scope) do update set sent = stranger_messages.sent + 1
    where stranger_messages.sent < (
      select wanted.max
      from unnest(
        ${ordered.map(({ scope }) => scope)}::text[], ${ordered.map(({ max }) => max)}::integer[]
      ) as wanted (scope, max)
      where wanted.scope = excluded.scope
    )
    returning stranger_messages.scope
  `.execute(trx)
  return scopes.filter(({ scope }) => !rows.some((row) => row.scope === scope))
}

/** How many messages a day had in each scope but those of networks. */
export async function listStrangerCounts(
  db: Database,
  day: string,
): Promise<{ scope: string; sent: number }[]> {
  return db
    .selectFrom('stranger_messages')
    .select(['stranger_messages.scope', 'stranger_messages.sent'])
    .where('stranger_messages.day', '=', day)
    .where('stranger_messages.scope', 'not like', `${networkPrefix}%`)
    .orderBy('stranger_messages.scope')
    .execute()
}

/** Removes at most `limit` counts of days before `day`; returns how many. */
export const deleteOldStrangerCounts = (db: Database, day: string, limit: number): Promise<number> =>
  deleteBatch(db, 'stranger_messages', sql`stranger_messages.day < ${day}`, limit)
