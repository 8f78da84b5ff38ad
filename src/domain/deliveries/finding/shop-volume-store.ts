import { sql } from 'kysely'
import type { Database } from '../../../base/database/open-database.ts'
import { firstIdAt } from '../../../base/kernel/clock.ts'

/** What a shop ordered in a time, by how it ended; amounts in FCFA. */
export type ShopVolume = {
  ordered: number
  delivered: number
  failed: number
  underWay: number
  /** What the trips of what was not cancelled cost. */
  priceFcfa: number
}

export const noVolume: ShopVolume = { ordered: 0, delivered: 0, failed: 0, underWay: 0, priceFcfa: 0 }

/** What these shops ordered since a moment, by their ids; a shop that ordered nothing is absent. */
export async function countVolumes(
  db: Database,
  shopIds: readonly string[],
  since: Date,
): Promise<Map<string, ShopVolume>> {
  const { rows } = await sql<ShopVolume & { shopId: string }>`
    select
      deliveries.shop_id as "shopId",
      count(*)::integer as ordered,
      count(*) filter (where deliveries.status = 'DELIVERED')::integer as delivered,
      count(*) filter (where deliveries.status in ('FAILED', 'RETURNED'))::integer as failed,
      count(*) filter (
        where deliveries.status in ('AWAITING_LOCATION', 'SEARCHING_COURIER', 'ASSIGNED', 'IN_TRANSIT')
      )::integer as "underWay",
      coalesce(sum(deliveries.price_fcfa) filter (
        where deliveries.status not in ('CANCELLED', 'EXPIRED')), 0)::integer as "priceFcfa"
    from deliveries
    where deliveries.shop_id = any(${shopIds}::uuid[]) and deliveries.id >= ${firstIdAt(since)}::uuid
    group by deliveries.shop_id
  `.execute(db)
  return new Map(rows.map(({ shopId, ...volume }) => [shopId, volume]))
}
