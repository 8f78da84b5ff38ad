import { sql } from 'kysely'
import type { Database, Trx } from '../../base/database/open-database.ts'
import type { CourierRow } from './courier-store.ts'

/** A courier, with the countries of the cities they work in. */
export type SignedInCourier = CourierRow & { countries: string[] }

/** The courier whose account it is, retired or not; undefined when it is not a courier's. */
export async function findCourierOfAccount(
  db: Database,
  accountId: string,
): Promise<SignedInCourier | undefined> {
  return db
    .selectFrom('courier_accounts')
    .innerJoin('couriers', 'couriers.id', 'courier_accounts.courier_id')
    .selectAll('couriers')
    .select(
      sql<string[]>`array(
        select distinct cities.country from courier_cities join cities on cities.id = courier_cities.city_id
        where courier_cities.courier_id = couriers.id)`.as('countries'),
    )
    .where('courier_accounts.account_id', '=', accountId)
    .executeTakeFirst()
}

/** The account of a courier; undefined when they never signed in. */
export async function findAccountOfCourier(trx: Trx, courierId: string): Promise<string | undefined> {
  const found = await trx
    .selectFrom('courier_accounts')
    .select('courier_accounts.account_id')
    .where('courier_accounts.courier_id', '=', courierId)
    .executeTakeFirst()
  return found?.account_id
}

/** Makes an account a courier's. */
export async function insertCourierAccount(
  trx: Trx,
  account: { courierId: string; accountId: string },
  now: Date,
): Promise<void> {
  await trx
    .insertInto('courier_accounts')
    .values({ courier_id: account.courierId, account_id: account.accountId, created_at: now })
    .execute()
}

/** The courier whose account it is; undefined when it is not a courier's. */
export async function findCourierIdOfAccount(trx: Trx, accountId: string): Promise<string | undefined> {
  const found = await trx
    .selectFrom('courier_accounts')
    .select('courier_accounts.courier_id')
    .where('courier_accounts.account_id', '=', accountId)
    .executeTakeFirst()
  return found?.courier_id
}

/** Makes the account of a courier nobody's. */
export async function deleteCourierAccount(trx: Trx, courierId: string): Promise<void> {
  await trx.deleteFrom('courier_accounts').where('courier_accounts.courier_id', '=', courierId).execute()
}
