import { type Selectable, sql } from 'kysely'
import { deleteBatch } from '../../base/database/delete-batch.ts'
import { keyRows } from '../../base/database/key-rows.ts'
import type { Database, Trx } from '../../base/database/open-database.ts'
import type { Tables } from '../../base/database/tables.ts'
import { type DeliveryKey, isCarried, statusesOf } from '../deliveries/delivery-store.ts'
import type { PositionSource } from '../deliveries/order/position-precision.ts'
import type { MeasuredArrivals } from './measured-arrivals.ts'

type ArrivalRow = Selectable<Tables['arrivals']>

type EventKey = { shopId: string; id: string }

/** Begins to look at the deliveries that a courier is on the way with, according to these events. */
export async function beginArrivals(trx: Trx, events: readonly EventKey[], now: Date): Promise<void> {
  await sql`
    insert into arrivals (shop_id, delivery_id, city_id, due_at, picked_up_at)
    select carried.shop_id, carried.id, carried.city_id, ${now}::timestamptz, max(carried.picked_up_at)
    from ${keyRows(events)} as published (shop_id, id)
    join events on events.shop_id = published.shop_id and events.id = published.id
    cross join lateral (
      select
        deliveries.shop_id, deliveries.id, deliveries.city_id,
        case when events.type = 'delivery.picked_up' then events.created_at end as picked_up_at
      from deliveries
      where deliveries.shop_id = events.shop_id and deliveries.id = events.delivery_id
        and deliveries.status in (${statusesOf('onCourse')})
      offset 0
    ) as carried
    where events.type in ('delivery.courier_assigned', 'delivery.picked_up')
    group by carried.shop_id, carried.id, carried.city_id
    on conflict (shop_id, delivery_id) do update
    set due_at = excluded.due_at, picked_up_at = coalesce(excluded.picked_up_at, arrivals.picked_up_at),
      estimated_at = null, earliest_at = null, latest_at = null, stopped_at = null
  `.execute(trx)
}

/** Where a parcel is fetched and brought, and how its drop-off is known. */
type TripEnds = {
  pickupLat: number
  pickupLng: number
  dropoffLat: number | null
  dropoffLng: number | null
  dropoff_source: PositionSource | null
  dropoff_accuracy_meters: number | null
}

/** A hand-over, with what is to be learnt from it. */
export type HandedOver = TripEnds & {
  shopId: string
  id: string
  cityId: string
  pickedUpAt: Date
  handedOverAt: Date
  /** Whether the courier did something else between the shop and the door. */
  hasStopBetween: boolean
  /** Whether it is a second try that its courier took out again, wherever they were: not from the shop. */
  beganElsewhere: boolean
}

/** The hand-overs among these events, of deliveries that were looked at since they were picked up. */
export async function listHandedOver(trx: Trx, events: readonly EventKey[]): Promise<HandedOver[]> {
  const { rows } = await sql<HandedOver>`
    select
      arrivals.shop_id as "shopId", arrivals.delivery_id as id, arrivals.city_id as "cityId",
      arrivals.picked_up_at as "pickedUpAt", events.created_at as "handedOverAt",
      deliveries.pickup_lat as "pickupLat", deliveries.pickup_lng as "pickupLng",
      deliveries.dropoff_lat as "dropoffLat", deliveries.dropoff_lng as "dropoffLng",
      deliveries.dropoff_source, deliveries.dropoff_accuracy_meters,
      exists (
        select from deliveries as other
        join delivery_history as line on line.shop_id = other.shop_id and line.delivery_id = other.id
        where other.courier_id = deliveries.courier_id and other.id <> events.delivery_id
          and (${isCarried('other')} or other.ended_at > arrivals.picked_up_at)
          and line.status not in (${statusesOf('assigned')})
          and line.occurred_at > arrivals.picked_up_at and line.occurred_at < events.created_at
      ) as "hasStopBetween",
      exists (
        select from deliveries as earlier
        where earlier.shop_id = arrivals.shop_id and earlier.id = deliveries.second_try_of
          and earlier.status in (${statusesOf('carried')})
      ) as "beganElsewhere"
    from ${keyRows(events)} as published (shop_id, id)
    join events on events.shop_id = published.shop_id and events.id = published.id
    cross join lateral (
      select arrivals.shop_id, arrivals.delivery_id, arrivals.city_id, arrivals.picked_up_at
      from arrivals
      where arrivals.shop_id = events.shop_id and arrivals.delivery_id = events.delivery_id
        and arrivals.picked_up_at is not null
      offset 0
    ) as arrivals
    cross join lateral (
      select deliveries.courier_id, deliveries.pickup_lat, deliveries.pickup_lng, deliveries.dropoff_lat,
        deliveries.dropoff_lng, deliveries.dropoff_source, deliveries.dropoff_accuracy_meters,
        deliveries.second_try_of
      from deliveries
      where deliveries.shop_id = events.shop_id and deliveries.id = events.delivery_id
      offset 0
    ) as deliveries
    where events.type = 'delivery.delivered'
  `.execute(trx)
  return rows
}

