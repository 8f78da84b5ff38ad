import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../base/database/open-database.ts'
import { ownerPhone } from '../accounts/membership-store.ts'

/**
 * The number at which couriers and customers reach a shop: that of its owner, or the one on which its
 * customers pay it directly, which they see anyway. Null where it has neither. `shopId` is SQL that names the
 * shop (decision 232).
 */
export const shopPhone = (shopId: RawBuilder<unknown>) => sql<string | null>`coalesce(
  ${ownerPhone(shopId)},
  (
    select called.payout_phone from shops as called
    where called.id = ${shopId} and called.default_collection = 'DIRECT'
  )
)`

/** The number at which couriers and customers reach a shop, in international form; null where it has none. */
export async function findShopPhone(db: Database, shopId: string): Promise<string | null> {
  const { rows } = await sql<{ phone: string | null }>`
    select ${shopPhone(sql`${shopId}::uuid`)} as phone
  `.execute(db)
  return rows[0]?.phone ?? null
}
