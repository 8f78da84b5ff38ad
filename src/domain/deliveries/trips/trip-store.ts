import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../../base/database/open-database.ts'
import type { DeliveryStatus } from '../../../contract/vocabulary.ts'
import { statusesOf } from '../delivery-store.ts'
import type { TripCursor } from './trip-cursor.ts'

/** A trip that a courier has ended, as lists and statements show it. */
export type TripRow = {
  shopId: string
  /** Of the row: a delivery's, or a wait's. */
  id: string
  deliveryId: string
  reference: string
  status: DeliveryStatus
  shopName: string
  endedAt: Date
  /** Whether the courier had come to the shop; without it a cancelled trip earns nothing. */
  isEarned: boolean
  /** What it earned them, the bonus included; 0 for a trip that earns nothing. */
  payFcfa: number
  bonusFcfa: number
  /**
   * Whether it is a wait at a shop that was earned, and no trip; then all else is of the delivery that was
   * waited for.
   */
  isWait: boolean
}

/**
 * Ended trips of a courier, and what they earned; half open, both bounds are moments at which a trip ended.
 */
export type TripSpan = { courierId: string; from: Date; to: Date }

/**
 * How many trips a courier ended, how many of these earned something, and what, in FCFA; the pay includes
 * what waits at shops earned.
 */
export type TripSums = { trips: number; earned: number; payFcfa: number; bonusFcfa: number }

/**
 * SQL that is true for an ended trip that earns its pay: the parcel was handed over or brought back, or the
 * shop cancelled once the courier had arrived, from when on it pays for it too (decision 167).
 */
const isEarned = sql<boolean>`(
  deliveries.status not in (${statusesOf('cancelled')}) or deliveries.arrived_at_pickup_at is not null
)`
const payFcfa = sql<number>`case when ${isEarned} then coalesce(deliveries.courier_pay_fcfa, 0) else 0 end`
const bonusFcfa = sql<number>`
  case when ${isEarned} then coalesce(deliveries.courier_bonus_fcfa, 0) else 0 end`

/** What a courier's trips and waits of a span come to. */
export async function sumTrips(db: Database, { courierId, from, to }: TripSpan): Promise<TripSums> {
  const { rows } = await sql<TripSums>`
    select
      count(*)::integer as trips,
      count(*) filter (where ${isEarned})::integer as earned,
      coalesce(sum(${payFcfa}), 0)::float8 + (
        select coalesce(sum(pickup_problems.earned_fcfa), 0)::float8
        from pickup_problems
        where pickup_problems.courier_id = ${courierId}::uuid and pickup_problems.earned_fcfa > 0
          and pickup_problems.wait_ended_at >= ${from}::timestamptz
          and pickup_problems.wait_ended_at < ${to}::timestamptz
      ) as "payFcfa",
      coalesce(sum(${bonusFcfa}), 0)::float8 as "bonusFcfa"
    from deliveries
    where deliveries.courier_id = ${courierId}::uuid
      and deliveries.ended_at >= ${from}::timestamptz and deliveries.ended_at < ${to}::timestamptz
  `.execute(db)
  return rows[0] ?? { trips: 0, earned: 0, payFcfa: 0, bonusFcfa: 0 }
}

/**
 * At most `limit` ended trips and earned waits of a courier, the last one first, those that ended before the
 * cursor.
 */
export async function findTripsBefore(
  db: Database,
  courierId: string,
  before: TripCursor | undefined,
  limit: number,
): Promise<TripRow[]> {
  const isBefore = (at: RawBuilder<unknown>, id: RawBuilder<unknown>) =>
    before
      ? sql`(${at}, ${id}) < (${before.endedAt}::timestamptz, ${before.id}::uuid)`
      : sql`${at} is not null`
  const { rows } = await sql<TripRow>`
    (${trips(courierId)} and ${isBefore(sql`deliveries.ended_at`, sql`deliveries.id`)}
      order by deliveries.ended_at desc, deliveries.id desc limit ${limit})
    union all
    (${waits(courierId)} and ${isBefore(sql`pickup_problems.wait_ended_at`, sql`pickup_problems.id`)}
      order by pickup_problems.wait_ended_at desc, pickup_problems.id desc limit ${limit})
    order by "endedAt" desc, id desc
    limit ${limit}
  `.execute(db)
  return rows
}

/**
 * At most `limit` trips that a courier ended in a span and waits that they earned, in the order in which they
 * ended.
 */
export async function findTripsOfSpan(
  db: Database,
  { courierId, from, to }: TripSpan,
  limit: number,
): Promise<TripRow[]> {
  const isWithin = (at: RawBuilder<unknown>) =>
    sql`${at} >= ${from}::timestamptz and ${at} < ${to}::timestamptz`
  const { rows } = await sql<TripRow>`
    (${trips(courierId)} and ${isWithin(sql`deliveries.ended_at`)}
      order by deliveries.ended_at, deliveries.id limit ${limit})
    union all
    (${waits(courierId)} and ${isWithin(sql`pickup_problems.wait_ended_at`)}
      order by pickup_problems.wait_ended_at, pickup_problems.id limit ${limit})
    order by "endedAt", id
    limit ${limit}
  `.execute(db)
  return rows
}

const trips = (courierId: string) => sql`
  select
    deliveries.shop_id as "shopId", deliveries.id as id, deliveries.id as "deliveryId", deliveries.reference,
    deliveries.status, shops.name as "shopName", deliveries.ended_at as "endedAt", ${isEarned} as "isEarned",
    ${payFcfa} as "payFcfa", ${bonusFcfa} as "bonusFcfa", false as "isWait"
  from deliveries
  join shops on shops.id = deliveries.shop_id
  where deliveries.courier_id = ${courierId}::uuid and deliveries.ended_at is not null`

const waits = (courierId: string) => sql`
  select
    deliveries.shop_id as "shopId", pickup_problems.id as id, deliveries.id as "deliveryId",
    deliveries.reference, deliveries.status,
    shops.name as "shopName", pickup_problems.wait_ended_at as "endedAt", true as "isEarned",
    pickup_problems.earned_fcfa as "payFcfa", 0 as "bonusFcfa", true as "isWait"
  from pickup_problems
  join deliveries
    on deliveries.shop_id = pickup_problems.shop_id and deliveries.id = pickup_problems.delivery_id
  join shops on shops.id = deliveries.shop_id
  where pickup_problems.courier_id = ${courierId}::uuid and pickup_problems.earned_fcfa > 0`
