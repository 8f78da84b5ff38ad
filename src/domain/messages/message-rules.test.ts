import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { languages, type SpokenLanguage, spokenLanguages } from '../../base/kernel/language.ts'
import {
  type DeliveryStatus,
  deliveryStatuses,
  type EventType,
  eventTypes,
  failureCodes,
} from '../../contract/vocabulary.ts'
import { isAtThisMachine } from '../../doors/dev-outbox/outbox-access.ts'
import { outboxPage } from '../../doors/dev-outbox/outbox-page.ts'
import { rulesOf } from '../../rules.ts'
import type { InternalEventType } from '../deliveries/delivery-event.ts'
import { mailBody } from './channels/mail-body.ts'
import type { OutgoingMessage } from './channels/message-channel.ts'
import { reportsIn } from './channels/whatsapp-report.ts'
import {
  isSameSecret,
  isSignedByWhatsApp,
  readWhatsAppAnswer,
  readWhatsAppError,
  whatsAppBody,
} from './channels/whatsapp-request.ts'
import { endingText } from './ending-text.ts'
import { composedMessage, skipReason } from './message-composition.ts'
import type { MessageFacts } from './message-facts-store.ts'
import { goesOnBySms } from './message-fallback.ts'
import {
  dueAt,
  expiresAt,
  isToCustomer,
  isTrueOf,
  kindNames,
  kindsByMail,
  kindsByPhone,
  kindsTriggeredBy,
} from './message-kinds.ts'
import { nextTryAt } from './message-schedule.ts'
import { filled, numbered, oneLine, placesOf } from './message-text.ts'
import { messageWording } from './message-wording.ts'
import type { MessageKind } from './messages-tables.ts'

const now = new Date('2026-11-21T10:00:00.000Z')
const context = {
  publicUrl: 'https://api.example.com',
  customerLinks: [Buffer.alloc(32, 7)],
  timeZone: 'Africa/Porto-Novo',
  cell: '',
  language: 'fr',
} as const

/** Every fact that any message needs. */
const facts: MessageFacts = {
  id: '019f0000-0000-7000-8000-000000000001',
  kind: 'DELIVERED',
  language: null,
  shop_id: '019f0000-0000-7000-8000-000000000002',
  delivery_id: '019f0000-0000-7000-8000-000000000003',
  courier_id: '019f0000-0000-7000-8000-000000000005',
  carrier_id: '019f0000-0000-7000-8000-000000000005',
  courier_pay_fcfa: 480,
  link_version: 1,
  recipient: '+2290197000007',
  content: {
    code: '482913',
    url: 'https://shop.example/hook',
    failingSince: '2026-11-18T09:05:00.000Z',
    disablesAt: '2026-11-21T09:05:00.000Z',
    amountFcfa: 15600,
    oldEnd: '0099',
    newEnd: '0042',
    heldHours: 24,
    whatFr: 'aucun livreur n’accepte à Cotonou depuis 25 min',
    whatEn: 'no courier has accepted in Cotonou for 25 min',
    adviceFr: 'appelez des livreurs, ou prévenez les boutiques',
    adviceEn: 'call couriers, or tell the shops',
    since: '2026-11-21T09:40:00.000Z',
    until: '2026-11-21T10:00:00.000Z',
    firstName: 'Codjo',
    paper: 'INSURANCE',
    beginsAt: '2026-11-23T07:00:00.000Z',
    endsAt: '2026-11-23T13:30:00.000Z',
    timeZone: 'Africa/Porto-Novo',
    text: 'Forte pluie à Akpakpa : roulez doucement.',
    expiresOn: '2026-12-05',
    reason: 'la photo est floue',
    problem: 'PARCEL_NOT_READY',
    waitsUntil: '2026-11-21T10:20:00.000Z',
    feeFcfa: 500,
  },
  attempts: 0,
  created_at: now,
  expires_at: null,
  sent_at: null,
  is_replaced: false,
  is_current: true,
  payment_note: 'vu le message de l’opérateur',
  shop_name: 'Boutique Ganhi',
  shop_display_name: null,
  shop_logo_sha256: null,
  shop_language: null,
  owner_email: 'boutique@example.com',
  owner_phone: '+2290197000004',
  status: 'DELIVERED',
  reference: 'COL-7K2M9Q',
  external_ref: 'CMD-2041',
  customer_first_name: 'Afi',
  customer_last_name: 'Dossou',
  customer_phone: '+2290197000001',
  courier_first_name: 'Koffi',
  courier_phone: '+2290197000002',
  courier_vehicle_type: 'MOTO',
  confirmation_code: '0471',
  return_code: '5930',
  failure_code: 'CUSTOMER_ABSENT',
  failure_note: null,
  dropoff_lat: null,
  dropoff_window_from: null,
  dropoff_window_to: null,
  ended_by: null,
  pickup_label: 'Boutique',
  pickup_landmark: 'en face du marché',
  payment_mode: 'CASH_ON_DELIVERY',
  payment_status: 'AWAITING_MERCHANT',
  fee_payer: 'CUSTOMER',
  goods_amount_fcfa: 15_000,
  price_fcfa: 600,
  trip_version: 2,
  city_name: 'Cotonou',
  city_country: 'BJ',
  city_time_zone: 'Africa/Porto-Novo',
  asked_first_name: 'Sessi',
  asked_phone: '+2290197000003',
  pay_fcfa: 1200,
  distance_meters: 1840,
  declined_at: null,
  offered_trip_version: 2,
  endpoint_failing_since: new Date('2026-11-18T09:05:00.000Z'),
  endpoint_disabled_at: now,
  endpoint_removed_at: null,
}

const factsOf = (kind: MessageKind, other: Partial<MessageFacts> = {}): MessageFacts => ({
  ...facts,
  kind,
  status: deliveryStatuses.find((status) => isTrueOf(kind, status)) ?? null,
  ...(kind === 'ENDPOINT_FAILING' && { endpoint_disabled_at: null }),
  ...((kind === 'SIGN_IN_CODE' || kind === 'PAYOUT_CODE') && {
    expires_at: new Date('2026-11-21T10:10:00.000Z'),
  }),
  ...other,
})

const textOf = (kind: MessageKind, language: SpokenLanguage, other?: Partial<MessageFacts>) =>
  filled(messageWording(kind, language).body, composedMessage(factsOf(kind, other), context, language).words)

