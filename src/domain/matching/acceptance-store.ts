import { sql } from 'kysely'
import type { Database } from '../../base/database/open-database.ts'
import { isCarried, statusesOf } from '../deliveries/delivery-store.ts'

/**
 * What became of the offers made to a courier since a moment. Open ones are not counted, nor those that
 * lapsed and that they could not have taken until the end (decision 271).
 */
export type Acceptance = { offered: number; accepted: number; declined: number }

/**
 * Counts the offers to a courier that are over: accepted ones are those whose delivery they have, since only
 * one of them gets it. Offers are kept for thirty days.
 */
export async function countOffers(
  db: Database,
  { courierId, since, now }: { courierId: string; since: Date; now: Date },
): Promise<Acceptance> {
  const { rows } = await sql<Acceptance>`
    with carried as materialized (
      select taken.occurred_at as began_at, trips.ended_at
      from (
        -- What has a courier and has not ended is carried; each half is an index of its own.
        select deliveries.shop_id, deliveries.id, deliveries.ended_at
        from deliveries
        where deliveries.courier_id = ${courierId}::uuid and deliveries.ended_at > ${since}::timestamptz
        union all
        select deliveries.shop_id, deliveries.id, deliveries.ended_at
        from deliveries
        where deliveries.courier_id = ${courierId}::uuid and ${isCarried()}
      ) as trips
      join delivery_history as taken
        on taken.shop_id = trips.shop_id and taken.delivery_id = trips.id
        and taken.status in (${statusesOf('assigned')})
    )
    select
      count(*)::integer as offered,
      count(*) filter (where over.is_accepted)::integer as accepted,
      count(*) filter (where over.declined_at is not null and not over.is_accepted)::integer as declined
    from (
      select courier_offers.declined_at, courier_offers.expires_at, exists (
        select from deliveries
        where deliveries.shop_id = courier_offers.shop_id and deliveries.id = courier_offers.delivery_id
          and deliveries.courier_id = courier_offers.courier_id
      ) as is_accepted, ${endedEarly} as has_ended_early
      from courier_offers
      where courier_offers.courier_id = ${courierId}::uuid
        and courier_offers.expires_at > ${since}::timestamptz
        and courier_offers.offered_at >= ${since}::timestamptz
    ) as over
    where over.is_accepted or over.declined_at is not null
      or (over.expires_at <= ${now}::timestamptz and not over.has_ended_early)
  `.execute(db)
  return rows[0] ?? { offered: 0, accepted: 0, declined: 0 }
}

/**
 * SQL: whether an offer could no longer be taken before it lapsed: another courier had the trip or it had
 * ended, the shop had changed it, or its courier carried another parcel or had gone off duty.
 */
const endedEarly = sql`(
  exists (
    select from deliveries
    where deliveries.shop_id = courier_offers.shop_id and deliveries.id = courier_offers.delivery_id
      and deliveries.trip_version > courier_offers.trip_version)
  or exists (
    select from delivery_history
    where delivery_history.shop_id = courier_offers.shop_id
      and delivery_history.delivery_id = courier_offers.delivery_id
      and delivery_history.status not in (${statusesOf('searching')})
      and delivery_history.occurred_at >= courier_offers.offered_at
      and delivery_history.occurred_at < courier_offers.expires_at)
  or exists (
    select from carried
    where carried.began_at < courier_offers.expires_at
      and (carried.ended_at is null or carried.ended_at > courier_offers.offered_at))
  or exists (
    select from courier_duty_periods
    where courier_duty_periods.courier_id = courier_offers.courier_id
      and courier_duty_periods.ended_at >= courier_offers.offered_at
      and courier_duty_periods.ended_at < courier_offers.expires_at))`
