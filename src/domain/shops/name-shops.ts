import type { Database } from '../../base/database/open-database.ts'
import { listShopNames } from './shop-store.ts'

/** Returns what says the name of each of these shops. */
export async function nameShops(
  db: Database,
  shopIds: readonly string[],
): Promise<(shopId: string) => string> {
  const names = await listShopNames(db, [...new Set(shopIds)])
  return (shopId) => names.get(shopId) ?? ''
}