describe('which messages an event triggers', () => {
  const pending: [EventType | InternalEventType, DeliveryStatus, MessageKind[]][] = [
    ['delivery.created', 'AWAITING_LOCATION', ['POSITION_LINK']],
    ['delivery.created', 'SEARCHING_COURIER', []],
    ['delivery.created', 'CANCELLED', []],
    ['delivery.picked_up', 'IN_TRANSIT', ['COURIER_ON_THE_WAY', 'PAYMENT_DUE']],
    ['delivery.picked_up', 'DELIVERED', []],
    ['delivery.courier_nearby', 'IN_TRANSIT', ['COURIER_NEARBY']],
    ['delivery.courier_nearby', 'DELIVERED', []],
    ['delivery.courier_waiting', 'ASSIGNED', ['COURIER_WAITS_OWNER', 'COURIER_WAITS_OWNER_PHONE']],
    ['delivery.courier_waiting', 'IN_TRANSIT', []],
    ['delivery.courier_waiting', 'SEARCHING_COURIER', []],
    ['delivery.delivered', 'DELIVERED', ['DELIVERED']],
    [
      'delivery.failed',
      'FAILED',
      ['DELIVERY_FAILED', 'DELIVERY_FAILED_OWNER', 'DELIVERY_FAILED_OWNER_PHONE'],
    ],
    [
      'delivery.failed',
      'RETURNED',
      ['DELIVERY_FAILED', 'DELIVERY_FAILED_OWNER', 'DELIVERY_FAILED_OWNER_PHONE'],
    ],
    ['delivery.cancelled', 'CANCELLED', ['DELIVERY_CANCELLED']],
    ...(['IN_TRANSIT', 'DELIVERED', 'FAILED', 'RETURNED', 'CANCELLED'] as const).map(
      (status): [EventType, DeliveryStatus, MessageKind[]] => [
        'payment.confirmed',
        status,
        ['PAYMENT_CONFIRMED_OWNER', 'PAYMENT_CONFIRMED_OWNER_PHONE'],
      ],
    ),
    ['delivery.expired', 'EXPIRED', ['DELIVERY_EXPIRED']],
  ]
  for (const [type, status, kinds] of pending) {
    test(`${type} of a delivery that is ${status} triggers ${kinds.join(', ') || 'no message'}`, () =>
      assert.deepEqual(kindsTriggeredBy(type, status), kinds))
  }

  test('every other event triggers no message, whatever the status', () => {
    const triggering = pending.map(([type]) => type)
    for (const type of eventTypes.filter((each) => !triggering.includes(each))) {
      for (const status of deliveryStatuses)
        assert.deepEqual(kindsTriggeredBy(type, status), [], `${type} ${status}`)
    }
  })
})

test('every kind of message is sent either to the phone or by e-mail', () => {
  assert.deepEqual([...kindsByPhone, ...kindsByMail].sort(), [...kindNames].sort())
  assert.deepEqual(kindsByMail, [
    'COURIER_WAITS_OWNER',
    'DELIVERY_FAILED_OWNER',
    'DELIVERY_LATE_OWNER',
    'PAYMENT_DECLARED',
    'PAYMENT_DECLARED_AGAIN',
    'PAYMENT_REMINDER',
    'PAYMENT_LAST_REMINDER',
    'PAYMENT_CONFIRMED_OWNER',
    'PAYMENT_DENIED_OWNER',
    'SIGN_IN_LINK',
    'SIGN_IN_CHANGED_MAIL',
    'TEAM_INVITATION_MAIL',
    'ENDPOINT_FAILING',
    'ENDPOINT_DISABLED',
    'PAYOUT_CHANGE_REQUESTED',
    'PAYOUT_CHANGED',
    'PAYOUT_HELD',
    'SHOP_APPROVED',
    'OPERATOR_ALERT_MAIL',
    'OPERATOR_ALERT_OVER_MAIL',
  ])
})

describe('expiry of messages', () => {
  for (const [kind, expected] of [
    ['POSITION_LINK', null],
    ['COURIER_ON_THE_WAY', null],
    ['COURIER_NEARBY', '2026-11-21T11:00:00.000Z'],
    ['COURIER_WAITS_OWNER_PHONE', '2026-11-21T11:00:00.000Z'],
    ['DELIVERED', '2026-11-22T10:00:00.000Z'],
    ['DELIVERY_FAILED', '2026-11-22T10:00:00.000Z'],
    ['DELIVERY_FAILED_OWNER', null],
    ['DELIVERY_LATE_OWNER', '2026-11-21T11:00:00.000Z'],
    ['DELIVERY_CANCELLED', '2026-11-22T10:00:00.000Z'],
    ['DELIVERY_EXPIRED', '2026-11-22T10:00:00.000Z'],
    ['PAYMENT_DECLARED', null],
    ['PAYMENT_LAST_REMINDER_PHONE', null],
    ['PAYMENT_DENIED_COURIER', null],
    ['ENDPOINT_FAILING', null],
    ['ENDPOINT_DISABLED', null],
    ['PAYOUT_CODE', null],
    ['PAYOUT_CHANGE_REQUESTED', '2026-11-22T10:00:00.000Z'],
    ['PAYOUT_CHANGED', null],
    ['PAYOUT_HELD', null],
    ['PAYOUT_HELD_PHONE', null],
    ['COURIER_PAYOUT_HELD', null],
    ['SHOP_APPROVED', null],
    ['SHOP_APPROVED_PHONE', null],
    ['OPERATOR_ALERT_MAIL', '2026-11-21T14:00:00.000Z'],
    ['OPERATOR_ALERT_OVER_MAIL', '2026-11-21T14:00:00.000Z'],
  ] as const) {
    test(`a message of the kind ${kind} ${expected ? `expires at ${expected}` : 'does not expire'}`, () =>
      assert.equal(expiresAt(kind, now)?.toISOString() ?? null, expected))
  }
})

describe('when a message is due', () => {
  for (const [kind, expected] of [
    ['PAYMENT_DECLARED', '2026-11-21T10:00:00.000Z'],
    ['PAYMENT_DECLARED_PHONE', '2026-11-21T10:00:00.000Z'],
    ['PAYMENT_REMINDER', '2026-11-21T10:05:00.000Z'],
    ['PAYMENT_REMINDER_PHONE', '2026-11-21T10:05:00.000Z'],
    ['PAYMENT_LAST_REMINDER', '2026-11-21T10:15:00.000Z'],
    ['PAYMENT_LAST_REMINDER_PHONE', '2026-11-21T10:15:00.000Z'],
    ['PAYMENT_DENIED', '2026-11-21T10:00:00.000Z'],
  ] as const)
    test(`a message of the kind ${kind} is due at ${expected}`, () =>
      assert.equal(dueAt(kind, now).toISOString(), expected))
})

describe('retries of a message', () => {
  for (const [made, expected] of [
    [1, '2026-11-21T10:01:00.000Z'],
    [2, '2026-11-21T10:05:00.000Z'],
    [3, '2026-11-21T10:15:00.000Z'],
    [4, '2026-11-21T11:00:00.000Z'],
    [5, undefined],
  ] as const) {
    test(`a message that failed ${made} times is retried ${expected ? `at ${expected}` : 'no more'}`, () =>
      assert.equal(nextTryAt(made, now)?.toISOString(), expected))
  }
})

