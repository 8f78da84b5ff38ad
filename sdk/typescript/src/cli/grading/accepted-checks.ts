import type { SignedMessage } from '../sign-event.ts'
import { type ExampleType, exampleLifecycles } from './example-events.ts'
import {
  gradedEvent,
  gradedPing,
  largeEvent,
  newGradedDelivery,
  nonAsciiEvent,
  respelledEvent,
  unknownFieldEvent,
  unknownTypeEvent,
} from './graded-events.ts'
import { type GradedRequest, type Sample, signedRequest, withinSeconds } from './graded-request.ts'
import type { ReceiverCheck } from './receiver-check.ts'

/** One plain event, signed with other keys or at another time. */
const plain =
  (difference: (sample: Sample) => Parameters<typeof signedRequest>[2] = () => ({})) =>
  (sample: Sample): GradedRequest[][] => [
    [signedRequest(sample, gradedEvent('delivery.created', sample.now), difference(sample))],
  ]

/** One signed event of a special kind. */
const special =
  (eventAt: (now: Date) => SignedMessage, pace?: GradedRequest['pace']) =>
  (sample: Sample): GradedRequest[][] => [
    [{ ...signedRequest(sample, eventAt(sample.now)), ...(pace && { pace }) }],
  ]

/** Events of one delivery, one after the other. */
function eventsOfOne(sample: Sample, types: ExampleType[]): GradedRequest[][] {
  const delivery = newGradedDelivery(sample.now)
  return types.map((type) => [signedRequest(sample, gradedEvent(type, sample.now, delivery))])
}

/** The first of all: without it hardly anything else can be seen. */
export const signedCheck: ReceiverCheck = {
  id: 'signed',
  expects: 'ACCEPTED',
  title: 'A signed event is accepted',
  sent: 'a signed event',
  fix: 'Start it with this very secret in WEBHOOK_SECRET, and verify like this: v1 is the hexadecimal HMAC-SHA256 of "<t>.<raw body>", whose key is the whole text of the secret, whsec_ included.',
  rounds: plain(),
}

const eitherSignature =
  'While a secret is being replaced the header has two v1: read them all and accept if one of them is right.'

const tolerance =
  'Allow 300 seconds between t and the current time, before and after, and keep the clock of the server right.'

