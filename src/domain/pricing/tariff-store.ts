import { type Selectable, sql } from 'kysely'
import type { Database, Trx } from '../../base/database/open-database.ts'
import type { Tables } from '../../base/database/tables.ts'
import { type Actor, actorText } from '../../base/kernel/actor.ts'
import type { Fcfa } from '../../base/kernel/fcfa.ts'
import type { Tariff, TariffTerms } from './tariff.ts'

/** The tariffs of each city, of now and to come, and the bases of zone pairs. */
export type PriceList = {
  /** The tariff in force at a moment; undefined while the city has none. */
  tariffOf(cityId: string, at: Date): Tariff | undefined
  pairBaseFcfa(fromZoneId: string, toZoneId: string): Fcfa | null
}

/**
 * Reads the price list; cities without a tariff are not served. It holds whatever may be in force from now
 * on, so a tariff to come takes its turn without being read again (decision 181).
 */
export async function readPriceList(db: Database): Promise<PriceList> {
  const [tariffs, pairs] = await Promise.all([
    db
      .selectFrom('tariffs')
      .selectAll()
      .where('tariffs.withdrawn_at', 'is', null)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('tariffs as later')
              .select('later.version')
              .whereRef('later.city_id', '=', 'tariffs.city_id')
              .where('later.scheduled_for', 'is', null)
              .where(
                sql<boolean>`
                  (later.created_at, later.version)
                    > (coalesce(tariffs.scheduled_for, tariffs.created_at), tariffs.version)`,
              ),
          ),
        ),
      )
      .orderBy(validFrom, 'desc')
      .orderBy('tariffs.version', 'desc')
      .execute(),
    db.selectFrom('zone_pair_prices').selectAll().execute(),
  ])
  const newestFirst = Map.groupBy(tariffs, (row) => row.city_id)
  const tariffsByCity = new Map(
    [...newestFirst].map(([cityId, rows]) => [
      cityId,
      rows.map((row) => ({ tariff: tariffOf(row), from: row.scheduled_for })),
    ]),
  )
  const baseByPair = new Map(pairs.map((row) => [`${row.from_zone_id} ${row.to_zone_id}`, row.base_fcfa]))
  return {
    tariffOf: (cityId, at) =>
      tariffsByCity.get(cityId)?.find(({ from }) => from === null || from <= at)?.tariff,
    pairBaseFcfa: (fromZoneId, toZoneId) => baseByPair.get(`${fromZoneId} ${toZoneId}`) ?? null,
  }
}

/** From when a tariff is in force, unless it is withdrawn. */
const validFrom = sql<Date>`coalesce(tariffs.scheduled_for, tariffs.created_at)`

/** A tariff with who made it and when; `createdBy` and `withdrawnBy` are actors as one word. */
export type KeptTariff = {
  tariff: Tariff
  createdAt: Date
  /** Null for those from before authors were kept. */
  createdBy: string | null
  /** When it comes into force; null for one that was put in force at once. */
  scheduledFor: Date | null
  withdrawnAt: Date | null
  withdrawnBy: string | null
  /** The former version whose terms it brings back. */
  restoresVersion: number | null
}

/** From when a tariff is in force, unless it was withdrawn. */
export const tariffBegins = ({ scheduledFor, createdAt }: KeptTariff): Date => scheduledFor ?? createdAt

/**
 * The tariff of a city that is in force at a moment, and before it the former ones, at most `limit` in all.
 */
export async function listTariffsInForce(
  db: Database | Trx,
  cityId: string,
  at: Date,
  limit: number,
): Promise<KeptTariff[]> {
  const rows = await db
    .selectFrom('tariffs')
    .selectAll()
    .where('tariffs.city_id', '=', cityId)
    .where('tariffs.withdrawn_at', 'is', null)
    .where((eb) => eb.or([eb('tariffs.scheduled_for', 'is', null), eb('tariffs.scheduled_for', '<=', at)]))
    .orderBy(validFrom, 'desc')
    .orderBy('tariffs.version', 'desc')
    .limit(limit)
    .execute()
  return rows.map(keptTariff)
}

/** The tariff of a city that is in force at a moment. */
export async function findTariff(db: Database | Trx, cityId: string, at: Date): Promise<Tariff | undefined> {
  const [current] = await listTariffsInForce(db, cityId, at, 1)
  return current?.tariff
}

