import {
  amountText,
  beginningText,
  dayText,
  distanceText,
  spanText,
  timeText,
} from '../../base/kernel/figure-text.ts'
import {
  type Language,
  localLanguage,
  type SpokenLanguage,
  writtenLanguage,
} from '../../base/kernel/language.ts'
import type { SecretKeys } from '../../base/kernel/secret-keys.ts'
import type { DocumentKind } from '../couriers/couriers-tables.ts'
import { amountToCollectOf, dropoffWindowOf } from '../deliveries/delivery-row.ts'
import { endingReason } from '../deliveries/ending-reason.ts'
import { isErased } from '../deliveries/erasing/erased-customer.ts'
import { failureReason } from '../deliveries/failure-reason.ts'
import { customerCalled, customerName } from '../deliveries/order/customer-name.ts'
import {
  customerPath,
  customerPathIn,
  customerToken,
  shortCustomerPath,
  shortCustomerToken,
} from '../deliveries/sharing/customer-link.ts'
import { logoPath } from '../shops/appearance/shop-logo.ts'
import type { OutgoingMessage } from './channels/message-channel.ts'
import { endingText } from './ending-text.ts'
import type { MessageFacts } from './message-facts-store.ts'
import {
  type CustomerKind,
  isToCustomer,
  isTrueOf,
  isTrueOfPayment,
  kindsToShops,
  messageKinds,
} from './message-kinds.ts'
import { oneLine, type Words } from './message-text.ts'
import { toCustomers, toOthers } from './message-words.ts'
import type { MessageKind } from './messages-tables.ts'

/** What messages are composed with besides their facts. */
export type MessageContext = {
  /** The address at which customers and couriers reach us, without a slash at the end. */
  publicUrl: string
  /** Signs the customers' links: 32 bytes. */
  customerLinks: SecretKeys
  /** The code of this cell, which links carry; empty where there are none. */
  cell: string
  timeZone: string
  /** The language of messages to people whose own language is unknown. */
  language: Language
}

/** Why a message is not sent. */
export type Skip = 'NO_LONGER_TRUE' | 'TOO_LATE' | 'NO_ADDRESS' | 'NOT_BY_SMS'

/** Why a message is not to be sent at `now`; undefined when it is. */
export function skipReason(facts: MessageFacts, now: Date): Skip | undefined {
  if (facts.expires_at !== null && facts.expires_at <= now) return 'TOO_LATE'
  if (facts.is_replaced || !facts.is_current || !isStillTrue(facts)) return 'NO_LONGER_TRUE'
  return addressOf(facts) === null ? 'NO_ADDRESS' : undefined
}

/** A message ready to be sent, composed from the facts as they are now. */
export const composedMessage = (
  facts: MessageFacts,
  context: MessageContext,
  language = languageOf(facts, context),
): OutgoingMessage => ({
  id: facts.id,
  kind: facts.kind,
  language,
  address: addressOf(facts) ?? '',
  words: wordsIn(language, facts, context),
  link: linkOf(facts, context),
  logo: logoOf(facts, context),
})

function logoOf(
  { shop_id: id, shop_logo_sha256 }: MessageFacts,
  { publicUrl }: MessageContext,
): string | null {
  const path = id && logoPath({ id, logo_sha256: shop_logo_sha256 })
  return path ? `${publicUrl}${path}` : null
}

/** Owners read the language of their shop, and customers that of their country; of couriers none is known. */
function languageOf(
  { kind, language, shop_language, city_country }: MessageFacts,
  context: MessageContext,
): SpokenLanguage {
  const known = isToCustomer(kind)
    ? localLanguage(city_country ?? '')
    : kindsToShops.includes(kind)
      ? shop_language
      : null
  return language ?? known ?? context.language
}

