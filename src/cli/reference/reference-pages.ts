import { languages, spokenLanguages } from '../../base/kernel/language.ts'
import type { Setting } from '../../base/kernel/setting.ts'
import { settings } from '../../config.ts'
import { doorErrors } from '../../contract/door-errors.ts'
import { type ErrorCode, errorBody, exampleError, type PartnerErrorCode } from '../../contract/errors.ts'
import { partnerErrors } from '../../contract/partner-errors.ts'
import { deliveryStatuses, paymentStatuses } from '../../contract/vocabulary.ts'
import { signInCode } from '../../domain/accounts/sign-in-code.ts'
import {
  deliveryTransitions,
  isFinal,
  statusGroups,
  transitionsFrom,
} from '../../domain/deliveries/delivery-status.ts'
import { failureWording } from '../../domain/deliveries/failure-reason.ts'
import { customerPath } from '../../domain/deliveries/sharing/customer-link.ts'
import { templateLanguages, templateName } from '../../domain/messages/channels/whatsapp-request.ts'
import {
  consolePath,
  courierEarningsPath,
  courierPath,
  courierShiftsPath,
} from '../../domain/messages/message-composition.ts'
import {
  type Audience,
  isByMail,
  isBySms,
  isFollowUp,
  isToCustomer,
  kindNames,
  type MessageRule,
  messageKinds,
  renewalOf,
} from '../../domain/messages/message-kinds.ts'
import { numbered, placesOf } from '../../domain/messages/message-text.ts'
import { messageWording } from '../../domain/messages/message-wording.ts'
import { smsWording } from '../../domain/messages/sms-text.ts'
import { paymentTransitions } from '../../domain/money/payments/payment-status.ts'
import { payoutCode } from '../../domain/shops/payout/payout-change.ts'
import { speak } from '../../doors/developer-docs/docs-words.ts'
import { errorAdvice } from '../../doors/developer-docs/reference/error-advice.ts'
import { ruleNames, rules } from '../../rules.ts'

/** The pages of `docs/reference/`, each made from the table that the code itself uses. */

const generated = '<!-- Written by `npm run docs`; a test holds it true. -->\n'

/** `docs/reference/errors.md`: the errors of the partner API. */
export function errorsMarkdown(operationsOf: (code: PartnerErrorCode) => string[]): string {
  const intro = [
    'Every error has the same body: `statusCode`, `code`, `message` and sometimes `details`.',
    'Branch on `code`: codes are permanent, wording is not. The texts below carry example values.',
  ]
  const sections = (Object.keys(partnerErrors) as PartnerErrorCode[]).map((code) => {
    const operations = operationsOf(code).map((id) => `\`${id}\``)
    return errorMarkdown(code, [
      `- what to do: ${errorAdvice[code]}`,
      `- que faire : ${speak('fr')(errorAdvice[code])}`,
      ...(operations.length > 0 ? [`- answered by: ${operations.join(', ')}`] : []),
    ])
  })
  return [`# Errors\n\n${generated}`, ...intro, '', ...sections].join('\n')
}

/**
 * `docs/reference/door-errors.md`: the errors for customers, couriers and the operator, which partners never
 * get.
 */
export function doorErrorsMarkdown(): string {
  const intro = [
    'What the pages of customers and couriers and the command line refuse besides what the partner API answers',
    '(see [errors.md](errors.md)). The texts below carry example values.',
  ]
  const sections = (Object.keys(doorErrors) as (keyof typeof doorErrors)[]).map((code) =>
    errorMarkdown(code, []),
  )
  return [`# Errors of our own doors\n\n${generated}`, ...intro, '', ...sections].join('\n')
}

function errorMarkdown(code: ErrorCode, more: string[]): string {
  const error = exampleError(code)
  const [en, fr] = [errorBody(error, 'en'), errorBody(error, 'fr')]
  return [
    `## ${code}`,
    '',
    `HTTP ${en.statusCode}`,
    '',
    `- en: ${en.message}`,
    `- fr: ${fr.message}`,
    ...(en.details ? [`- details: \`${JSON.stringify(en.details)}\``] : []),
    ...more,
    '',
  ].join('\n')
}

