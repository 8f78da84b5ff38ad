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

const wholeSignature = {
  fr: 'Comparez la signature entière, en temps constant : timingSafeEqual, hash_equals ou hmac.compare_digest.',
  en: 'Compare the whole signature, in constant time: timingSafeEqual, hash_equals or hmac.compare_digest.',
}

/** What a receiver must refuse, with any response that is not 2xx (spec 6.4). */
export const refusedChecks: ReceiverCheck[] = [
  {
    id: 'forged',
    expects: 'REFUSED',
    title: {
      fr: 'Un événement à la signature inventée est refusé',
      en: 'An event with an invented signature is refused',
    },
    sent: { fr: 'un événement à la signature inventée', en: 'an event with an invented signature' },
    fix: {
      fr: 'Calculez le HMAC-SHA256 de « <t>.<corps brut> » avec votre secret et répondez 400 si aucun v1 ne lui est égal.',
      en: 'Compute the HMAC-SHA256 of "<t>.<raw body>" with your secret and respond with 400 unless a v1 equals it.',
    },
    rounds: once((request) => withSignature(request, (signature) => spoiled(signature, 0))),
  },
  {
    id: 'other-secret',
    expects: 'REFUSED',
    title: {
      fr: 'Un événement signé avec un autre secret est refusé',
      en: 'An event signed with another secret is refused',
    },
    sent: { fr: 'un événement signé avec un autre secret', en: 'an event signed with another secret' },
    fix: {
      fr: 'Ne vérifiez qu’avec le secret de ce webhook, lu dans votre configuration.',
      en: 'Verify with the secret of this webhook alone, read from your configuration.',
    },
    rounds: signedWith(({ otherSecret }) => ({ secrets: [otherSecret] })),
  },
  {
    id: 'no-header',
    expects: 'REFUSED',
    title: { fr: 'Un événement sans signature est refusé', en: 'An event without a signature is refused' },
    sent: { fr: 'un événement sans signature', en: 'an event without a signature' },
    fix: {
      fr: 'Sans en-tête Svc-Signature, répondez 400 : une vérification qui se laisse sauter ne protège de rien.',
      en: 'Without the header Svc-Signature respond with 400: a verification that can be skipped protects nothing.',
    },
    rounds: once((request) => withoutSignature(request, { keepsTime: false })),
  },
  {
    id: 'no-v1',
    expects: 'REFUSED',
    title: {
      fr: 'Un événement dont Svc-Signature n’a pas de v1 est refusé',
      en: 'An event whose Svc-Signature has no v1 is refused',
    },
    sent: {
      fr: 'un événement dont Svc-Signature n’a pas de v1',
      en: 'an event whose Svc-Signature has no v1',
    },
    fix: {
      fr: 'Répondez 400 quand l’en-tête n’a pas de v1 : il n’y a alors rien à comparer.',
      en: 'Respond with 400 when the header has no v1: there is nothing to compare then.',
    },
    rounds: once((request) => withoutSignature(request, { keepsTime: true })),
  },
  {
    id: 'half-signature',
    expects: 'REFUSED',
    title: {
      fr: 'Un événement dont seul le début de la signature est juste est refusé',
      en: 'An event of whose signature only the beginning is right is refused',
    },
    sent: {
      fr: 'un événement dont seul le début de la signature est juste',
      en: 'an event of whose signature only the beginning is right',
    },
    fix: wholeSignature,
    rounds: once((request) => withSignature(request, (signature) => spoiled(signature, 0.5))),
  },
  {
    id: 'short-signature',
    expects: 'REFUSED',
    title: {
      fr: 'Un événement à la signature tronquée est refusé',
      en: 'An event with a truncated signature is refused',
    },
    sent: { fr: 'un événement à la signature tronquée', en: 'an event with a truncated signature' },
    fix: wholeSignature,
    rounds: once((request) => withSignature(request, (signature) => signature.slice(0, 8))),
  },
  {
    id: 'changed-body',
    expects: 'REFUSED',
    title: {
      fr: 'Un événement dont un octet a changé après la signature est refusé',
      en: 'An event in which one byte was changed after signing is refused',
    },
    sent: {
      fr: 'un événement dont un octet a changé après la signature',
      en: 'an event in which one byte was changed after signing',
    },
    fix: {
      fr: 'Le corps fait partie de ce qui est signé : calculez le HMAC sur tous les octets reçus.',
      en: 'The body is part of what is signed: compute the HMAC over every byte that arrived.',
    },
    rounds: once(withChangedBody),
  },
  {
    id: 'changed-time',
    expects: 'REFUSED',
    title: {
      fr: 'Un événement dont t a changé après la signature est refusé',
      en: 'An event whose t was changed after signing is refused',
    },
    sent: {
      fr: 'un événement dont t a changé après la signature',
      en: 'an event whose t was changed after signing',
    },
    fix: {
      fr: 'L’heure fait partie de ce qui est signé : calculez le HMAC de « <t>.<corps brut> », avec le t de l’en-tête.',
      en: 'The time is part of what is signed: compute the HMAC of "<t>.<raw body>", with the t of the header.',
    },
    rounds: once(withLaterTime),
  },
  {
    id: 'old',
    expects: 'REFUSED',
    title: {
      fr: `Un événement signé il y a ${beyondSeconds} secondes est refusé`,
      en: `An event signed ${beyondSeconds} seconds ago is refused`,
    },
    sent: {
      fr: `un événement signé il y a ${beyondSeconds} secondes`,
      en: `an event signed ${beyondSeconds} seconds ago`,
    },
    fix: {
      fr: 'Comparez t, en secondes, à l’heure qu’il est et refusez au-delà de 300 secondes : sinon, qui intercepte une requête peut la renvoyer quand il veut.',
      en: 'Compare t, in seconds, to the current time and refuse beyond 300 seconds: otherwise whoever intercepts a request can send it again at will.',
    },
    rounds: signedWith(() => ({ secondsAway: -beyondSeconds })),
  },
  {
    id: 'future',
    expects: 'REFUSED',
    title: {
      fr: `Un événement daté de ${beyondSeconds} secondes dans le futur est refusé`,
      en: `An event dated ${beyondSeconds} seconds ahead is refused`,
    },
    sent: {
      fr: `un événement daté de ${beyondSeconds} secondes dans le futur`,
      en: `an event dated ${beyondSeconds} seconds ahead`,
    },
    fix: {
      fr: 'Prenez la valeur absolue de l’écart entre t et l’heure qu’il est : 300 secondes au plus, avant comme après.',
      en: 'Take the absolute value of the difference between t and the current time: at most 300 seconds, before or after.',
    },
    rounds: signedWith(() => ({ secondsAway: beyondSeconds })),
  },
  {
    id: 'empty-key',
    expects: 'REFUSED',
    title: {
      fr: 'Un événement signé avec une clé vide est refusé',
      en: 'An event signed with an empty key is refused',
    },
    sent: { fr: 'un événement signé avec une clé vide', en: 'an event signed with an empty key' },
    fix: {
      fr: 'Ne vérifiez jamais avec un secret vide ou qui ne commence pas par whsec_ : n’importe qui peut signer avec une clé vide.',
      en: 'Never verify with a secret that is empty or does not begin with whsec_: anybody can sign with an empty key.',
    },
    rounds: signedWith(() => ({ secrets: [''] })),
  },
]
