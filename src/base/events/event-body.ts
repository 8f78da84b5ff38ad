import type { EventType } from '../contract/vocabulary.ts'

/** Something that happened to a delivery and is told to its shop (spec 6.2). */
export type DeliveryEvent = {
  id: string
  shopId: string
  deliveryId: string
  type: EventType
  createdAt: Date
  /** The request body partners receive, frozen when the event happens (decision 36). */
  body: string
}

/**
 * Freezes an event: `data` is the delivery as GET /deliveries/{id} returns it at that moment (spec 6.3).
 * Time in UTC with milliseconds.
 */
export function freezeEvent(event: Omit<DeliveryEvent, 'body'>, data: object): DeliveryEvent {
  const { id, type, createdAt } = event
  return { ...event, body: JSON.stringify({ id, type, createdAt: createdAt.toISOString(), data }) }
}
