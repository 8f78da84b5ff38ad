import { sql } from 'kysely'
import type { Due } from '../../../base/database/first-due.ts'
import type { Database, Trx } from '../../../base/database/open-database.ts'
import { courierFullName } from '../courier-store.ts'
import type { ShiftNotice } from '../couriers-tables.ts'
import type { DutyInShift } from './shift-attendance.ts'
import type { ShiftSpan } from './shift-bounds.ts'
import { type Shift, shiftColumns } from './shift-store.ts'

/** Somebody who has taken a shift, and whether they were and are on duty in it. */
export type ShiftTaker = DutyInShift & { shiftId: string; courierId: string; name: string; phone: string }

/** Who has taken these shifts, those who took one first first. */
export async function listShiftTakers(
  db: Database,
  shiftIds: readonly string[],
  now: Date,
): Promise<ShiftTaker[]> {
  const { rows } = await sql<ShiftTaker>`
    select
      takers.shift_id as "shiftId", takers.courier_id as "courierId", ${courierFullName} as name,
      couriers.phone, couriers.on_duty_since is not null as "isOnDuty",
      exists (
        select from courier_duty_periods as duty
        where duty.courier_id = takers.courier_id
          and duty.began_at < least(courier_shifts.ends_at, ${now}::timestamptz)
          and coalesce(duty.ended_at, ${now}::timestamptz) > courier_shifts.begins_at
      ) as "wasOnDuty"
    from courier_shift_takers as takers
    join courier_shifts on courier_shifts.id = takers.shift_id
    join couriers on couriers.id = takers.courier_id
    where takers.shift_id = any(${[...shiftIds]}::uuid[]) and takers.left_at is null
    order by takers.taken_at, takers.courier_id
  `.execute(db)
  return rows
}

/** A shift as a courier sees it: how many have taken it, and whether they have. */
export type OfferedShift = Shift & { taken: number; isOwn: boolean }

/**
 * The shifts of a courier's cities that have not ended at `now` and begin before `until`, their own before
 * the others and the first first; full ones of others are left out.
 */
export async function listOfferedShifts(
  db: Database,
  { courierId, now, until, limit }: { courierId: string; now: Date; until: Date; limit: number },
): Promise<OfferedShift[]> {
  const { rows } = await sql<OfferedShift>`
    select offered.*
    from (
      select
        ${shiftColumns}, count(takers.courier_id)::integer as taken,
        coalesce(bool_or(takers.courier_id = ${courierId}::uuid), false) as "isOwn"
      from courier_shifts
      left join courier_shift_takers as takers
        on takers.shift_id = courier_shifts.id and takers.left_at is null
      where courier_shifts.ends_at > ${now} and courier_shifts.begins_at < ${until}
        and courier_shifts.removed_at is null
        and courier_shifts.city_id in (
          select courier_cities.city_id from courier_cities
          where courier_cities.courier_id = ${courierId}::uuid)
      group by courier_shifts.id
    ) as offered
    where offered."isOwn" or offered.taken < offered.wanted
    order by offered."isOwn" desc, offered."beginsAt", offered."endsAt", offered.id
    limit ${limit}
  `.execute(db)
  return rows
}

/** The next shift of a courier that has not ended at `now` and begins before `until`. */
export async function findNextShift(
  db: Database,
  { courierId, now, until }: { courierId: string; now: Date; until: Date },
): Promise<(ShiftSpan & { timeZone: string }) | undefined> {
  const { rows } = await sql<ShiftSpan & { timeZone: string }>`
    select courier_shifts.begins_at as "beginsAt", courier_shifts.ends_at as "endsAt",
      cities.time_zone as "timeZone"
    from courier_shift_takers as takers
    join courier_shifts on courier_shifts.id = takers.shift_id
    join cities on cities.id = courier_shifts.city_id
    where takers.courier_id = ${courierId}::uuid and takers.left_at is null
      and courier_shifts.ends_at > ${now} and courier_shifts.begins_at < ${until}
    order by courier_shifts.begins_at
    limit 1
  `.execute(db)
  return rows[0]
}

