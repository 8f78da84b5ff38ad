import type { DeliveryStatus } from '../../base/contract/vocabulary.ts'
import type { Database } from '../../base/database/open-database.ts'
import { type ViewedDelivery, viewedColumns } from './delivery-row.ts'

/** Which deliveries of a shop: bounds are identifiers, which sort by creation time (decision 16). */
export type DeliveryFilter = {
  statuses?: readonly DeliveryStatus[]
  /** Inclusive. */
  fromId?: string
  /** Exclusive. */
  untilId?: string
  externalRef?: string
}

export async function countDeliveries(db: Database, shopId: string, filter: DeliveryFilter): Promise<number> {
  const { count } = await matching(db, shopId, filter)
    .select((eb) => eb.cast<number>(eb.fn.countAll(), 'integer').as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Newest first. */
export async function listDeliveryRows(
  db: Database,
  shopId: string,
  filter: DeliveryFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<ViewedDelivery[]> {
  return matching(db, shopId, filter)
    .select(viewedColumns)
    .orderBy('deliveries.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
}

function matching(db: Database, shopId: string, { statuses, fromId, untilId, externalRef }: DeliveryFilter) {
  return db
    .selectFrom('deliveries')
    .where('deliveries.shop_id', '=', shopId)
    .$if(statuses !== undefined, (query) => query.where('deliveries.status', 'in', statuses ?? []))
    .$if(fromId !== undefined, (query) => query.where('deliveries.id', '>=', fromId ?? ''))
    .$if(untilId !== undefined, (query) => query.where('deliveries.id', '<', untilId ?? ''))
    .$if(externalRef !== undefined, (query) => query.where('deliveries.external_ref', '=', externalRef ?? ''))
}