function isStillTrue(facts: MessageFacts): boolean {
  switch (facts.kind) {
    case 'SIGN_IN_CODE':
    case 'SIGN_IN_LINK':
    case 'SIGN_IN_CHANGED':
    case 'SIGN_IN_CHANGED_MAIL':
    case 'TEAM_INVITATION':
    case 'TEAM_INVITATION_MAIL':
    case 'PAYOUT_CODE':
      return facts.content !== null
    case 'PAYOUT_CHANGE_REQUESTED':
    case 'PAYOUT_CHANGED':
    case 'PAYOUT_HELD':
    case 'PAYOUT_HELD_PHONE':
    case 'COURIER_PAYOUT_HELD':
    case 'SHOP_APPROVED':
    case 'SHOP_APPROVED_PHONE':
    case 'COURIER_APPROVED':
    case 'COURIER_REFUSED':
    case 'COURIER_PAPER_ENDS':
    case 'COURIER_ANNOUNCEMENT':
    case 'COURIER_SHIFT_SOON':
    case 'COURIER_SHIFT_GIVEN':
    case 'COURIER_SHIFT_TAKEN':
    case 'COURIER_SHIFT_CHANGED':
    case 'OPERATOR_ALERT':
    case 'OPERATOR_ALERT_MAIL':
    case 'OPERATOR_ALERT_OVER':
    case 'OPERATOR_ALERT_OVER_MAIL':
      return true
    case 'ENDPOINT_FAILING':
      return (
        facts.endpoint_disabled_at === null &&
        facts.endpoint_removed_at === null &&
        facts.endpoint_failing_since?.toISOString() === textIn(facts.content, 'failingSince')
      )
    case 'ENDPOINT_DISABLED':
      return facts.endpoint_disabled_at !== null && facts.endpoint_removed_at === null
    case 'COURIER_OFFER':
      return (
        facts.declined_at === null && facts.offered_trip_version === facts.trip_version && isTrueNow(facts)
      )
    case 'COURIER_ASSIGNED':
      return facts.carrier_id === facts.courier_id && isTrueNow(facts)
    case 'COURIER_REPLACED':
      return facts.carrier_id !== facts.courier_id && isTrueNow(facts)
    default:
      return isTrueNow(facts)
  }
}

const isTrueNow = ({ kind, status, payment_status }: MessageFacts): boolean =>
  status !== null &&
  isTrueOf(kind, status) &&
  payment_status !== null &&
  isTrueOfPayment(kind, payment_status)

/**
 * Where it goes: the customer's and the courier's phone, the owner's e-mail or phone, or where the message
 * itself says.
 */
function addressOf(facts: MessageFacts): string | null {
  switch (messageKinds[facts.kind].audience) {
    case 'CUSTOMER':
      return isErased(facts) ? null : facts.customer_phone
    case 'COURIER':
      return facts.asked_phone
    case 'PHONE':
    case 'MAILBOX':
      return facts.recipient
    case 'OWNER':
      return facts.owner_email
    case 'OWNER_PHONE':
      return facts.owner_phone
  }
}

const wordsIn = (language: SpokenLanguage, facts: MessageFacts, context: MessageContext): Words =>
  inOneLine(
    isToCustomer(facts.kind)
      ? customerComposers[facts.kind](facts, language)
      : composers[facts.kind](facts, writtenLanguage(language), context),
  )

const inOneLine = (words: Record<string, string | null>): Words =>
  Object.fromEntries(Object.entries(words).map(([place, word]) => [place, oneLine(word)]))

/** The words of an alert whose content is not in the database (`alertContent`). */
export const wordsOfAlert = (content: object, language: Language, context: MessageContext): Words =>
  inOneLine(alertWords({ content }, language, context))

type Composer = (
  facts: MessageFacts,
  language: Language,
  context: MessageContext,
) => Record<string, string | null>

/** What fills the places of what customers are written. */
const customerComposers: Record<
  CustomerKind,
  (facts: MessageFacts, language: SpokenLanguage) => Record<string, string | null>
