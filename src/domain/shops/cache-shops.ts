import { LRUCache } from 'lru-cache'
import type { Database } from '../../base/database/open-database.ts'
import { ApiError } from '../../contract/errors.ts'
import {
  type ApiKeyRow,
  findApiKey,
  findShop,
  listPickupAddresses,
  type PickupAddressRow,
  type ShopRow,
} from './shop-store.ts'
import type { ShopTerms } from './terms/shop-terms.ts'
import { findShopTerms } from './terms/shop-terms-store.ts'

export type KnownShop = { shop: ShopRow; pickupAddresses: PickupAddressRow[]; terms: ShopTerms }

/** What every request needs to know of its caller, cached for less than a second. */
export type ShopCache = {
  /** The valid key with this SHA-256. */
  apiKey(sha256: string): Promise<ApiKeyRow | undefined>
  /** The same from the cache alone, where it costs no database read. */
  cachedApiKey(sha256: string): ApiKeyRow | undefined
  /** Whether this key was valid when it was last read, however long ago: it may have been revoked since. */
  wasValid(sha256: string): boolean
  shop(shopId: string): Promise<KnownShop>
  /** Reads the shop again, past the cache. */
  reloadShop(shopId: string): Promise<KnownShop>
  forget(): void
}

/** A revoked key stops working within a second even where no notice arrives (decision 5). */
const retentionMs = 800

/**
 * Caches at most 10,000 keys and shops; `forget` empties it after a change of shops. Which keys were valid is
 * kept: such a key is read again, but is not treated as a guess (decision 42).
 */
export function cacheShops(db: Database): ShopCache {
  const kept = { max: 10_000, ttl: retentionMs, ttlResolution: 0, ignoreFetchAbort: true }
  // Wrapped, because when the cache is cleared while it fetches it treats undefined as a failure.
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
  const [shop, pickupAddresses, terms] = await Promise.all([
    findShop(db, shopId),
    listPickupAddresses(db, shopId),
    findShopTerms(db),
  ])
  return shop && { shop, pickupAddresses, terms }
}

/** Errors about something a shop lacks or waits for, which may only mean that the cached shop is outdated. */
const maybeOutdated = new Set([
  'PICKUP_ADDRESS_UNKNOWN',
  'PICKUP_REQUIRED',
  'PAYOUT_ACCOUNT_REQUIRED',
  'SHOP_NOT_APPROVED',
  'SHOP_SUSPENDED',
])

/**
 * Runs `work` with the cached shop; before it fails because the shop lacks an address, a payout number or its
 * approval, the shop is read again and `work` is run once more.
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