/** What a trip that is over took; nulls where others cannot learn from it. */
export type Trip = {
  shopId: string
  id: string
  handedOverAt: Date
  hour: number
  meters: number | null
  seconds: number | null
}

/** Ends the looking at a delivery that was handed over. */
export async function endArrival(
  trx: Trx,
  { shopId, id, handedOverAt, hour, meters, seconds }: Trip,
): Promise<void> {
  await trx
    .updateTable('arrivals')
    .set({
      due_at: null,
      handed_over_at: handedOverAt,
      trip_hour: hour,
      distance_meters: meters,
      trip_seconds: seconds,
    })
    .where('arrivals.shop_id', '=', shopId)
    .where('arrivals.delivery_id', '=', id)
    .execute()
}

/**
 * Takes at most `limit` parcels whose arrival is to be estimated at `now`, and makes the next look due at
 * `nextAt`.
 */
export async function takeDueArrivals(
  db: Database,
  { now, nextAt, limit }: { now: Date; nextAt: Date; limit: number },
): Promise<DeliveryKey[]> {
  const { rows } = await sql<DeliveryKey>`
    update arrivals as taken
    set due_at = ${nextAt}
    from (
      select waiting.shop_id, waiting.delivery_id
      from arrivals as waiting
      where waiting.due_at <= ${now}
      order by waiting.due_at
      limit ${limit}
      for update skip locked
    ) as due
    where taken.shop_id = due.shop_id and taken.delivery_id = due.delivery_id
    returning taken.shop_id as "shopId", taken.delivery_id as id
  `.execute(db)
  return rows
}

/** A parcel on its way, where its courier was, and where it goes. */
export type ParcelOnItsWay = TripEnds & {
  shopId: string
  id: string
  cityId: string
  status: string
  courierId: string | null
  arrivedAtPickupAt: Date | null
  pickedUpAt: Date | null
  nearbyAt: Date | null
  nextAt: Date | null
  announcedAt: Date | null
  dropoff_window_from: Date | null
  dropoff_window_to: Date | null
  lat: number | null
  lng: number | null
  reportedAt: Date | null
}

/** The parcels of these deliveries with the last position of their couriers. */
export async function listCarriedParcels(
  db: Database,
  deliveries: readonly DeliveryKey[],
): Promise<ParcelOnItsWay[]> {
  const { rows } = await sql<ParcelOnItsWay>`
    select
      arrivals.shop_id as "shopId", arrivals.delivery_id as id, arrivals.city_id as "cityId", carried.status,
      carried.arrived_at_pickup_at as "arrivedAtPickupAt", arrivals.picked_up_at as "pickedUpAt",
      arrivals.nearby_at as "nearbyAt", arrivals.next_at as "nextAt",
      arrivals.announced_at as "announcedAt", carried.courier_id as "courierId",
      carried.pickup_lat as "pickupLat", carried.pickup_lng as "pickupLng",
      carried.dropoff_lat as "dropoffLat", carried.dropoff_lng as "dropoffLng",
      carried.dropoff_source, carried.dropoff_accuracy_meters, carried.dropoff_window_from,
      carried.dropoff_window_to,
      courier_positions.lat, courier_positions.lng, courier_positions.reported_at as "reportedAt"
    from ${keyRows(deliveries)} as taken (shop_id, id)
    cross join lateral (
      select arrivals.shop_id, arrivals.delivery_id, arrivals.city_id, arrivals.picked_up_at,
        arrivals.nearby_at, arrivals.next_at, arrivals.announced_at
      from arrivals
      where arrivals.shop_id = taken.shop_id and arrivals.delivery_id = taken.id
      offset 0
    ) as arrivals
    cross join lateral (
      select
        deliveries.status, deliveries.courier_id, deliveries.arrived_at_pickup_at, deliveries.pickup_lat,
        deliveries.pickup_lng, deliveries.dropoff_lat, deliveries.dropoff_lng, deliveries.dropoff_source,
        deliveries.dropoff_accuracy_meters, deliveries.dropoff_window_from, deliveries.dropoff_window_to
      from deliveries
      where deliveries.shop_id = taken.shop_id and deliveries.id = taken.id
      offset 0
    ) as carried
    left join lateral (
      select courier_positions.lat, courier_positions.lng, courier_positions.reported_at
      from courier_positions
      where courier_positions.courier_id = carried.courier_id
      offset 0
    ) as courier_positions on true
  `.execute(db)
  return rows
}

