import { sql } from 'kysely'
import { keyRows } from '../../base/database/key-rows.ts'
import type { Database } from '../../base/database/open-database.ts'
import type { DeliveryStatus, FeePayer, PaymentMode, PaymentStatus } from '../../contract/vocabulary.ts'
import { courierFullName } from '../couriers/courier-store.ts'
import { deliveryTransitions } from '../deliveries/delivery-status.ts'
import { isCarried, statusesOf } from '../deliveries/delivery-store.ts'
import type { PickupReason } from '../deliveries/pickup-problems/pickup-problem.ts'

/** A delivery under way, and the version that its row has. */
export type WatchedKey = { shopId: string; id: string; version: number }

/**
 * Every delivery under way, at most `limit`: those that a courier has first, then parcels called back since
 * `calledBackSince` that are not back, then what waits, the oldest first. Each part is an index of its own
 * that holds nothing else, so that the read does not grow with the deliveries that ended.
 */
export async function listUnderWay(
  db: Database,
  { calledBackSince, limit }: { calledBackSince: Date; limit: number },
): Promise<WatchedKey[]> {
  const { rows } = await sql<WatchedKey>`
    (select 1 as part, deliveries.shop_id as "shopId", deliveries.id, deliveries.version
      from deliveries
      where ${isCarried()}
      order by deliveries.id limit ${limit}::integer)
    union all
    (select 2, called.shop_id, called.id, called.version
      from deliveries as called
      where called.called_back_at is not null and called.brought_back_at is null
        and called.called_back_at > ${calledBackSince}::timestamptz
        and exists (
          select from delivery_history as taken
          where taken.shop_id = called.shop_id and taken.delivery_id = called.id
            and taken.status = ${sql.lit(deliveryTransitions.pickUp.to)})
      order by called.called_back_at limit ${limit}::integer)
    union all
    (select 3, waiting.shop_id, waiting.id, waiting.version
      from deliveries as waiting
      where waiting.due_at is not null and waiting.status in (${statusesOf('searching')})
      order by waiting.id limit ${limit}::integer)
    union all
    (select 4, locating.shop_id, locating.id, locating.version
      from deliveries as locating
      where locating.due_at is not null and locating.status in (${statusesOf('locating')})
      order by locating.id limit ${limit}::integer)
    order by part
    limit ${limit}::integer
  `.execute(db)
  return rows
}

/** What the board knows of a delivery under way. */
export type WatchedRow = WatchedKey & {
  reference: string
  external_ref: string | null
  shop: string
  city_id: string
  city: string
  status: DeliveryStatus
  created_at: Date
  due_at: Date | null
  status_since: Date
  customer_first_name: string
  payment_mode: PaymentMode
  fee_payer: FeePayer
  goods_amount_fcfa: number
  price_fcfa: number
  payment_status: PaymentStatus
  payment_since: Date
  pickup_lat: number
  pickup_lng: number
  dropoff_lat: number | null
  dropoff_lng: number | null
  pickup_window_from: Date | null
  pickup_window_to: Date | null
  dropoff_window_from: Date | null
  dropoff_window_to: Date | null
  fetch_window_from: Date | null
  fetch_window_to: Date | null
  courier_id: string | null
  courier_first_name: string | null
  arrived_at_pickup_at: Date | null
  called_back_at: Date | null
  courier_waits_until: Date | null
  /** Why its courier waits, or why the last one left it; null of a parcel that neither is said of now. */
  pickup_problem: PickupReason | null
  pickup_code_locked_until: Date | null
  pickup_code_locks: number
  confirmation_code_locked_until: Date | null
  confirmation_code_locks: number
  return_code_locked_until: Date | null
  return_code_locks: number
  /**
   * When the window ends of a second try of its parcel, or its own while the courier of the try before still
   * has the parcel; null where there is nothing to wait for.
   */
  second_try_until: Date | null
}

