import { type Selectable, sql, type Updateable } from 'kysely'
import type { Database, Trx } from '../../base/database/open-database.ts'
import type { Tables } from '../../base/database/tables.ts'
import type { Scope } from '../../contract/vocabulary.ts'

export type ShopRow = Selectable<Tables['shops']>
export type PickupAddressRow = Selectable<Tables['pickup_addresses']>
export type ApiKeyRow = {
  shopId: string
  keyId: string
  scopes: Scope[]
  isApproved: boolean
  isSuspended: boolean
}
/** Which API key, of which shop. */
export type ApiKeyKey = { shopId: string; keyId: string }
/** What may be shown of an API key: everything but its hash. */
export type ApiKeyRecord = Omit<Selectable<Tables['api_keys']>, 'shop_id' | 'key_sha256'>
export type PickupAddressKey = { shopId: string; id: string }

export async function insertShop(db: Database | Trx, shop: ShopRow): Promise<void> {
  await db.insertInto('shops').values(shop).execute()
}

export async function findShop(db: Database | Trx, shopId: string): Promise<ShopRow | undefined> {
  return db.selectFrom('shops').selectAll().where('shops.id', '=', shopId).executeTakeFirst()
}

export async function listShops(db: Database): Promise<ShopRow[]> {
  return db.selectFrom('shops').selectAll().orderBy('shops.id').execute()
}

/** Which shops the operator looks for. */
type ShopFilter = {
  /** A part of the name or of the name that customers read. */
  typed?: string
  state?: 'WAITING' | 'SUSPENDED' | 'ACTIVE'
  /** Only shops opened before this one, which a page ended with. */
  beforeId?: string
}

/** Shops that match the whole filter, the one opened last at the front. */
export async function searchShops(
  db: Database,
  { typed, state, beforeId }: ShopFilter,
  limit: number,
): Promise<ShopRow[]> {
  const part = `%${(typed ?? '').replaceAll(/[\\%_]/g, '\\$&')}%`
  return db
    .selectFrom('shops')
    .selectAll()
    .$if(typed !== undefined && typed !== '', (query) =>
      query.where((eb) => eb.or([eb('shops.name', 'ilike', part), eb('shops.display_name', 'ilike', part)])),
    )
    .$if(state === 'WAITING', (query) => query.where('shops.approved_at', 'is', null))
    .$if(state === 'SUSPENDED', (query) => query.where('shops.suspended_at', 'is not', null))
    .$if(state === 'ACTIVE', (query) =>
      query.where('shops.approved_at', 'is not', null).where('shops.suspended_at', 'is', null),
    )
    .$if(beforeId !== undefined, (query) => query.where('shops.id', '<', beforeId ?? ''))
    .orderBy('shops.id', 'desc')
    .limit(limit)
    .execute()
}

