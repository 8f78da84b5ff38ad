import type { Trx } from '../base/database/open-database.ts'
import { actorText } from '../base/kernel/actor.ts'
import type { NewEvent } from './event-body.ts'
import { eventTraceText } from './event-trace.ts'

/** Writes an event in the transaction in which it happened. */
export async function insertEvent(trx: Trx, event: NewEvent): Promise<void> {
  await trx.insertInto('events').values(eventColumns(event)).execute()
}

/**
 * Writes an event unless its delivery had one of this type for partners before, who receive each type once
 * for each delivery (spec 6.2). Returns whether it is new.
 */
export async function insertEventOnce(trx: Trx, event: NewEvent): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('events')
    .values(eventColumns(event))
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** The columns of an event's row. */
export function eventColumns(event: NewEvent) {
  return {
    shop_id: event.shopId,
    id: event.id,
    delivery_id: event.deliveryId,
    type: event.type,
    body: event.body,
    created_at: event.createdAt,
    subject_type: event.subject.type,
    subject_id: event.subject.id,
    audience: event.audience,
    actor: actorText(event.actor),
    trace: eventTraceText(event.trace),
  }
}