> = {
  POSITION_LINK: (facts, language) => ({ ...parcelWords(facts), span: daySpan(facts, language) }),
  COURIER_ON_THE_WAY: (facts, language) => {
    const span = hourSpan(facts, language)
    const vehicle =
      facts.courier_vehicle_type && toCustomers.speak(language)(vehicleTexts[facts.courier_vehicle_type])
    return {
      ...parcelWords(facts),
      courier: facts.courier_first_name,
      // Templates have no place of its own for the window.
      vehicle: span ? [vehicle, span].filter((word) => word !== null).join(', ') : vehicle,
      phone: facts.courier_phone,
      code: facts.confirmation_code,
      span,
    }
  },
  COURIER_NEARBY: (facts) => ({ ...parcelWords(facts), courier: facts.courier_first_name }),
  DELIVERED: parcelWords,
  DELIVERY_FAILED: endingWords,
  DELIVERY_CANCELLED: endingWords,
  DELIVERY_EXPIRED: endingWords,
  PAYMENT_DUE: (facts, language) => ({ ...parcelWords(facts), amount: amountToPay(facts, language) }),
  PAYMENT_DENIED: (facts, language) => ({ ...parcelWords(facts), amount: declaredAmount(facts, language) }),
}

/** When the customer is to have the parcel, with its day; null for as soon as possible. */
function daySpan(facts: MessageFacts, language: SpokenLanguage): string | null {
  const window = dropoffWindowOf(facts)
  return window && spanText({ ...window, timeZone: facts.city_time_zone ?? 'UTC' }, language)
}

/** The same of a parcel on its way, which nobody keeps for hours: without a day. */
function hourSpan(facts: MessageFacts, language: SpokenLanguage): string | null {
  const window = dropoffWindowOf(facts)
  if (!window) return null
  const [from, to] = [window.from, window.to].map((at) =>
    timeText(at, facts.city_time_zone ?? 'UTC', language),
  )
  return toCustomers.speak(language)('between {from} and {to}', { from: from ?? '', to: to ?? '' })
}

/** How the courier comes, after “is bringing it”. */
const vehicleTexts = { MOTO: 'by motorbike', TRICYCLE: 'by tricycle', CAR: 'by car' } as const