describe('skipped messages', () => {
  const cases: [string, MessageFacts, string | undefined][] = [
    ['nothing has changed', factsOf('POSITION_LINK'), undefined],
    ['the position was given', factsOf('POSITION_LINK', { status: 'SEARCHING_COURIER' }), 'NO_LONGER_TRUE'],
    ['the delivery was cancelled', factsOf('POSITION_LINK', { status: 'CANCELLED' }), 'NO_LONGER_TRUE'],
    ['the delivery no longer exists', factsOf('POSITION_LINK', { status: null }), 'NO_LONGER_TRUE'],
    [
      'the courier was near and has come',
      factsOf('COURIER_NEARBY', { status: 'DELIVERED' }),
      'NO_LONGER_TRUE',
    ],
    ['the parcel was handed over', factsOf('COURIER_ON_THE_WAY', { status: 'DELIVERED' }), 'NO_LONGER_TRUE'],
    ['the payment failed and is still due', factsOf('PAYMENT_DUE', { payment_status: 'FAILED' }), undefined],
    ['the shop checks the payment', factsOf('PAYMENT_DUE'), 'NO_LONGER_TRUE'],
    ['it was paid', factsOf('PAYMENT_DUE', { payment_status: 'PAID' }), 'NO_LONGER_TRUE'],
    ['it has expired', factsOf('DELIVERED', { expires_at: now }), 'TOO_LATE'],
    [
      'it expires a millisecond later',
      factsOf('DELIVERED', { expires_at: new Date(now.getTime() + 1) }),
      undefined,
    ],
    ['the owner has no address', factsOf('DELIVERY_FAILED_OWNER', { owner_email: null }), 'NO_ADDRESS'],
    ['the owner has yet to confirm the payment', factsOf('PAYMENT_DECLARED'), undefined],
    [
      'there is a newer one of its kind about the delivery',
      factsOf('PAYMENT_DECLARED', { is_replaced: true }),
      'NO_LONGER_TRUE',
    ],
    [
      'the owner has confirmed the payment',
      factsOf('PAYMENT_DECLARED', { payment_status: 'PAID' }),
      'NO_LONGER_TRUE',
    ],
    [
      'the hand-over failed',
      factsOf('PAYMENT_DECLARED', { status: 'FAILED', payment_status: 'NOT_REQUESTED' }),
      'NO_LONGER_TRUE',
    ],
    ['the owner was reminded and has yet to answer', factsOf('PAYMENT_LAST_REMINDER_PHONE'), undefined],
    ['the owner has no phone', factsOf('PAYMENT_DECLARED_PHONE', { owner_phone: null }), 'NO_ADDRESS'],
    [
      'the owner has denied the payment before they were reminded',
      factsOf('PAYMENT_REMINDER', { payment_status: 'AWAITING_CUSTOMER' }),
      'NO_LONGER_TRUE',
    ],
    [
      'the payment was denied',
      factsOf('PAYMENT_DENIED_COURIER', { payment_status: 'AWAITING_CUSTOMER' }),
      undefined,
    ],
    [
      'the customer has declared the denied payment again',
      factsOf('PAYMENT_DENIED', { payment_status: 'AWAITING_MERCHANT' }),
      'NO_LONGER_TRUE',
    ],
    ['the parcel is still given to the courier', factsOf('COURIER_ASSIGNED'), undefined],
    [
      'the parcel was given to another courier since',
      factsOf('COURIER_ASSIGNED', { carrier_id: null }),
      'NO_LONGER_TRUE',
    ],
    [
      'the courier has fetched the parcel given to them',
      factsOf('COURIER_ASSIGNED', { status: 'IN_TRANSIT' }),
      'NO_LONGER_TRUE',
    ],
    ['another courier has the parcel', factsOf('COURIER_REPLACED', { carrier_id: null }), undefined],
    ['the courier has the parcel again', factsOf('COURIER_REPLACED'), 'NO_LONGER_TRUE'],
    ['a courier has accepted the trip', factsOf('COURIER_OFFER', { status: 'ASSIGNED' }), 'NO_LONGER_TRUE'],
    ['the trip was declined', factsOf('COURIER_OFFER', { declined_at: now }), 'NO_LONGER_TRUE'],
    ['the courier no longer exists', factsOf('COURIER_OFFER', { asked_phone: null }), 'NO_ADDRESS'],
    ['the sign-in code was cleared', factsOf('SIGN_IN_CODE', { content: null }), 'NO_LONGER_TRUE'],
    ['the sign-in code expired', factsOf('SIGN_IN_CODE', { expires_at: now }), 'TOO_LATE'],
    ['the code for a payout number was cleared', factsOf('PAYOUT_CODE', { content: null }), 'NO_LONGER_TRUE'],
    ['the code for a payout number expired', factsOf('PAYOUT_CODE', { expires_at: now }), 'TOO_LATE'],
    ['the courier of a held payout is known', factsOf('COURIER_PAYOUT_HELD', { status: null }), undefined],
    ['the paper of a courier ends as it said', factsOf('COURIER_PAPER_ENDS', { status: null }), undefined],
    ['the paper was renewed', factsOf('COURIER_PAPER_ENDS', { is_current: false }), 'NO_LONGER_TRUE'],
    [
      'the courier has seen the announcement',
      factsOf('COURIER_ANNOUNCEMENT', { is_current: false }),
      'NO_LONGER_TRUE',
    ],
    ['the courier is gone', factsOf('COURIER_PAYOUT_HELD', { asked_phone: null }), 'NO_ADDRESS'],
    ['the owner of a payout number is known', factsOf('PAYOUT_CHANGED'), undefined],
    ['the endpoint still fails', factsOf('ENDPOINT_FAILING'), undefined],
    [
      'the endpoint has succeeded since the warning was enqueued',
      factsOf('ENDPOINT_FAILING', { endpoint_failing_since: null }),
      'NO_LONGER_TRUE',
    ],
    [
      'the endpoint has succeeded and fails again',
      factsOf('ENDPOINT_FAILING', { endpoint_failing_since: now }),
      'NO_LONGER_TRUE',
    ],
    [
      'the endpoint was disabled before the warning was sent',
      factsOf('ENDPOINT_FAILING', { endpoint_disabled_at: now }),
      'NO_LONGER_TRUE',
    ],
    [
      'the failing endpoint was removed',
      factsOf('ENDPOINT_FAILING', { endpoint_removed_at: now }),
      'NO_LONGER_TRUE',
    ],
    [
      'the endpoint works again',
      factsOf('ENDPOINT_DISABLED', { endpoint_disabled_at: null }),
      'NO_LONGER_TRUE',
    ],
    [
      'the endpoint was removed',
      factsOf('ENDPOINT_DISABLED', { endpoint_removed_at: now }),
      'NO_LONGER_TRUE',
    ],
  ]
  for (const [what, given, expected] of cases) {
    test(`a message is ${expected ? `skipped as ${expected}` : 'sent'} when ${what}`, () =>
      assert.equal(skipReason(given, now), expected))
  }
})