/** `docs/reference/statuses.md`. */
export function statusesMarkdown(): string {
  const transitions = Object.entries(deliveryTransitions).map(
    ([name, { from, to, emits }]) =>
      `| ${name} | ${from.join(', ')} | ${to} | ${emits ? `\`${emits}\`` : 'none'} |`,
  )
  const payments = Object.entries(paymentTransitions).map(
    ([name, { from, to, emits }]) =>
      `| ${name} | ${from.join(', ')} | ${to} | ${emits ? `\`${emits}\`` : 'none'} |`,
  )
  const endings = deliveryStatuses.filter(isFinal)
  const failures = Object.entries(failureWording).map(([code, { fr, en }]) => `| ${code} | ${fr} | ${en} |`)
  const groups = Object.entries(statusGroups).map(
    ([name, statuses]) => `| ${name} | ${statuses.join(', ')} |`,
  )
  return [
    `# Statuses\n\n${generated}`,
    '## Of a delivery',
    '',
    [
      'A delivery begins as AWAITING_LOCATION, or as SEARCHING_COURIER when its destination is known; creation emits `delivery.created`.',
      `It ends as ${endings.join(', ')}.`,
    ].join(' '),
    '',
    '| Transition | From | To | Event emitted |',
    '|---|---|---|---|',
    ...transitions,
    '',
    '| Status | Transitions from it |',
    '|---|---|',
    ...deliveryStatuses.map(
      (status) => `| ${status} | ${transitionsFrom(status).join(', ') || 'none: final'} |`,
    ),
    '',
    'The statuses that the service treats alike, read from the same table:',
    '',
    '| Group | Statuses |',
    '|---|---|',
    ...groups,
    '',
    '## Of a payment',
    '',
    [
      `The statuses are ${paymentStatuses.join(', ')}.`,
      'A payment begins as NOT_DUE when nothing is collected, else as NOT_REQUESTED; as AWAITING_SENDER where the shop pays the trip first.',
      'A parcel is picked up when its payment is not AWAITING_SENDER, and handed over when its payment is NOT_DUE or PAID.',
    ].join(' '),
    '',
    '| Transition | From | To | Event emitted |',
    '|---|---|---|---|',
    ...payments,
    '',
    '## Why a hand-over failed',
    '',
    '| Code | fr | en |',
    '|---|---|---|',
    ...failures,
    '',
  ].join('\n')
}

/** `docs/reference/settings.md`. */
export function settingsMarkdown(): string {
  const rows = Object.entries(settings).map(([name, setting]) => tableRow(name, setting))
  return [
    `# Settings\n\n${generated}`,
    'Read from the environment and from a `.env` file in the folder where Colis is started; the environment wins.',
    'A bad, unknown or misspelt setting stops the start, with every fault listed.',
    '',
    '| Setting | Takes | Default | What it is for |',
    '|---|---|---|---|',
    ...rows,
    '',
    '## Rules of the business',
    '',
    'What operators change while the service runs, at `/operations/service/settings` or with `colis rules set`; every',
    'process goes by it within a second. Where the environment still names one it is taken over at the first start.',
    '',
    '| Rule | Takes | Default | What it is for |',
    '|---|---|---|---|',
    ...ruleNames.map((name) => tableRow(name, rules[name])),
    '',
  ].join('\n')
}

const tableRow = (name: string, { form, fallback, description }: Setting<unknown>): string =>
  `| \`${name}\` | ${form.replaceAll('|', '\\|')} | ${fallback && `\`${fallback}\``} | ${description} |`

/** `docs/reference/messages.md`. */
export function messagesMarkdown(): string {
  return [
    `# Messages\n\n${generated}`,
    'The messages to customers, couriers and shop owners, and the WhatsApp templates of those that are sent by WhatsApp.',
    'Create each template under this name in both languages, `fr` and `en`, word for word, and those to customers in',
    '`pt_PT` for cities of Guinea-Bissau and in `es` for those of Equatorial Guinea: the places `{{1}}`, `{{2}}`… are',
    'filled in this order. Replace `PUBLIC_URL` by your own address. In mail, what stands in brackets is left',
    'out where nothing fills it. By SMS (`SMS_PROVIDER`) they are worded shorter, in at most 160 characters of GSM 03.38:',
    'there, what stands in brackets is left out and names are shortened where there is no room.',
    '',
    ...kindNames.flatMap((kind) => [`## ${kind}`, '', ...aboutMessage(kind), '']),
  ].join('\n')
}

function aboutMessage(kind: keyof typeof messageKinds): string[] {
  const { audience } = messageKinds[kind]
  const occasion = [
    occasionText(kind),
    renewalText(kind),
    conditions[kind] ?? '',
    isFollowUp(kind) ? ', if they were notified of the delivery before' : '',
  ].join('')
  const isMail = isByMail(audience)
  const sentence = `Sent to ${audienceNames[audience]}${occasion}, ${isMail ? 'by e-mail' : 'by WhatsApp'}.`
  const codeMinutes = codeLives[kind]
  if (codeMinutes !== undefined)
    return [`${sentence} ${codeTemplate(kind, codeMinutes)}`, '', ...wordings(kind)]
  return [
    isMail ? sentence : `${sentence} Template \`${templateName(kind)}\`, category Utility.`,
    '',
    ...wordings(kind),
  ]
}