/** What fills the places of every other wording. */
const composers: Record<Exclude<MessageKind, CustomerKind>, Composer> = {
  COURIER_WAITS_OWNER: waitWords,
  COURIER_WAITS_OWNER_PHONE: (facts, language, context) => {
    const words = waitWords(facts, language, context)
    return { ...words, amount: words.amount ?? toOthers.speak(language)('none') }
  },
  DELIVERY_FAILED_OWNER: (facts, language) => ({
    ...failureWords(facts, language),
    order: facts.external_ref,
  }),
  DELIVERY_FAILED_OWNER_PHONE: failureWords,
  DELIVERY_LATE_OWNER: (facts) => ({ ...lateWords(facts), order: facts.external_ref }),
  DELIVERY_LATE_OWNER_PHONE: lateWords,
  PAYMENT_DECLARED: paymentWords,
  PAYMENT_DECLARED_PHONE: paymentWords,
  PAYMENT_DECLARED_AGAIN: paymentWords,
  PAYMENT_DECLARED_AGAIN_PHONE: paymentWords,
  PAYMENT_REMINDER: paymentWords,
  PAYMENT_REMINDER_PHONE: paymentWords,
  PAYMENT_LAST_REMINDER: paymentWords,
  PAYMENT_LAST_REMINDER_PHONE: paymentWords,
  PAYMENT_CONFIRMED_OWNER: answerWords,
  PAYMENT_CONFIRMED_OWNER_PHONE: answerWords,
  PAYMENT_DENIED_OWNER: answerWords,
  PAYMENT_DENIED_OWNER_PHONE: answerWords,
  PAYMENT_DENIED_COURIER: (facts) => ({
    courier: facts.asked_first_name,
    reference: facts.reference,
    shop: facts.shop_name,
  }),
  COURIER_ASSIGNED: (facts, language) => ({
    courier: facts.asked_first_name,
    reference: facts.reference,
    shop: facts.shop_name,
    place: pickupPlace(facts),
    amount: amountText(facts.courier_pay_fcfa ?? 0, language),
  }),
  COURIER_REPLACED: (facts) => ({
    courier: facts.asked_first_name,
    reference: facts.reference,
    shop: facts.shop_name,
  }),
  COURIER_OFFER: (facts, language) => ({
    courier: facts.asked_first_name,
    shop: facts.shop_name,
    place: pickupPlace(facts),
    distance: distanceText(facts.distance_meters ?? 0, language),
    pay: amountText(facts.pay_fcfa ?? 0, language),
  }),
  SIGN_IN_CODE: (facts) => ({ code: textIn(facts.content, 'code'), ...minutesLeft(facts) }),
  SIGN_IN_LINK: minutesLeft,
  SIGN_IN_CHANGED: wayInWords,
  SIGN_IN_CHANGED_MAIL: wayInWords,
  TEAM_INVITATION: (facts) => ({ shop: facts.shop_name }),
  TEAM_INVITATION_MAIL: (facts) => ({ shop: facts.shop_name }),
  PAYOUT_CODE: (facts) => ({
    code: textIn(facts.content, 'code'),
    ...minutesLeft(facts),
    ...payoutWords(facts),
  }),
  PAYOUT_CHANGE_REQUESTED: payoutWords,
  PAYOUT_CHANGED: payoutWords,
  PAYOUT_HELD: heldWords,
  PAYOUT_HELD_PHONE: heldWords,
  COURIER_PAYOUT_HELD: ({ asked_first_name, content }, language) => ({
    courier: asked_first_name,
    amount: amountText(numberIn(content, 'amountFcfa') ?? 0, language),
    end: textIn(content, 'newEnd'),
  }),
  SHOP_APPROVED: (facts) => ({ shop: facts.shop_name }),
  SHOP_APPROVED_PHONE: (facts) => ({ shop: facts.shop_name }),
  COURIER_APPROVED: ({ content }) => ({ courier: textIn(content, 'firstName') }),
  COURIER_REFUSED: ({ content }) => ({
    courier: textIn(content, 'firstName'),
    reason: textIn(content, 'reason'),
  }),
  COURIER_PAPER_ENDS: paperWords,
  COURIER_ANNOUNCEMENT: ({ asked_first_name: courier, content }) => ({
    courier,
    // The wording goes on after it.
    what: withoutStops(textIn(content, 'text')),
  }),
  COURIER_SHIFT_SOON: shiftWords,
  COURIER_SHIFT_GIVEN: shiftWords,
  COURIER_SHIFT_TAKEN: shiftWords,
  COURIER_SHIFT_CHANGED: shiftWords,
  OPERATOR_ALERT: alertWords,
  OPERATOR_ALERT_MAIL: alertWords,
  OPERATOR_ALERT_OVER: alertWords,
  OPERATOR_ALERT_OVER_MAIL: alertWords,
  ENDPOINT_FAILING: ({ content }, language, { timeZone }) => ({
    url: textIn(content, 'url'),
    since: dayAndTime(textIn(content, 'failingSince'), language, timeZone),
    until: dayAndTime(textIn(content, 'disablesAt'), language, timeZone),
  }),
  ENDPOINT_DISABLED: ({ content }, language, { timeZone }) => ({
    url: textIn(content, 'url'),
    since: dayAndTime(textIn(content, 'failingSince'), language, timeZone),
  }),
}

/** For how many minutes it is good. */
function minutesLeft({ expires_at, created_at }: MessageFacts) {
  const lifeMs = (expires_at ?? created_at).getTime() - created_at.getTime()
  return { minutes: String(Math.round(lifeMs / 60_000)) }
}

const fullName = (facts: MessageFacts): string => customerName(namesOf(facts))

const namesOf = ({ customer_first_name, customer_last_name }: MessageFacts) => ({
  customer_first_name: customer_first_name ?? '-',
  customer_last_name: customer_last_name ?? '-',
})