describe('texts of messages', () => {
  const link = (token: string) => `https://api.example.com/p/${token}`
  const said: [MessageKind, 'fr' | 'en', string][] = [
    [
      'COURIER_SHIFT_SOON',
      'en',
      'Hello Sessi, your shift begins Monday 23 November at 08:00 and lasts until 14:30. Go on duty on your page when it begins.',
    ],
    [
      'COURIER_SHIFT_GIVEN',
      'fr',
      'Bonjour Sessi, vous êtes mis sur un créneau : lundi 23 novembre à 08:00, jusqu’à 14 h 30. Si vous ne pouvez pas venir, quittez-le à temps sur votre page.',
    ],
    [
      'COURIER_SHIFT_CHANGED',
      'fr',
      'Bonjour Sessi, votre créneau a changé. C’est maintenant lundi 23 novembre à 08:00, jusqu’à 14 h 30. Votre page montre où. Si vous ne pouvez pas venir, quittez-le à temps.',
    ],
    [
      'COURIER_ANNOUNCEMENT',
      'fr',
      'Bonjour Sessi, votre service de livraison écrit à tous les livreurs : Forte pluie à Akpakpa : roulez doucement. Tout est sur votre page.',
    ],
    [
      'COURIER_PAPER_ENDS',
      'fr',
      'Bonjour Sessi, votre assurance est valable jusqu’au 5 déc. 2026. Renouvelez à temps, puis montrez le nouveau papier à votre responsable, pour qu’il le note.',
    ],
    [
      'COURIER_PAPER_ENDS',
      'en',
      'Hello Sessi, your insurance is valid until 5 Dec 2026. Have it renewed in time, and show the new paper to those who run the service: they have to note it.',
    ],
    [
      'COURIER_ON_THE_WAY',
      'fr',
      'Bonjour Afi, votre colis de Boutique Ganhi est en route. Koffi vous l’apporte à moto ; pour l’appeler : +2290197000002. Votre code de remise est 0471 : donnez-le au livreur seulement quand le colis est entre vos mains.',
    ],
    [
      'COURIER_ON_THE_WAY',
      'en',
      'Hello Afi, your parcel from Boutique Ganhi is on its way. Koffi is bringing it by motorbike; to call: +2290197000002. Your handover code is 0471: give it to the courier only once the parcel is in your hands.',
    ],
    [
      'COURIER_NEARBY',
      'fr',
      'Bonjour Afi, Koffi arrive bientôt avec votre colis de Boutique Ganhi. Gardez votre téléphone près de vous et votre code sous la main.',
    ],
    [
      'COURIER_NEARBY',
      'en',
      'Hello Afi, Koffi will soon be there with your parcel from Boutique Ganhi. Keep your phone close and your code at hand.',
    ],
    [
      'PAYMENT_DUE',
      'fr',
      'Bonjour Afi, votre colis de Boutique Ganhi arrive. À payer : 15 600 FCFA. Touchez le bouton pour payer avant la remise. Le livreur ne prend pas d’argent. Votre code secret, ne le donnez à personne, pas même au livreur.',
    ],
    [
      'PAYMENT_DUE',
      'en',
      'Hello Afi, your parcel from Boutique Ganhi is coming. To pay: 15,600 FCFA. Tap the button to pay before the hand-over. The courier takes no money. Give your secret PIN to nobody, not even to the courier.',
    ],
    [
      'COURIER_WAITS_OWNER',
      'fr',
      'Bonjour, Koffi attend devant chez vous pour prendre le colis COL-7K2M9Q : le colis n’est pas prêt. Remettez-le avant 11 h 20, ou appelez : +2290197000002. Après cette heure, l’attente vous coûte 500 FCFA.',
    ],
    [
      'COURIER_WAITS_OWNER_PHONE',
      'en',
      'Hello, Koffi is waiting at your door for parcel COL-7K2M9Q: the parcel is not ready. Hand it over before 11:20, or call: +2290197000002. Waiting fee after that: 500 FCFA. It is all in your console.',
    ],
    [
      'DELIVERY_LATE_OWNER',
      'fr',
      'Bonjour, le colis COL-7K2M9Q pour Afi Dossou prend du retard. Nous nous en occupons : vous n’avez rien à faire, et votre console montre où il en est. Votre numéro de commande : CMD-2041.',
    ],
    [
      'DELIVERY_LATE_OWNER_PHONE',
      'en',
      'Hello, parcel COL-7K2M9Q for Afi Dossou is running late. We are seeing to it: you have nothing to do, and your console shows where it is.',
    ],
    [
      'DELIVERY_FAILED_OWNER',
      'fr',
      'Bonjour, le colis COL-7K2M9Q n’a pas pu être remis à Afi Dossou. Motif : Client absent. Koffi vous le rapporte ; pour l’appeler : +2290197000002. Quand vous l’avez en main, donnez-lui ce code : 5930. Votre numéro de commande : CMD-2041.',
    ],
    [
      'COURIER_OFFER',
      'fr',
      'Bonjour Sessi, une course pour vous : colis à prendre chez Boutique Ganhi, en face du marché. La boutique est à 1,8 km de vous et la course vous rapporte 1 200 FCFA. Elle va au premier qui l’accepte.',
    ],
    [
      'PAYMENT_DECLARED',
      'fr',
      'Bonjour, Afi Dossou dit vous avoir payé 15 600 FCFA pour le colis COL-7K2M9Q. Le livreur ne le remet qu’une fois ce paiement confirmé : regardez si l’argent est bien arrivé, puis répondez oui ou non dans votre console, ou à votre service de livraison. Votre numéro de commande : CMD-2041.',
    ],
    [
      'PAYMENT_DECLARED',
      'en',
      'Hello, Afi Dossou says they have paid you 15,600 FCFA for parcel COL-7K2M9Q. The courier hands it over only once this payment is confirmed: check whether the money has arrived, then answer yes or no in your console, or to your delivery service. Your order number: CMD-2041.',
    ],
    [
      'PAYMENT_DECLARED_AGAIN_PHONE',
      'fr',
      'Bonjour, Afi Dossou redit vous avoir payé 15 600 FCFA pour le colis COL-7K2M9Q. La dernière réponse était non : regardez encore une fois si l’argent est bien arrivé, puis touchez le bouton pour répondre oui ou non.',
    ],
    [
      'PAYMENT_REMINDER_PHONE',
      'fr',
      'Bonjour, le livreur attend toujours votre réponse pour le colis COL-7K2M9Q. Afi Dossou dit vous avoir payé 15 600 FCFA : regardez si l’argent est bien arrivé, puis touchez le bouton pour répondre oui ou non.',
    ],
    [
      'PAYMENT_LAST_REMINDER',
      'fr',
      'Bonjour, dernier rappel pour le colis COL-7K2M9Q. Afi Dossou dit vous avoir payé 15 600 FCFA, et vous n’avez pas répondu. Répondez oui ou non dans votre console ; sinon, votre service de livraison vous appelle, puis décide pour vous. Votre numéro de commande : CMD-2041.',
    ],
    [
      'PAYMENT_CONFIRMED_OWNER',
      'fr',
      'Bonjour, votre service de livraison a répondu oui pour vous au sujet du colis COL-7K2M9Q : Afi Dossou a bien payé 15 600 FCFA. Motif : vu le message de l’opérateur. Le livreur peut donc remettre le colis. Si vous n’avez pas reçu cet argent, appelez tout de suite votre service de livraison. Votre numéro de commande : CMD-2041.',
    ],
    [
      'PAYMENT_DENIED_OWNER_PHONE',
      'fr',
      'Bonjour, votre service de livraison a répondu non pour vous au sujet du colis COL-7K2M9Q : Afi Dossou dit avoir payé 15 600 FCFA, mais cet argent n’est pas arrivé. Motif : vu le message de l’opérateur. Le livreur garde le colis. Si vous avez bien cet argent, touchez le bouton pour le confirmer.',
    ],
    [
      'PAYMENT_DENIED',
      'fr',
      'Bonjour Afi, Boutique Ganhi n’a pas reçu votre paiement de 15 600 FCFA. Vérifiez qu’il est bien parti, et vers le bon numéro, puis touchez le bouton pour le redire à la boutique. En attendant, le livreur garde votre colis.',
    ],
    [
      'PAYMENT_DENIED_COURIER',
      'fr',
      'Bonjour Sessi, ne remettez pas le colis COL-7K2M9Q : Boutique Ganhi n’a pas reçu l’argent du client. Gardez le colis, et ne prenez pas d’argent vous-même. Votre page change dès que c’est payé.',
    ],
    [
      'COURIER_ASSIGNED',
      'fr',
      'Bonjour Sessi, la course COL-7K2M9Q vous est confiée : colis à prendre chez Boutique Ganhi, en face du marché. Elle vous rapporte 480 FCFA. Si vous ne pouvez pas y aller, dites-le tout de suite sur votre page.',
    ],
    [
      'COURIER_REPLACED',
      'en',
      'Hello Sessi, trip COL-7K2M9Q of Boutique Ganhi was given to another courier. Do not fetch the parcel. Your page is free for other trips.',
    ],
    [
      'PAYMENT_DENIED_COURIER',
      'en',
      'Hello Sessi, do not hand over parcel COL-7K2M9Q: Boutique Ganhi has not received the customer’s money. Keep the parcel, and take no money yourself. Your page changes as soon as it is paid.',
    ],
    [
      'DELIVERY_CANCELLED',
      'fr',
      'Bonjour Afi, la livraison de votre colis de Boutique Ganhi est annulée. La boutique l’a annulée. Pour toute question, voyez avec la boutique.',
    ],
    [
      'DELIVERY_FAILED',
      'fr',
      'Bonjour Afi, votre colis de Boutique Ganhi n’a pas pu vous être remis. Le livreur est venu et ne vous a pas trouvé sur place. Nous rapportons le colis à la boutique, qui est prévenue : voyez avec elle pour la suite. Merci de votre compréhension.',
    ],
    [
      'DELIVERY_EXPIRED',
      'en',
      'Hello Afi, the delivery of your parcel from Boutique Ganhi did not take place. We did not receive the place to deliver to in time. If you still want your parcel, please ask the shop.',
    ],
    [
      'SIGN_IN_CODE',
      'fr',
      'Votre code pour entrer dans Colis est 482913. Il sert une seule fois, dans les 10 minutes. Ne le donnez à personne, pas même à nous.',
    ],
    [
      'PAYOUT_CODE',
      'fr',
      'Le code 482913 confirme que les ventes de Boutique Ganhi iront au numéro qui finit par 0042. Il sert une seule fois, dans les 10 minutes. Si vous n’avez rien demandé, ne le donnez à personne, pas même à nous.',
    ],
    [
      'PAYOUT_CHANGE_REQUESTED',
      'fr',
      'Bonjour, quelqu’un demande que les ventes de Boutique Ganhi soient versées au numéro qui finit par 0042, et non plus à celui qui finit par 0099. Rien ne change sans le code que nous venons d’envoyer, puis une attente de 24 heures. Si cette demande ne vient pas de vous, annulez-la dans votre espace Colis, à la page du numéro de reversement.',
    ],
    [
      'PAYOUT_CHANGED',
      'en',
      'Hello, the sales of Boutique Ganhi are now paid out to the number that ends in 0042, and no longer to the one that ends in 0099. If this was not you, tell your delivery service at once.',
    ],
    [
      'SHOP_APPROVED',
      'fr',
      'Bonjour, la société de livraison a accepté Boutique Ganhi : vous pouvez maintenant commander des livraisons. Votre espace vous dit ce qui manque encore, et comment commander la première.',
    ],
    [
      'COURIER_PAYOUT_HELD',
      'fr',
      'Bonjour Sessi, nous n’avons pas pu vous envoyer 15 600 FCFA : votre opérateur refuse votre numéro qui finit par 0042. Rien n’est perdu, l’argent vous attend. Voyez avec l’opérateur si votre compte mobile money est actif, puis touchez le bouton pour demander un nouvel essai.',
    ],
    [
      'COURIER_PAYOUT_HELD',
      'en',
      'Hello Sessi, we could not send you 15,600 FCFA: your operator refuses your number that ends in 0042. Nothing is lost, the money waits for you. Ask the operator whether your mobile money account is active, then tap the button to ask for another try.',
    ],
    [
      'OPERATOR_ALERT_MAIL',
      'fr',
      'Alerte du service de livraison, ouverte le 21 novembre 2026 à 10:40 : aucun livreur n’accepte à Cotonou depuis 25 min. À faire : appelez des livreurs, ou prévenez les boutiques. La page du service en dit plus.',
    ],
    [
      'OPERATOR_ALERT_OVER',
      'en',
      'This was settled on 21 November 2026 at 11:00. The alert said: no courier has accepted in Cotonou for 25 min. There is nothing left to do.',
    ],
    [
      'ENDPOINT_FAILING',
      'fr',
      'Bonjour, votre serveur n’accepte plus nos webhooks depuis le 18 novembre 2026 à 10:05. Nous continuons d’appeler https://shop.example/hook, mais si rien ne change nous cesserons de le faire à partir du 21 novembre 2026 à 10:05. Vérifiez que votre serveur est joignable et qu’il répond par un statut 2xx en moins de 10 secondes. Ce qui attend encore repart aux tentatives suivantes.',
    ],
    [
      'ENDPOINT_DISABLED',
      'en',
      'Hello, your server has not answered our webhooks since 18 November 2026 at 10:05, and we have stopped calling https://shop.example/hook so as not to insist. Once your server is fixed, ask for the address to be enabled again: what still waits is sent to you at once. Events whose eight attempts have failed do not go out by themselves: ask for them to be sent again too, which can be done for 30 days.',
    ],
  ]
  for (const [kind, language, expected] of said)
    test(`the text of ${kind} in ${language} is exactly as specified`, () =>
      assert.equal(textOf(kind, language).replaceAll(/[\u00a0\u202f]/g, ' '), expected))

  test('an offer gives distances as the courier’s page does, and the city where there is no place', () => {
    const says = (other: Partial<MessageFacts>) =>
      textOf('COURIER_OFFER', 'fr', { ...other, pickup_label: null, pickup_landmark: null })
    assert.match(
      says({ distance_meters: 104 }),
      /chez Boutique Ganhi, Cotonou\. La boutique est à 100 m de vous/,
    )
    assert.match(says({ distance_meters: 20 }), /à 20 m de vous/)
    assert.match(says({ distance_meters: 12_340 }), /à 12 km de vous/)
  })

  for (const kind of kindsByMail) {
    test(`the text of ${kind} leaves the order number out when there is none`, () => {
      for (const language of languages) {
        const says = textOf(kind, language, { external_ref: null })
        assert.doesNotMatch(says, /—|[[\]]|numéro de commande|order number/)
        assert.match(says, /\.$/)
      }
    })
  }

  test('the customer’s link is for their delivery and no other', () => {
    const { link: own } = composedMessage(factsOf('POSITION_LINK'), context)
    const { link: other } = composedMessage(
      factsOf('POSITION_LINK', { delivery_id: '019f0000-0000-7000-8000-000000000009' }),
      context,
    )
    assert.match(own?.token ?? '', /^[\w-]{64}$/)
    assert.equal(own?.url, link(own?.token ?? ''))
    assert.notEqual(own?.token, other?.token)
  })

  test('messages to couriers link to the courier’s page', () => {
    for (const kind of [
      'COURIER_OFFER',
      'COURIER_ASSIGNED',
      'COURIER_REPLACED',
      'PAYMENT_DENIED_COURIER',
    ] as const)
      assert.deepEqual(composedMessage(factsOf(kind), context).link, {
        url: 'https://api.example.com/courier',
        token: null,
      })
  })

  test('a declared payment links by mail to the delivery, and on the phone to the console', () => {
    const linkOf = (kind: MessageKind) => composedMessage(factsOf(kind), context).link
    const delivery = `https://api.example.com/console/shops/${facts.shop_id}/deliveries/${facts.delivery_id}`
    for (const kind of [
      'PAYMENT_DECLARED',
      'PAYMENT_DECLARED_AGAIN',
      'PAYMENT_REMINDER',
      'PAYMENT_LAST_REMINDER',
    ] as const) {
      assert.deepEqual(linkOf(kind), { url: delivery, token: null })
      assert.deepEqual(linkOf(`${kind}_PHONE`), { url: 'https://api.example.com/console', token: null })
    }
  })

  test('a first payout number replaces none, and is not held', () => {
    const first = { content: { oldEnd: null, newEnd: '0042', heldHours: null } }
    assert.equal(
      textOf('PAYOUT_CHANGE_REQUESTED', 'en', first),
      'Hello, somebody asks that the sales of Boutique Ganhi be paid out to the number that ends in 0042. Nothing changes without the code that we have just sent. If it was not you, cancel this in your Colis space, on the page of the payout number.',
    )
  })

  test('customers read the name that the shop shows them, and owners the language of their shop', () => {
    const shown = { shop_display_name: 'Chez Ama', shop_language: 'en' } as const
    assert.match(textOf('DELIVERED', 'fr', shown), /votre colis de Chez Ama est bien arrivé/)
    assert.match(textOf('COURIER_OFFER', 'fr', shown), /chez Boutique Ganhi/)
    for (const [kind, language] of [
      ['DELIVERED', 'fr'],
      ['COURIER_OFFER', 'fr'],
      ['ENDPOINT_DISABLED', 'en'],
      ['PAYMENT_REMINDER_PHONE', 'en'],
      ['PAYOUT_CODE', 'en'],
      ['PAYOUT_CHANGED', 'en'],
    ] as const)
      assert.equal(composedMessage(factsOf(kind, shown), context).language, language, kind)
  })

  test('only Guinea-Bissau is written to in Portuguese, and only Equatorial Guinea in Spanish', () => {
    for (const [country, kind, language] of [
      ['GW', 'COURIER_NEARBY', 'pt'],
      ['GQ', 'COURIER_NEARBY', 'es'],
      ['SN', 'COURIER_NEARBY', 'fr'],
      [null, 'COURIER_NEARBY', 'fr'],
      ['GW', 'PAYMENT_DECLARED', 'fr'],
      ['GQ', 'COURIER_OFFER', 'fr'],
    ] as const) {
      const { language: chosen } = composedMessage(factsOf(kind, { city_country: country }), context)
      assert.equal(chosen, language, `${kind} in ${country}`)
    }
  })

  test('a message in Portuguese asks WhatsApp for the template that Portugal reads', () => {
    const message = composedMessage(factsOf('COURIER_NEARBY', { city_country: 'GW' }), context)
    const { template } = whatsAppBody(message) as { template: { language: object } }
    assert.deepEqual(template.language, { code: 'pt_PT' })
    assert.match(
      mailBody(message, rulesOf()).text,
      /^Olá Afi, Koffi está quase a chegar com a sua encomenda de /,
    )
  })

  test('a courier’s own words replace the reason OTHER, on one line', () => {
    const own = { failure_code: 'OTHER', failure_note: 'Portail fermé,\npersonne\t ne répond' } as const
    assert.match(textOf('DELIVERY_FAILED_OWNER', 'fr', own), /Motif : Portail fermé, personne ne répond\./)
  })
})