/** Where a courier is expected, and between which moments; null moments where that cannot be said. */
export type Estimate = {
  shopId: string
  id: string
  leg: 'PICKUP' | 'DROPOFF'
  earliestAt: Date | null
  latestAt: Date | null
  /** What the customer reads first, where this is the first that they read. */
  announced: { earliestAt: Date; latestAt: Date } | null
  isByRoutingServer: boolean
}

/** Keeps an estimate made at `now`; what was announced first stays. */
export async function saveEstimate(
  db: Database,
  { shopId, id, leg, earliestAt, latestAt, announced, isByRoutingServer }: Estimate,
  now: Date,
): Promise<void> {
  await db
    .updateTable('arrivals')
    .set({
      leg,
      earliest_at: earliestAt,
      latest_at: latestAt,
      estimated_at: latestAt && now,
    })
    .where('arrivals.shop_id', '=', shopId)
    .where('arrivals.delivery_id', '=', id)
    .where('arrivals.due_at', 'is not', null)
    .execute()
  if (announced === null) return
  await db
    .updateTable('arrivals')
    .set({
      announced_at: now,
      announced_earliest_at: announced.earliestAt,
      announced_latest_at: announced.latestAt,
      is_by_routing_server: isByRoutingServer,
    })
    .where('arrivals.shop_id', '=', shopId)
    .where('arrivals.delivery_id', '=', id)
    .where('arrivals.due_at', 'is not', null)
    .where('arrivals.announced_at', 'is', null)
    .execute()
}

/** Stops looking at a delivery that no courier is on the way with any more. */
export async function stopArrival(db: Database, { shopId, id }: DeliveryKey, now: Date): Promise<void> {
  await db
    .updateTable('arrivals')
    .set({ due_at: null, stopped_at: now })
    .where('arrivals.shop_id', '=', shopId)
    .where('arrivals.delivery_id', '=', id)
    .execute()
}

/** Notes that the customer is told that the parcel is near; false where they were before, see `noteOnce`. */
export const setNearby = (trx: Trx, key: DeliveryKey, now: Date): Promise<boolean> =>
  noteOnce(trx, 'nearby_at', key, now)

/** Notes that a door is next now; false where it was before, see `noteOnce`. */
export const setNext = (trx: Trx, key: DeliveryKey, now: Date): Promise<boolean> =>
  noteOnce(trx, 'next_at', key, now)

