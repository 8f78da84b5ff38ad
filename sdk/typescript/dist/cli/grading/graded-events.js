import { randomInt, randomUUID } from 'node:crypto';
import { exampleData, exampleId, exampleReference, exampleTime } from './example-events.js';
/** A delivery of its own for a check, of no shop. */
export const newGradedDelivery = (now) => ({
    id: newId(now),
    reference: newReference(),
});
/** A new identifier as the service makes them: a UUID of version 7. */
function newId(now) {
    const time = now.getTime().toString(16).padStart(12, '0');
    return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`;
}
/** Digits and capitals without I, L, O and U, which are misread on paper. */
const readable = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const newReference = () => `COL-${Array.from({ length: 6 }, () => readable.charAt(randomInt(readable.length))).join('')}`;
/** The bytes of an event, in the order of members in which the service writes them. */
const frozenEvent = (id, type, now, data) => ({
    id,
    type,
    body: JSON.stringify({ id, type, createdAt: now.toISOString(), data }),
});
/** An event of a delivery to which everything happens `now`; of a new delivery unless one is given. */
export const gradedEvent = (type, now, delivery = newGradedDelivery(now)) => frozenEvent(newId(now), type, now, exampleOf(type, now, delivery));
/** The example of the service, as another delivery at another time. */
function exampleOf(type, now, { id, reference }) {
    const text = JSON.stringify(exampleData[type])
        .replaceAll(exampleId, id)
        .replaceAll(exampleReference, reference)
        .replaceAll(exampleTime, now.toISOString());
    return JSON.parse(text);
}
/** The ping that the courier company sends to test an address. */
export const gradedPing = (now) => frozenEvent(newId(now), 'ping', now, { endpointId: newId(now) });
/** An event of a type that is not known yet. */
export function unknownTypeEvent(now) {
    const data = exampleOf('delivery.created', now, newGradedDelivery(now));
    return frozenEvent(newId(now), 'delivery.added_later', now, data);
}
/** An event with fields that are not known yet, beside those of the event and those of the delivery. */
export function unknownFieldEvent(now) {
    const event = gradedEvent('delivery.created', now);
    const { data, ...rest } = JSON.parse(event.body);
    const added = { addedLater: { since: '2030-01-01' } };
    return { ...event, body: JSON.stringify({ ...rest, ...added, data: { ...data, ...added } }) };
}
/**
 * An event with accents, an apostrophe and a sign beyond the first 65,536: one to four bytes for a character.
 */
export function nonAsciiEvent(now) {
    const data = exampleOf('delivery.created', now, newGradedDelivery(now));
    data.pickup.landmark = 'Près de l’école, portail bleu 🛵';
    return frozenEvent(newId(now), 'delivery.created', now, data);
}
/** The same JSON in another spelling, which a receiver that parses and writes it again does not reproduce. */
export function respelledEvent(now) {
    const event = nonAsciiEvent(now);
    const spaced = JSON.stringify(JSON.parse(event.body), null, 1);
    return { ...event, body: spaced.replace(/[^ -~\n]/g, escaped) };
}
const escaped = (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
/**
 * An event of 64 KB: nearly three times as long as fields now allow (23 KB, where every text is as long as it
 * may be and made of signs of four bytes), and within what servers usually take. Its length is in what the
 * shop itself gave.
 */
export function largeEvent(now) {
    const event = gradedEvent('delivery.created', now);
    const { data, ...rest } = JSON.parse(event.body);
    const metadata = Object.fromEntries(Array.from({ length: 300 }, (_, nth) => [`note${nth}`, 'x'.repeat(200)]));
    return { ...event, body: JSON.stringify({ ...rest, data: { ...data, metadata } }) };
}
