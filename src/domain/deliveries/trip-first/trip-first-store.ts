import { sql } from 'kysely'
import type { Due } from '../../../base/database/first-due.ts'
import type { Database, Trx } from '../../../base/database/open-database.ts'
import type { Currency } from '../../../contract/vocabulary.ts'
import { type DeliveryKey, statusesOf } from '../delivery-store.ts'

/**
 * What the deliveries of a shop that are under way will come to on its account, each as `tripOfShop` has it,
 * those that wait for their trip to be paid left out: they are paid or do not take place.
 */
export async function sumTripsUnderWay(
  trx: Trx,
  { shopId, currency }: { shopId: string; currency: Currency },
): Promise<number> {
  const { rows } = await sql<{ sumFcfa: number }>`
    select coalesce(sum(case
      when deliveries.payment_mode = 'PREPAID' or deliveries.collection = 'DIRECT'
        then deliveries.price_fcfa + own_discounts.amount_fcfa
      else greatest(
        case when deliveries.fee_payer = 'MERCHANT' then deliveries.price_fcfa else 0 end
          + deliveries.cod_fee_fcfa + own_discounts.amount_fcfa - deliveries.goods_amount_fcfa, 0)
    end), 0)::double precision as "sumFcfa"
    from deliveries
    cross join lateral (
      select coalesce(sum((discount.value ->> 'amountFcfa')::integer), 0) as amount_fcfa
      from jsonb_array_elements(deliveries.price_working -> 'discounts') as discount
      where discount.value ->> 'bearer' = 'SHOP'
    ) as own_discounts
    where deliveries.shop_id = ${shopId}
      and (
        deliveries.status in (${statusesOf('changeable')})
        or deliveries.status in (${statusesOf('underWay')})
      )
      and deliveries.currency = ${currency} and deliveries.payment_status <> 'AWAITING_SENDER'
  `.execute(trx)
  return rows[0]?.sumFcfa ?? 0
}

/** How many parcels of a shop were handed over, counted up to `most`. */
export async function countHandedOver(trx: Trx, shopId: string, most: number): Promise<number> {
  if (most === 0) return 0
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count
    from (
      select from deliveries
      where deliveries.shop_id = ${shopId} and deliveries.status in (${statusesOf('delivered')})
      limit ${most}
    ) as handed_over
  `.execute(trx)
  return rows[0]?.count ?? 0
}

/** At most `limit` deliveries whose shop should have paid their trip by `now`. */
export async function listUnpaidTrips(db: Database, now: Date, limit: number): Promise<DeliveryKey[]> {
  return db
    .selectFrom('deliveries')
    .select(['deliveries.shop_id as shopId', 'deliveries.id as id'])
    .where('deliveries.trip_due_at', '<=', now)
    .where('deliveries.payment_status', '=', 'AWAITING_SENDER')
    .orderBy('deliveries.trip_due_at')
    .limit(limit)
    .execute()
}

/** When the first trip that is not paid is to be cancelled. */
export const unpaidTripsDue: Due = sql`
  select deliveries.trip_due_at
  from deliveries
  where deliveries.trip_due_at is not null and deliveries.payment_status = 'AWAITING_SENDER'
  order by deliveries.trip_due_at
  limit 1`