test('a customer without a last name is named by their first name alone', () => {
  assert.match(
    textOf('PAYMENT_DECLARED', 'fr', { customer_last_name: '-' }),
    /^Bonjour, Afi dit vous avoir payé 15.600.FCFA/,
  )
})

describe('every wording, in every language', () => {
  const long = 'x'.repeat(500)
  const longest: Partial<MessageFacts> = {
    shop_name: long,
    customer_first_name: long,
    customer_last_name: long,
    courier_first_name: long,
    asked_first_name: long,
    failure_code: 'OTHER',
    failure_note: long,
    pickup_landmark: long,
    external_ref: long,
    content: { ...facts.content, url: `https://${long}` },
  }
  for (const kind of kindNames) {
    for (const language of isToCustomer(kind) ? spokenLanguages : languages) {
      const { body, button } = messageWording(kind, language)

      test(`the text of ${kind} in ${language} is complete, and never of 1,000 characters`, () => {
        for (const text of [textOf(kind, language), textOf(kind, language, longest)]) {
          assert.doesNotMatch(text, /undefined|null|NaN|[{}[\]]|—/)
          assert.ok(text.length < 1_000, `${text.length} characters`)
        }
      })

      test(`the text of ${kind} in ${language} can be a template of WhatsApp`, () => {
        if (kindsByPhone.includes(kind)) assert.doesNotMatch(body, /[[\]]/, 'a part of it may be left out')
        assert.doesNotMatch(body, /^\{|\}$|\}\s*\{|\s{2}|\n/, 'it begins or ends with a place, or two touch')
        assert.deepEqual(placesOf(body), [...new Set(placesOf(body))], 'it names a place twice')
        assert.ok((button ?? '').length <= 25)
        assert.deepEqual(
          placesOf(body).sort(),
          placesOf(messageWording(kind, 'fr').body).sort(),
          'all languages say the same',
        )
      })

      test(`the mail of ${kind} in ${language} has a subject of one line`, () => {
        const mail = mailBody(composedMessage(factsOf(kind, longest), context, language), rulesOf())
        assert.doesNotMatch(`${mail.subject} ${mail.text} ${mail.html}`, /undefined|null|NaN|[{}]/)
        assert.doesNotMatch(mail.subject, /[\r\n]/)
      })
    }
  }

  test('the texts of a message differ between its languages', () => {
    for (const kind of kindNames) {
      const spoken = isToCustomer(kind) ? spokenLanguages : languages
      const bodies = spoken.map((language) => messageWording(kind, language).body)
      assert.equal(new Set(bodies).size, spoken.length, kind)
    }
  })

  test('every code of a failure has a sentence for the customer, in every language', () => {
    for (const code of failureCodes) {
      const said = spokenLanguages.map((language) => endingText(`FAILED_${code}`, language))
      assert.ok(said.every((text) => text.endsWith('.')))
      assert.equal(new Set(said).size, said.length)
    }
  })
})

