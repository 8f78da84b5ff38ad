import type { Selectable, Updateable } from 'kysely'
import type { Scope } from '../../base/contract/vocabulary.ts'
import { inTransaction } from '../../base/database/in-transaction.ts'
import type { Database, Trx } from '../../base/database/open-database.ts'
import type { PickupAddressesTable, ShopsTable } from '../../base/database/tables.ts'

export type ShopRow = Selectable<ShopsTable>
export type PickupAddressRow = Selectable<PickupAddressesTable>
export type ApiKeyRow = { shopId: string; keyId: string; scopes: Scope[] }

export async function insertShop(db: Database | Trx, shop: ShopRow): Promise<void> {
  await db.insertInto('shops').values(shop).execute()
}

export async function findShop(db: Database, shopId: string): Promise<ShopRow | undefined> {
  return db.selectFrom('shops').selectAll().where('shops.id', '=', shopId).executeTakeFirst()
}

export async function listShops(db: Database): Promise<ShopRow[]> {
  return db.selectFrom('shops').selectAll().orderBy('shops.id').execute()
}

/** Changes a shop, which must be there, and returns it as it was written; columns left out stay as they are. */
export async function setShop(
  db: Database,
  shopId: string,
  change: Updateable<ShopsTable>,
): Promise<ShopRow> {
  return db
    .updateTable('shops')
    .set(change)
    .where('shops.id', '=', shopId)
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function insertApiKey(
  db: Database | Trx,
  key: { shopId: string; id: string; sha256: string; scopes: Scope[]; label: string | null; createdAt: Date },
): Promise<void> {
  await db
    .insertInto('api_keys')
    .values({
      shop_id: key.shopId,
      id: key.id,
      key_sha256: key.sha256,
      scopes: key.scopes,
      label: key.label,
      created_at: key.createdAt,
    })
    .execute()
}

/** The living key with this hash; revoked keys are not found. */
export async function findApiKey(db: Database, sha256: string): Promise<ApiKeyRow | undefined> {
  return db
    .selectFrom('api_keys')
    .select(['api_keys.shop_id as shopId', 'api_keys.id as keyId', 'api_keys.scopes as scopes'])
    .where('api_keys.key_sha256', '=', sha256)
    .where('api_keys.revoked_at', 'is', null)
    .executeTakeFirst()
}

/** Whether a key that was found before still lives. */
export async function isApiKeyAlive(
  db: Database,
  { shopId, keyId }: { shopId: string; keyId: string },
): Promise<boolean> {
  const key = await db
    .selectFrom('api_keys')
    .select('api_keys.id')
    .where('api_keys.shop_id', '=', shopId)
    .where('api_keys.id', '=', keyId)
    .where('api_keys.revoked_at', 'is', null)
    .executeTakeFirst()
  return key !== undefined
}

export async function listApiKeys(db: Database, shopId: string) {
  return db
    .selectFrom('api_keys')
    .select([
      'api_keys.id',
      'api_keys.label',
      'api_keys.scopes',
      'api_keys.created_at',
      'api_keys.revoked_at',
    ])
    .where('api_keys.shop_id', '=', shopId)
    .orderBy('api_keys.id')
    .execute()
}

/** Revokes a key once; returns whether such a key exists. */
export async function markApiKeyRevoked(db: Database, keyId: string, now: Date): Promise<boolean> {
  const revoked = await db
    .updateTable('api_keys')
    .set((eb) => ({ revoked_at: eb.fn.coalesce('api_keys.revoked_at', eb.val(now)) }))
    .where('api_keys.id', '=', keyId)
    .executeTakeFirst()
  return revoked.numUpdatedRows > 0n
}

/** Adds an address; a main one takes the place of the main one before it. */
export async function insertPickupAddress(db: Database | Trx, address: PickupAddressRow): Promise<void> {
  await inTransaction(db, async (trx) => {
    if (address.is_default) {
      await lockShop(trx, address.shop_id)
      await trx
        .updateTable('pickup_addresses')
        .set({ is_default: false })
        .where('pickup_addresses.shop_id', '=', address.shop_id)
        .where('pickup_addresses.is_default', '=', true)
        .execute()
    }
    await trx.insertInto('pickup_addresses').values(address).execute()
  })
}

/** Lets one main address at a time take the place of another; the shop's deliveries are made meanwhile. */
async function lockShop(trx: Trx, shopId: string): Promise<void> {
  await trx.selectFrom('shops').select('shops.id').where('shops.id', '=', shopId).forNoKeyUpdate().execute()
}

/** The addresses of a shop, the main one first, then the oldest first. */
export async function listPickupAddresses(db: Database, shopId: string): Promise<PickupAddressRow[]> {
  return db
    .selectFrom('pickup_addresses')
    .selectAll()
    .where('pickup_addresses.shop_id', '=', shopId)
    .orderBy('pickup_addresses.is_default', 'desc')
    .orderBy('pickup_addresses.id')
    .execute()
}
