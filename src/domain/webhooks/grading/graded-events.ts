import { newId } from '../../../base/kernel/clock.ts'
import { newReference } from '../../../base/kernel/short-code.ts'
import type { EventType } from '../../../contract/vocabulary.ts'
import { freezeEvent, noShop } from '../../../events/event-body.ts'
import { type ExampleValues, exampleDelivery } from '../../deliveries/example-delivery.ts'
import { pingMessage } from '../sending/ping-message.ts'
import type { SignedMessage } from '../sending/webhook-signature.ts'

/**
 * Events of deliveries that nobody ordered, in the very form in which real ones are sent. All their text is
 * ASCII unless a check asks for more, so that a receiver that misreads accents fails that check alone.
 */

/** A delivery of its own for a check, of no shop. */
export const newGradedDelivery = (now: Date): ExampleValues => ({
  id: newId(now),
  reference: newReference(),
  shopId: noShop,
})

/** An event of a delivery to which everything happens `now`; of a new delivery unless one is given. */
export const gradedEvent = (type: EventType, now: Date, delivery = newGradedDelivery(now)): SignedMessage =>
  freezeEvent(
    { id: newId(now), type, createdAt: now },
    exampleDelivery(type, delivery, () => now),
  )

/** The ping that the courier company sends to test an address. */
export const gradedPing = (now: Date): SignedMessage =>
  pingMessage({ id: newId(now), createdAt: now }, newId(now))

/** An event of a type that is not known yet. */
export function unknownTypeEvent(now: Date): SignedMessage {
  const { data } = JSON.parse(gradedEvent('delivery.created', now).body)
  return freezeEvent({ id: newId(now), type: 'delivery.added_later', createdAt: now }, data)
}

/** An event with fields that are not known yet, beside those of the event and those of the delivery. */
export function unknownFieldEvent(now: Date): SignedMessage {
  const event = gradedEvent('delivery.created', now)
  const { data, ...rest } = JSON.parse(event.body)
  const added = { addedLater: { since: '2030-01-01' } }
  return { ...event, body: JSON.stringify({ ...rest, ...added, data: { ...data, ...added } }) }
}

/**
 * An event with accents, an apostrophe and a sign beyond the first 65,536: one to four bytes for a character.
 */
export const nonAsciiEvent = (now: Date): SignedMessage =>
  gradedEvent('delivery.created', now, {
    ...newGradedDelivery(now),
    pickup_landmark: 'Près de l’école, portail bleu 🛵',
  })

/** The same JSON in another spelling, which a receiver that parses and writes it again does not reproduce. */
export function respelledEvent(now: Date): SignedMessage {
  const event = nonAsciiEvent(now)
  const spaced = JSON.stringify(JSON.parse(event.body), null, 1)
  return { ...event, body: spaced.replace(/[^ -~\n]/g, escaped) }
}

const escaped = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`

/**
 * An event of 64 KB: nearly three times as long as fields now allow (23 KB, where every text is as long as it
 * may be and made of signs of four bytes), and within what servers usually take. Its length is in what the
 * shop itself gave.
 */
export function largeEvent(now: Date): SignedMessage {
  const event = gradedEvent('delivery.created', now)
  const { data, ...rest } = JSON.parse(event.body)
  const metadata = Object.fromEntries(
    Array.from({ length: 300 }, (_, nth) => [`note${nth}`, 'x'.repeat(200)]),
  )
  return { ...event, body: JSON.stringify({ ...rest, data: { ...data, metadata } }) }
}