describe('filling of texts', () => {
  test('the places of a text are numbered in their order for a template', () => {
    assert.equal(numbered('Bonjour {customer}, {shop} vous écrit.'), 'Bonjour {{1}}, {{2}} vous écrit.')
  })

  test('a place without a value throws an error', () => {
    assert.throws(() => filled('Bonjour {customer}.', {}), /\{customer\}/)
  })

  test('a part in brackets is left out when a place in it has no value', () => {
    assert.equal(filled('A.[ B {b}.][ C {c}.]', { b: '—', c: '[c]' }), 'A. C [c].')
  })

  test('a value that looks like a place is not filled in turn', () => {
    assert.equal(filled('A {a} {b}.', { a: '{b}', b: '$&' }), 'A {b} $&.')
  })

  for (const [given, expected] of [
    ['  Afi \r\n\t Dossou ', 'Afi Dossou'],
    ['Bcc: a@example.com\u0000', 'Bcc: a@example.com'],
    ['', '—'],
    [null, '—'],
    ['é'.repeat(100), 'é'.repeat(100)],
    ['🛵'.repeat(101), `${'🛵'.repeat(99)}…`],
  ] as const) {
    test(`the value ${JSON.stringify(given)?.slice(0, 30)} is put on one line`, () =>
      assert.equal(oneLine(given), expected))
  }
})