/** What a receiver must accept, with 2xx (spec 6.2 to 6.5). Whatever may stop it comes last. */
export const acceptedChecks: ReceiverCheck[] = [
  {
    id: 'slightly-old',
    expects: 'ACCEPTED',
    title: 'An event signed {within} seconds ago is accepted',
    sent: 'an event signed {within} seconds ago',
    fix: tolerance,
    rounds: plain(() => ({ secondsAway: -withinSeconds })),
  },
  {
    id: 'slightly-ahead',
    expects: 'ACCEPTED',
    title: 'An event dated {within} seconds ahead is accepted',
    sent: 'an event dated {within} seconds ahead',
    fix: tolerance,
    rounds: plain(() => ({ secondsAway: withinSeconds })),
  },
  {
    id: 'right-signature-first',
    expects: 'ACCEPTED',
    title: 'An event with two signatures is accepted when the first is right',
    sent: 'an event with two signatures of which the first is right',
    fix: eitherSignature,
    rounds: plain(({ secret, otherSecret }) => ({ secrets: [secret, otherSecret] })),
  },
  {
    id: 'right-signature-second',
    expects: 'ACCEPTED',
    title: 'An event with two signatures is accepted when the second is right',
    sent: 'an event with two signatures of which the second is right',
    fix: eitherSignature,
    rounds: plain(({ secret, otherSecret }) => ({ secrets: [otherSecret, secret] })),
  },
  {
    id: 'non-ascii',
    expects: 'ACCEPTED',
    title: 'An event with accents and an emoji is accepted',
    sent: 'an event with accents and an emoji',
    fix: 'Compute the HMAC over the bytes that arrived, in UTF-8: do not convert them to another character set.',
    rounds: special(nonAsciiEvent),
  },
  {
    id: 'raw-body',
    expects: 'ACCEPTED',
    title: 'An event whose JSON is spelt differently is accepted',
    sent: 'an event whose JSON has spaces and \\u escapes',
    fix: 'Verify the raw body as it arrives, before any JSON parser: parsing it and writing it again changes bytes.',
    rounds: special(respelledEvent),
  },
  {
    id: 'large',
    expects: 'ACCEPTED',
    title: 'An event of 64 KB is accepted',
    sent: 'an event of 64 KB',
    fix: 'Read the body to its end and allow at least 100 KB, in your code and in the server before it.',
    rounds: special(largeEvent),
  },
  {
    id: 'every-type',
    expects: 'ACCEPTED',
    title: 'Every type of event is accepted',
    sent: 'an event {types}',
    fix: 'Respond with 2xx to every type, even where you do nothing with it; dropoff and courier may be null.',
    rounds: (sample) => exampleLifecycles.flatMap((types) => eventsOfOne(sample, types)),
  },
  {
    id: 'unknown-type',
    expects: 'ACCEPTED',
    title: 'An event of an unknown type is accepted',
    sent: 'an event of an unknown type',
    fix: 'Types will be added: respond with 2xx to those you do not know, and do nothing.',
    rounds: special(unknownTypeEvent),
  },
  {
    id: 'unknown-field',
    expects: 'ACCEPTED',
    title: 'An event with unknown fields is accepted',
    sent: 'an event with unknown fields',
    fix: 'Fields will be added: ignore those you do not know instead of refusing them.',
    rounds: special(unknownFieldEvent),
  },
  {
    id: 'ping',
    expects: 'ACCEPTED',
    title: 'A ping is accepted',
    sent: 'a ping',
    fix: 'A ping tests the address and carries no delivery: respond with 2xx before you read data.',
    rounds: special(gradedPing),
  },
  {
    id: 'repeated',
    expects: 'ACCEPTED',
    title: 'An event sent a second time is accepted',
    sent: 'an event sent twice',
    fix: 'Respond with 2xx to an event that you have seen, without processing it again: after any other response it is sent again.',
    rounds: (sample) => {
      const request = signedRequest(sample, gradedEvent('delivery.created', sample.now))
      return [[request], [request]]
    },
  },
  {
    id: 'at-once',
    expects: 'ACCEPTED',
    title: 'An event that comes twice at once is accepted',
    sent: 'an event sent twice at once',
    fix: 'Let a unique constraint on the id of the event choose which one is processed, and respond with 2xx to both.',
    needs: 'repeated',
    rounds: (sample) => {
      const request = signedRequest(sample, gradedEvent('delivery.created', sample.now))
      return [[request, request]]
    },
  },
  {
    id: 'out-of-order',
    expects: 'ACCEPTED',
    title: 'Events out of order are accepted',
    sent: 'an event {types} that came out of order',
    fix: 'The order of arrival is not guaranteed: respond with 2xx, then read the delivery for its state.',
    needs: 'every-type',
    rounds: (sample) => eventsOfOne(sample, ['delivery.delivered', 'delivery.picked_up', 'delivery.created']),
  },
  {
    id: 'slow-body',
    expects: 'ACCEPTED',
    title: 'An event that comes slowly, in pieces, is accepted',
    sent: 'an event that came in pieces',
    fix: 'Wait for the end of the body and put bytes together, not text: a piece may end within a character.',
    needs: 'non-ascii',
    rounds: special(nonAsciiEvent, 'SLOW'),
  },
  {
    id: 'broken-connection',
    expects: 'ACCEPTED',
    title: 'A connection that breaks within an event does not keep the next ones from arriving',
    sent: 'an event after a connection that broke',
    fix: 'Handle the error of each request where it happens: a client that disconnects must not end the process.',
    rounds: (sample) => [...special(nonAsciiEvent, 'CUT')(sample), ...plain()(sample), ...plain()(sample)],
  },
]
