import type { Collection } from '../../base/contract/vocabulary.ts'
import type { Database, Trx } from '../../base/database/open-database.ts'
import { type Clock, newId } from '../../base/kernel/clock.ts'
import { insertShop, type ShopRow } from './shop-store.ts'

export type NewShop = {
  name: string
  /** ISO 3166 alpha-2. */
  country: string
  defaultCollection: Collection
  /** The mobile-money number that receives the shop's sales, in international form. */
  payoutPhone: string | null
  discountPercent: number
  /** Where the owner is told what needs them. */
  ownerEmail?: string | null
}

/** Opens a shop. SECURE as its default collection needs a payout phone: the database refuses otherwise. */
export async function createShop(
  { db, clock }: { db: Database | Trx; clock: Clock },
  shop: NewShop,
): Promise<ShopRow> {
  const now = clock.now()
  const row: ShopRow = {
    id: newId(now),
    name: shop.name,
    country: shop.country,
    default_collection: shop.defaultCollection,
    payout_phone: shop.payoutPhone,
    discount_percent: shop.discountPercent,
    owner_email: shop.ownerEmail ?? null,
    created_at: now,
  }
  await insertShop(db, row)
  return row
}