describe('the request to WhatsApp', () => {
  const bodyOf = (kind: MessageKind, other?: Partial<MessageFacts>) =>
    whatsAppBody(composedMessage(factsOf(kind, other), context))
  const text = (word: string) => ({ type: 'text', text: word })

  test('a request to WhatsApp names the template, fills its places in order and gives the token', () => {
    const { token } = composedMessage(factsOf('COURIER_ON_THE_WAY'), context).link ?? {}
    assert.deepEqual(bodyOf('COURIER_ON_THE_WAY', { language: 'en' }), {
      messaging_product: 'whatsapp',
      recipient_type: 'individual',
      to: '2290197000001',
      type: 'template',
      template: {
        name: 'colis_courier_on_the_way_v2',
        language: { code: 'en' },
        components: [
          {
            type: 'body',
            parameters: ['Afi', 'Boutique Ganhi', 'Koffi', 'by motorbike', '+2290197000002', '0471'].map(
              text,
            ),
          },
          { type: 'button', sub_type: 'url', index: '0', parameters: [text(token ?? '')] },
        ],
      },
      biz_opaque_callback_data: facts.id,
    })
  })

  test('the template of a parcel on its way says within which hours it comes, where the vehicle stands', () => {
    const window = {
      dropoff_window_from: new Date('2026-11-21T13:00:00.000Z'),
      dropoff_window_to: new Date('2026-11-21T15:30:00.000Z'),
    }
    const vehicleIn = (language: SpokenLanguage) =>
      composedMessage(factsOf('COURIER_ON_THE_WAY', window), context, language).words.vehicle
    assert.deepEqual(spokenLanguages.map(vehicleIn), [
      'à moto, entre 14 h et 16 h 30',
      'by motorbike, between 14:00 and 16:30',
      'de mota, entre as 14h e as 16h30',
      'en moto, de 14:00 a 16:30',
    ])
  })

  test('a request for a sign-in code gives the code to the text and to the button that copies it', () => {
    const { template } = bodyOf('SIGN_IN_CODE') as { template: { components: object[] } }
    assert.deepEqual(template.components, [
      { type: 'body', parameters: [text('482913')] },
      { type: 'button', sub_type: 'url', index: '0', parameters: [text('482913')] },
    ])
  })

  test('a request for an offer keeps the button as it was approved', () => {
    const { template } = bodyOf('COURIER_OFFER') as { template: { components: { type: string }[] } }
    assert.deepEqual(
      template.components.map(({ type }) => type),
      ['body'],
    )
  })
})

describe('responses of WhatsApp', () => {
  for (const [answer, expected] of [
    [
      { contacts: [{ input: '2290197000001', wa_id: '22997000001' }], messages: [{ id: 'wamid.1' }] },
      { providerMessageId: 'wamid.1', waId: '22997000001' },
    ],
    [{ messages: [{ id: 'wamid.1' }] }, { providerMessageId: 'wamid.1' }],
    [{ messages: [] }, undefined],
    [{ messages: [{ id: 7 }] }, undefined],
    [undefined, undefined],
  ] as const) {
    const response = JSON.stringify(answer)?.slice(0, 60)
    test(`the response ${response} is ${expected ? '' : 'not '}read as accepted`, () =>
      assert.deepEqual(readWhatsAppAnswer(answer), expected))
  }

  for (const [status, code, failure, isPermanent, isPassing] of [
    [429, 130429, 'WHATSAPP_130429', false, true],
    [400, 131056, 'WHATSAPP_131056', false, true],
    [400, 131026, 'WHATSAPP_131026', true, false],
    [500, 131026, 'WHATSAPP_131026', true, false],
    [400, 130472, 'WHATSAPP_130472', true, false],
    [401, 190, 'WHATSAPP_190', false, false],
    [404, 132001, 'WHATSAPP_132001', false, false],
    [400, 132000, 'WHATSAPP_132000', true, false],
    [500, 131000, 'WHATSAPP_131000', false, true],
    [400, 131000, 'WHATSAPP_131000', false, false],
    [429, 131048, 'WHATSAPP_131048', false, false],
    [500, 131045, 'WHATSAPP_131045', false, false],
    [400, 139999, 'WHATSAPP_139999', false, false],
    [502, undefined, 'HTTP_502', false, true],
    [408, undefined, 'HTTP_408', false, true],
    [200, undefined, 'HTTP_200', false, false],
  ] as const) {
    const fate = isPermanent ? 'not retried' : isPassing ? 'retried, as it passes' : 'retried'
    test(`a message that fails with ${failure} and ${status} is ${fate}`, () =>
      assert.deepEqual(readWhatsAppError(status, code === undefined ? '<html>' : { error: { code } }), {
        failure,
        isPermanent,
        isPassing,
      }))
  }

  for (const [kind, attempts, refusal, goesOn] of [
    ['POSITION_LINK', 1, 'unknown', true],
    ['POSITION_LINK', 1, 'passing', false],
    ['POSITION_LINK', 2, 'passing', true],
    ['POSITION_LINK', 1, 'ours', false],
    ['POSITION_LINK', 2, 'ours', true],
    ['SIGN_IN_CODE', 1, 'passing', true],
    ['PAYOUT_CODE', 1, 'ours', true],
    ['DELIVERED', 1, 'unknown', true],
  ] as const)
    test(`after ${attempts} tries ${kind} ${goesOn ? 'goes' : 'does not go'} on by SMS where the fault is ${refusal}`, () => {
      const refused = { failure: 'X', isPermanent: false, isPassing: refusal === 'passing' }
      assert.equal(goesOnBySms(kind, refusal === 'ours' ? undefined : refused, attempts), goesOn)
    })
})

