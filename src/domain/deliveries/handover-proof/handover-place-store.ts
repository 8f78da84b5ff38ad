import { sql } from 'kysely'
import { deleteBatch } from '../../../base/database/delete-batch.ts'
import { keyRows } from '../../../base/database/key-rows.ts'
import type { Database, Trx } from '../../../base/database/open-database.ts'
import type { DeliveryKey } from '../delivery-store.ts'
import type { HandoverPlace } from './handover-report.ts'

/** Keeps where a locked delivery was handed over, or could not be. */
export async function insertHandoverPlace(
  trx: Trx,
  { shopId, id }: DeliveryKey,
  { lat, lng, accuracyMeters }: HandoverPlace,
  takenAt: Date,
): Promise<void> {
  await trx
    .insertInto('handover_places')
    .values({
      shop_id: shopId,
      delivery_id: id,
      lat,
      lng,
      accuracy_meters: accuracyMeters,
      taken_at: takenAt,
    })
    .execute()
}

/** Where each of these deliveries was handed over, of those of which it is known. */
export async function listHandoverPlaces(
  db: Database,
  deliveries: readonly DeliveryKey[],
): Promise<(HandoverPlace & { shopId: string; deliveryId: string })[]> {
  return db
    .selectFrom('handover_places')
    .select([
      'handover_places.shop_id as shopId',
      'handover_places.delivery_id as deliveryId',
      'handover_places.lat',
      'handover_places.lng',
      'handover_places.accuracy_meters as accuracyMeters',
    ])
    .where(isOfOne(deliveries))
    .execute()
}

/** Forgets where deliveries of a person were handed over. */
export async function deleteHandoverPlaces(trx: Trx, deliveries: readonly DeliveryKey[]): Promise<void> {
  await trx.deleteFrom('handover_places').where(isOfOne(deliveries)).execute()
}

const isOfOne = (deliveries: readonly DeliveryKey[]) => sql<boolean>`
  (handover_places.shop_id, handover_places.delivery_id) in (select * from ${keyRows(deliveries)})`

/** Forgets at most `limit` places of hand-overs before a moment; returns how many. */
export const deletePlacesBefore = (db: Database, before: Date, limit: number): Promise<number> =>
  deleteBatch(db, 'handover_places', sql`handover_places.taken_at < ${before}`, limit)
