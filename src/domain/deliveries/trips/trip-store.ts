import { sql } from 'kysely'
import type { DeliveryStatus } from '../../../base/contract/vocabulary.ts'
import type { Database } from '../../../base/database/open-database.ts'
import { statusesOf } from '../delivery-store.ts'
import type { TripCursor } from './trip-cursor.ts'

/** A trip that a courier has ended, as lists and statements show it. */
export type TripRow = {
  shopId: string
  id: string
  reference: string
  status: DeliveryStatus
  shopName: string
  endedAt: Date
  /** Whether the courier had come to the shop; without it a cancelled trip earns nothing. */
  isEarned: boolean
  /** What it earned them, the bonus included; 0 for a trip that earns nothing. */
  payFcfa: number
  bonusFcfa: number
}

/** Ended trips of a courier, and what they earned; half open, both bounds are moments at which a trip ended. */
export type TripSpan = { courierId: string; from: Date; to: Date }

/** How many trips a courier ended, how many of these earned something, and what, in FCFA. */
export type TripSums = { trips: number; earned: number; payFcfa: number; bonusFcfa: number }

/**
 * SQL that is true for an ended trip that earns its pay: the parcel was handed over or brought back, or the shop
 * cancelled once the courier had arrived, from when on it pays for it too (decision 167).
 */
const isEarned = sql<boolean>`(
  deliveries.status not in (${statusesOf('cancelled')}) or deliveries.arrived_at_pickup_at is not null
)`
const payFcfa = sql<number>`case when ${isEarned} then coalesce(deliveries.courier_pay_fcfa, 0) else 0 end`
const bonusFcfa = sql<number>`case when ${isEarned} then coalesce(deliveries.courier_bonus_fcfa, 0) else 0 end`

/** What a courier's trips of a span come to. */
export async function sumTrips(db: Database, { courierId, from, to }: TripSpan): Promise<TripSums> {
  const { rows } = await sql<TripSums>`
    select
      count(*)::integer as trips,
      count(*) filter (where ${isEarned})::integer as earned,
      coalesce(sum(${payFcfa}), 0)::float8 as "payFcfa",
      coalesce(sum(${bonusFcfa}), 0)::float8 as "bonusFcfa"
    from deliveries
    where deliveries.courier_id = ${courierId}::uuid
      and deliveries.ended_at >= ${from}::timestamptz and deliveries.ended_at < ${to}::timestamptz
  `.execute(db)
  return rows[0] ?? { trips: 0, earned: 0, payFcfa: 0, bonusFcfa: 0 }
}

/** At most `limit` ended trips of a courier, the last one first, those that ended before the cursor. */
export async function findTripsBefore(
  db: Database,
  courierId: string,
  before: TripCursor | undefined,
  limit: number,
): Promise<TripRow[]> {
  return trips(db, courierId)
    .$if(before !== undefined, (query) =>
      query.where(
        sql<boolean>`(deliveries.ended_at, deliveries.id) < (${before?.endedAt ?? null}::timestamptz, ${before?.id ?? null}::uuid)`,
      ),
    )
    .orderBy('deliveries.ended_at', 'desc')
    .orderBy('deliveries.id', 'desc')
    .limit(limit)
    .execute()
}

/** At most `limit` trips that a courier ended in a span, in the order in which they ended. */
export async function findTripsOfSpan(
  db: Database,
  { courierId, from, to }: TripSpan,
  limit: number,
): Promise<TripRow[]> {
  return trips(db, courierId)
    .where('deliveries.ended_at', '>=', from)
    .where('deliveries.ended_at', '<', to)
    .orderBy('deliveries.ended_at')
    .orderBy('deliveries.id')
    .limit(limit)
    .execute()
}

const trips = (db: Database, courierId: string) =>
  db
    .selectFrom('deliveries')
    .innerJoin('shops', 'shops.id', 'deliveries.shop_id')
    .where('deliveries.courier_id', '=', courierId)
    .where('deliveries.ended_at', 'is not', null)
    .select([
      'deliveries.shop_id as shopId',
      'deliveries.id as id',
      'deliveries.reference as reference',
      'deliveries.status as status',
      'shops.name as shopName',
      sql<Date>`deliveries.ended_at`.as('endedAt'),
      isEarned.as('isEarned'),
      payFcfa.as('payFcfa'),
      bonusFcfa.as('bonusFcfa'),
    ])
