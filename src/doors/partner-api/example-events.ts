import { firstIdAt } from '../../base/kernel/clock.ts'
import type { EventType } from '../../contract/vocabulary.ts'
import { type ExampleValues, exampleDelivery } from '../../domain/deliveries/example-delivery.ts'
import { pingMessage } from '../../domain/webhooks/sending/ping-message.ts'
import { freezeEvent } from '../../events/event-body.ts'

/**
 * The bodies in the description of webhooks, made by the code that makes the real ones, at times that stay
 * the same.
 */

const values: ExampleValues = {
  id: '0192f0c1-7a3e-7c11-9d5b-3f5f7b1c2d4e',
  reference: 'COL-7K2M9Q',
  shopId: '0192f0a7-52d4-7b80-9c1e-7f6a5b4c3d2e',
  external_ref: 'order-2041',
  metadata: { channel: 'instagram' },
}

const times: Record<EventType | 'ping', string> = {
  ping: '2026-11-21T09:55:00',
  'delivery.created': '2026-11-21T10:00:00',
  'delivery.location_confirmed': '2026-11-21T10:04:20',
  'delivery.courier_assigned': '2026-11-21T10:05:05',
  'delivery.cancelled': '2026-11-21T10:07:15',
  'delivery.courier_arrived': '2026-11-21T10:15:30',
  'delivery.picked_up': '2026-11-21T10:18:40',
  'payment.confirmed': '2026-11-21T10:36:10',
  'delivery.delivered': '2026-11-21T10:37:30',
  'delivery.failed': '2026-11-21T10:52:00',
  'delivery.returned': '2026-11-21T11:20:00',
  'delivery.expired': '2026-11-22T10:00:00',
}
const timeOf = (type: EventType | 'ping') => new Date(`${times[type]}Z`)

/** The body of a webhook of this type, as an example. */
export function exampleEvent(type: EventType): object {
  const createdAt = timeOf(type)
  const event = { id: firstIdAt(createdAt), type, createdAt }
  return JSON.parse(freezeEvent(event, exampleDelivery(type, values, timeOf)).body)
}

/** The body of a ping, as an example. */
export function examplePing(): object {
  const createdAt = timeOf('ping')
  const event = { id: firstIdAt(createdAt), createdAt }
  return JSON.parse(pingMessage(event, '0192f0b0-1c52-7d04-8a6e-5b1f0c9d2e37').body)
}
