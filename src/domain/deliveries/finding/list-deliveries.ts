import type { Database } from '../../../base/database/open-database.ts'
import type { ViewedDelivery } from '../delivery-row.ts'
import type { DeliveryCount } from './count-deliveries.ts'
import { type DeliveryFilter, listDeliveryRows } from './delivery-list-store.ts'

/**
 * A page of a shop's deliveries, newest first, and how many match in all. Past the last page there are
 * no rows and the total is still right (decision 16).
 */
export async function listDeliveries(
  { db, countDeliveries }: { db: Database; countDeliveries: DeliveryCount },
  shopId: string,
  { filter, page, pageSize }: { filter: DeliveryFilter; page: number; pageSize: number },
): Promise<{ rows: ViewedDelivery[]; total: number }> {
  const total = await countDeliveries(shopId, filter)
  const offset = (page - 1) * pageSize
  if (offset >= total) return { rows: [], total }
  return { rows: await listDeliveryRows(db, shopId, filter, { limit: pageSize, offset, total }), total }
}