/** The tariff of a city that is to come after a moment; a city has one at most. */
export async function findTariffToCome(
  db: Database | Trx,
  cityId: string,
  at: Date,
): Promise<KeptTariff | undefined> {
  const row = await db
    .selectFrom('tariffs')
    .selectAll()
    .where('tariffs.city_id', '=', cityId)
    .where('tariffs.withdrawn_at', 'is', null)
    .where('tariffs.scheduled_for', '>', at)
    .orderBy('tariffs.scheduled_for')
    .limit(1)
    .executeTakeFirst()
  return row && keptTariff(row)
}

/** One version of a city's tariff, in force or not. */
export async function findTariffVersion(
  db: Database | Trx,
  cityId: string,
  version: number,
): Promise<KeptTariff | undefined> {
  const row = await db
    .selectFrom('tariffs')
    .selectAll()
    .where('tariffs.city_id', '=', cityId)
    .where('tariffs.version', '=', version)
    .executeTakeFirst()
  return row && keptTariff(row)
}

/** The versions of a city's tariff below one, newest first. */
export async function listTariffHistory(
  db: Database | Trx,
  cityId: string,
  { belowVersion, limit }: { belowVersion?: number | undefined; limit: number },
): Promise<KeptTariff[]> {
  const rows = await db
    .selectFrom('tariffs')
    .selectAll()
    .where('tariffs.city_id', '=', cityId)
    .$if(belowVersion !== undefined, (query) => query.where('tariffs.version', '<', belowVersion ?? 0))
    .orderBy('tariffs.version', 'desc')
    .limit(limit)
    .execute()
  return rows.map(keptTariff)
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

/**
 * Adds a version of a city's tariff, under `lockTariffs`. One that is in force at once begins no earlier than
 * the one it takes the place of, whatever the clocks of two processes say.
 */
export async function insertTariff(
  trx: Trx,
  cityId: string,
  terms: TariffTerms,
  made: { at: Date; by: Actor; scheduledFor?: Date | null; restoresVersion?: number | null },
): Promise<KeptTariff> {
  const [newest] = await listTariffHistory(trx, cityId, { limit: 1 })
  const [current] = await listTariffsInForce(trx, cityId, made.at, 1)
  const scheduledFor = made.scheduledFor ?? null
  const begun = current && tariffBegins(current)
  const row = await trx
    .insertInto('tariffs')
    .values({
      city_id: cityId,
      version: (newest?.tariff.version ?? 0) + 1,
      base_fcfa: terms.baseFcfa,
      included_km: terms.includedKm,
      per_km_fcfa: terms.perKmFcfa,
      step_fcfa: terms.stepFcfa,
      surcharges: JSON.stringify(terms.surcharges),
      night_from: terms.night?.from ?? null,
      night_to: terms.night?.to ?? null,
      cod_fee_percent: terms.collectionFee.percent,
      cod_fee_minimum_fcfa: terms.collectionFee.minimumFcfa,
      cancellation_fee_fcfa: terms.cancellationFeeFcfa,
      return_fee_fcfa: terms.returnFeeFcfa,
      created_at: scheduledFor === null && begun && begun > made.at ? begun : made.at,
      created_by: actorText(made.by),
      scheduled_for: scheduledFor,
      restores_version: made.restoresVersion ?? null,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  return keptTariff(row)
}

/** Takes back a tariff that has not begun. */
export async function markTariffWithdrawn(
  trx: Trx,
  { cityId, version }: { cityId: string; version: number },
  { at, by }: { at: Date; by: Actor },
): Promise<void> {
  await trx
    .updateTable('tariffs')
    .set({ withdrawn_at: at, withdrawn_by: actorText(by) })
    .where('tariffs.city_id', '=', cityId)
    .where('tariffs.version', '=', version)
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

const keptTariff = (row: Selectable<Tables['tariffs']>): KeptTariff => ({
  tariff: tariffOf(row),
  createdAt: row.created_at,
  createdBy: row.created_by,
  scheduledFor: row.scheduled_for,
  withdrawnAt: row.withdrawn_at,
  withdrawnBy: row.withdrawn_by,
  restoresVersion: row.restores_version,
})

function tariffOf(row: Selectable<Tables['tariffs']>): Tariff {
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
