import type { Selectable } from 'kysely'
import type { Database, Trx } from '../../../base/database/open-database.ts'
import type { Tables } from '../../../base/database/tables.ts'
import type { DeliveryKey } from '../delivery-store.ts'

export type LinkShareRow = Selectable<Tables['link_shares']>

export async function insertLinkShare(trx: Trx, share: LinkShareRow): Promise<void> {
  await trx.insertInto('link_shares').values(share).execute()
}

/** How often the link of a delivery was shared, and when and how, the latest first. */
export async function listLinkShares(
  db: Database | Trx,
  { shopId, id }: DeliveryKey,
): Promise<LinkShareRow[]> {
  return db
    .selectFrom('link_shares')
    .selectAll()
    .where('link_shares.shop_id', '=', shopId)
    .where('link_shares.delivery_id', '=', id)
    .orderBy('link_shares.number', 'desc')
    .execute()
}
