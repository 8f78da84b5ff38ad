import type { Database, Trx } from '../../base/database/open-database.ts'
import { ApiError } from '../../contract/errors.ts'
import { findShop, lockShop, type ShopRow } from './shop-store.ts'

/** A shop by its id. Throws SHOP_NOT_FOUND. */
export async function getShop(db: Database | Trx, shopId: string): Promise<ShopRow> {
  return known(shopId, await findShop(db, shopId))
}

/**
 * The same, locked against other changes until the transaction ends; deliveries can still be made meanwhile.
 */
export async function getShopToChange(trx: Trx, shopId: string): Promise<ShopRow> {
  return known(shopId, await lockShop(trx, shopId))
}

function known(shopId: string, shop: ShopRow | undefined): ShopRow {
  if (!shop) throw new ApiError('SHOP_NOT_FOUND', { shopId })
  return shop
}
