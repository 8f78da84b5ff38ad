import { sql } from 'kysely'
import type { Database, Trx } from '../../base/database/open-database.ts'
import { isCarried } from '../deliveries/delivery-store.ts'
import { cellOf } from './grid-cell.ts'

/** Where a courier was; `accuracyMeters` is null where the phone did not report it. */
type Position = { lat: number; lng: number; accuracyMeters: number | null; reportedAt: Date }
export type PositionReport = Position & { courierId: string }

/**
 * Saves the last position of each of these couriers, one report for each. A report older than the stored one
 * changes nothing, and no position is stored of a courier who is off duty and carries nothing, or who is
 * retired. Rows are locked in one order, so that processes that write the same couriers never deadlock.
 */
export async function savePositions(db: Database, reports: readonly PositionReport[]): Promise<void> {
  await sql`
    insert into courier_positions as kept (courier_id, cell, lat, lng, accuracy_meters, reported_at)
    select
      reported.courier_id, reported.cell, reported.lat, reported.lng, reported.accuracy_meters,
      reported.reported_at
    from unnest(
      ${reports.map(({ courierId }) => courierId)}::uuid[],
      ${reports.map(cellOf)}::integer[],
      ${reports.map(({ lat }) => lat)}::double precision[],
      ${reports.map(({ lng }) => lng)}::double precision[],
      ${reports.map(({ accuracyMeters }) => accuracyMeters)}::double precision[],
      ${reports.map(({ reportedAt }) => reportedAt)}::timestamptz[]
    ) as reported (courier_id, cell, lat, lng, accuracy_meters, reported_at)
    join couriers on couriers.id = reported.courier_id
    where couriers.retired_at is null and (couriers.on_duty_since is not null or ${isCarrying})
    order by reported.courier_id
    on conflict (courier_id) do update set
      cell = excluded.cell, lat = excluded.lat, lng = excluded.lng,
      accuracy_meters = excluded.accuracy_meters, reported_at = excluded.reported_at
    where kept.reported_at <= excluded.reported_at
  `.execute(db)
}

/** SQL that is true for a row of `couriers` who carries a parcel. */
const isCarrying = sql`exists (
  select from deliveries
  where deliveries.courier_id = couriers.id and ${isCarried()}
)`

/**
 * Deletes the positions of couriers who are off duty and carry nothing, which remain when a delivery ends
 * after duty. Couriers are read one at a time by their keys (`offset 0`), whatever the statistics of the
 * table say.
 */
export async function deleteIdlePositions(db: Database): Promise<void> {
  await sql`
    delete from courier_positions
    where courier_id = any(array(
      select kept.courier_id
      from courier_positions as kept
      cross join lateral (
        select
        from couriers
        where couriers.id = kept.courier_id
          and couriers.on_duty_since is null
          and (couriers.retired_at is not null or not ${isCarrying})
        offset 0
      ) as idle))
  `.execute(db)
}

/** The last position of a courier; undefined when there is none. */
export async function findPosition(db: Database | Trx, courierId: string): Promise<Position | undefined> {
  return db
    .selectFrom('courier_positions')
    .select([
      'courier_positions.lat',
      'courier_positions.lng',
      'courier_positions.accuracy_meters as accuracyMeters',
      'courier_positions.reported_at as reportedAt',
    ])
    .where('courier_positions.courier_id', '=', courierId)
    .executeTakeFirst()
}

export async function deletePosition(trx: Trx, courierId: string): Promise<void> {
  await trx.deleteFrom('courier_positions').where('courier_positions.courier_id', '=', courierId).execute()
}
