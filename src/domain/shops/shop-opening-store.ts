import { type Selectable, sql } from 'kysely'
import { deleteBatch } from '../../base/database/delete-batch.ts'
import type { Database, Trx } from '../../base/database/open-database.ts'
import type { Tables } from '../../base/database/tables.ts'

type ShopOpeningRow = Selectable<Tables['shop_openings']>

export async function insertShopOpening(db: Database, opening: ShopOpeningRow): Promise<void> {
  await db.insertInto('shop_openings').values(opening).execute()
}

/**
 * Uses an opening up for somebody who has shown that this phone or address is theirs; undefined when it is
 * another person's, was used before, or is over.
 */
export async function useUpOpening(
  trx: Trx,
  { id, phone, email }: { id: string; phone: string | null; email: string | null },
  now: Date,
): Promise<ShopOpeningRow | undefined> {
  return trx
    .updateTable('shop_openings')
    .set({ opened_at: now })
    .where('shop_openings.id', '=', id)
    .where('shop_openings.opened_at', 'is', null)
    .where('shop_openings.expires_at', '>', now)
    .where(sql<boolean>`(shop_openings.phone = ${phone} or shop_openings.email = ${email})`)
    .returningAll()
    .executeTakeFirst()
}

/** Removes at most `limit` openings that have expired at `now`, used or not; returns how many. */
export const deleteExpiredOpenings = (db: Database, now: Date, limit: number): Promise<number> =>
  deleteBatch(db, 'shop_openings', sql`shop_openings.expires_at <= ${now}`, limit)
