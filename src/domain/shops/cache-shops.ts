import { LRUCache } from 'lru-cache'
import { ApiError } from '../../base/contract/errors.ts'
import type { Database } from '../../base/database/open-database.ts'
import {
  type ApiKeyRow,
  findApiKey,
  findShop,
  listPickupAddresses,
  type PickupAddressRow,
  type ShopRow,
} from './shop-store.ts'

export type KnownShop = { shop: ShopRow; pickupAddresses: PickupAddressRow[] }

/** What every request needs to know of its caller, cached for less than a second. */
export type ShopCache = {
  /** The living key with this SHA-256. */
  apiKey(sha256: string): Promise<ApiKeyRow | undefined>
  /** The same from the cache alone, where it costs no database read. */
  cachedApiKey(sha256: string): ApiKeyRow | undefined
  /** Whether this key lived when it was last read, however long ago: it may have been revoked since. */
  wasValid(sha256: string): boolean
  shop(shopId: string): Promise<KnownShop>
  /** Reads the shop again, before it is told that it lacks something. */
  reloadShop(shopId: string): Promise<KnownShop>
  forget(): void
}

/** A revoked key stops working within a second even where no change is heard (decision 5). */
const retentionMs = 800

/**
 * Keeps at most 10,000 keys and shops; `forget` when a change of shops is heard. Which keys have opened is
 * no news of a shop and stays: such a key is read again, but is nobody's guess (decision 42).
 */
export function cacheShops(db: Database): ShopCache {
  const kept = { max: 10_000, ttl: retentionMs, ttlResolution: 0, ignoreFetchAbort: true }
  // Wrapped, because the cache takes undefined for a failure when it is cleared while it fetches.
  const keys = new LRUCache<string, { row: ApiKeyRow | undefined }>({
    ...kept,
    fetchMethod: async (sha256) => ({ row: await findApiKey(db, sha256) }),
  })
  const opened = new LRUCache<string, true>({ max: kept.max })
  const shops = new LRUCache<string, KnownShop>({ ...kept, fetchMethod: (shopId) => readShop(db, shopId) })

  async function shop(shopId: string, forceRefresh: boolean): Promise<KnownShop> {
    const known = await shops.fetch(shopId, { forceRefresh })
    if (!known) throw new Error(`The shop ${shopId} of an API key does not exist.`)
    return known
  }

  return {
    apiKey: async (sha256) => {
      const found = await keys.fetch(sha256)
      if (found?.row) opened.set(sha256, true)
      else {
        // Unknown keys would push known ones out.
        keys.delete(sha256)
        opened.delete(sha256)
      }
      return found?.row
    },
    cachedApiKey: (sha256) => keys.get(sha256)?.row,
    wasValid: (sha256) => opened.has(sha256),
    shop: (shopId) => shop(shopId, false),
    reloadShop: (shopId) => shop(shopId, true),
    forget: () => {
      keys.clear()
      shops.clear()
    },
  }
}

async function readShop(db: Database, shopId: string): Promise<KnownShop | undefined> {
  const [shop, pickupAddresses] = await Promise.all([findShop(db, shopId), listPickupAddresses(db, shopId)])
  return shop && { shop, pickupAddresses }
}

/** What a shop must have, said by an error that may only mean that the cached shop is a moment old. */
const maybeOutdated = new Set(['PICKUP_ADDRESS_UNKNOWN', 'PICKUP_REQUIRED', 'PAYOUT_ACCOUNT_REQUIRED'])

/**
 * Does `work` with the cached shop; before the shop is told that it lacks an address or a
 * payout number, it is read again and `work` is done once more.
 */
export async function withShop<T>(
  shops: ShopCache,
  shopId: string,
  work: (known: KnownShop) => Promise<T>,
): Promise<T> {
  try {
    return await work(await shops.shop(shopId))
  } catch (error) {
    if (!(error instanceof ApiError) || !maybeOutdated.has(error.code)) throw error
    return work(await shops.reloadShop(shopId))
  }
}