/** On its event, or for a reminder how long after it. */
function occasionText(kind: keyof typeof messageKinds): string {
  const { triggeredBy, afterMinutes } = messageKinds[kind] as MessageRule
  if (triggeredBy === null) return ''
  return afterMinutes === undefined
    ? `, on \`${triggeredBy}\``
    : `, ${afterMinutes} minutes after \`${triggeredBy}\` where nobody has answered`
}

/** When it is sent anew, as the sentence about it goes on. */
function renewalText(kind: keyof typeof messageKinds): string {
  const renewal = renewalOf(kind)
  if (!renewal) return ''
  if (renewal.field) return `, and again whenever \`${renewal.field}\` is changed`
  if (kind in conditions && renewal.type === messageKinds[kind].triggeredBy) return ''
  return renewal.type === messageKinds[kind].triggeredBy
    ? ', each time'
    : `, and again on \`${renewal.type}\``
}

/** What must be so besides, as the sentence about it goes on. */
const conditions: Partial<Record<keyof typeof messageKinds, string>> = {
  DELIVERY_FAILED_OWNER_PHONE: ' where the shop has no address',
  DELIVERY_LATE_OWNER: ' where those who run the service announce a delay',
  DELIVERY_LATE_OWNER_PHONE: ' where those who run the service announce a delay',
  PAYOUT_HELD_PHONE: ' where nobody of them has an address',
  SHOP_APPROVED_PHONE: ' where nobody of them has an address',
  PAYMENT_DUE: ', where something is to be paid, unless the customer asked for it',
  PAYMENT_DECLARED: ', the first time',
  PAYMENT_DECLARED_PHONE: ', the first time',
  PAYMENT_DECLARED_AGAIN: ' after a denial',
  PAYMENT_DECLARED_AGAIN_PHONE: ' after a denial',
  PAYMENT_CONFIRMED_OWNER: ' by those who run the service',
  PAYMENT_CONFIRMED_OWNER_PHONE: ' by those who run the service',
  PAYMENT_DENIED_OWNER: ' by those who run the service',
  PAYMENT_DENIED_OWNER_PHONE: ' by those who run the service',
}

/** How long the code of a message is valid, in minutes. */
const codeLives: Partial<Record<keyof typeof messageKinds, number>> = {
  SIGN_IN_CODE: signInCode.lifeSeconds / 60,
  PAYOUT_CODE: payoutCode.lifeMs / 60_000,
}

/** WhatsApp does not allow a custom wording for a message with a code. */
const codeTemplate = (kind: keyof typeof messageKinds, minutes: number) =>
  [
    `Template \`${templateName(kind)}\`, category Authentication,`,
    'with the button that copies the code, the security recommendation',
    `and an end after ${minutes} minutes: WhatsApp words such messages itself.`,
    'The wording below is what `/dev/outbox` shows.',
  ].join(' ')

function wordings(kind: keyof typeof messageKinds): string[] {
  const spoken = isToCustomer(kind) ? spokenLanguages : languages
  return spoken.flatMap((language) => {
    const { subject, body, button } = messageWording(kind, language)
    if (isByMail(messageKinds[kind].audience))
      return [`- **${language}**: ${body}`, `  - subject: ${subject}`]
    const places = placesOf(body).map((place, at) => `\`{{${at + 1}}}\` ${place}`)
    return [
      `- **${templateLanguages[language]}**: ${numbered(body)}`,
      `  - places: ${places.join(', ')}`,
      ...(isBySms(kind) ? [`  - by SMS: ${smsWording(kind, language)}`] : []),
      ...(button ? [`  - button, a link: “${button}” to \`PUBLIC_URL${pathOf(kind)}\``] : []),
    ]
  })
}

function pathOf(kind: keyof typeof messageKinds): string {
  if (kind === 'TEAM_INVITATION' || kind === 'SIGN_IN_CHANGED') return consolePath
  if (messageKinds[kind].audience === 'OWNER_PHONE') return consolePath
  if (kind === 'COURIER_PAYOUT_HELD') return courierEarningsPath
  if (/^COURIER_SHIFT_(GIVEN|TAKEN|CHANGED)$/.test(kind)) return courierShiftsPath
  return messageKinds[kind].audience === 'COURIER' ? courierPath : `${customerPath}{{1}}`
}

const audienceNames: Record<Audience, string> = {
  CUSTOMER: 'the customer',
  COURIER: 'the courier',
  OWNER: 'the owner',
  OWNER_PHONE: 'the phone of the owner',
  PHONE: 'a phone that the message names',
  MAILBOX: 'an address that the message names',
}
