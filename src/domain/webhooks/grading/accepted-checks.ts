import type { EventType } from '../../../base/contract/vocabulary.ts'
import { exampleLifecycles } from '../../deliveries/example-delivery.ts'
import type { SignedMessage } from '../sending/webhook-signature.ts'
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
function eventsOfOne(sample: Sample, types: EventType[]): GradedRequest[][] {
  const delivery = newGradedDelivery(sample.now)
  return types.map((type) => [signedRequest(sample, gradedEvent(type, sample.now, delivery))])
}

/** The first of all: without it hardly anything else can be seen. */
export const signedCheck: ReceiverCheck = {
  id: 'signed',
  expects: 'ACCEPTED',
  title: { fr: 'Un événement signé est accepté', en: 'A signed event is accepted' },
  sent: { fr: 'un événement signé', en: 'a signed event' },
  fix: {
    fr: 'Démarrez-le avec ce même secret dans WEBHOOK_SECRET, et vérifiez ainsi : v1 est le HMAC-SHA256 hexadécimal de « <t>.<corps brut> », dont la clé est tout le texte du secret, whsec_ compris.',
    en: 'Start it with this very secret in WEBHOOK_SECRET, and verify like this: v1 is the hexadecimal HMAC-SHA256 of "<t>.<raw body>", whose key is the whole text of the secret, whsec_ included.',
  },
  rounds: plain(),
}

const eitherSignature = {
  fr: 'Pendant qu’un secret en remplace un autre, l’en-tête porte deux v1 : lisez-les tous et acceptez si l’un d’eux est juste.',
  en: 'While a secret is being replaced the header has two v1: read them all and accept if one of them is right.',
}

const tolerance = {
  fr: 'Tolérez 300 secondes d’écart entre t et l’heure qu’il est, avant comme après, et gardez l’horloge du serveur à l’heure.',
  en: 'Allow 300 seconds between t and the current time, before and after, and keep the clock of the server right.',
}

