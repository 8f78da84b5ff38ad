import { sql } from 'kysely'
import type { Database, Trx } from '../../../base/database/open-database.ts'

/** Gives a new zone the prices of another: to and from every zone, and between the two as within the one. */
export async function copyPairPrices(
  trx: Trx,
  { fromZoneId, toZoneId }: { fromZoneId: string; toZoneId: string },
): Promise<void> {
  await sql`
    insert into zone_pair_prices (from_zone_id, to_zone_id, base_fcfa)
    select ends.from_zone_id, ends.to_zone_id, pairs.base_fcfa
    from zone_pair_prices pairs
    cross join lateral (values
      (${toZoneId}::uuid, pairs.to_zone_id, pairs.from_zone_id = ${fromZoneId}::uuid),
      (pairs.from_zone_id, ${toZoneId}::uuid, pairs.to_zone_id = ${fromZoneId}::uuid),
      (${toZoneId}::uuid, ${toZoneId}::uuid,
        pairs.from_zone_id = ${fromZoneId}::uuid and pairs.to_zone_id = ${fromZoneId}::uuid)
    ) as ends (from_zone_id, to_zone_id, holds)
    where ends.holds`.execute(trx)
}

/** How many prices of zone pairs name one of these zones. */
export async function countPairPrices(db: Database | Trx, zoneIds: readonly string[]): Promise<number> {
  if (zoneIds.length === 0) return 0
  const { count } = await db
    .selectFrom('zone_pair_prices')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where((eb) =>
      eb.or([
        eb('zone_pair_prices.from_zone_id', 'in', [...zoneIds]),
        eb('zone_pair_prices.to_zone_id', 'in', [...zoneIds]),
      ]),
    )
    .executeTakeFirstOrThrow()
  return Number(count)
}
