import { sql } from 'kysely'
import { keyRows } from '../../base/database/key-rows.ts'
import type { Database, Trx } from '../../base/database/open-database.ts'
import { metersPerDegree, type Point } from '../../base/kernel/point.ts'
import type { ChangeableField, VehicleType } from '../../contract/vocabulary.ts'
import { cellsAround, longitudeScale } from '../couriers/grid-cell.ts'
import type { HeldParcel } from '../deliveries/carrying/carrying-capacity.ts'
import { statusGroups } from '../deliveries/delivery-status.ts'
import { type DeliveryKey, fetchedFrom, isCarried, statusesOf } from '../deliveries/delivery-store.ts'
import { searchLeadMinutes } from '../pricing/pickup-window.ts'
import { hasCalledBackParcel } from './called-back-store.ts'

/** A search that this process holds until its lease ends; `round` rounds were made before. */
export type HeldSearch = DeliveryKey & { round: number }

/**
 * Enqueues a search for each delivery that needs a courier according to these events, due when it begins;
 * once each. One without a window ahead begins in a `closed` city as that opens, where its deadline allows
 * for that. Deliveries are read one at a time by their keys (`offset 0`): with the statistics of an empty
 * table the planner would otherwise go through all that wait for a courier, once for each event.
 */
export async function insertSearches(
  trx: Trx,
  events: readonly { shopId: string; id: string }[],
  { now, closed }: { now: Date; closed: readonly { cityId: string; opensAt: Date }[] },
): Promise<void> {
  await sql`
    insert into courier_searches (shop_id, delivery_id, due_at)
    select distinct waiting.shop_id, waiting.id, greatest(${now}::timestamptz, waiting.begins_at)
    from ${keyRows(events)} as published (shop_id, id)
    join events on events.shop_id = published.shop_id and events.id = published.id
    cross join lateral (
      select
        deliveries.shop_id, deliveries.id,
        case when ${fetchedFrom} > ${now}
          then ${fetchedFrom} - make_interval(mins => ${sql.lit(searchLeadMinutes)})
          else (
            select closed.opens_at
            from unnest(
              ${closed.map(({ cityId }) => cityId)}::uuid[],
              ${closed.map(({ opensAt }) => opensAt)}::timestamptz[]
            ) as closed (city_id, opens_at)
            where closed.city_id = deliveries.city_id and closed.opens_at < deliveries.due_at
          ) end as begins_at
      from deliveries
      where deliveries.shop_id = events.shop_id
        and deliveries.id = case when events.type = 'delivery.returned' then (
          select returned.second_try_id from deliveries as returned
          where returned.shop_id = events.shop_id and returned.id = events.delivery_id
        ) else events.delivery_id end
        and deliveries.status in (${statusesOf('searching')})
        -- Its courier still has the parcel of the first try, and takes it out again or brings it back.
        and ${isParcelThere}
      offset 0
    ) as waiting
    where events.type in (
      'delivery.created', 'delivery.location_confirmed', 'delivery.freed', 'delivery.returned')
    on conflict do nothing
  `.execute(trx)
}

/** SQL: whether no courier still has the parcel of a delivery from the try before it. */
const isParcelThere = sql<boolean>`not exists (
  select from deliveries as earlier
  where earlier.shop_id = deliveries.shop_id and earlier.id = deliveries.second_try_of
    and ${isCarried('earlier')}
)`

/** The most searches that one statement ends or postpones. */
const maxPerStatement = 5_000

/**
 * Ends the due searches of deliveries that no longer wait, and counts the round of those in cities where
 * nobody is on duty, the next being due at `laterAt`: two statements for all of them instead of a transaction
 * each.
 */
export async function skipIdleSearches(
  db: Database,
  { now, laterAt }: { now: Date; laterAt: Date },
): Promise<void> {
  await sql`
    delete from courier_searches as ended
    using ${dueSearches(now)} as due
    where ended.shop_id = due.shop_id and ended.delivery_id = due.delivery_id
      and due.status not in (${statusesOf('searching')})
  `.execute(db)
  await sql`
    update courier_searches as idle
    set due_at = ${laterAt}, round = idle.round + 1
    from ${dueSearches(now)} as due
    where idle.shop_id = due.shop_id and idle.delivery_id = due.delivery_id
      and not exists (
        select from courier_cities
        join couriers on couriers.id = courier_cities.courier_id
        where courier_cities.city_id = due.city_id and couriers.on_duty_since is not null
      )
  `.execute(db)
}

const dueSearches = (now: Date) => sql`(
    select waiting.shop_id, waiting.delivery_id, deliveries.status, deliveries.city_id
    from courier_searches as waiting
    join deliveries on deliveries.shop_id = waiting.shop_id and deliveries.id = waiting.delivery_id
    where waiting.due_at <= ${now}
    order by waiting.due_at
    limit ${maxPerStatement}
    for update of waiting skip locked
  )`

