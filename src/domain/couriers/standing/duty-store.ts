import { sql } from 'kysely'
import { deleteBatch } from '../../../base/database/delete-batch.ts'
import type { Database, Trx } from '../../../base/database/open-database.ts'

/** A courier goes on duty; one who is on duty already stays so from when they were. */
export async function beginDuty(trx: Trx, courierId: string, at: Date): Promise<void> {
  await trx
    .insertInto('courier_duty_periods')
    .values({ courier_id: courierId, began_at: at, ended_at: null })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** A courier goes off duty; one who is off duty stays so. */
export async function endDuty(trx: Trx, courierId: string, at: Date): Promise<void> {
  await trx
    .updateTable('courier_duty_periods')
    .set({ ended_at: sql`greatest(courier_duty_periods.began_at, ${at}::timestamptz)` })
    .where('courier_duty_periods.courier_id', '=', courierId)
    .where('courier_duty_periods.ended_at', 'is', null)
    .execute()
}

/**
 * For how many seconds a courier was on duty from `from` until `to`; a period that lasts on counts until
 * `now`.
 */
export async function sumDutySeconds(
  db: Database,
  { courierId, from, to, now }: { courierId: string; from: Date; to: Date; now: Date },
): Promise<number> {
  const { rows } = await sql<{ seconds: number }>`
    select coalesce(sum(extract(epoch from
      least(coalesce(periods.ended_at, ${now}::timestamptz), ${to}::timestamptz)
      - greatest(periods.began_at, ${from}::timestamptz)
    )), 0)::float8 as seconds
    from courier_duty_periods as periods
    where periods.courier_id = ${courierId}::uuid
      and periods.began_at < least(${to}::timestamptz, ${now}::timestamptz)
      and coalesce(periods.ended_at, ${now}::timestamptz) > ${from}::timestamptz
  `.execute(db)
  return rows[0]?.seconds ?? 0
}

/** From when to when couriers of a city were on duty between two moments; who still is, until `now`. */
export async function listDutyOfCity(
  db: Database,
  { cityId, from, until, now }: { cityId: string; from: Date; until: Date; now: Date },
): Promise<{ beginsAt: Date; endsAt: Date }[]> {
  const { rows } = await sql<{ beginsAt: Date; endsAt: Date }>`
    select periods.began_at as "beginsAt", coalesce(periods.ended_at, ${now}::timestamptz) as "endsAt"
    from courier_duty_periods as periods
    where (periods.ended_at is null or periods.ended_at > ${from}) and periods.began_at < ${until}
      and exists (
        select from courier_cities
        where courier_cities.courier_id = periods.courier_id and courier_cities.city_id = ${cityId}::uuid)
  `.execute(db)
  return rows
}

/** Removes at most `limit` periods that ended before `before`; returns how many. */
export const deleteOldDuty = (db: Database, before: Date, limit: number): Promise<number> =>
  deleteBatch(db, 'courier_duty_periods', sql`courier_duty_periods.ended_at < ${before}`, limit)
