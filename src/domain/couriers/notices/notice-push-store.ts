import { sql } from 'kysely'
import type { Database, Trx } from '../../../base/database/open-database.ts'
import type { SpokenLanguage } from '../../../base/kernel/language.ts'
import type { ShiftSpan } from '../shifts/shift-bounds.ts'

/** What a phone is pushed that is of no delivery. */
type NoticeKind = 'SHIFT_SOON' | 'ANNOUNCEMENT'

/** Something that these couriers are pushed, a shift or an announcement, and until when it is worth telling. */
type NewNotice = { kind: NoticeKind; aboutId: string; courierIds: readonly string[]; expiresAt: Date }

/** Enqueues a push to each phone that these couriers want to be told on; the same is told once. */
export async function insertNoticePushes(
  trx: Trx,
  { kind, aboutId, courierIds, expiresAt }: NewNotice,
  now: Date,
): Promise<void> {
  await sql`
    insert into notice_pushes (subscription_id, kind, about_id, expires_at, due_at)
    select push_subscriptions.id, ${kind}, ${aboutId}::uuid, ${expiresAt}::timestamptz, ${now}::timestamptz
    from push_subscriptions
    where push_subscriptions.courier_id = any(${[...courierIds]}::uuid[])
    order by push_subscriptions.id
    on conflict do nothing
  `.execute(trx)
}

type NoticeKey = { subscriptionId: string; kind: NoticeKind; aboutId: string }

/** A push that this worker holds; `shift` and `text` are null where there is nothing to tell any more. */
export type HeldNotice = NoticeKey & {
  attempts: number
  expiresAt: Date
  endpoint: string
  p256dh: string
  auth: string
  language: SpokenLanguage
  shift: (ShiftSpan & { timeZone: string }) | null
  text: string | null
}

type NoticeClaim = { owner: string; now: Date; leaseEnds: Date; limit: number }

/**
 * Claims due pushes for this worker alone, with what each says: of a shift that its courier still has and
 * that has not ended, and of an announcement that they have not read yet.
 */
export async function takeDueNotices(db: Database, claim: NoticeClaim): Promise<HeldNotice[]> {
  const { now } = claim
  const { rows } = await sql<Omit<HeldNotice, 'shift'> & Partial<NonNullable<HeldNotice['shift']>>>`
    with due as (
      select waiting.subscription_id, waiting.kind, waiting.about_id
      from notice_pushes as waiting
      where waiting.due_at <= ${now}
      order by waiting.due_at
      limit ${claim.limit}
      for update skip locked
    ), taken as (
      update notice_pushes as taken
      set lease_owner = ${claim.owner}::uuid, due_at = ${claim.leaseEnds}
      from due
      where taken.subscription_id = due.subscription_id and taken.kind = due.kind
        and taken.about_id = due.about_id
      returning taken.*
    )
    select taken.subscription_id as "subscriptionId", taken.kind, taken.about_id as "aboutId",
      taken.attempts, taken.expires_at as "expiresAt", push_subscriptions.endpoint,
      push_subscriptions.p256dh, push_subscriptions.auth, push_subscriptions.language,
      courier_shifts.begins_at as "beginsAt", courier_shifts.ends_at as "endsAt",
      cities.time_zone as "timeZone", announced.text
    from taken
    join push_subscriptions on push_subscriptions.id = taken.subscription_id
    left join courier_shift_takers as takers on taken.kind = 'SHIFT_SOON'
      and takers.shift_id = taken.about_id and takers.courier_id = push_subscriptions.courier_id
      and takers.left_at is null
    left join courier_shifts on courier_shifts.id = takers.shift_id
      and courier_shifts.removed_at is null and courier_shifts.ends_at > ${now}
    left join cities on cities.id = courier_shifts.city_id
    left join courier_announcement_readers as readers on taken.kind = 'ANNOUNCEMENT'
      and readers.announcement_id = taken.about_id and readers.courier_id = push_subscriptions.courier_id
      and readers.seen_at is null
    left join courier_announcements as announced on announced.id = readers.announcement_id
  `.execute(db)
  return rows.map(({ beginsAt, endsAt, timeZone, ...held }) => ({
    ...held,
    shift: beginsAt && endsAt && timeZone ? { beginsAt, endsAt, timeZone } : null,
  }))
}

/** Deletes a push that is over; one that another worker holds by now stays. */
export async function deleteNoticePush(db: Database, key: NoticeKey, owner: string): Promise<void> {
  await db
    .deleteFrom('notice_pushes')
    .where('notice_pushes.subscription_id', '=', key.subscriptionId)
    .where('notice_pushes.kind', '=', key.kind)
    .where('notice_pushes.about_id', '=', key.aboutId)
    .where('notice_pushes.lease_owner', '=', owner)
    .execute()
}

/** Makes a push due again. */
export async function retryNoticePush(
  db: Database,
  key: NoticeKey,
  owner: string,
  dueAt: Date,
): Promise<void> {
  await db
    .updateTable('notice_pushes')
    .set((eb) => ({ due_at: dueAt, lease_owner: null, attempts: eb('notice_pushes.attempts', '+', 1) }))
    .where('notice_pushes.subscription_id', '=', key.subscriptionId)
    .where('notice_pushes.kind', '=', key.kind)
    .where('notice_pushes.about_id', '=', key.aboutId)
    .where('notice_pushes.lease_owner', '=', owner)
    .execute()
}
