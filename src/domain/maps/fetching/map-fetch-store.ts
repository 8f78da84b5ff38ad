import { type Selectable, sql } from 'kysely'
import type { Database, Trx } from '../../../base/database/open-database.ts'
import type { Tables } from '../../../base/database/tables.ts'

export type MapFetchRow = Selectable<Tables['map_fetches']>

/** What is known of the fetches of all countries that were asked for. */
export const listMapFetches = (db: Database): Promise<MapFetchRow[]> =>
  db.selectFrom('map_fetches').selectAll('map_fetches').orderBy('map_fetches.country').execute()

/** What is known of the fetches of a country. */
export const findMapFetch = (db: Database | Trx, country: string): Promise<MapFetchRow | undefined> =>
  db
    .selectFrom('map_fetches')
    .selectAll('map_fetches')
    .where('map_fetches.country', '=', country)
    .executeTakeFirst()

/** Makes the fetch of a country due now, from the beginning of its tries; one that is under way goes on. */
export async function setFetchAsked(trx: Trx, country: string, askedBy: string, now: Date): Promise<void> {
  await sql`
    insert into map_fetches (country, asked_at, asked_by, state, due_at)
    values (${country}, ${now}, ${askedBy}, 'WAITING', ${now})
    on conflict (country) do update
    set asked_at = excluded.asked_at, asked_by = excluded.asked_by, state = 'WAITING',
      due_at = excluded.due_at, failed_times = 0, failure = null, md5 = null
    where map_fetches.state not in ('RECEIVING', 'IMPORTING') or map_fetches.due_at <= ${now}
  `.execute(trx)
}

/** Forgets the fetches of a country; one that is under way ends. */
export async function deleteMapFetch(trx: Trx, country: string): Promise<void> {
  await trx.deleteFrom('map_fetches').where('map_fetches.country', '=', country).execute()
}

/** Takes the fetch that has been due longest, for this process alone until the lease ends. */
export async function takeDueFetch(
  db: Database,
  now: Date,
  leaseEnds: Date,
): Promise<MapFetchRow | undefined> {
  const { rows } = await sql<MapFetchRow>`
    update map_fetches set state = 'RECEIVING', due_at = ${leaseEnds}, received_megabytes = 0
    where map_fetches.country = (
      select map_fetches.country from map_fetches
      where map_fetches.due_at <= ${now}
      order by map_fetches.due_at
      limit 1
      for update skip locked
    )
    returning map_fetches.*
  `.execute(db)
  return rows[0]
}

type Progress = Partial<Omit<MapFetchRow, 'country' | 'asked_at' | 'asked_by'>>

/** Notes how far a fetch is, or how it ended; false when its lease is no longer ours. */
export async function setFetch(
  db: Database,
  { country, leaseEnds }: { country: string; leaseEnds: Date },
  progress: Progress,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('map_fetches')
    .set(progress)
    .where('map_fetches.country', '=', country)
    .where('map_fetches.due_at', '=', leaseEnds)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
