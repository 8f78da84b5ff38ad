import { sql } from 'kysely'
import { keyRows } from '../../base/database/key-rows.ts'
import type { Database, Trx } from '../../base/database/open-database.ts'
import type { DeliveryStatus } from '../../contract/vocabulary.ts'
import { type DeliveryKey, isCarried, statusesOf } from '../deliveries/delivery-store.ts'
import { type TourColumns, type TourParcel, type Turns, tourParcel } from './tour.ts'

/**
 * The SQL for the turns of a delivery: those that it has with its present courier, since what another had
 * planned is over.
 */
export const turnsColumn = sql`(
  select json_build_object(
    'pickup', courier_turns.pickup_turn, 'dropoff', courier_turns.dropoff_turn,
    'return', courier_turns.return_turn, 'toldUntil', courier_turns.told_until
  )
  from courier_turns
  where courier_turns.shop_id = deliveries.shop_id and courier_turns.delivery_id = deliveries.id
    and courier_turns.courier_id = deliveries.courier_id
) as turns`

/** Later than every turn: of a parcel that has none. */
const lastTurn = 2_147_483_647

/** What each of these couriers carries, as their tours are made of it. */
export async function listTours(
  db: Database | Trx,
  courierIds: readonly string[],
): Promise<Map<string, TourParcel[]>> {
  const { rows } = await sql<TourColumns & { courier_id: string }>`
    select
      deliveries.courier_id, deliveries.shop_id, deliveries.id, deliveries.city_id, deliveries.status,
      deliveries.courier_slot,
      deliveries.pickup_lat, deliveries.pickup_lng, deliveries.dropoff_lat, deliveries.dropoff_lng,
      deliveries.dropoff_window_to, ${turnsColumn}
    from deliveries
    where deliveries.courier_id = any(${[...courierIds]}::uuid[])
      and ${isCarried()}
    order by deliveries.courier_id, deliveries.courier_slot
  `.execute(db)
  const byCourier = Map.groupBy(rows, (row) => row.courier_id)
  return new Map([...byCourier].map(([courierId, each]) => [courierId, each.map(tourParcel)]))
}

/**
 * Keeps the turns of a courier's parcels; `told` are the moments, in ms since 1970, by which they are to be
 * at doors of which nobody was told before.
 */
export async function saveTurns(
  trx: Trx,
  courierId: string,
  parcels: readonly { shopId: string; id: string; turns: Turns }[],
  told: ReadonlyMap<string, number> = new Map(),
): Promise<void> {
  if (parcels.length === 0) return
  await trx
    .insertInto('courier_turns')
    .values(
      // Always in one order, so that of two who write the same ones nobody waits in a circle.
      parcels
        .toSorted((one, other) => (one.id < other.id ? -1 : 1))
        .map(({ shopId, id, turns }) => ({
          ...{ shop_id: shopId, delivery_id: id, courier_id: courierId },
          ...{ pickup_turn: turns.pickup, dropoff_turn: turns.dropoff, return_turn: turns.return },
          told_until: told.has(id) ? new Date(told.get(id) ?? 0) : null,
        })),
    )
    .onConflict((conflict) =>
      conflict.columns(['shop_id', 'delivery_id']).doUpdateSet((eb) => ({
        courier_id: eb.ref('excluded.courier_id'),
        pickup_turn: eb.ref('excluded.pickup_turn'),
        dropoff_turn: eb.ref('excluded.dropoff_turn'),
        return_turn: eb.ref('excluded.return_turn'),
        // What one courier was to keep says nothing of another.
        told_until: sql<Date | null>`case
          when courier_turns.courier_id = excluded.courier_id
          then coalesce(courier_turns.told_until, excluded.told_until) else excluded.told_until end`,
      })),
    )
    .execute()
}

/** Forgets the turns of these deliveries, and what was told of them. */
export async function deleteTurns(trx: Trx, parcels: readonly DeliveryKey[]): Promise<void> {
  await sql`
    with known as (
      select turns.shop_id, turns.delivery_id
      from ${keyRows(parcels)} as parcels (shop_id, id)
      join courier_turns as turns on turns.shop_id = parcels.shop_id and turns.delivery_id = parcels.id
      order by turns.delivery_id
      for update of turns
    )
    delete from courier_turns using known
    where courier_turns.shop_id = known.shop_id and courier_turns.delivery_id = known.delivery_id
  `.execute(trx)
}

/**
 * SQL: whether the courier of a parcel in `deliveries` that is on its way to its customer goes somewhere else
 * first. The next stop of each other parcel is compared, as `stopsOf` orders them.
 */
export const waitsForItsTurn = sql<boolean>`exists (
  select from deliveries as other
  left join courier_turns as turns
    on turns.shop_id = other.shop_id and turns.delivery_id = other.id
    and turns.courier_id = other.courier_id
  where other.courier_id = deliveries.courier_id and other.id <> deliveries.id
    and ${isCarried('other')}
    and (
      coalesce(
        case
          when other.status in (${statusesOf('assigned')}) then turns.pickup_turn
          when other.status in (${statusesOf('underWay')}) then turns.dropoff_turn
          else turns.return_turn
        end, ${sql.lit(lastTurn)}),
      other.courier_slot
    ) < (
      coalesce((
        select own.dropoff_turn from courier_turns as own
        where own.shop_id = deliveries.shop_id and own.delivery_id = deliveries.id
          and own.courier_id = deliveries.courier_id
      ), ${sql.lit(lastTurn)}),
      deliveries.courier_slot
    )
    and not (other.status not in (${statusesOf('onCourse')}) and turns.return_turn is null)
)`

/** A hand-over of a courier, or one that failed: when it was, and at whose door. */
type LastDoor = { at: Date; lat: number; lng: number }

/**
 * The last door at which a courier was with another parcel, since a moment; undefined where there was none.
 */
export async function findLastDoor(
  db: Database,
  { courierId, id, since }: { courierId: string; id: string; since: Date },
): Promise<LastDoor | undefined> {
  const { rows } = await sql<LastDoor>`
    select line.occurred_at as at, other.dropoff_lat as lat, other.dropoff_lng as lng
    from deliveries as other
    join delivery_history as line on line.shop_id = other.shop_id and line.delivery_id = other.id
    where other.courier_id = ${courierId}::uuid and other.id <> ${id}::uuid
      and (${isCarried('other')} or other.ended_at > ${since}::timestamptz)
      and other.dropoff_lat is not null
      and line.status in (${statusesOf('delivered')}, ${sql.lit('FAILED' satisfies DeliveryStatus)})
      and line.occurred_at > ${since}::timestamptz
    order by line.occurred_at desc
    limit 1
  `.execute(db)
  return rows[0]
}
