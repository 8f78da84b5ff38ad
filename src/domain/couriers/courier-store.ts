import { type Selectable, sql, type Updateable } from 'kysely'
import type { Database, Trx } from '../../base/database/open-database.ts'
import type { Tables } from '../../base/database/tables.ts'

export type CourierRow = Selectable<Tables['couriers']>
export type ListedCourier = CourierRow & { cities: string[] }

/** The whole name of a courier (see `courierName`); null where no courier was joined. */
export const courierFullName = sql<string>`
  couriers.first_name || coalesce(' ' || nullif(couriers.last_name, '-'), '')`

/** Writes a courier and the cities they work in. */
export async function insertCourier(
  trx: Trx,
  courier: CourierRow,
  cityIds: readonly string[],
): Promise<void> {
  await trx.insertInto('couriers').values(courier).execute()
  await trx
    .insertInto('courier_cities')
    .values(cityIds.map((city_id) => ({ city_id, courier_id: courier.id })))
    .execute()
}

/** Whether anybody carries parcels. */
export async function hasCourier(db: Database): Promise<boolean> {
  const row = await db
    .selectFrom('couriers')
    .select('couriers.id')
    .where('couriers.retired_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** A courier, retired or not. */
export async function findCourier(db: Database | Trx, id: string): Promise<CourierRow | undefined> {
  return db.selectFrom('couriers').selectAll().where('couriers.id', '=', id).executeTakeFirst()
}

/** The courier with this `phone` (E.164) who is not retired. */
export async function findCourierByPhone(db: Database | Trx, phone: string): Promise<CourierRow | undefined> {
  return db
    .selectFrom('couriers')
    .selectAll()
    .where('couriers.phone', '=', phone)
    .where('couriers.retired_at', 'is', null)
    .executeTakeFirst()
}

/**
 * Every courier with the names of their cities, in the order in which they were added; only one when `id` is
 * given.
 */
export async function listCouriers(db: Database, id?: string): Promise<ListedCourier[]> {
  return db
    .selectFrom('couriers')
    .innerJoin('courier_cities', 'courier_cities.courier_id', 'couriers.id')
    .innerJoin('cities', 'cities.id', 'courier_cities.city_id')
    .selectAll('couriers')
    .select(sql<string[]>`array_agg(cities.name order by cities.name)`.as('cities'))
    .$if(id !== undefined, (query) => query.where('couriers.id', '=', id ?? ''))
    .groupBy('couriers.id')
    .orderBy('couriers.id')
    .execute()
}

/** Whether a courier works in a city. */
export async function worksInCity(db: Database | Trx, courierId: string, cityId: string): Promise<boolean> {
  const found = await db
    .selectFrom('courier_cities')
    .select('courier_cities.courier_id')
    .where('courier_cities.courier_id', '=', courierId)
    .where('courier_cities.city_id', '=', cityId)
    .executeTakeFirst()
  return found !== undefined
}

/** Reads a courier and keeps others from changing them until the transaction ends. */
export async function lockCourier(trx: Trx, id: string): Promise<CourierRow | undefined> {
  return trx
    .selectFrom('couriers')
    .selectAll()
    .where('couriers.id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/** Keeps that a courier has read of deliveries that were called off up to `at`. */
export async function setCalledOffSeen(db: Database | Trx, id: string, at: Date): Promise<void> {
  await db
    .updateTable('couriers')
    .set({ called_off_seen_at: at })
    .where('couriers.id', '=', id)
    .where((eb) =>
      eb.or([eb('couriers.called_off_seen_at', 'is', null), eb('couriers.called_off_seen_at', '<', at)]),
    )
    .execute()
}

/** Changes a courier, who must exist; columns left out stay as they are. */
export async function setCourier(
  trx: Trx,
  id: string,
  change: Updateable<Tables['couriers']>,
): Promise<CourierRow> {
  return trx
    .updateTable('couriers')
    .set(change)
    .where('couriers.id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** The ids of the cities a courier works in. */
export async function listCityIds(db: Database | Trx, courierId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('courier_cities')
    .select('courier_cities.city_id')
    .where('courier_cities.courier_id', '=', courierId)
    .orderBy('courier_cities.city_id')
    .execute()
  return rows.map(({ city_id }) => city_id)
}

/** Replaces the cities a courier works in, at least one. */
export async function setCourierCities(
  trx: Trx,
  courierId: string,
  cityIds: readonly string[],
): Promise<void> {
  await trx.deleteFrom('courier_cities').where('courier_cities.courier_id', '=', courierId).execute()
  await trx
    .insertInto('courier_cities')
    .values(cityIds.map((city_id) => ({ city_id, courier_id: courierId })))
    .execute()
}

/**
 * Sets a courier on duty (since when, unless on duty already) or off duty; undefined when there is no such
 * courier who is not retired.
 */
export async function setOnDuty(trx: Trx, id: string, since: Date | null): Promise<CourierRow | undefined> {
  return trx
    .updateTable('couriers')
    .set({ on_duty_since: since && sql<Date>`coalesce(couriers.on_duty_since, ${since})` })
    .where('couriers.id', '=', id)
    .where('couriers.retired_at', 'is', null)
    .returningAll()
    .executeTakeFirst()
}

/** Retires a courier; undefined when there is no such courier who is not retired. */
export async function setRetired(trx: Trx, id: string, at: Date): Promise<CourierRow | undefined> {
  return trx
    .updateTable('couriers')
    .set({ retired_at: at, on_duty_since: null })
    .where('couriers.id', '=', id)
    .where('couriers.retired_at', 'is', null)
    .returningAll()
    .executeTakeFirst()
}

/** Couriers, also retired ones, whose name or phone has this text anywhere, in any case; at most `limit`. */
export async function listCouriersNamed(
  db: Database,
  text: string,
  limit: number,
): Promise<{ id: string; name: string }[]> {
  const name = courierFullName
  const searched = text.replaceAll(/\s+/g, ' ')
  return db
    .selectFrom('couriers')
    .select(['couriers.id', name.as('name')])
    .where(sql<boolean>`strpos(lower(${name} || ' ' || couriers.phone), lower(${searched}::text)) > 0`)
    .orderBy('couriers.first_name')
    .orderBy('couriers.id')
    .limit(limit)
    .execute()
}
