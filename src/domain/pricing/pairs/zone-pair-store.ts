import { sql } from 'kysely'
import type { Database, Trx } from '../../../base/database/open-database.ts'
import type { Fcfa } from '../../../base/kernel/fcfa.ts'
import { zonesByName } from '../../zones/zones-by-name.ts'

/** A zone pair by the ids of its zones, and its base; null where it is priced by the tariff. */
export type PairBase = { fromZoneId: string; toZoneId: string; baseFcfa: Fcfa | null }

/** A zone as the matrix names it. */
export type NamedZone = { id: string; name: string }

/** The zones of a city that are not retired, by name. */
export async function listNamedZones(db: Database | Trx, cityId: string): Promise<NamedZone[]> {
  const zones = await db
    .selectFrom('zones')
    .select(['zones.id', 'zones.name'])
    .where('zones.city_id', '=', cityId)
    .where('zones.retired_at', 'is', null)
    .orderBy('zones.id')
    .execute()
  return zonesByName(zones)
}

/** The zone pairs of a city that have a base of their own, those from `fromZoneIds` where that is given. */
export async function listPairBases(
  db: Database | Trx,
  cityId: string,
  fromZoneIds?: readonly string[],
): Promise<(PairBase & { baseFcfa: Fcfa })[]> {
  const rows = await db
    .selectFrom('zone_pair_prices')
    .innerJoin('zones', 'zones.id', 'zone_pair_prices.from_zone_id')
    .select(['zone_pair_prices.from_zone_id', 'zone_pair_prices.to_zone_id', 'zone_pair_prices.base_fcfa'])
    .where('zones.city_id', '=', cityId)
    .$if(fromZoneIds !== undefined, (query) =>
      query.where(sql<boolean>`zones.id = any(${[...(fromZoneIds ?? [])]}::uuid[])`),
    )
    .execute()
  return rows.map((row) => ({
    fromZoneId: row.from_zone_id,
    toZoneId: row.to_zone_id,
    baseFcfa: row.base_fcfa,
  }))
}

/** How many zone pairs from each zone of a city have a base of their own, to zones that are not retired. */
export async function countPairBases(db: Database, cityId: string): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('zone_pair_prices')
    .innerJoin('zones', 'zones.id', 'zone_pair_prices.from_zone_id')
    .innerJoin('zones as arrivals', 'arrivals.id', 'zone_pair_prices.to_zone_id')
    .select(['zones.id', sql<number>`count(*)::integer`.as('count')])
    .where('zones.city_id', '=', cityId)
    .where('arrivals.retired_at', 'is', null)
    .groupBy('zones.id')
    .execute()
  return new Map(rows.map(({ id, count }) => [id, count]))
}

/** Gives zone pairs their bases, and removes those with null, in two statements however many they are. */
export async function setPairBases(trx: Trx, pairs: readonly PairBase[]): Promise<void> {
  const idsOf = (each: readonly PairBase[]) =>
    [each.map((pair) => pair.fromZoneId), each.map((pair) => pair.toZoneId)] as const
  const removed = pairs.filter(({ baseFcfa }) => baseFcfa === null)
  const kept = pairs.filter(({ baseFcfa }) => baseFcfa !== null)
  const [removedFrom, removedTo] = idsOf(removed)
  const [keptFrom, keptTo] = idsOf(kept)
  if (removed.length > 0)
    await sql`
      delete from zone_pair_prices
      using unnest(${removedFrom}::uuid[], ${removedTo}::uuid[]) as gone (from_zone_id, to_zone_id)
      where zone_pair_prices.from_zone_id = gone.from_zone_id
        and zone_pair_prices.to_zone_id = gone.to_zone_id
    `.execute(trx)
  if (kept.length > 0)
    await sql`
      insert into zone_pair_prices (from_zone_id, to_zone_id, base_fcfa)
      select *
      from unnest(
        ${keptFrom}::uuid[], ${keptTo}::uuid[], ${kept.map(({ baseFcfa }) => baseFcfa)}::integer[])
      on conflict (from_zone_id, to_zone_id) do update set base_fcfa = excluded.base_fcfa
    `.execute(trx)
}