/** What the customer pays at the door. */
const amountToPay = (
  { payment_mode, fee_payer, goods_amount_fcfa, price_fcfa }: MessageFacts,
  language: SpokenLanguage,
): string | null =>
  payment_mode === null || fee_payer === null || goods_amount_fcfa === null || price_fcfa === null
    ? null
    : amountText(amountToCollectOf({ payment_mode, fee_payer, goods_amount_fcfa, price_fcfa }), language)

const declaredAmount = ({ content }: MessageFacts, language: SpokenLanguage): string =>
  amountText(numberIn(content, 'amountFcfa') ?? 0, language)

function paymentWords(facts: MessageFacts, language: Language) {
  return {
    reference: facts.reference,
    customer: fullName(facts),
    amount: declaredAmount(facts, language),
    order: facts.external_ref,
  }
}

/** What an owner reads about a parcel that comes back, and with which code they take it. */
function failureWords(facts: MessageFacts, language: Language) {
  return {
    reference: facts.reference,
    customer: fullName(facts),
    reason: failureReason(facts.failure_code, facts.failure_note, language),
    courier: facts.courier_first_name,
    phone: facts.courier_phone,
    code: facts.return_code,
  }
}

function lateWords(facts: MessageFacts) {
  return { reference: facts.reference, customer: fullName(facts) }
}

/**
 * What an owner reads about a courier who waits for their parcel; without an amount where the wait costs
 * nothing.
 */
function waitWords(
  { reference, courier_first_name: courier, courier_phone: phone, content }: MessageFacts,
  language: Language,
  { timeZone }: MessageContext,
) {
  const [problem, until] = [textIn(content, 'problem'), textIn(content, 'waitsUntil')]
  const feeFcfa = numberIn(content, 'feeFcfa') ?? 0
  return {
    ...{ reference, courier, phone },
    reason: isWaitedFor(problem) ? toOthers.speak(language)(waitReasons[problem]) : null,
    until: until && timeText(new Date(until), timeZone, language),
    amount: feeFcfa > 0 ? amountText(feeFcfa, language) : null,
  }
}

/** Why a courier has to wait at a shop; only what the shop can mend is waited for. */
const waitReasons = {
  SHOP_CLOSED: 'the shop is closed',
  PARCEL_NOT_READY: 'the parcel is not ready',
} as const
const isWaitedFor = (problem: string | null): problem is keyof typeof waitReasons =>
  problem !== null && Object.hasOwn(waitReasons, problem)

/** What an account is signed in to with from now on. */
function wayInWords({ content }: MessageFacts, language: Language) {
  const t = toOthers.speak(language)
  return { what: textIn(content, 'what') === 'PASSWORD' ? t('a new password') : t('a two-factor check') }
}

/** What an owner reads about a payout that waits. */
function heldWords(facts: MessageFacts, language: Language) {
  return {
    ...payoutWords(facts),
    amount: amountText(numberIn(facts.content, 'amountFcfa') ?? 0, language),
  }
}

/** Which paper of a courier ends, and on which day. */
function paperWords({ asked_first_name: courier, content }: MessageFacts, language: Language) {
  const kind = textIn(content, 'paper')
  const expiresOn = textIn(content, 'expiresOn')
  return {
    courier,
    what: toOthers.speak(language)(isPaper(kind) ? paperNames[kind] : paperNames.OTHER),
    until: expiresOn && dayText(new Date(expiresOn), 'UTC', language),
  }
}

/** When a shift of a courier is, by the clocks of its city. */
function shiftWords({ asked_first_name: courier, content }: MessageFacts, language: Language) {
  const [begins, ends] = [textIn(content, 'beginsAt'), textIn(content, 'endsAt')]
  const timeZone = textIn(content, 'timeZone') ?? 'UTC'
  return {
    courier,
    begins: begins && beginningText(new Date(begins), timeZone, language),
    ends: ends && timeText(new Date(ends), timeZone, language),
  }
}

