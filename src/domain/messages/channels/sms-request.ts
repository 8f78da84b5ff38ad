import { isPassingStatus } from './failure-fate.ts'
import type { Refusal } from './message-channel.ts'

/** What a provider of SMS answered: the id of the message, or why it did not take it. */
type SmsAnswer = { providerMessageId: string } | Refusal

/**
 * What Africa's Talking answered to `POST /version1/messaging`: 201 with one recipient and the code of what
 * became of it (https://developers.africastalking.com/docs/sms/sending).
 */
export function readAfricasTalkingAnswer(httpStatus: number, answer: unknown): SmsAnswer {
  const recipients = memberOf(memberOf(answer, 'SMSMessageData'), 'Recipients')
  const recipient = Array.isArray(recipients) ? recipients[0] : undefined
  const [code, id] = [memberOf(recipient, 'statusCode'), memberOf(recipient, 'messageId')]
  if (!Number.isSafeInteger(code))
    return {
      failure: httpStatus === 201 ? 'AFRICASTALKING_NO_RECIPIENT' : `HTTP_${httpStatus}`,
      isPermanent: false,
      isPassing: isPassingStatus(httpStatus),
    }
  if (acceptedByAfricasTalking.has(code as number) && isProviderId(id)) return { providerMessageId: id }
  return {
    failure: `AFRICASTALKING_${code}`,
    isPermanent: refusedByAfricasTalking.has(code as number),
    isPassing: passingAtAfricasTalking.has(code as number),
  }
}

const acceptedByAfricasTalking = new Set([
  100, // processed
  101, // sent
  102, // queued
])

/** The codes of an outage, of theirs or of the operator's network. */
const passingAtAfricasTalking = new Set([
  500, // an internal error
  501, // the gateway fails
])

/** The codes that concern the person; all others are temporary, or can be fixed by the operator. */
const refusedByAfricasTalking = new Set([
  403, // not a phone number
  404, // a number that gets no SMS
  406, // the person stopped messages of this sender
  409, // the person is on the operator's list of those who want none
])

/**
 * What Twilio answered to `POST /2010-04-01/Accounts/{Sid}/Messages.json`: the message with its `sid`, or an
 * error with its `code` (https://www.twilio.com/docs/api/errors).
 */
export function readTwilioAnswer(httpStatus: number, answer: unknown): SmsAnswer {
  const sid = memberOf(answer, 'sid')
  if (httpStatus === 201 && isProviderId(sid)) return { providerMessageId: sid }
  const code = memberOf(answer, 'code')
  const isPassing = isPassingStatus(httpStatus) || isPassingAtTwilio(Number(code))
  if (!Number.isSafeInteger(code)) return { failure: `HTTP_${httpStatus}`, isPermanent: false, isPassing }
  return { failure: `TWILIO_${code}`, isPermanent: refusedByTwilio.has(code as number), isPassing }
}

/** Whether an error of Twilio, in an answer or in a report, is one of those that pass by themselves. */
export const isPassingAtTwilio = (code: number): boolean => passingAtTwilio.has(code)

const passingAtTwilio = new Set([
  20429, // too many requests
  30001, // the queue was full
  30017, // the operator's network is congested
  30022, // more messages than the sender may send
  30410, // the operator's network did not answer
])

/**
 * The codes that concern the person or the text; all others are temporary, or can be fixed by the operator.
 */
const refusedByTwilio = new Set([
  21211, // not a phone number
  21265, // the sender cannot write to a short code
  21610, // the person stopped messages of this sender
  21614, // a number that gets no SMS
  21617, // the text is too long
  21635, // a landline
])

const isProviderId = (id: unknown): id is string => typeof id === 'string' && /^[\x21-\x7e]{1,300}$/.test(id)

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined
}
