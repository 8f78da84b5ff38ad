import type { Insertable, Selectable, Updateable } from 'kysely'
import type { Database, Trx } from '../../base/database/open-database.ts'
import type { Tables } from '../../base/database/tables.ts'
import { readOpeningHours } from '../shops/opening/opening-hours.ts'
import { type CityOpening, readSpecialDays } from './opening/city-opening.ts'
import type { City, Zone } from './service-map.ts'
import { zonesByName } from './zones-by-name.ts'

type CityRow = Selectable<Tables['cities']>
type ZoneRow = Selectable<Tables['zones']>

/** Every city, and every zone that is not retired. */
export async function readMap(db: Database): Promise<{ cities: City[]; zones: Zone[] }> {
  const [cities, zones] = await Promise.all([
    db.selectFrom('cities').selectAll().orderBy('cities.name').execute(),
    db.selectFrom('zones').selectAll().where('zones.retired_at', 'is', null).orderBy('zones.name').execute(),
  ])
  return { cities: cities.map(cityOf), zones: zones.map(zoneOf) }
}

export async function insertCity(db: Database | Trx, city: Insertable<Tables['cities']>): Promise<void> {
  await db.insertInto('cities').values(city).execute()
}

/** A city by its name, ignoring case, in `country` when it is given. */
export async function findCities(db: Database | Trx, name: string, country?: string): Promise<City[]> {
  const rows = await db
    .selectFrom('cities')
    .selectAll()
    .where((eb) => eb(eb.fn<string>('lower', ['cities.name']), '=', name.toLowerCase()))
    .$if(country !== undefined, (query) => query.where('cities.country', '=', country ?? ''))
    .execute()
  return rows.map(cityOf)
}

/**
 * Changes a city, which must exist, and returns it as it was written; columns left out stay as they are.
 */
export async function setCity(
  db: Database | Trx,
  cityId: string,
  change: Updateable<Tables['cities']>,
): Promise<City> {
  const row = await db
    .updateTable('cities')
    .set(change)
    .where('cities.id', '=', cityId)
    .returningAll()
    .executeTakeFirstOrThrow()
  return cityOf(row)
}

/** Reads a city and locks it against other changes; deliveries can still be made meanwhile. */
export async function lockCity(trx: Trx, cityId: string): Promise<City | undefined> {
  const row = await trx
    .selectFrom('cities')
    .selectAll()
    .where('cities.id', '=', cityId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row && cityOf(row)
}

/** The cities with these ids. */
export async function findCitiesById(db: Database | Trx, ids: readonly string[]): Promise<City[]> {
  const rows = await db
    .selectFrom('cities')
    .selectAll()
    .where('cities.id', 'in', [...ids])
    .execute()
  return rows.map(cityOf)
}

/** The zones of a city that are not retired, by name. */
export async function readZones(db: Database | Trx, cityId: string): Promise<Zone[]> {
  const rows = await db
    .selectFrom('zones')
    .selectAll()
    .where('zones.city_id', '=', cityId)
    .where('zones.retired_at', 'is', null)
    .orderBy('zones.id')
    .execute()
  return zonesByName(rows.map(zoneOf))
}

/** The zones of a city that are not retired, by name, locked until the transaction ends. */
export async function listZones(trx: Trx, cityId: string): Promise<Zone[]> {
  const rows = await trx
    .selectFrom('zones')
    .selectAll()
    .where('zones.city_id', '=', cityId)
    .where('zones.retired_at', 'is', null)
    .orderBy('zones.name')
    .forUpdate()
    .execute()
  return rows.map(zoneOf)
}

export async function insertZone(trx: Trx, zone: Zone, createdAt: Date): Promise<void> {
  await trx
    .insertInto('zones')
    .values({ id: zone.id, city_id: zone.cityId, created_at: createdAt, ...zoneColumns(zone) })
    .execute()
}

export async function setZone(trx: Trx, zone: Zone): Promise<void> {
  await trx.updateTable('zones').set(zoneColumns(zone)).where('zones.id', '=', zone.id).execute()
}

export async function markZonesRetired(trx: Trx, zoneIds: string[], now: Date): Promise<void> {
  if (zoneIds.length === 0) return
  await trx.updateTable('zones').set({ retired_at: now }).where('zones.id', 'in', zoneIds).execute()
}

function zoneColumns(zone: Zone) {
  return {
    name: zone.name,
    shape: JSON.stringify(zone.shape),
    area_square_meters: zone.areaSquareMeters,
    center_lat: zone.center.lat,
    center_lng: zone.center.lng,
    priority: zone.priority,
  }
}

function cityOf(row: CityRow): City {
  return {
    id: row.id,
    name: row.name,
    country: row.country,
    center: { lat: row.lat, lng: row.lng },
    serviceRadiusMeters: row.service_radius_meters,
    timeZone: row.time_zone,
    currency: row.currency,
    raining: row.raining_since !== null,
    highDemand: row.high_demand_since !== null,
    rainingUntil: row.raining_since && row.raining_until,
    highDemandUntil: row.high_demand_since && row.high_demand_until,
    opening: openingOf(row),
    tours: { laterMinutes: row.tour_later_minutes, rideMinutes: row.tour_ride_minutes },
  }
}

function openingOf(row: CityRow): CityOpening | null {
  const hours = row.opening_hours && (readOpeningHours(row.opening_hours) ?? null)
  const specialDays = readSpecialDays(row.special_days) ?? []
  const refusesWhenClosed = row.refuses_when_closed_since !== null
  return hours || specialDays.length > 0 || refusesWhenClosed
    ? { hours, specialDays, refusesWhenClosed }
    : null
}

function zoneOf(row: ZoneRow): Zone {
  return {
    id: row.id,
    cityId: row.city_id,
    name: row.name,
    shape: row.shape,
    areaSquareMeters: row.area_square_meters,
    center: { lat: row.center_lat, lng: row.center_lng },
    priority: row.priority,
  }
}
