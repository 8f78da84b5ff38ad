import { sql } from 'kysely'
import type { Database } from '../../base/database/open-database.ts'

/** What became of the offers made to a courier since a moment; open ones are not counted. */
export type Acceptance = { offered: number; accepted: number; declined: number }

/**
 * Counts the offers to a courier that are over: accepted ones are those whose delivery they have, since only one of
 * them gets it. Offers are kept for thirty days.
 */
export async function countOffers(
  db: Database,
  { courierId, since, now }: { courierId: string; since: Date; now: Date },
): Promise<Acceptance> {
  const { rows } = await sql<Acceptance>`
    select
      count(*)::integer as offered,
      count(*) filter (where over.is_accepted)::integer as accepted,
      count(*) filter (where over.declined_at is not null and not over.is_accepted)::integer as declined
    from (
      select courier_offers.declined_at, courier_offers.expires_at, exists (
        select from deliveries
        where deliveries.shop_id = courier_offers.shop_id and deliveries.id = courier_offers.delivery_id
          and deliveries.courier_id = courier_offers.courier_id
      ) as is_accepted
      from courier_offers
      where courier_offers.courier_id = ${courierId}::uuid and courier_offers.expires_at > ${since}::timestamptz
        and courier_offers.offered_at >= ${since}::timestamptz
    ) as over
    where over.is_accepted or over.declined_at is not null or over.expires_at <= ${now}::timestamptz
  `.execute(db)
  return rows[0] ?? { offered: 0, accepted: 0, declined: 0 }
}