/** Papers, after “your”. */
const paperNames = {
  PHOTO: 'photo',
  IDENTITY: 'identity document',
  LICENCE: 'driving licence',
  INSURANCE: 'insurance',
  REGISTRATION: 'vehicle registration',
  OTHER: 'paper',
} as const satisfies Record<DocumentKind, string>
const isPaper = (kind: string | null): kind is DocumentKind =>
  kind !== null && Object.hasOwn(paperNames, kind)

/** What those who run the service answered for the shop, and why. */
function answerWords(facts: MessageFacts, language: Language) {
  return {
    ...paymentWords(facts, language),
    amount: amountToPay(facts, language),
    reason: facts.payment_note ?? toOthers.speak(language)('not given'),
  }
}

function parcelWords(facts: MessageFacts) {
  return { customer: customerCalled(namesOf(facts)), shop: facts.shop_display_name ?? facts.shop_name }
}

const pickupPlace = (facts: MessageFacts): string | null =>
  facts.pickup_landmark ?? facts.pickup_label ?? facts.city_name

/**
 * What a customer reads whose parcel does not come; the reason in our words alone, since a shop's own would
 * go out in the name of the service.
 */
function endingWords(facts: MessageFacts, language: SpokenLanguage) {
  const reason =
    facts.status &&
    endingReason({
      status: facts.status,
      failureCode: facts.failure_code,
      hasDropoff: facts.dropoff_lat !== null,
      intervention: facts.ended_by,
    })
  return { ...parcelWords(facts), reason: reason && endingText(reason, language) }
}

/** Of phone numbers only their ends: what is said is recognised, and worth nothing to others. */
function payoutWords({ shop_name, content }: MessageFacts) {
  const heldHours = numberIn(content, 'heldHours')
  return {
    shop: shop_name,
    old: textIn(content, 'oldEnd'),
    new: textIn(content, 'newEnd'),
    hours: heldHours === null ? null : String(heldHours),
  }
}

function alertWords(
  { content }: Pick<MessageFacts, 'content'>,
  language: Language,
  { timeZone }: Pick<MessageContext, 'timeZone'>,
) {
  const ending = language === 'fr' ? 'Fr' : 'En'
  return {
    what: textIn(content, `what${ending}`),
    advice: textIn(content, `advice${ending}`),
    since: dayAndTime(textIn(content, 'since'), language, timeZone),
    until: dayAndTime(textIn(content, 'until'), language, timeZone),
  }
}

