import type { Selectable } from 'kysely'
import type { Database, Trx } from '../../base/database/open-database.ts'
import type { TariffsTable } from '../../base/database/tables.ts'
import type { Fcfa } from '../../base/kernel/fcfa.ts'
import type { Tariff } from './tariff.ts'

/** The tariff of each city and the bases of zone pairs, as they stand. */
export type PriceList = {
  tariffOf(cityId: string): Tariff | undefined
  pairBaseFcfa(fromZoneId: string, toZoneId: string): Fcfa | null
}

/** Reads the price list; cities without a tariff are not served. */
export async function readPriceList(db: Database): Promise<PriceList> {
  const [tariffs, pairs] = await Promise.all([
    db
      .selectFrom('tariffs')
      .selectAll()
      .distinctOn('tariffs.city_id')
      .orderBy('tariffs.city_id')
      .orderBy('tariffs.version', 'desc')
      .execute(),
    db.selectFrom('zone_pair_prices').selectAll().execute(),
  ])
  const tariffByCity = new Map(tariffs.map((row) => [row.city_id, tariffOf(row)]))
  const baseByPair = new Map(pairs.map((row) => [`${row.from_zone_id} ${row.to_zone_id}`, row.base_fcfa]))
  return {
    tariffOf: (cityId) => tariffByCity.get(cityId),
    pairBaseFcfa: (fromZoneId, toZoneId) => baseByPair.get(`${fromZoneId} ${toZoneId}`) ?? null,
  }
}

/** The tariff of a city at a version, or its newest. */
export async function findTariff(
  db: Database | Trx,
  cityId: string,
  version?: number,
): Promise<Tariff | undefined> {
  const row = await db
    .selectFrom('tariffs')
    .selectAll()
    .where('tariffs.city_id', '=', cityId)
    .$if(version !== undefined, (query) => query.where('tariffs.version', '=', version ?? 0))
    .orderBy('tariffs.version', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row && tariffOf(row)
}

/** Keeps others from giving the city a tariff until the transaction ends; deliveries are made meanwhile. */
export async function lockTariffs(trx: Trx, cityId: string): Promise<void> {
  await trx
    .selectFrom('cities')
    .select('cities.id')
    .where('cities.id', '=', cityId)
    .forNoKeyUpdate()
    .execute()
}

export async function insertTariff(
  db: Database | Trx,
  cityId: string,
  tariff: Tariff,
  createdAt: Date,
): Promise<void> {
  await db
    .insertInto('tariffs')
    .values({
      city_id: cityId,
      version: tariff.version,
      base_fcfa: tariff.baseFcfa,
      included_km: tariff.includedKm,
      per_km_fcfa: tariff.perKmFcfa,
      step_fcfa: tariff.stepFcfa,
      surcharges: JSON.stringify(tariff.surcharges),
      night_from: tariff.night?.from ?? null,
      night_to: tariff.night?.to ?? null,
      cod_fee_percent: tariff.collectionFee.percent,
      cod_fee_minimum_fcfa: tariff.collectionFee.minimumFcfa,
      cancellation_fee_fcfa: tariff.cancellationFeeFcfa,
      return_fee_fcfa: tariff.returnFeeFcfa,
      created_at: createdAt,
    })
    .execute()
}

/** The base of a zone pair; null when trips between the two are priced by distance. */
export async function findPairBase(
  db: Database | Trx,
  { fromZoneId, toZoneId }: { fromZoneId: string; toZoneId: string },
): Promise<Fcfa | null> {
  const row = await db
    .selectFrom('zone_pair_prices')
    .select('zone_pair_prices.base_fcfa')
    .where('zone_pair_prices.from_zone_id', '=', fromZoneId)
    .where('zone_pair_prices.to_zone_id', '=', toZoneId)
    .executeTakeFirst()
  return row?.base_fcfa ?? null
}

/** Gives a zone pair its own base, or removes it with null. */
export async function setPairBase(
  db: Database | Trx,
  pair: { fromZoneId: string; toZoneId: string; baseFcfa: Fcfa | null },
): Promise<void> {
  const { fromZoneId, toZoneId, baseFcfa } = pair
  if (baseFcfa === null) {
    await db
      .deleteFrom('zone_pair_prices')
      .where('zone_pair_prices.from_zone_id', '=', fromZoneId)
      .where('zone_pair_prices.to_zone_id', '=', toZoneId)
      .execute()
    return
  }
  await db
    .insertInto('zone_pair_prices')
    .values({ from_zone_id: fromZoneId, to_zone_id: toZoneId, base_fcfa: baseFcfa })
    .onConflict((conflict) =>
      conflict.columns(['from_zone_id', 'to_zone_id']).doUpdateSet({ base_fcfa: baseFcfa }),
    )
    .execute()
}

function tariffOf(row: Selectable<TariffsTable>): Tariff {
  return {
    version: row.version,
    baseFcfa: row.base_fcfa,
    includedKm: row.included_km,
    perKmFcfa: row.per_km_fcfa,
    stepFcfa: row.step_fcfa,
    surcharges: row.surcharges,
    night: row.night_from && row.night_to ? { from: row.night_from, to: row.night_to } : null,
    collectionFee: { percent: row.cod_fee_percent, minimumFcfa: row.cod_fee_minimum_fcfa },
    cancellationFeeFcfa: row.cancellation_fee_fcfa,
    returnFeeFcfa: row.return_fee_fcfa,
  }
}
