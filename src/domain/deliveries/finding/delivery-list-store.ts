import { sql } from 'kysely'
import type { Database } from '../../../base/database/open-database.ts'
import { firstIdAt } from '../../../base/kernel/clock.ts'
import type { DeliveryStatus } from '../../../contract/vocabulary.ts'
import { type ViewedDelivery, viewedColumns } from '../delivery-row.ts'

/** Which deliveries of a shop: bounds are identifiers, which sort by creation time (decision 16). */
export type DeliveryFilter = {
  statuses?: readonly DeliveryStatus[]
  /** Inclusive. */
  fromId?: string
  /** Exclusive. */
  untilId?: string
  externalRef?: string
  reference?: string
  /** Created or changed at this moment or later. */
  updatedSince?: Date
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

function matching(db: Database, shopId: string, filter: DeliveryFilter) {
  const { statuses, fromId, untilId, externalRef, reference, updatedSince } = filter
  return db
    .selectFrom('deliveries')
    .where('deliveries.shop_id', '=', shopId)
    .$if(statuses !== undefined, (query) => query.where('deliveries.status', 'in', statuses ?? []))
    .$if(fromId !== undefined, (query) => query.where('deliveries.id', '>=', fromId ?? ''))
    .$if(untilId !== undefined, (query) => query.where('deliveries.id', '<', untilId ?? ''))
    .$if(externalRef !== undefined, (query) => query.where('deliveries.external_ref', '=', externalRef ?? ''))
    .$if(reference !== undefined, (query) => query.where('deliveries.reference', '=', reference ?? ''))
    .$if(updatedSince !== undefined, (query) =>
      query.where(sql<boolean>`deliveries.id in (${changedSince(shopId, updatedSince ?? new Date(0))})`),
    )
}

/**
 * The deliveries of a shop that were created or changed at `since` or later: what happened to them was
 * published, as nearly always, or noted on their row. Events are found by their identifiers, which sort by
 * time.
 */
const changedSince = (shopId: string, since: Date) => sql`
  select events.delivery_id
  from events
  where events.shop_id = ${shopId}::uuid and events.id >= ${firstIdAt(since)}::uuid
    and events.audience = 'PARTNER' and events.delivery_id is not null
  union
  select amended.id
  from deliveries as amended
  where amended.shop_id = ${shopId}::uuid and amended.amended_at >= ${since}::timestamptz`