/** Whether any shop may order. */
export async function hasApprovedShop(db: Database): Promise<boolean> {
  const row = await db
    .selectFrom('shops')
    .select('shops.id')
    .where('shops.approved_at', 'is not', null)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** How many shops wait for approval. */
export async function countWaitingShops(db: Database): Promise<number> {
  const { waiting } = await db
    .selectFrom('shops')
    .select((eb) => eb.fn.countAll<string>().as('waiting'))
    .where('shops.approved_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(waiting)
}

/** Changes a shop, which must exist, and returns it as it was written; columns left out stay as they are. */
export async function setShop(
  db: Database | Trx,
  shopId: string,
  change: Updateable<Tables['shops']>,
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

/** The valid key with this hash; revoked keys are not found. */
export async function findApiKey(db: Database, sha256: string): Promise<ApiKeyRow | undefined> {
  return db
    .selectFrom('api_keys')
    .innerJoin('shops', 'shops.id', 'api_keys.shop_id')
    .select([
      'api_keys.shop_id as shopId',
      'api_keys.id as keyId',
      'api_keys.scopes as scopes',
      (eb) => eb('shops.approved_at', 'is not', null).$castTo<boolean>().as('isApproved'),
      (eb) => eb('shops.suspended_at', 'is not', null).$castTo<boolean>().as('isSuspended'),
    ])
    .where('api_keys.key_sha256', '=', sha256)
    .where('api_keys.revoked_at', 'is', null)
    .executeTakeFirst()
}

/** The identifiers of those keys that are still valid, of shops that are not suspended, in one read. */
export async function listActiveKeys(db: Database, keys: readonly ApiKeyKey[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('api_keys')
    .innerJoin('shops', 'shops.id', 'api_keys.shop_id')
    .select('api_keys.id')
    .where('shops.suspended_at', 'is', null)
    .where((eb) =>
      eb(
        eb.refTuple('api_keys.shop_id', 'api_keys.id'),
        'in',
        keys.map(({ shopId, keyId }) => eb.tuple(shopId, keyId)),
      ),
    )
    .where('api_keys.revoked_at', 'is', null)
    .execute()
  return new Set(rows.map(({ id }) => id))
}

export async function listApiKeys(db: Database, shopId: string): Promise<ApiKeyRecord[]> {
  return db
    .selectFrom('api_keys')
    .select(recordColumns)
    .where('api_keys.shop_id', '=', shopId)
    .orderBy('api_keys.id')
    .execute()
}

const recordColumns = [
  'api_keys.id',
  'api_keys.label',
  'api_keys.scopes',
  'api_keys.created_at',
  'api_keys.revoked_at',
] as const

/** Which shop a key belongs to, by the key's id alone. */
export async function findApiKeyKey(db: Database, keyId: string): Promise<ApiKeyKey | undefined> {
  // By way of the shops, since identifiers are indexed behind them.
  return db
    .selectFrom('shops')
    .innerJoin('api_keys', 'api_keys.shop_id', 'shops.id')
    .select(['api_keys.shop_id as shopId', 'api_keys.id as keyId'])
    .where('api_keys.id', '=', keyId)
    .executeTakeFirst()
}

/** Reads a key, revoked or not, and keeps others from revoking it until the transaction ends. */
export async function lockApiKey(trx: Trx, { shopId, keyId }: ApiKeyKey): Promise<ApiKeyRecord | undefined> {
  return trx
    .selectFrom('api_keys')
    .select(recordColumns)
    .where('api_keys.shop_id', '=', shopId)
    .where('api_keys.id', '=', keyId)
    .forUpdate()
    .executeTakeFirst()
}

export async function markApiKeyRevoked(
  db: Database | Trx,
  { shopId, keyId }: ApiKeyKey,
  at: Date,
): Promise<void> {
  await db
    .updateTable('api_keys')
    .set({ revoked_at: at })
    .where('api_keys.shop_id', '=', shopId)
    .where('api_keys.id', '=', keyId)
    .execute()
}

/**
 * Reads a shop and locks it against other changes, of its addresses too; deliveries can still be made
 * meanwhile.
 */
export async function lockShop(trx: Trx, shopId: string): Promise<ShopRow | undefined> {
  return trx
    .selectFrom('shops')
    .selectAll()
    .where('shops.id', '=', shopId)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

export async function insertPickupAddress(
  trx: Trx,
  { opening_hours, ...address }: PickupAddressRow,
): Promise<void> {
  await trx
    .insertInto('pickup_addresses')
    .values({ ...address, opening_hours: opening_hours && JSON.stringify(opening_hours) })
    .execute()
}

/** Leaves a shop, which is locked, without a main address until another becomes it. */
export async function unsetMainPickupAddress(trx: Trx, shopId: string): Promise<void> {
  await trx
    .updateTable('pickup_addresses')
    .set({ is_default: false })
    .where('pickup_addresses.shop_id', '=', shopId)
    .where('pickup_addresses.is_default', '=', true)
    .execute()
}

/** Changes an address, which must exist; columns left out stay as they are. */
export async function setPickupAddress(
  trx: Trx,
  { shopId, id }: PickupAddressKey,
  change: Updateable<Tables['pickup_addresses']>,
): Promise<PickupAddressRow> {
  return trx
    .updateTable('pickup_addresses')
    .set(change)
    .where('pickup_addresses.shop_id', '=', shopId)
    .where('pickup_addresses.id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function deletePickupAddress(trx: Trx, { shopId, id }: PickupAddressKey): Promise<void> {
  await trx
    .deleteFrom('pickup_addresses')
    .where('pickup_addresses.shop_id', '=', shopId)
    .where('pickup_addresses.id', '=', id)
    .execute()
}

/** The addresses of a shop, the main one first, then the oldest first. */
export async function listPickupAddresses(db: Database | Trx, shopId: string): Promise<PickupAddressRow[]> {
  return db
    .selectFrom('pickup_addresses')
    .selectAll()
    .where('pickup_addresses.shop_id', '=', shopId)
    .orderBy('pickup_addresses.is_default', 'desc')
    .orderBy('pickup_addresses.id')
    .execute()
}

/** The labels of a shop's keys by their identifiers; keys without one are left out. */
export async function listKeyLabels(
  db: Database,
  shopId: string | null,
  ids: readonly string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('api_keys')
    .select(['api_keys.id', 'api_keys.label'])
    .$if(shopId !== null, (query) => query.where('api_keys.shop_id', '=', shopId ?? ''))
    .where('api_keys.id', 'in', [...ids])
    .execute()
  return new Map(rows.flatMap(({ id, label }) => (label === null ? [] : [[id, label] as const])))
}

/** The names of these shops by their identifiers. */
export async function listShopNames(db: Database, shopIds: readonly string[]): Promise<Map<string, string>> {
  if (shopIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('shops')
    .select(['shops.id', 'shops.name'])
    .where('shops.id', 'in', [...shopIds])
    .execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** Shops whose name or display name has this text anywhere, in any case, by name; at most `limit`. */
export async function listShopsNamed(
  db: Database,
  text: string,
  limit: number,
): Promise<{ id: string; name: string }[]> {
  return db
    .selectFrom('shops')
    .select(['shops.id', 'shops.name'])
    .where(
      sql<boolean>`
        strpos(lower(shops.name || ' ' || coalesce(shops.display_name, '')), lower(${text}::text)) > 0`,
    )
    .orderBy('shops.name')
    .orderBy('shops.id')
    .limit(limit)
    .execute()
}

/** The shops that have one of these identifiers, or one of these names in any case. */
export async function listShopsCalled(
  db: Database,
  called: readonly string[],
): Promise<{ id: string; name: string }[]> {
  const lowered = called.map((each) => each.toLowerCase())
  return db
    .selectFrom('shops')
    .select(['shops.id', 'shops.name'])
    .where(
      sql<boolean>`shops.id::text = any(${lowered}::text[]) or lower(shops.name) = any(${lowered}::text[])`,
    )
    .execute()
}

/**
 * Where the pickup addresses of all shops lie within an extent [west, south, east, north], at most `limit` of
 * them.
 */
export async function listAddressPlaces(
  db: Database | Trx,
  [west, south, east, north]: readonly [number, number, number, number],
  limit: number,
): Promise<{ shopId: string; lat: number; lng: number }[]> {
  const rows = await db
    .selectFrom('pickup_addresses')
    .select(['pickup_addresses.shop_id', 'pickup_addresses.lat', 'pickup_addresses.lng'])
    .where('pickup_addresses.lat', '>=', south)
    .where('pickup_addresses.lat', '<=', north)
    .where('pickup_addresses.lng', '>=', west)
    .where('pickup_addresses.lng', '<=', east)
    .limit(limit)
    .execute()
  return rows.map(({ shop_id, lat, lng }) => ({ shopId: shop_id, lat, lng }))
}