describe('signatures of WhatsApp', () => {
  // printf 'hello' | openssl dgst -sha256 -hmac secret
  const right = 'sha256=88aab3ede8d3adf94d26ab90d3bafd4a2083070c3bcce9c014ee04a443847c0b'
  for (const [what, header, isRight] of [
    ['the right signature', right, true],
    ['a signature in capitals', right.toUpperCase().replace('SHA256', 'sha256'), true],
    ['a signature of another text', right.replace('8', '9'), false],
    ['a signature that is too short', right.slice(0, -1), false],
    ['a signature without its name', right.slice(7), false],
    ['a signature of SHA-1', `sha1=${right.slice(7, 47)}`, false],
    ['no signature', undefined, false],
    ['two signatures', [right, right], false],
  ] as const) {
    test(`a callback with ${what} is ${isRight ? 'accepted' : 'refused'}`, () =>
      assert.equal(isSignedByWhatsApp(Buffer.from('hello'), header, 'secret'), isRight))
  }

  test('a verify token matches only the configured one', () => {
    assert.equal(isSameSecret('word', 'word'), true)
    for (const given of ['wor', 'word ', '', undefined, ['word']])
      assert.equal(isSameSecret(given, 'word'), false)
  })
})

describe('reports of WhatsApp', () => {
  const webhook = (...statuses: unknown[]) => ({
    entry: [{ changes: [{ field: 'messages', value: { statuses } }] }],
  })
  const report = { messageId: null, waId: null, failure: null, isPassing: false }

  test('the reports of a webhook are reduced to the most advanced status of each message', () => {
    const said = (id: string, status: string) => ({ id, status })
    assert.deepEqual(
      reportsIn(webhook(said('a', 'delivered'), said('a', 'sent'), said('b', 'sent'), said('b', 'read'))),
      [
        { ...report, providerMessageId: 'a', status: 'delivered' },
        { ...report, providerMessageId: 'b', status: 'read' },
      ],
    )
  })

  test('a report gives our id of the message, the person, and the code of the error', () => {
    const failed = {
      id: 'wamid.1',
      status: 'failed',
      recipient_id: '22997000001',
      biz_opaque_callback_data: facts.id,
      errors: [{ code: 131026, title: 'Message undeliverable', error_data: { details: 'x' } }],
    }
    assert.deepEqual(reportsIn(webhook(failed)), [
      {
        providerMessageId: 'wamid.1',
        messageId: facts.id,
        status: 'failed',
        waId: '22997000001',
        failure: 'WHATSAPP_131026',
        isPassing: false,
      },
    ])
  })

  const strange: unknown[] = [
    null,
    7,
    'x',
    [],
    {},
    { entry: {} },
    {
      entry: [
        null,
        { changes: 'x' },
        { changes: [null, { value: { statuses: {} } }, { value: { messages: [{}] } }] },
      ],
    },
    webhook(null, 1, {}, { id: 'a' }, { id: '', status: 'sent' }, { id: 'a\u0000', status: 'sent' }),
    webhook(
      { id: 'a', status: 'deleted' },
      { id: 'x'.repeat(301), status: 'sent' },
      { id: 'a', status: '__proto__' },
    ),
  ]
  for (const body of strange)
    test(`no report is read from ${JSON.stringify(body).slice(0, 60)}`, () =>
      assert.deepEqual(reportsIn(body), []))

  test('a report leaves out ids that are not ours and people without a number', () => {
    const odd = { id: 'a', status: 'sent', biz_opaque_callback_data: "'; drop table", recipient_id: '+229' }
    assert.deepEqual(reportsIn(webhook(odd)), [{ ...report, providerMessageId: 'a', status: 'sent' }])
  })
})

describe('access to the outbox', () => {
  const local = { ip: '127.0.0.1', hostname: 'localhost', isForwarded: false }
  for (const [what, caller, isLet] of [
    ['this machine', local, true],
    ['this machine over IPv6', { ...local, ip: '::1', hostname: '[::1]' }, true],
    ['this machine over IPv4 in IPv6', { ...local, ip: '::ffff:127.0.0.1' }, true],
    ['this machine by its public name', { ...local, hostname: 'api.example.com' }, true],
    ['another machine', { ...local, ip: '192.168.1.7' }, false],
    ['a machine on the Internet', { ...local, ip: '2001:db8::1' }, false],
    ['a caller behind a proxy', { ...local, isForwarded: true }, false],
    ['a page whose name resolves to this machine', { ...local, hostname: 'rebound.example.net' }, false],
    ['a caller without an address', { ...local, ip: '' }, false],
  ] as const) {
    test(`${what} ${isLet ? 'may' : 'may not'} read the outbox`, () =>
      assert.equal(isAtThisMachine(caller, context.publicUrl), isLet))
  }
})

test('text that people wrote is escaped on the outbox page and in mail', () => {
  const evil = '<script>alert(1)</script>"\'&'
  const message: OutgoingMessage = composedMessage(
    factsOf('DELIVERED', { customer_first_name: evil, shop_name: evil }),
    context,
  )
  const page = outboxPage([{ message, others: [], sentAt: now }], { language: 'fr', timeZone: 'UTC' })
  for (const text of [page, mailBody(message, rulesOf()).html]) {
    assert.ok(text.includes('&#60;script&#62;alert(1)&#60;/script&#62;'))
    assert.doesNotMatch(text, /<script|alert\(1\)<\/script/)
  }
})
