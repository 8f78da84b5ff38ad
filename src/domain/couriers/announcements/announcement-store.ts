import { sql } from 'kysely'
import { deleteBatch } from '../../../base/database/delete-batch.ts'
import type { Due } from '../../../base/database/first-due.ts'
import type { Database, Trx } from '../../../base/database/open-database.ts'

/** What was written to the couriers of a city, and how many have it and have seen it. */
export type SentAnnouncement = {
  id: string
  cityId: string
  text: string
  createdAt: Date
  /** Null while it is still going out. */
  sentAt: Date | null
  readers: number
  seen: number
}

export async function insertAnnouncement(
  trx: Trx,
  { id, cityId, text, now }: { id: string; cityId: string; text: string; now: Date },
): Promise<void> {
  await trx
    .insertInto('courier_announcements')
    .values({ id, city_id: cityId, text, created_at: now, after_courier_id: null, sent_at: null })
    .execute()
}

/** What was written to a city since a moment. */
export async function listTextsSince(trx: Trx, cityId: string, since: Date): Promise<string[]> {
  const rows = await trx
    .selectFrom('courier_announcements')
    .select('courier_announcements.text')
    .where('courier_announcements.city_id', '=', cityId)
    .where('courier_announcements.created_at', '>', since)
    .execute()
  return rows.map(({ text }) => text)
}

/** The last announcements, the newest first. */
export async function listAnnouncements(db: Database, limit: number): Promise<SentAnnouncement[]> {
  const { rows } = await sql<SentAnnouncement>`
    select
      last.id, last.city_id as "cityId", last.text, last.created_at as "createdAt", last.sent_at as "sentAt",
      read.readers, read.seen
    from (
      select * from courier_announcements order by courier_announcements.created_at desc limit ${limit}
    ) as last
    cross join lateral (
      select count(*)::integer as readers, count(readers.seen_at)::integer as seen
      from courier_announcement_readers as readers
      where readers.announcement_id = last.id
    ) as read
    order by last.created_at desc, last.id desc
  `.execute(db)
  return rows
}

/** A piece of an announcement that goes out, and to whom. */
type AnnouncementPiece = { id: string; text: string; courierIds: string[] }

/** Since when the first announcement that is not handed on to all waits. */
export const announcementsDue: Due = sql`
  select courier_announcements.created_at
  from courier_announcements
  where courier_announcements.sent_at is null
  order by courier_announcements.created_at
  limit 1`

/**
 * Takes the next piece of the oldest announcement that is still going out: at most `limit` couriers of its
 * city who work here and are not suspended, whose page has it from then on. Undefined when there is none, or
 * another process takes it.
 */
export async function takeAnnouncementPiece(
  trx: Trx,
  { now, limit }: { now: Date; limit: number },
): Promise<AnnouncementPiece | undefined> {
  const { rows } = await sql<{ id: string; city_id: string; text: string; after_courier_id: string | null }>`
    select id, city_id, text, after_courier_id
    from courier_announcements
    where sent_at is null
    order by created_at
    limit 1
    for no key update skip locked
  `.execute(trx)
  const [found] = rows
  if (!found) return undefined
  const { rows: next } = await sql<{ id: string }>`
    with next as (
      select couriers.id
      from courier_cities
      join couriers on couriers.id = courier_cities.courier_id
      where courier_cities.city_id = ${found.city_id}::uuid
        and couriers.retired_at is null and couriers.suspended_at is null
        ${found.after_courier_id === null ? sql`` : sql`and couriers.id > ${found.after_courier_id}::uuid`}
      order by couriers.id
      limit ${limit}
    ), written as (
      insert into courier_announcement_readers (courier_id, announcement_id)
      select next.id, ${found.id}::uuid from next
      on conflict do nothing
    )
    select next.id from next order by next.id
  `.execute(trx)
  const courierIds = next.map(({ id }) => id)
  await trx
    .updateTable('courier_announcements')
    .set(courierIds.length < limit ? { sent_at: now } : { after_courier_id: courierIds.at(-1) ?? null })
    .where('courier_announcements.id', '=', found.id)
    .execute()
  return { id: found.id, text: found.text, courierIds }
}

/** SQL: the newest announcement that a row of `couriers` has not seen, as JSON; null without one. */
export const unseenAnnouncement = (since: Date) => sql<{ id: string; text: string } | null>`(
  select json_build_object('id', announced.id, 'text', announced.text)
  from courier_announcement_readers as unseen
  join courier_announcements as announced on announced.id = unseen.announcement_id
  where unseen.courier_id = couriers.id and unseen.seen_at is null
    and announced.created_at > ${since}::timestamptz
  order by announced.created_at desc, announced.id desc
  limit 1
)`

/** Keeps that a courier has seen an announcement. */
export async function setAnnouncementSeen(
  db: Database,
  { courierId, id, at }: { courierId: string; id: string; at: Date },
): Promise<void> {
  await db
    .updateTable('courier_announcement_readers')
    .set({ seen_at: at })
    .where('courier_announcement_readers.courier_id', '=', courierId)
    .where('courier_announcement_readers.announcement_id', '=', id)
    .where('courier_announcement_readers.seen_at', 'is', null)
    .execute()
}

/** Deletes at most `limit` announcements of before a moment, with who has seen them; returns how many. */
export const deleteOldAnnouncements = (db: Database, before: Date, limit: number): Promise<number> =>
  deleteBatch(db, 'courier_announcements', sql`courier_announcements.created_at < ${before}`, limit)
