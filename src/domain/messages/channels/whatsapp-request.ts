import { createHmac, timingSafeEqual } from 'node:crypto'
import type { SpokenLanguage } from '../../../base/kernel/language.ts'
import { kindsWithCode } from '../message-kinds.ts'
import { placesOf, wordOf } from '../message-text.ts'
import { messageWording, templateVersion } from '../message-wording.ts'
import type { MessageKind } from '../messages-tables.ts'
import { isPassingStatus } from './failure-fate.ts'
import type { OutgoingMessage, Refusal } from './message-channel.ts'

/** The languages as WhatsApp names them. */
export const templateLanguages: Record<SpokenLanguage, string> = { fr: 'fr', en: 'en', pt: 'pt_PT', es: 'es' }

/** The name under which a message’s wording is approved: `colis_position_link_v2`. */
export const templateName = (kind: MessageKind): string => `colis_${kind.toLowerCase()}_v${templateVersion}`

/**
 * The body of `POST /{phone-number-id}/messages` (WhatsApp Cloud API, template messages): the places of the
 * approved wording in their order, and the customer's own part of the button's address. Our name for the
 * message goes along and comes back with every report.
 */
export function whatsAppBody(message: OutgoingMessage): object {
  const { kind, language, words, link } = message
  const text = (word: string) => ({ type: 'text', text: word })
  const places = placesOf(messageWording(kind, language).body).map((place) => wordOf(words, place))
  const button = (word: string) => ({ type: 'button', sub_type: 'url', index: '0', parameters: [text(word)] })
  const components = kindsWithCode.includes(kind)
    ? // The platform words messages with a code itself, and its button copies the code.
      codeComponents(wordOf(words, 'code'))
    : [{ type: 'body', parameters: places.map(text) }, ...(link?.token ? [button(link.token)] : [])]
  return {
    messaging_product: 'whatsapp',
    recipient_type: 'individual',
    to: message.address.replace('+', ''),
    type: 'template',
    template: { name: templateName(kind), language: { code: templateLanguages[language] }, components },
    biz_opaque_callback_data: message.id,
  }

  function codeComponents(code: string) {
    return [{ type: 'body', parameters: [text(code)] }, button(code)]
  }
}

/**
 * WhatsApp's identifiers of the message and of the person, from its response; undefined for anything else.
 */
export function readWhatsAppAnswer(
  answer: unknown,
): { providerMessageId: string; waId?: string } | undefined {
  const { messages, contacts } = (answer ?? {}) as {
    messages?: { id?: unknown }[]
    contacts?: { wa_id?: unknown }[]
  }
  const [id, waId] = [messages?.[0]?.id, contacts?.[0]?.wa_id]
  if (typeof id !== 'string' || id === '') return undefined
  return { providerMessageId: id, ...(typeof waId === 'string' && { waId }) }
}

/**
 * The documented error codes that are permanent, because of the person or the message. All others are
 * temporary, or can be fixed by the operator (rate, throughput, outage, an expired token, a template that is
 * not approved yet), so they are retried where no other channel takes the message.
 */
const permanentCodes = new Set([
  131008, // a required parameter is missing
  131009, // a parameter is not valid
  131021, // the sender and the recipient are the same
  131026, // undeliverable: not on WhatsApp, terms not accepted, or too old a version
  131030, // not among the recipients of a test number
  131050, // the person stopped messages of this kind
  131051, // an unknown type of message
  130472, // the person's number is part of an experiment
  130497, // the business may not write to this country
  132000, // the number of parameters is not the template's
  132005, // the text with its parameters is too long
  132007, // the template breaks a policy
  132012, // a parameter has another format than the template's
  132018, // a parameter has a character that none may have
])

/** The documented error codes that pass by themselves within minutes. */
const passingCodes = new Set([
  2, // the API is down or overloaded
  4, // too many calls of the app
  80007, // too many calls of the business account
  130429, // too many messages at once
  131016, // a service is not available
  131056, // too many messages to this person at once
  131057, // the account is being moved
  133004, // the server is not available
])

/** The codes that stay although an HTTP status may say that the server fails. */
const lastingCodes = new Set([
  131031, // the account is locked
  131042, // its bills are not paid
  131045, // the phone number is not registered rightly
  131048, // too many people called its messages spam
  131049, // the platform keeps this person from more messages
  133000, // the phone number was not deregistered rightly
  133010, // the phone number is not registered
])

/**
 * The failures that concern the person written to, so that nothing is wrong with the account: they are not on
 * WhatsApp, take part in an experiment, get enough messages, or want none.
 */
export const failuresOfPeople = [131026, 130472, 131049, 131050, 131047].map((code) => `WHATSAPP_${code}`)

/** Whether a failure with this code, in an answer or in a report, passes by itself. */
export const isPassingAtWhatsApp = (code: number): boolean => passingCodes.has(code)

/** The failure in an error response; a code that is not known here is judged by the HTTP status. */
export function readWhatsAppError(httpStatus: number, answer: unknown): Refusal {
  const code = (answer as { error?: { code?: unknown } } | null)?.error?.code
  const isPassing = isPassingStatus(httpStatus)
  if (!Number.isSafeInteger(code)) return { failure: `HTTP_${httpStatus}`, isPermanent: false, isPassing }
  const known = code as number
  const isPermanent = permanentCodes.has(known)
  return {
    failure: `WHATSAPP_${known}`,
    isPermanent,
    isPassing: isPassingAtWhatsApp(known) || (isPassing && !isPermanent && !lastingCodes.has(known)),
  }
}

const signatureForm = /^sha256=([\da-f]{64})$/i

/** Whether a header has the form of a signature. */
export const isSignatureForm = (header: unknown): boolean =>
  typeof header === 'string' && signatureForm.test(header)

/**
 * Whether `header` (`X-Hub-Signature-256`) signs these bytes with the app's secret. Compared in constant
 * time.
 */
export function isSignedByWhatsApp(bytes: Uint8Array, header: unknown, appSecret: string): boolean {
  const given = typeof header === 'string' ? signatureForm.exec(header)?.[1] : undefined
  if (given === undefined) return false
  const expected = createHmac('sha256', appSecret).update(bytes).digest()
  return timingSafeEqual(Buffer.from(given, 'hex'), expected)
}

/** Compares two texts in constant time. */
export function isSameSecret(given: unknown, secret: string): boolean {
  const digest = (text: string) => createHmac('sha256', 'same').update(text).digest()
  return typeof given === 'string' && timingSafeEqual(digest(given), digest(secret))
}
