import { createHmac, timingSafeEqual } from 'node:crypto'
import { isPassingAtTwilio } from './sms-request.ts'
import type { ProviderReport, ReportedStatus } from './whatsapp-report.ts'

/**
 * The delivery report of Africa's Talking in a form that it posts
 * (https://developers.africastalking.com/docs/sms/notifications); undefined for one that says nothing new.
 */
export function africasTalkingReport(form: URLSearchParams): ProviderReport | undefined {
  const status = africasTalkingStatuses.get(form.get('status') ?? '')
  const reason = /^[A-Za-z]{1,40}$/.exec(form.get('failureReason') ?? '')?.[0] ?? form.get('status')
  // None of its reasons passes by itself: it reports once it has given up.
  return reportOf(form.get('id'), null, status, { failure: `AFRICASTALKING_${reason}`, isPassing: false })
}

const africasTalkingStatuses = new Map<string, ReportedStatus>([
  ['Sent', 'sent'],
  ['Submitted', 'sent'],
  ['Buffered', 'sent'],
  ['Rejected', 'failed'],
  ['Failed', 'failed'],
  ['Expired', 'failed'],
  ['AbsentSubscriber', 'failed'],
  ['Success', 'delivered'],
])

/**
 * The status of a message in a form that Twilio posts
 * (https://www.twilio.com/docs/messaging/guides/track-outbound-message-status); undefined for one that says
 * nothing new. `messageId` is our name for the message, which stands in the address that it was told to post
 * to.
 */
export function twilioReport(form: URLSearchParams, messageId: string | null): ProviderReport | undefined {
  const status = twilioStatuses.get(form.get('MessageStatus') ?? '')
  const code = /^\d{1,6}$/.exec(form.get('ErrorCode') ?? '')?.[0] ?? 'UNKNOWN'
  const refusal = { failure: `TWILIO_${code}`, isPassing: isPassingAtTwilio(Number(code)) }
  return reportOf(form.get('MessageSid'), messageId, status, refusal)
}

const twilioStatuses = new Map<string, ReportedStatus>([
  ['sent', 'sent'],
  ['failed', 'failed'],
  ['undelivered', 'failed'],
  ['canceled', 'failed'],
  ['delivered', 'delivered'],
  ['read', 'read'],
])

function reportOf(
  providerMessageId: string | null,
  messageId: string | null,
  status: ReportedStatus | undefined,
  { failure, isPassing }: { failure: string; isPassing: boolean },
): ProviderReport | undefined {
  if (providerMessageId === null || !/^[\x21-\x7e]{1,300}$/.test(providerMessageId)) return undefined
  if (status === undefined) return undefined
  return {
    providerMessageId,
    messageId,
    status,
    waId: null,
    failure: status === 'failed' ? failure : null,
    isPassing: status === 'failed' && isPassing,
  }
}

/**
 * Whether `header` (`X-Twilio-Signature`) signs a form that was posted to `url`: the HMAC-SHA1, in base64, of
 * the address and of every name and value in the order of the names
 * (https://www.twilio.com/docs/usage/security). Compared in constant time.
 */
export function isSignedByTwilio(
  url: string,
  form: URLSearchParams,
  header: unknown,
  authToken: string,
): boolean {
  if (typeof header !== 'string') return false
  const names = [...new Set(form.keys())].sort()
  const values = names.flatMap((name) => [...new Set(form.getAll(name))].sort().map((value) => name + value))
  const expected = createHmac('sha1', authToken)
    .update(url + values.join(''))
    .digest()
  const given = Buffer.from(header, 'base64')
  return given.length === expected.length && timingSafeEqual(given, expected)
}
