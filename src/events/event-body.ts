import type { Actor } from '../base/kernel/actor.ts'
import type { NewEventTrace } from './event-trace.ts'
import type { EventAudience, EventSubjectType } from './events-tables.ts'

/**
 * The log of what happened. An event is written in the transaction in which it happened; after the commit the
 * sequencer gives it a position, without gaps and in the order of commits; consumers read on from cursors of
 * their own and write what follows, each in its own transaction. This folder knows neither deliveries nor
 * partners: event types are plain text here.
 */
export type NewEvent = {
  id: string
  /** `noShop` for what belongs to no shop. */
  shopId: string
  type: string
  subject: { type: EventSubjectType; id: string }
  /** The delivery it concerns, if any. */
  deliveryId: string | null
  audience: EventAudience
  actor: Actor
  createdAt: Date
  /** The trace of the request that it happened in, if it has one. */
  trace: NewEventTrace | null
  /**
   * Partners receive these very bytes, frozen when the event happens (decision 36); small or empty for
   * others.
   */
  body: string
}

/** The shop of events that belong to none: the service itself. */
export const noShop = '00000000-0000-0000-0000-000000000000'

/**
 * Freezes an event: `data` is the delivery as GET /deliveries/{id} returns it at that moment (spec 6.3).
 * Time in UTC with milliseconds.
 */
export function freezeEvent<Event extends Pick<NewEvent, 'id' | 'type' | 'createdAt'>>(
  event: Event,
  data: object,
): Event & { body: string } {
  const { id, type, createdAt } = event
  return { ...event, body: JSON.stringify({ id, type, createdAt: createdAt.toISOString(), data }) }
}

/** Called after a commit with the events that it made, so that they are passed on at once. */
export type PublishCommitted = (events: readonly NewEvent[]) => void
