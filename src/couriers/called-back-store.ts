import type { Database } from '../database/open-database.ts'

/** How long a courier is reminded of a parcel that was called back. */
const remindedForMs = 3 * 60 * 60_000

/**
 * The delivery that was cancelled last while this courier had its parcel, within three hours before `now`;
 * undefined when there is none. Nothing says that the parcel is back: CANCELLED is final.
 */
export async function findCalledBack(db: Database, courierId: string, now: Date) {
  const row = await db
    .selectFrom('deliveries')
    .innerJoin('delivery_history as cancelled', (join) =>
      join
        .onRef('cancelled.shop_id', '=', 'deliveries.shop_id')
        .onRef('cancelled.delivery_id', '=', 'deliveries.id')
        .on('cancelled.status', '=', 'CANCELLED'),
    )
    .innerJoin('delivery_history as taken', (join) =>
      join
        .onRef('taken.shop_id', '=', 'deliveries.shop_id')
        .onRef('taken.delivery_id', '=', 'deliveries.id')
        .on('taken.status', '=', 'IN_TRANSIT'),
    )
    .innerJoin('shops', 'shops.id', 'deliveries.shop_id')
    .select([
      'deliveries.reference',
      'deliveries.pickup_label',
      'deliveries.pickup_landmark',
      'deliveries.pickup_lat',
      'deliveries.pickup_lng',
      'shops.name as shop_name',
    ])
    .where('deliveries.courier_id', '=', courierId)
    .where('deliveries.status', '=', 'CANCELLED')
    .where('cancelled.occurred_at', '>', new Date(now.getTime() - remindedForMs))
    .orderBy('cancelled.occurred_at', 'desc')
    .executeTakeFirst()
  return row
}
