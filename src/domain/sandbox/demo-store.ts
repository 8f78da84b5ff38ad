import { sql } from 'kysely'
import type { Database, Trx } from '../../base/database/open-database.ts'

/** Whether nobody has put a shop or a city in the database yet. */
export async function isUntouched(trx: Trx): Promise<boolean> {
  const { rows } = await sql<{ is_untouched: boolean }>`
    select not exists (select from shops) and not exists (select from cities) as is_untouched
  `.execute(trx)
  return rows[0]?.is_untouched ?? false
}

/** The name of the demo's shop. */
export const demoShopName = 'Boutique Démo'

/** The demo's shop, if no API key was ever made: its key is still to come. */
export async function findDemoShopWithoutKeys(trx: Trx): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select shops.id from shops where shops.name = ${demoShopName} and not exists (select from api_keys)
    order by shops.id limit 1
  `.execute(trx)
  return rows[0]?.id
}

/** Any number will do, as long as every process of every version takes the same one. */
const seedLock = 7_265_748

/**
 * Whether it is this transaction's turn to fill the database; no other transaction gets a turn until it ends.
 * Returns false instead of waiting, because waiting for a lock fails after DATABASE_TIMEOUT_MS.
 */
export async function takeTurnToSeed(trx: Trx): Promise<boolean> {
  const { rows } = await sql<{ is_ours: boolean }>`
    select pg_try_advisory_xact_lock(${seedLock}) as is_ours
  `.execute(trx)
  return rows[0]?.is_ours ?? false
}

/** The label of the demo's key, by which a production that was filled as a sandbox finds it. */
export const demoKeyLabel = 'demo'

/** Identifiers of the demo's keys that are still valid. */
export async function listDemoKeyIds(db: Database): Promise<string[]> {
  const rows = await db
    .selectFrom('api_keys')
    .select('id')
    .where('label', '=', demoKeyLabel)
    .where('revoked_at', 'is', null)
    .execute()
  return rows.map(({ id }) => id)
}
