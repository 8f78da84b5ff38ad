import type { Trx } from '../database/open-database.ts'
import type { DeliveryEvent } from './event-body.ts'

/** Writes an event in the transaction in which it happened. */
export async function insertEvent(trx: Trx, event: DeliveryEvent): Promise<void> {
  await trx.insertInto('events').values(eventColumns(event)).execute()
}

/** The columns of an event's row. */
export function eventColumns(event: DeliveryEvent) {
  return {
    shop_id: event.shopId,
    id: event.id,
    delivery_id: event.deliveryId,
    type: event.type,
    body: event.body,
    created_at: event.createdAt,
  }
}
