import { sql } from 'kysely'
import type { Database } from '../../../base/database/open-database.ts'
import { firstIdAt } from '../../../base/kernel/clock.ts'
import { type DeliveryStatus, deliveryStatuses } from '../../../contract/vocabulary.ts'
import { isFinal, isIn } from '../delivery-status.ts'

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

/**
 * What each of these shops ordered since each of these moments, in their order. It is summed up in the index
 * of statuses alone, from the earliest of them on.
 */
export async function countVolumes(
  db: Database,
  shopIds: readonly string[],
  since: readonly Date[],
): Promise<(shopId: string) => ShopVolume[]> {
  const fromIds = since.map((at) => firstIdAt(at))
  const earliest = fromIds.reduce((one, other) => (other < one ? other : one))
  const ofEach = (sum: ReturnType<typeof sql>) =>
    sql.join(fromIds.map((id) => sql`${sum} filter (where deliveries.id >= ${id}::uuid)`))
  const { rows } = await sql<{ shopId: string; status: DeliveryStatus; counts: number[]; prices: number[] }>`
    select shops.id as "shopId", wanted.status, summed.counts, summed.prices
    from unnest(${[...shopIds]}::uuid[]) as shops (id)
    cross join unnest(${[...deliveryStatuses]}::text[]) as wanted (status)
    cross join lateral (
      select
        array[${ofEach(sql`count(*)`)}]::double precision[] as counts,
        array[${ofEach(sql`sum(deliveries.price_fcfa)`)}]::double precision[] as prices
      from deliveries
      where deliveries.shop_id = shops.id and deliveries.status = wanted.status
        and deliveries.id >= ${earliest}::uuid
    ) as summed
  `.execute(db)
  const ofShop = Map.groupBy(rows, ({ shopId }) => shopId)
  return (shopId) =>
    since.map((_, place) =>
      (ofShop.get(shopId) ?? []).reduce(
        (volume, { status, counts, prices }) =>
          withStatus(volume, status, { count: counts[place] ?? 0, priceFcfa: prices[place] ?? 0 }),
        noVolume,
      ),
    )
}

const withStatus = (
  volume: ShopVolume,
  status: DeliveryStatus,
  { count, priceFcfa }: { count: number; priceFcfa: number },
): ShopVolume => ({
  ordered: volume.ordered + count,
  delivered: volume.delivered + (isIn('delivered', status) ? count : 0),
  failed: volume.failed + (isIn('failed', status) ? count : 0),
  underWay: volume.underWay + (isFinal(status) || isIn('failed', status) ? 0 : count),
  priceFcfa: volume.priceFcfa + (isIn('cancelled', status) || isIn('expired', status) ? 0 : priceFcfa),
})