/** Writes a moment once, and only of a parcel that is still on its way. */
async function noteOnce(
  trx: Trx,
  column: 'nearby_at' | 'next_at',
  { shopId, id }: DeliveryKey,
  now: Date,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update arrivals set ${sql.ref(column)} = ${now}
    where arrivals.shop_id = ${shopId}::uuid and arrivals.delivery_id = ${id}::uuid
      and arrivals.${sql.ref(column)} is null
      and exists (
        select from deliveries
        where deliveries.shop_id = arrivals.shop_id and deliveries.id = arrivals.delivery_id
          and deliveries.status in (${statusesOf('underWay')})
      )
  `.execute(trx)
  return numAffectedRows === 1n
}

/** Makes the look at what else their couriers are on the way with due at once, after these events. */
export async function hurryArrivals(trx: Trx, events: readonly EventKey[], now: Date): Promise<void> {
  await sql`
    update arrivals as hurried
    set due_at = ${now}
    from ${keyRows(events)} as published (shop_id, id)
    join events on events.shop_id = published.shop_id and events.id = published.id
    join deliveries as ended on ended.shop_id = events.shop_id and ended.id = events.delivery_id
    join deliveries as others
      on others.courier_id = ended.courier_id and others.status in (${statusesOf('onCourse')})
    where hurried.shop_id = others.shop_id and hurried.delivery_id = others.id and hurried.due_at > ${now}
  `.execute(trx)
}

/** When the courier of a delivery is expected, as it was last estimated. */
export async function findArrival(
  db: Database,
  { shopId, id }: DeliveryKey,
): Promise<Pick<ArrivalRow, 'leg' | 'estimated_at' | 'earliest_at' | 'latest_at'> | undefined> {
  return db
    .selectFrom('arrivals')
    .select(['arrivals.leg', 'arrivals.estimated_at', 'arrivals.earliest_at', 'arrivals.latest_at'])
    .where('arrivals.shop_id', '=', shopId)
    .where('arrivals.delivery_id', '=', id)
    .executeTakeFirst()
}

/** By when the courier of a delivery is expected, to the shop or to the customer; in ms since 1970. */
type ExpectedArrival = { id: string; latestAt: number }

/** At most `limit` arrivals that were estimated since `since`, and are not over at `now`. */
export async function listExpectedArrivals(
  db: Database,
  { since, now, limit }: { since: Date; now: Date; limit: number },
): Promise<ExpectedArrival[]> {
  const { rows } = await sql<ExpectedArrival>`
    select
      arrivals.delivery_id as id,
      floor(extract(epoch from arrivals.latest_at) * 1000)::double precision as "latestAt"
    from arrivals
    where arrivals.due_at is not null and arrivals.estimated_at >= ${since}::timestamptz
      and arrivals.latest_at > ${now}::timestamptz
    limit ${limit}::integer
  `.execute(db)
  return rows
}

/** How many hand-overs are measured at most. */
const measuredAtMost = 10_000

/** What was announced beside what happened, of each city, for the latest hand-overs since a moment. */
export async function listMeasuredArrivals(db: Database, since: Date): Promise<MeasuredArrivals[]> {
  const { rows } = await sql<MeasuredArrivals>`
    select
      latest.city_id as "cityId",
      (count(*) filter (where latest.announced_at is not null))::integer as announced,
      (count(*) filter (
        where latest.handed_over_at between latest.announced_earliest_at and latest.announced_latest_at
      ))::integer as within,
      (count(*) filter (where latest.handed_over_at < latest.announced_earliest_at))::integer as early,
      (count(*) filter (where latest.handed_over_at > latest.announced_latest_at))::integer as late,
      (count(*) filter (where latest.announced_at is null))::integer as silent,
      (percentile_cont(0.5) within group (
        order by extract(epoch from latest.handed_over_at - latest.announced_latest_at) / 60
      ) filter (where latest.handed_over_at > latest.announced_latest_at))::double precision
        as "medianLateMinutes"
    from (
      select arrivals.*
      from arrivals
      where arrivals.handed_over_at >= ${since}
      order by arrivals.handed_over_at desc
      limit ${sql.lit(measuredAtMost)}
    ) as latest
    group by latest.city_id
  `.execute(db)
  return rows
}

/** Removes at most `limit` rows that ended before `before`; returns how many. */
export const deleteOldArrivals = (db: Database, before: Date, limit: number): Promise<number> =>
  deleteBatch(db, 'arrivals', sql`coalesce(arrivals.handed_over_at, arrivals.stopped_at) < ${before}`, limit)

/** Deletes what is kept of deliveries that are removed. */
export async function deleteArrivalsOf(trx: Trx, shopId: string, ids: readonly string[]): Promise<void> {
  await sql`
    delete from arrivals
    where arrivals.shop_id = ${shopId}::uuid and arrivals.delivery_id = any(${[...ids]}::uuid[])
  `.execute(trx)
}