/** How many have taken a shift. */
export async function countTakers(trx: Trx, shiftId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from courier_shift_takers
    where courier_shift_takers.shift_id = ${shiftId}::uuid and courier_shift_takers.left_at is null
  `.execute(trx)
  return rows[0]?.count ?? 0
}

/** Whether a courier has taken a shift. */
export async function isTaker(trx: Trx, shiftId: string, courierId: string): Promise<boolean> {
  const found = await trx
    .selectFrom('courier_shift_takers')
    .select('courier_shift_takers.courier_id')
    .where('courier_shift_takers.shift_id', '=', shiftId)
    .where('courier_shift_takers.courier_id', '=', courierId)
    .where('courier_shift_takers.left_at', 'is', null)
    .executeTakeFirst()
  return found !== undefined
}

/** Whether a courier has taken another shift at the same time. */
export async function hasOverlappingShift(trx: Trx, courierId: string, shift: Shift): Promise<boolean> {
  const { rows } = await sql`
    select from courier_shift_takers as takers
    join courier_shifts as other on other.id = takers.shift_id
    where takers.courier_id = ${courierId}::uuid and takers.left_at is null and other.id <> ${shift.id}::uuid
      and other.begins_at < ${shift.endsAt} and other.ends_at > ${shift.beginsAt}
    limit 1
  `.execute(trx)
  return rows.length > 0
}

/** A courier takes a shift, or once more after they left it. */
export async function upsertTaker(
  trx: Trx,
  { shiftId, courierId, notice }: { shiftId: string; courierId: string; notice: ShiftNotice | null },
  now: Date,
): Promise<void> {
  await trx
    .insertInto('courier_shift_takers')
    .values({
      ...{ shift_id: shiftId, courier_id: courierId, taken_at: now },
      ...{ left_at: null, due_notice: notice, reminded_at: null },
    })
    .onConflict((conflict) =>
      conflict
        .columns(['shift_id', 'courier_id'])
        .doUpdateSet({ taken_at: now, left_at: null, due_notice: notice, reminded_at: null }),
    )
    .execute()
}

/** A courier leaves a shift, or is taken off it. */
export async function setTakerLeft(
  trx: Trx,
  { shiftId, courierId, notice }: { shiftId: string; courierId: string; notice: ShiftNotice | null },
  now: Date,
): Promise<void> {
  await trx
    .updateTable('courier_shift_takers')
    .set({ left_at: now, due_notice: notice })
    .where('courier_shift_takers.shift_id', '=', shiftId)
    .where('courier_shift_takers.courier_id', '=', courierId)
    .execute()
}

/** Who has taken a shift, in the order of their ids. */
export async function listTakerIds(trx: Trx, shiftId: string): Promise<string[]> {
  const takers = await trx
    .selectFrom('courier_shift_takers')
    .select('courier_shift_takers.courier_id')
    .where('courier_shift_takers.shift_id', '=', shiftId)
    .where('courier_shift_takers.left_at', 'is', null)
    .orderBy('courier_shift_takers.courier_id')
    .execute()
  return takers.map(({ courier_id }) => courier_id)
}

/**
 * Whoever has taken a shift is to be told that it is another now, where they know of it already; and to be
 * reminded anew of another beginning.
 */
export async function setTakersTold(
  trx: Trx,
  shiftId: string,
  { isReminded }: { isReminded: boolean },
): Promise<void> {
  await sql`
    update courier_shift_takers as takers
    set due_notice = coalesce(takers.due_notice, 'CHANGED')
      ${isReminded ? sql`` : sql`, reminded_at = null`}
    where takers.shift_id = ${shiftId}::uuid and takers.left_at is null
  `.execute(trx)
}

/**
 * A courier leaves every shift that has not ended, or those outside of the cities where they work now, and is
 * told with `notice`. Returns when those begin.
 */
export async function leaveShifts(
  trx: Trx,
  courierId: string,
  { now, notice, unlessIn }: { now: Date; notice: ShiftNotice | null; unlessIn?: readonly string[] },
): Promise<Date[]> {
  const { rows } = await sql<{ beginsAt: Date }>`
    update courier_shift_takers as takers
    set left_at = ${now}, due_notice = ${notice}
    from courier_shifts
    where courier_shifts.id = takers.shift_id and courier_shifts.ends_at > ${now}
      and takers.courier_id = ${courierId}::uuid and takers.left_at is null
      and not courier_shifts.city_id = any(${[...(unlessIn ?? [])]}::uuid[])
    returning courier_shifts.begins_at as "beginsAt"
  `.execute(trx)
  return rows.map(({ beginsAt }) => beginsAt).toSorted((one, other) => +one - +other)
}

/** Of which shift a courier is to be told. */
export type ShiftToTell = ShiftSpan & {
  shiftId: string
  courierId: string
  timeZone: string
  /** What the operator did; null for a reminder. */
  notice: ShiftNotice | null
}

/** Since when the first courier is to be told what the operator did with their shift, at the earliest. */
export const shiftNoticesDue: Due = sql`
  select takers.taken_at
  from courier_shift_takers as takers
  where takers.due_notice is not null
  order by takers.taken_at
  limit 1`

/** Takes at most `limit` of what couriers are to be told of what the operator did about their shifts. */
export async function takeShiftNotices(trx: Trx, now: Date, limit: number): Promise<ShiftToTell[]> {
  const { rows } = await sql<ShiftToTell>`
    with due as (
      select takers.shift_id, takers.courier_id, takers.due_notice
      from courier_shift_takers as takers
      where takers.due_notice is not null
      order by takers.taken_at
      limit ${limit}
      for no key update skip locked
    ), told as (
      update courier_shift_takers as takers
      set due_notice = null
      from due
      where takers.shift_id = due.shift_id and takers.courier_id = due.courier_id
      returning takers.shift_id, takers.courier_id, due.due_notice
    )
    select told.shift_id as "shiftId", told.courier_id as "courierId", told.due_notice as notice,
      courier_shifts.begins_at as "beginsAt", courier_shifts.ends_at as "endsAt",
      cities.time_zone as "timeZone"
    from told
    join courier_shifts on courier_shifts.id = told.shift_id and courier_shifts.ends_at > ${now}
    join cities on cities.id = courier_shifts.city_id
    order by told.courier_id, courier_shifts.begins_at
  `.execute(trx)
  return rows
}

/**
 * Takes at most `limit` couriers whose shift begins between `now` and `until`, once each. Who has taken it so
 * late knows of it, and who is on duty already needs no reminder.
 */
export async function takeShiftReminders(
  trx: Trx,
  { now, until, remindedMs, limit }: { now: Date; until: Date; remindedMs: number; limit: number },
): Promise<ShiftToTell[]> {
  const { rows } = await sql<ShiftToTell>`
    with due as (
      select takers.shift_id, takers.courier_id, courier_shifts.begins_at, courier_shifts.ends_at,
        cities.time_zone
      from courier_shifts
      join cities on cities.id = courier_shifts.city_id
      join courier_shift_takers as takers on takers.shift_id = courier_shifts.id
      join couriers on couriers.id = takers.courier_id
      where courier_shifts.ends_at > ${now} and courier_shifts.begins_at > ${now}
        and courier_shifts.begins_at <= ${until} and courier_shifts.removed_at is null
        and takers.left_at is null and takers.reminded_at is null
        and takers.taken_at < courier_shifts.begins_at - ${remindedMs} * interval '1 millisecond'
        and couriers.on_duty_since is null and couriers.suspended_at is null
      order by courier_shifts.begins_at, takers.courier_id
      limit ${limit}
      for no key update of takers skip locked
    ), told as (
      update courier_shift_takers as takers
      set reminded_at = ${now}
      from due
      where takers.shift_id = due.shift_id and takers.courier_id = due.courier_id
    )
    select due.shift_id as "shiftId", due.courier_id as "courierId", null as notice,
      due.begins_at as "beginsAt", due.ends_at as "endsAt", due.time_zone as "timeZone"
    from due
    order by due.begins_at, due.courier_id
  `.execute(trx)
  return rows
}