/** These deliveries, as they are now; codes are not even read. */
export async function listWatched(
  db: Database,
  keys: readonly { shopId: string; id: string }[],
): Promise<WatchedRow[]> {
  const { rows } = await sql<WatchedRow>`
    select
      deliveries.shop_id as "shopId", deliveries.id, deliveries.version, deliveries.reference,
      deliveries.external_ref, coalesce(shops.display_name, shops.name) as shop, deliveries.city_id,
      cities.name as city, deliveries.status, deliveries.created_at, deliveries.due_at,
      coalesce(reached.at, deliveries.created_at) as status_since, deliveries.customer_first_name,
      deliveries.payment_mode, deliveries.fee_payer, deliveries.goods_amount_fcfa, deliveries.price_fcfa,
      deliveries.payment_status,
      coalesce(paid.at, reached.at, deliveries.created_at) as payment_since,
      deliveries.pickup_lat, deliveries.pickup_lng, deliveries.dropoff_lat, deliveries.dropoff_lng,
      deliveries.pickup_window_from, deliveries.pickup_window_to, deliveries.dropoff_window_from,
      deliveries.dropoff_window_to, deliveries.fetch_window_from, deliveries.fetch_window_to,
      deliveries.courier_id, deliveries.courier_first_name, deliveries.arrived_at_pickup_at,
      deliveries.called_back_at, deliveries.courier_waits_until, problem.reason as pickup_problem,
      deliveries.pickup_code_locked_until, deliveries.pickup_code_locks,
      deliveries.confirmation_code_locked_until, deliveries.confirmation_code_locks,
      deliveries.return_code_locked_until, deliveries.return_code_locks,
      coalesce(again.pickup_window_to, case when earlier.id is not null then deliveries.pickup_window_to end)
        as second_try_until
    from ${keyRows(keys)} as asked (shop_id, id)
    join deliveries on deliveries.shop_id = asked.shop_id and deliveries.id = asked.id
    join shops on shops.id = deliveries.shop_id
    join cities on cities.id = deliveries.city_id
    left join deliveries as again
      on again.shop_id = deliveries.shop_id and again.id = deliveries.second_try_id
      and again.status in (${statusesOf('searching')})
    left join deliveries as earlier
      on earlier.shop_id = deliveries.shop_id and earlier.id = deliveries.second_try_of
      and deliveries.status in (${statusesOf('searching')}) and ${isCarried('earlier')}
    cross join lateral (
      select min(delivery_history.occurred_at) as at
      from delivery_history
      where delivery_history.shop_id = deliveries.shop_id and delivery_history.delivery_id = deliveries.id
        and delivery_history.status = deliveries.status
    ) as reached
    cross join lateral (
      select max(payment_history.occurred_at) as at
      from payment_history
      where payment_history.shop_id = deliveries.shop_id and payment_history.delivery_id = deliveries.id
        and payment_history.status = deliveries.payment_status
    ) as paid
    left join lateral (
      select pickup_problems.reason
      from pickup_problems
      where pickup_problems.shop_id = deliveries.shop_id and pickup_problems.delivery_id = deliveries.id
        and (deliveries.courier_waits_until is not null
          or (deliveries.times_freed > 0 and deliveries.status in (${statusesOf('searching')})
            and pickup_problems.waits_until is null))
      order by pickup_problems.reported_at desc, pickup_problems.id desc
      limit 1
    ) as problem on true
  `.execute(db)
  return rows
}

/** A courier on duty, or one who has a parcel. */
type RosterRow = { id: string; name: string; is_on_duty: boolean; city_ids: string[] }

/** At most `limit` couriers, with the cities they work in. */
export async function listRoster(db: Database, limit: number): Promise<RosterRow[]> {
  const { rows } = await sql<RosterRow>`
    select
      couriers.id, ${courierFullName} as name,
      couriers.on_duty_since is not null as is_on_duty,
      array(
        select courier_cities.city_id::text from courier_cities
        where courier_cities.courier_id = couriers.id order by courier_cities.city_id) as city_ids
    from couriers
    where couriers.on_duty_since is not null
      or couriers.id in (
        select deliveries.courier_id from deliveries where ${isCarried()})
    order by couriers.id
    limit ${limit}::integer
  `.execute(db)
  return rows
}

/** Where a courier was; `seenAt` in ms since 1970. */
type SeenCourier = { id: string; lat: number; lng: number; seenAt: number }

/** At most `limit` positions that were reported after `since`. */
export async function listPositionsSince(db: Database, since: Date, limit: number): Promise<SeenCourier[]> {
  const { rows } = await sql<SeenCourier>`
    select
      courier_positions.courier_id as id, courier_positions.lat, courier_positions.lng,
      floor(extract(epoch from courier_positions.reported_at) * 1000)::double precision as "seenAt"
    from courier_positions
    where courier_positions.reported_at > ${since}::timestamptz
    limit ${limit}::integer
  `.execute(db)
  return rows
}
