import { sql } from 'kysely'
import type { Database, Trx } from '../database/open-database.ts'
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

/** Takes events that were not handed on yet, the oldest first, for the caller's transaction alone. */
export async function takeUnrelayedEvents(
  trx: Trx,
  limit: number,
): Promise<{ shopId: string; id: string }[]> {
  const { rows } = await sql<{ shopId: string; id: string }>`
    delete from unrelayed_events
    where event_id in (
      select waiting.event_id
      from unrelayed_events as waiting
      order by waiting.event_id
      limit ${limit}
      for update skip locked
    )
    returning shop_id as "shopId", event_id as id
  `.execute(trx)
  return rows
}

/** At most `limit` events of a shop that still have their bodies and whose identifiers come after `afterId`, in their order. */
export async function listEventsAfter(
  db: Database,
  shopId: string,
  { afterId, limit }: { afterId: string; limit: number },
): Promise<{ id: string; type: string; body: string }[]> {
  return db
    .selectFrom('events')
    .select(['events.id', 'events.type', 'events.body'])
    .where('events.shop_id', '=', shopId)
    .where('events.id', '>', afterId)
    .where('events.body', '<>', '')
    .orderBy('events.id')
    .limit(limit)
    .execute()
}