/** What a receiver must accept, with 2xx (spec 6.2 to 6.5). Whatever may stop it comes last. */
export const acceptedChecks: ReceiverCheck[] = [
  {
    id: 'slightly-old',
    expects: 'ACCEPTED',
    title: {
      fr: `Un événement signé il y a ${withinSeconds} secondes est accepté`,
      en: `An event signed ${withinSeconds} seconds ago is accepted`,
    },
    sent: {
      fr: `un événement signé il y a ${withinSeconds} secondes`,
      en: `an event signed ${withinSeconds} seconds ago`,
    },
    fix: tolerance,
    rounds: plain(() => ({ secondsAway: -withinSeconds })),
  },
  {
    id: 'slightly-ahead',
    expects: 'ACCEPTED',
    title: {
      fr: `Un événement daté de ${withinSeconds} secondes dans le futur est accepté`,
      en: `An event dated ${withinSeconds} seconds ahead is accepted`,
    },
    sent: {
      fr: `un événement daté de ${withinSeconds} secondes dans le futur`,
      en: `an event dated ${withinSeconds} seconds ahead`,
    },
    fix: tolerance,
    rounds: plain(() => ({ secondsAway: withinSeconds })),
  },
  {
    id: 'right-signature-first',
    expects: 'ACCEPTED',
    title: {
      fr: 'Un événement à deux signatures est accepté quand la première est juste',
      en: 'An event with two signatures is accepted when the first is right',
    },
    sent: {
      fr: 'un événement à deux signatures dont la première est juste',
      en: 'an event with two signatures of which the first is right',
    },
    fix: eitherSignature,
    rounds: plain(({ secret, otherSecret }) => ({ secrets: [secret, otherSecret] })),
  },
  {
    id: 'right-signature-second',
    expects: 'ACCEPTED',
    title: {
      fr: 'Un événement à deux signatures est accepté quand la seconde est juste',
      en: 'An event with two signatures is accepted when the second is right',
    },
    sent: {
      fr: 'un événement à deux signatures dont la seconde est juste',
      en: 'an event with two signatures of which the second is right',
    },
    fix: eitherSignature,
    rounds: plain(({ secret, otherSecret }) => ({ secrets: [otherSecret, secret] })),
  },
  {
    id: 'non-ascii',
    expects: 'ACCEPTED',
    title: {
      fr: 'Un événement avec des accents et un émoji est accepté',
      en: 'An event with accents and an emoji is accepted',
    },
    sent: { fr: 'un événement avec des accents et un émoji', en: 'an event with accents and an emoji' },
    fix: {
      fr: 'Calculez le HMAC sur les octets reçus, en UTF-8 : ne les convertissez pas dans un autre jeu de caractères.',
      en: 'Compute the HMAC over the bytes that arrived, in UTF-8: do not convert them to another character set.',
    },
    rounds: special(nonAsciiEvent),
  },
  {
    id: 'raw-body',
    expects: 'ACCEPTED',
    title: {
      fr: 'Un événement dont le JSON est écrit autrement est accepté',
      en: 'An event whose JSON is spelt differently is accepted',
    },
    sent: {
      fr: 'un événement dont le JSON contient des espaces et des \\u',
      en: 'an event whose JSON has spaces and \\u escapes',
    },
    fix: {
      fr: 'Vérifiez le corps brut, tel qu’il arrive, avant tout analyseur JSON : l’analyser puis le réécrire change des octets.',
      en: 'Verify the raw body as it arrives, before any JSON parser: parsing it and writing it again changes bytes.',
    },
    rounds: special(respelledEvent),
  },
  {
    id: 'large',
    expects: 'ACCEPTED',
    title: { fr: 'Un événement de 64 Ko est accepté', en: 'An event of 64 KB is accepted' },
    sent: { fr: 'un événement de 64 Ko', en: 'an event of 64 KB' },
    fix: {
      fr: 'Lisez le corps jusqu’au bout et permettez au moins 100 Ko, dans votre code comme dans le serveur placé devant.',
      en: 'Read the body to its end and allow at least 100 KB, in your code and in the server before it.',
    },
    rounds: special(largeEvent),
  },
  {
    id: 'every-type',
    expects: 'ACCEPTED',
    title: { fr: 'Chaque type d’événement est accepté', en: 'Every type of event is accepted' },
    sent: { fr: 'un événement {types}', en: 'an event {types}' },
    fix: {
      fr: 'Répondez 2xx à tous les types, même à ceux dont vous ne faites rien ; dropoff et courier peuvent être null.',
      en: 'Respond with 2xx to every type, even where you do nothing with it; dropoff and courier may be null.',
    },
    rounds: (sample) => exampleLifecycles.flatMap((types) => eventsOfOne(sample, types)),
  },
  {
    id: 'unknown-type',
    expects: 'ACCEPTED',
    title: {
      fr: 'Un événement d’un type inconnu est accepté',
      en: 'An event of an unknown type is accepted',
    },
    sent: { fr: 'un événement d’un type inconnu', en: 'an event of an unknown type' },
    fix: {
      fr: 'Des types s’ajouteront : répondez 2xx à ceux que vous ne connaissez pas, sans rien en faire.',
      en: 'Types will be added: respond with 2xx to those you do not know, and do nothing.',
    },
    rounds: special(unknownTypeEvent),
  },
  {
    id: 'unknown-field',
    expects: 'ACCEPTED',
    title: {
      fr: 'Un événement avec des champs inconnus est accepté',
      en: 'An event with unknown fields is accepted',
    },
    sent: { fr: 'un événement avec des champs inconnus', en: 'an event with unknown fields' },
    fix: {
      fr: 'Des champs s’ajouteront : ignorez ceux que vous ne connaissez pas au lieu de les refuser.',
      en: 'Fields will be added: ignore those you do not know instead of refusing them.',
    },
    rounds: special(unknownFieldEvent),
  },
  {
    id: 'ping',
    expects: 'ACCEPTED',
    title: { fr: 'Un ping est accepté', en: 'A ping is accepted' },
    sent: { fr: 'un ping', en: 'a ping' },
    fix: {
      fr: 'Un ping vérifie l’adresse et ne porte pas de livraison : répondez 2xx avant de lire data.',
      en: 'A ping tests the address and carries no delivery: respond with 2xx before you read data.',
    },
    rounds: special(gradedPing),
  },
  {
    id: 'repeated',
    expects: 'ACCEPTED',
    title: {
      fr: 'Un événement envoyé une seconde fois est accepté',
      en: 'An event sent a second time is accepted',
    },
    sent: { fr: 'un événement envoyé deux fois', en: 'an event sent twice' },
    fix: {
      fr: 'Répondez 2xx à un événement déjà reçu, sans le traiter de nouveau : toute autre réponse le fait renvoyer.',
      en: 'Respond with 2xx to an event that you have seen, without processing it again: after any other response it is sent again.',
    },
    rounds: (sample) => {
      const request = signedRequest(sample, gradedEvent('delivery.created', sample.now))
      return [[request], [request]]
    },
  },
  {
    id: 'at-once',
    expects: 'ACCEPTED',
    title: {
      fr: 'Un événement reçu deux fois au même instant est accepté',
      en: 'An event that comes twice at once is accepted',
    },
    sent: { fr: 'un événement envoyé deux fois au même instant', en: 'an event sent twice at once' },
    fix: {
      fr: 'Laissez une contrainte d’unicité sur l’id de l’événement choisir lequel est traité, et répondez 2xx aux deux.',
      en: 'Let a unique constraint on the id of the event choose which one is processed, and respond with 2xx to both.',
    },
    needs: 'repeated',
    rounds: (sample) => {
      const request = signedRequest(sample, gradedEvent('delivery.created', sample.now))
      return [[request, request]]
    },
  },
  {
    id: 'out-of-order',
    expects: 'ACCEPTED',
    title: {
      fr: 'Des événements dans le désordre sont acceptés',
      en: 'Events out of order are accepted',
    },
    sent: {
      fr: 'un événement {types} arrivé dans le désordre',
      en: 'an event {types} that came out of order',
    },
    fix: {
      fr: 'L’ordre d’arrivée n’est pas garanti : répondez 2xx, puis lisez la livraison pour connaître son état.',
      en: 'The order of arrival is not guaranteed: respond with 2xx, then read the delivery for its state.',
    },
    needs: 'every-type',
    rounds: (sample) => eventsOfOne(sample, ['delivery.delivered', 'delivery.picked_up', 'delivery.created']),
  },
  {
    id: 'slow-body',
    expects: 'ACCEPTED',
    title: {
      fr: 'Un événement qui arrive lentement, par morceaux, est accepté',
      en: 'An event that comes slowly, in pieces, is accepted',
    },
    sent: { fr: 'un événement arrivé par morceaux', en: 'an event that came in pieces' },
    fix: {
      fr: 'Attendez la fin du corps et assemblez des octets, pas du texte : un morceau peut finir au milieu d’un caractère.',
      en: 'Wait for the end of the body and put bytes together, not text: a piece may end within a character.',
    },
    needs: 'non-ascii',
    rounds: special(nonAsciiEvent, 'SLOW'),
  },
  {
    id: 'broken-connection',
    expects: 'ACCEPTED',
    title: {
      fr: 'Une connexion coupée au milieu d’un événement n’empêche pas de recevoir les suivants',
      en: 'A connection that breaks within an event does not keep the next ones from arriving',
    },
    sent: {
      fr: 'un événement qui suit une connexion coupée',
      en: 'an event after a connection that broke',
    },
    fix: {
      fr: 'Traitez l’erreur de chaque requête là où elle survient : un client qui s’en va ne doit pas arrêter le processus.',
      en: 'Handle the error of each request where it happens: a client that disconnects must not end the process.',
    },
    rounds: (sample) => [...special(nonAsciiEvent, 'CUT')(sample), ...plain()(sample), ...plain()(sample)],
  },
]
