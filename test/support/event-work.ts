import { sql } from 'kysely'
import { systemActor } from '../../src/base/kernel/actor.ts'
import { newId } from '../../src/base/kernel/clock.ts'
import { type ConsumeDeps, consumeEvents, type EventConsumer } from '../../src/events/consume-events.ts'
import type { NewEvent } from '../../src/events/event-body.ts'
import { sequenceEvents } from '../../src/events/sequence-events.ts'
import { modules } from '../../src/modules.ts'
import type { Services } from '../../src/services.ts'

type Deps = Pick<ConsumeDeps, 'db' | 'clock'>

/** Gives every committed event its position; returns how many. */
export async function sequenceAll({ db }: Pick<Deps, 'db'>): Promise<number> {
  for (let count = 0; ; ) {
    const events = await sequenceEvents(db)
    if (events === 'BUSY') continue
    if (events.length === 0) return count
    count += events.length
  }
}

/**
 * Gives every committed event its position and passes them to a consumer; rejects with the consumer's error.
 */
export async function consumeAll(deps: Deps, consumer: EventConsumer): Promise<void> {
  await sequenceAll(deps)
  const onError = (_: string, error: unknown) => {
    throw error
  }
  const strict = { ...deps, onError, alertOperator: () => {} }
  for (let outcome = 'MORE'; outcome !== 'DONE'; ) outcome = String(await consumeEvents(strict, consumer))
}

/** Hands every event to every consumer of the service. */
export async function handOnAll(services: Services): Promise<void> {
  for (const module of modules) {
    const { consumer } = module(services)
    if (consumer) await consumeAll(services, consumer)
  }
}

/** A consumer that does its work and then fails. */
export const failsAfter = (consumer: EventConsumer): EventConsumer => ({
  ...consumer,
  consume: async (trx, events) => {
    await consumer.consume(trx, events)
    throw new Error('It fails afterwards.')
  },
})

/** An event about a delivery for partners, as a test wants it. */
export function partnerEventOf(
  key: { shopId: string; id: string },
  type: string,
  at: Date,
  body = '{}',
): NewEvent {
  return {
    id: newId(at),
    shopId: key.shopId,
    type,
    subject: { type: 'DELIVERY', id: key.id },
    deliveryId: key.id,
    audience: 'PARTNER',
    actor: systemActor,
    createdAt: at,
    trace: null,
    body,
  }
}

/** While `work` runs the database refuses to write events of one type, of one delivery where it is named. */
export async function refuseEvents(
  { services: { db } }: { services: Deps },
  type: string,
  work: () => Promise<void>,
  deliveryId?: string,
): Promise<void> {
  const isRefused = sql.raw(
    `new.type = '${type}'${deliveryId === undefined ? '' : ` and new.delivery_id = '${deliveryId}'`}`,
  )
  await sql`create function refuse_event() returns trigger language plpgsql as $$ begin raise 'No event today.'; end $$`.execute(
    db,
  )
  await sql`create trigger refuse_events before insert on events for each row when (${isRefused}) execute function refuse_event()`.execute(
    db,
  )
  try {
    await work()
  } finally {
    await sql`drop trigger refuse_events on events`.execute(db)
    await sql`drop function refuse_event`.execute(db)
  }
}
