import { sql } from 'kysely'
import type { Database } from '../../../base/database/open-database.ts'
import type { Fcfa } from '../../../base/kernel/fcfa.ts'
import { statusesOf } from '../delivery-store.ts'

/**
 * What a promo code took off trips that were made or are under way, and how many uses were given back; of the
 * newest uses alone where there are very many.
 */
export type PromoCost = { deliveries: number; discountFcfa: Fcfa; released: number }

/** How many uses of one code are read. */
export const maxPromoUses = 20_000

/** What each of these promo codes cost; codes without uses are all zeros. */
export async function readPromoCosts(
  db: Database,
  promoIds: readonly string[],
): Promise<Map<string, PromoCost>> {
  if (promoIds.length === 0) return new Map()
  const { rows } = await sql<PromoCost & { id: string }>`
    select codes.id, ${costOfUses}
    from unnest(${[...promoIds]}::uuid[]) as codes (id)
    left join lateral (${usesOf(sql`codes.id`)}) as used on true
    group by codes.id
  `.execute(db)
  return new Map(rows.map(({ id, ...cost }) => [id, cost]))
}

type ShopPromoCost = PromoCost & { shopId: string; shopName: string }

/** The shops for which a promo code cost most, dearest first. */
export async function listPromoCostsByShop(
  db: Database,
  promoId: string,
  limit: number,
): Promise<ShopPromoCost[]> {
  const { rows } = await sql<ShopPromoCost>`
    select shops.id as "shopId", shops.name as "shopName", ${costOfUses}
    from (${usesOf(sql`${promoId}::uuid`)}) as used
    join shops on shops.id = used.shop_id
    group by shops.id, shops.name
    order by "discountFcfa" desc, shops.name
    limit ${limit}
  `.execute(db)
  return rows
}

const costOfUses = sql`
  (count(*) filter (where used.is_given))::integer as deliveries,
  coalesce(sum(used.discount) filter (where used.is_given), 0)::float8 as "discountFcfa",
  (count(*) filter (where used.released_at is not null))::integer as released`

/**
 * The uses of a code with what it took off: the line of the working that names it. Where the parcel was not
 * handed over there is no trip to pay, so nothing was taken off.
 */
const usesOf = (promoId: ReturnType<typeof sql>) => sql`
  select
    uses.shop_id,
    uses.released_at,
    deliveries.status not in (${statusesOf('endedWithoutHandover')}) as is_given,
    (
      select coalesce(sum((line ->> 'amountFcfa')::integer), 0)
      from jsonb_array_elements(deliveries.price_working -> 'discounts') as line
      where line ->> 'source' = 'PROMO_CODE'
    ) as discount
  from promo_code_uses as uses
  join deliveries on deliveries.shop_id = uses.shop_id and deliveries.id = uses.delivery_id
  where uses.promo_code_id = ${promoId}
  limit ${sql.lit(maxPromoUses)}
`