function linkOf(
  facts: MessageFacts,
  { publicUrl, customerLinks, cell }: MessageContext,
): OutgoingMessage['link'] {
  switch (facts.kind) {
    case 'POSITION_LINK':
    case 'COURIER_ON_THE_WAY':
    case 'COURIER_NEARBY':
    case 'PAYMENT_DUE':
    case 'PAYMENT_DENIED': {
      if (facts.shop_id === null || facts.delivery_id === null || facts.link_version === null) return null
      const delivery = { shopId: facts.shop_id, id: facts.delivery_id, linkVersion: facts.link_version }
      const path = `${customerPathIn(cell)}${customerToken(delivery, customerLinks)}`
      const token = path.slice(customerPath.length)
      const url = `${publicUrl}${path}`
      if (facts.reference === null) return { url, token }
      const named = { reference: facts.reference, linkVersion: facts.link_version }
      return {
        url,
        token,
        shortUrl: `${publicUrl}${shortCustomerPath}${shortCustomerToken(named, customerLinks)}`,
      }
    }
    case 'COURIER_WAITS_OWNER':
    case 'DELIVERY_LATE_OWNER':
    case 'PAYMENT_DECLARED':
    case 'PAYMENT_DECLARED_AGAIN':
    case 'PAYMENT_REMINDER':
    case 'PAYMENT_LAST_REMINDER':
    case 'PAYMENT_CONFIRMED_OWNER':
    case 'PAYMENT_DENIED_OWNER':
      return {
        url: `${publicUrl}${consolePath}/shops/${facts.shop_id}/deliveries/${facts.delivery_id}`,
        token: null,
      }
    case 'PAYMENT_DENIED_COURIER':
    case 'COURIER_ASSIGNED':
    case 'COURIER_REPLACED':
    case 'COURIER_OFFER':
    case 'COURIER_APPROVED':
    case 'COURIER_PAPER_ENDS':
    case 'COURIER_ANNOUNCEMENT':
    case 'COURIER_SHIFT_SOON':
      return { url: `${publicUrl}${courierPath}`, token: null }
    case 'COURIER_SHIFT_GIVEN':
    case 'COURIER_SHIFT_TAKEN':
    case 'COURIER_SHIFT_CHANGED':
      return { url: `${publicUrl}${courierShiftsPath}`, token: null }
    case 'COURIER_PAYOUT_HELD':
      return { url: `${publicUrl}${courierEarningsPath}`, token: null }
    case 'SIGN_IN_LINK': {
      const token = textIn(facts.content, 'token')
      return token === null ? null : { url: `${publicUrl}${signInLinkPath}${token}`, token }
    }
    case 'PAYMENT_DECLARED_PHONE':
    case 'PAYMENT_DECLARED_AGAIN_PHONE':
    case 'PAYMENT_REMINDER_PHONE':
    case 'PAYMENT_LAST_REMINDER_PHONE':
    case 'PAYMENT_CONFIRMED_OWNER_PHONE':
    case 'PAYMENT_DENIED_OWNER_PHONE':
    case 'COURIER_WAITS_OWNER_PHONE':
    case 'DELIVERY_FAILED_OWNER_PHONE':
    case 'DELIVERY_LATE_OWNER_PHONE':
    case 'PAYOUT_HELD_PHONE':
    case 'SHOP_APPROVED':
    case 'SHOP_APPROVED_PHONE':
    case 'SIGN_IN_CHANGED':
    case 'SIGN_IN_CHANGED_MAIL':
    case 'TEAM_INVITATION':
    case 'TEAM_INVITATION_MAIL':
      return { url: `${publicUrl}${consolePath}`, token: null }
    case 'OPERATOR_ALERT':
    case 'OPERATOR_ALERT_MAIL':
    case 'OPERATOR_ALERT_OVER':
    case 'OPERATOR_ALERT_OVER_MAIL':
      return { url: `${publicUrl}${servicePath}`, token: null }
    default:
      return null
  }
}

/** Where those who run the service see how it does. */
export const servicePath = '/operations/service'

/** Where the shops’ pages are, and the page of a link that signs in. */
export const consolePath = '/console'
const signInLinkPath = `${consolePath}/sign-in/link/`

/** Where the couriers’ pages are; WhatsApp’s templates hold these addresses too. */
export const courierPath = '/courier'

/** Where couriers take shifts and leave them. */
export const courierShiftsPath = `${courierPath}/shifts`

/** Where couriers read what they earned and what they are paid. */
export const courierEarningsPath = `${courierPath}/trips`

const textIn = (content: object | null, name: string): string | null => {
  const text = (content as Record<string, unknown> | null)?.[name]
  return typeof text === 'string' ? text : null
}

/** A text without the stops and spaces at its end. */
const withoutStops = (text: string | null): string | null =>
  text?.slice(0, text.split('').findLastIndex((sign) => !/[.\s]/.test(sign)) + 1) ?? null

const numberIn = (content: object | null, name: string): number | null => {
  const number = (content as Record<string, unknown> | null)?.[name]
  return typeof number === 'number' ? number : null
}

const locales: Record<Language, string> = { fr: 'fr-BJ', en: 'en-GB' }

function dayAndTime(time: string | null, language: Language, timeZone: string): string | null {
  if (time === null) return null
  const form = new Intl.DateTimeFormat(locales[language], { dateStyle: 'long', timeStyle: 'short', timeZone })
  return form.format(new Date(time))
}