/** Takes at most `limit` searches whose next round is due, and hides them until `leaseEnds`. */
export async function takeDueSearches(
  db: Database,
  { now, leaseEnds, limit }: { now: Date; leaseEnds: Date; limit: number },
): Promise<HeldSearch[]> {
  const { rows } = await sql<HeldSearch>`
    update courier_searches as taken
    set due_at = ${leaseEnds}
    from (
      select waiting.shop_id, waiting.delivery_id
      from courier_searches as waiting
      where waiting.due_at <= ${now}
      order by waiting.due_at
      limit ${limit}
      for update skip locked
    ) as due
    where taken.shop_id = due.shop_id and taken.delivery_id = due.delivery_id
    returning taken.shop_id as "shopId", taken.delivery_id as id, taken.round
  `.execute(db)
  return rows
}

/** Counts a round and sets when the next is due; false when another process made this round. */
export async function countRound(
  trx: Trx,
  { shopId, id, round }: HeldSearch,
  nextDueAt: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('courier_searches')
    .set({ round: round + 1, due_at: nextDueAt })
    .where('courier_searches.shop_id', '=', shopId)
    .where('courier_searches.delivery_id', '=', id)
    .where('courier_searches.round', '=', round)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/**
 * Makes the next round due at `now` for the deliveries that got another drop-off according to these events; a
 * search that has not begun waits for its time.
 */
export async function makeChangedSearchesDue(
  trx: Trx,
  events: readonly { shopId: string; id: string }[],
  now: Date,
): Promise<void> {
  await sql`
    update courier_searches as renewed
    set due_at = ${now}
    from ${keyRows(events)} as published (shop_id, id)
    join events on events.shop_id = published.shop_id and events.id = published.id
    where renewed.shop_id = events.shop_id and renewed.delivery_id = events.delivery_id
      and events.type = 'delivery.changed'
      and nullif(events.body, '')::jsonb -> 'fields' ? ${'dropoff' satisfies ChangeableField}
      and renewed.round > 0 and renewed.due_at > ${now}
  `.execute(trx)
}

/** Makes the next round due at `now` when no offer of the delivery is open any more. */
export async function makeSearchDue(db: Database, { shopId, id }: DeliveryKey, now: Date): Promise<void> {
  await sql`
    update courier_searches
    set due_at = ${now}
    where courier_searches.shop_id = ${shopId}
      and courier_searches.delivery_id = ${id}
      and courier_searches.due_at > ${now}
      and not exists (
        select from courier_offers
        join deliveries
          on deliveries.shop_id = courier_offers.shop_id and deliveries.id = courier_offers.delivery_id
        where courier_offers.shop_id = ${shopId}
          and courier_offers.delivery_id = ${id}
          and courier_offers.declined_at is null
          and courier_offers.expires_at > ${now}
          and courier_offers.trip_version = deliveries.trip_version
      )
  `.execute(db)
}

/** Begins the search of a delivery anew, from its first round, due at once. */
export async function resumeSearch(trx: Trx, { shopId, id }: DeliveryKey, now: Date): Promise<void> {
  await trx
    .insertInto('courier_searches')
    .values({ shop_id: shopId, delivery_id: id, due_at: now, round: 0 })
    .onConflict((conflict) =>
      conflict.columns(['shop_id', 'delivery_id']).doUpdateSet({ due_at: now, round: 0 }),
    )
    .execute()
}

/** Ends a search that is held until `leaseEnds`; one that was begun anew meanwhile stays. */
export async function deleteSearch(trx: Trx, { shopId, id }: DeliveryKey, leaseEnds: Date): Promise<void> {
  await trx
    .deleteFrom('courier_searches')
    .where('courier_searches.due_at', '=', leaseEnds)
    .where('courier_searches.shop_id', '=', shopId)
    .where('courier_searches.delivery_id', '=', id)
    .execute()
}

/**
 * What a round needs to know of a delivery; undefined when it no longer waits for a courier, or not yet for
 * another than the one who has its parcel.
 */
export async function findSearchedDelivery(trx: Trx, { shopId, id }: DeliveryKey) {
  return trx
    .selectFrom('deliveries')
    .innerJoin('cities', 'cities.id', 'deliveries.city_id')
    .select([
      'deliveries.shop_id',
      'deliveries.id',
      'deliveries.status',
      'deliveries.courier_slot',
      'deliveries.city_id',
      'deliveries.pickup_lat',
      'deliveries.pickup_lng',
      'deliveries.dropoff_lat',
      'deliveries.dropoff_lng',
      'deliveries.dropoff_window_to',
      'deliveries.parcel_size as parcelSize',
      'deliveries.price_working as priceWorking',
      'deliveries.trip_version as tripVersion',
      'cities.service_radius_meters as serviceRadiusMeters',
    ])
    .where('deliveries.shop_id', '=', shopId)
    .where('deliveries.id', '=', id)
    .where('deliveries.status', 'in', statusGroups.searching)
    .where(isParcelThere)
    .executeTakeFirst()
}

/** Whom a round asks. */
export type Wanted = {
  key: DeliveryKey
  /**
   * Which version of the trip is offered: couriers who were only asked about another one were not asked yet.
   */
  tripVersion: number
  cityId: string
  from: Point
  vehicles: readonly VehicleType[]
  radiusMeters: number
  limit: number
  now: Date
  /** A courier whose last position is older is not asked. */
  freshSince: Date
  /** Whether to ask couriers who carry something, instead of those who carry nothing. */
  isBusy?: boolean
  /** Whether to ask couriers who let an offer of this delivery expire, instead of those who never had one. */
  again: boolean
}

/** A courier who can take a parcel, and how far from the shop they are. */
export type NearCourier = { courierId: string; distanceMeters: number }

/**
 * The nearest couriers within a radius who are on duty, carry nothing (or, where `isBusy`, something), have
 * no parcel to bring back, are of the city, able to take the parcel and not asked yet, by the index of cells.
 * Distances are those on a plane, which differ from the great circle by less than a thousandth within a city.
 */
export async function listCouriersWithin(db: Database | Trx, wanted: Wanted): Promise<NearCourier[]> {
  const { rows } = await couriersWithinQuery(wanted).execute(db)
  return rows
}

/**
 * The query of `listCouriersWithin`, exported so that its plan can be examined: positions of the cells in the
 * order of distance, then the couriers who qualify, one at a time (`offset 0` keeps the planner from joining
 * whole tables), until enough are found. It is prepared, since planning it takes as long as executing it.
 */
export const couriersWithinQuery = ({ from, key, ...wanted }: Wanted) => sql<NearCourier>`
  select /* one plan */ near.courier_id as "courierId", round(near.away)::integer as "distanceMeters"
  from (
    select placed.courier_id, placed.away
    from (
      select position.courier_id, ${metersPerDegree}::double precision * sqrt(
        power(position.lat - ${from.lat}::double precision, 2)
        + power((position.lng - ${from.lng}::double precision) * ${longitudeScale(from)}::double precision, 2)
      ) as away
      from courier_positions as position
      where position.cell = any(${cellsAround(from, wanted.radiusMeters)}::integer[])
        and position.reported_at >= ${wanted.freshSince}
    ) as placed
    where placed.away <= ${wanted.radiusMeters}
    order by placed.away, placed.courier_id
  ) as near
  cross join lateral (
    select
    from couriers
    where couriers.id = near.courier_id
      and couriers.on_duty_since is not null
      and couriers.vehicle_type = any(${wanted.vehicles}::text[])
      and exists (
        select from courier_cities
        where courier_cities.courier_id = near.courier_id and courier_cities.city_id = ${wanted.cityId}
      )
      and ${wanted.isBusy ? sql`exists` : sql`not exists`} (
        select from deliveries
        where deliveries.courier_id = near.courier_id and ${isCarried()}
      )
      and not ${hasCalledBackParcel(sql`near.courier_id`, wanted.now)}
      and ${wanted.again ? sql`exists` : sql`not exists`} (
        select from courier_offers
        where courier_offers.shop_id = ${key.shopId}
          and courier_offers.delivery_id = ${key.id}
          and courier_offers.courier_id = near.courier_id
          and courier_offers.trip_version = ${wanted.tripVersion}
          ${
            wanted.again
              ? sql`and courier_offers.declined_at is null and courier_offers.expires_at <= ${wanted.now}`
              : sql``
          }
      )
    offset 0
  ) as fit
  order by near.away, near.courier_id
  limit ${wanted.limit}
`

/** What a courier under way could still take: on which vehicle, where they are, and what they have. */
type CourierRoom = { courierId: string; vehicle: VehicleType; from: Point; held: HeldParcel[] }

/** The room of these couriers, in one statement. */
export async function listRooms(trx: Trx, courierIds: readonly string[]): Promise<CourierRoom[]> {
  const { rows } = await sql<CourierRoom>`
    select couriers.id as "courierId", couriers.vehicle_type as vehicle,
      json_build_object('lat', courier_positions.lat, 'lng', courier_positions.lng) as "from",
      (
        select coalesce(
          json_agg(json_build_object('slot', deliveries.courier_slot, 'size', deliveries.parcel_size)), '[]')
        from deliveries
        where deliveries.courier_id = couriers.id and ${isCarried()}
      ) as held
    from couriers
    join courier_positions on courier_positions.courier_id = couriers.id
    where couriers.id = any(${[...courierIds]}::uuid[])
  `.execute(trx)
  return rows
}

/** Ends the searches of deliveries that are removed. */
export async function deleteSearchesOf(
  trx: Trx,
  shopId: string,
  deliveryIds: readonly string[],
): Promise<void> {
  await sql`
    delete from courier_searches
    where courier_searches.shop_id = ${shopId}::uuid
      and courier_searches.delivery_id = any(${[...deliveryIds]}::uuid[])
  `.execute(trx)
}
