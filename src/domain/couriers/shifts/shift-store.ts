import { sql } from 'kysely'
import { deleteBatch } from '../../../base/database/delete-batch.ts'
import type { Database, Trx } from '../../../base/database/open-database.ts'
import type { ShiftSpan } from './shift-bounds.ts'

/** A shift as it was planned; without zones it is of all of its city. */
export type Shift = ShiftSpan & { id: string; cityId: string; zoneIds: string[]; wanted: number }

/** SQL: a row of `courier_shifts` as a shift. */
export const shiftColumns = sql`
  courier_shifts.id, courier_shifts.city_id as "cityId", courier_shifts.zone_ids as "zoneIds",
  courier_shifts.begins_at as "beginsAt", courier_shifts.ends_at as "endsAt", courier_shifts.wanted`

/** Writes shifts; one that is planned already stays as it is. Returns how many are new. */
export async function insertShifts(trx: Trx, shifts: readonly Shift[], now: Date): Promise<number> {
  if (shifts.length === 0) return 0
  const { numInsertedOrUpdatedRows: inserted } = await trx
    .insertInto('courier_shifts')
    .values(
      shifts.map(({ id, cityId, zoneIds, beginsAt, endsAt, wanted }) => ({
        id,
        city_id: cityId,
        zone_ids: sql<string[]>`${zoneIds}::uuid[]`,
        begins_at: beginsAt,
        ends_at: endsAt,
        wanted,
        created_at: now,
        removed_at: null,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  return Number(inserted)
}

/** Whether all of these are zones of a city. */
export async function areZonesOf(trx: Trx, cityId: string, zoneIds: readonly string[]): Promise<boolean> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count
    from zones
    where zones.city_id = ${cityId}::uuid and zones.id = any(${[...zoneIds]}::uuid[])
      and zones.retired_at is null
  `.execute(trx)
  return rows[0]?.count === zoneIds.length
}

/** A shift that was not removed. */
export async function findShift(db: Database | Trx, id: string): Promise<Shift | undefined> {
  const { rows } = await sql<Shift>`
    select ${shiftColumns} from courier_shifts
    where courier_shifts.id = ${id}::uuid and courier_shifts.removed_at is null
  `.execute(db)
  return rows[0]
}

/** The same, which nobody takes, leaves or removes until the transaction ends. */
export async function lockShift(trx: Trx, id: string): Promise<Shift | undefined> {
  const { rows } = await sql<Shift>`
    select ${shiftColumns} from courier_shifts
    where courier_shifts.id = ${id}::uuid and courier_shifts.removed_at is null
    for no key update
  `.execute(trx)
  return rows[0]
}

/** The shifts of a city that begin from `from` until before `until`, the first first. */
export async function listShifts(
  db: Database | Trx,
  { cityId, from, until }: { cityId: string; from: Date; until: Date },
): Promise<Shift[]> {
  const { rows } = await sql<Shift>`
    select ${shiftColumns} from courier_shifts
    where courier_shifts.city_id = ${cityId}::uuid and courier_shifts.removed_at is null
      and courier_shifts.begins_at >= ${from} and courier_shifts.begins_at < ${until}
    order by courier_shifts.begins_at, courier_shifts.ends_at, courier_shifts.id
  `.execute(db)
  return rows
}

/** Writes when a shift is, where, and how many it wants. */
export async function setShift(trx: Trx, { id, zoneIds, beginsAt, endsAt, wanted }: Shift): Promise<void> {
  await trx
    .updateTable('courier_shifts')
    .set({
      ...{ begins_at: beginsAt, ends_at: endsAt, wanted },
      zone_ids: sql<string[]>`${zoneIds}::uuid[]`,
    })
    .where('courier_shifts.id', '=', id)
    .execute()
}

/** Removes a shift; who had taken it and could still come is to be told. */
export async function setShiftRemoved(trx: Trx, { id, endsAt }: Shift, now: Date): Promise<void> {
  await trx
    .updateTable('courier_shifts')
    .set({ removed_at: now })
    .where('courier_shifts.id', '=', id)
    .execute()
  await trx
    .updateTable('courier_shift_takers')
    .set({ left_at: now, due_notice: endsAt > now ? 'TAKEN' : null })
    .where('courier_shift_takers.shift_id', '=', id)
    .where('courier_shift_takers.left_at', 'is', null)
    .execute()
}

/** Deletes at most `limit` shifts that ended before a moment, with who took them; returns how many. */
export const deleteOldShifts = (db: Database, before: Date, limit: number): Promise<number> =>
  deleteBatch(db, 'courier_shifts', sql`courier_shifts.ends_at < ${before}`, limit)
