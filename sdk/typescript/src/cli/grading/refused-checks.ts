import { gradedEvent } from './graded-events.ts'
import {
  beyondSeconds,
  type GradedRequest,
  type Sample,
  signedRequest,
  spoiled,
  withChangedBody,
  withLaterTime,
  withoutSignature,
  withSignature,
} from './graded-request.ts'
import type { ReceiverCheck } from './receiver-check.ts'

/** One event, changed after it was signed. */
const once =
  (change: (request: GradedRequest, sample: Sample) => GradedRequest) =>
  (sample: Sample): GradedRequest[][] => [
    [change(signedRequest(sample, gradedEvent('delivery.created', sample.now)), sample)],
  ]

/** One event, signed at another time or with another key. */
const signedWith =
  (difference: (sample: Sample) => Parameters<typeof signedRequest>[2]) =>
  (sample: Sample): GradedRequest[][] => [
    [signedRequest(sample, gradedEvent('delivery.created', sample.now), difference(sample))],
  ]

const wholeSignature =
  'Compare the whole signature, in constant time: timingSafeEqual, hash_equals or hmac.compare_digest.'

/** What a receiver must refuse, with any response that is not 2xx (spec 6.4). */
export const refusedChecks: ReceiverCheck[] = [
  {
    id: 'forged',
    expects: 'REFUSED',
    title: 'An event with an invented signature is refused',
    sent: 'an event with an invented signature',
    fix: 'Compute the HMAC-SHA256 of "<t>.<raw body>" with your secret and respond with 400 unless a v1 equals it.',
    rounds: once((request) => withSignature(request, (signature) => spoiled(signature, 0))),
  },
  {
    id: 'other-secret',
    expects: 'REFUSED',
    title: 'An event signed with another secret is refused',
    sent: 'an event signed with another secret',
    fix: 'Verify with the secret of this webhook alone, read from your configuration.',
    rounds: signedWith(({ otherSecret }) => ({ secrets: [otherSecret] })),
  },
  {
    id: 'no-header',
    expects: 'REFUSED',
    title: 'An event without a signature is refused',
    sent: 'an event without a signature',
    fix: 'Without the header Svc-Signature respond with 400: a verification that can be skipped protects nothing.',
    rounds: once((request) => withoutSignature(request, { keepsTime: false })),
  },
  {
    id: 'no-v1',
    expects: 'REFUSED',
    title: 'An event whose Svc-Signature has no v1 is refused',
    sent: 'an event whose Svc-Signature has no v1',
    fix: 'Respond with 400 when the header has no v1: there is nothing to compare then.',
    rounds: once((request) => withoutSignature(request, { keepsTime: true })),
  },
  {
    id: 'half-signature',
    expects: 'REFUSED',
    title: 'An event of whose signature only the beginning is right is refused',
    sent: 'an event of whose signature only the beginning is right',
    fix: wholeSignature,
    rounds: once((request) => withSignature(request, (signature) => spoiled(signature, 0.5))),
  },
  {
    id: 'short-signature',
    expects: 'REFUSED',
    title: 'An event with a truncated signature is refused',
    sent: 'an event with a truncated signature',
    fix: wholeSignature,
    rounds: once((request) => withSignature(request, (signature) => signature.slice(0, 8))),
  },
  {
    id: 'changed-body',
    expects: 'REFUSED',
    title: 'An event in which one byte was changed after signing is refused',
    sent: 'an event in which one byte was changed after signing',
    fix: 'The body is part of what is signed: compute the HMAC over every byte that arrived.',
    rounds: once(withChangedBody),
  },
  {
    id: 'changed-time',
    expects: 'REFUSED',
    title: 'An event whose t was changed after signing is refused',
    sent: 'an event whose t was changed after signing',
    fix: 'The time is part of what is signed: compute the HMAC of "<t>.<raw body>", with the t of the header.',
    rounds: once(withLaterTime),
  },
  {
    id: 'old',
    expects: 'REFUSED',
    title: 'An event signed {beyond} seconds ago is refused',
    sent: 'an event signed {beyond} seconds ago',
    fix: 'Compare t, in seconds, to the current time and refuse beyond 300 seconds: otherwise whoever intercepts a request can send it again at will.',
    rounds: signedWith(() => ({ secondsAway: -beyondSeconds })),
  },
  {
    id: 'future',
    expects: 'REFUSED',
    title: 'An event dated {beyond} seconds ahead is refused',
    sent: 'an event dated {beyond} seconds ahead',
    fix: 'Take the absolute value of the difference between t and the current time: at most 300 seconds, before or after.',
    rounds: signedWith(() => ({ secondsAway: beyondSeconds })),
  },
  {
    id: 'empty-key',
    expects: 'REFUSED',
    title: 'An event signed with an empty key is refused',
    sent: 'an event signed with an empty key',
    fix: 'Never verify with a secret that is empty or does not begin with whsec_: anybody can sign with an empty key.',
    rounds: signedWith(() => ({ secrets: [''] })),
  },
]
