import { isBySms } from '../message-kinds.ts'
import { smsText } from '../sms-text.ts'
import { type Channel, MessageRefused, type OutgoingMessage, type Sent } from './message-channel.ts'
import { postToProvider } from './post-to-provider.ts'
import { readAfricasTalkingAnswer, readTwilioAnswer } from './sms-request.ts'

/** The account that SMS are sent by. */
export type SmsAccount = { deadlineMs?: number } & (
  | {
      provider: 'africastalking'
      /** Where the API is, without a slash at the end. */
      apiUrl: string
      username: string
      apiKey: string
      /** Who an SMS comes from; the provider's own name unless given. */
      sender: string | undefined
    }
  | {
      provider: 'twilio'
      apiUrl: string
      accountSid: string
      authToken: string
      /** A number, a name, or the identifier of a messaging service, which begins with MG. */
      sender: string
      /** Where reports about a message are posted; undefined where nobody outside reaches us. */
      reportUrl: ((messageId: string) => string) | undefined
    }
)

/** Sends by SMS, each message as one text. */
export const sendBySms = (account: SmsAccount): Channel => ({
  send: (message) => postSms(account, message),
})

async function postSms(account: SmsAccount, message: OutgoingMessage): Promise<Sent> {
  const { status, answer } = await postToProvider(addressOf(account), {
    headers: { ...headersOf(account), 'content-type': 'application/x-www-form-urlencoded' },
    body: String(formOf(account, message)),
    deadlineMs: account.deadlineMs,
  })
  const read = account.provider === 'twilio' ? readTwilioAnswer : readAfricasTalkingAnswer
  const outcome = read(status, answer)
  if ('failure' in outcome) throw new MessageRefused(outcome.failure, outcome)
  return outcome
}

const addressOf = (account: SmsAccount): string =>
  account.provider === 'twilio'
    ? `${account.apiUrl}/2010-04-01/Accounts/${account.accountSid}/Messages.json`
    : `${account.apiUrl}/version1/messaging`

function headersOf(account: SmsAccount): Record<string, string> {
  if (account.provider !== 'twilio') return { apiKey: account.apiKey }
  const credentials = Buffer.from(`${account.accountSid}:${account.authToken}`)
  return { authorization: `Basic ${credentials.toString('base64')}` }
}

function formOf(account: SmsAccount, message: OutgoingMessage): URLSearchParams {
  const { address, link } = message
  const text = textOf(message, link?.shortUrl ?? link?.url ?? null)
  if (account.provider === 'africastalking')
    return new URLSearchParams({
      username: account.username,
      to: address,
      message: text,
      ...(account.sender !== undefined && { from: account.sender }),
    })
  const { sender, reportUrl } = account
  return new URLSearchParams({
    To: address,
    [sender.startsWith('MG') ? 'MessagingServiceSid' : 'From']: sender,
    Body: text,
    ...(reportUrl && { StatusCallback: reportUrl(message.id) }),
  })
}

function textOf({ kind, language, words }: OutgoingMessage, link: string | null): string {
  if (!isBySms(kind)) throw new MessageRefused('NOT_BY_SMS', { isPermanent: true })
  return smsText(kind, language, words, link)
}
