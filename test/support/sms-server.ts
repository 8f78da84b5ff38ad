import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { until } from './until.ts'

/** A request as a provider of SMS gets it. */
export type AskedSms = { path: string; headers: IncomingHttpHeaders; form: Record<string, string> }
type Answering = (response: ServerResponse, asked: AskedSms) => unknown

export type SmsServer = {
  url: string
  /** The settings of a service that sends by it as each provider. */
  africasTalking: Record<string, string>
  twilio: Record<string, string>
  asked: AskedSms[]
  /** What it does with a request from now on. */
  answering: Answering
  hasBeenAsked(count: number): Promise<void>
  /** To whom each text went. */
  sent(): [string, string][]
  close(): Promise<void>
}

export const accountSid = `AC${'0123456789abcdef'.repeat(2)}`
const authToken = 'auth-token-of-the-test'
export const reportWord = 'word-in-the-address-of-the-test'
export const smsPublicUrl = 'https://colis.test'

/** Africa’s Talking and Twilio on this machine; it accepts every message by default. */
export async function openSmsServer(): Promise<SmsServer> {
  const sockets = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const asked = {
        path: `${request.method} ${request.url}`,
        headers: request.headers,
        form: Object.fromEntries(new URLSearchParams(Buffer.concat(chunks).toString('utf8'))),
      }
      server.asked.push(asked)
      server.answering(response, asked)
    })
  })
  sockets.listen(0, '127.0.0.1')
  await once(sockets, 'listening')
  const url = `http://127.0.0.1:${(sockets.address() as AddressInfo).port}`
  const server: SmsServer = {
    url,
    africasTalking: {
      PUBLIC_URL: smsPublicUrl,
      SMS_PROVIDER: 'africastalking',
      SMS_API_URL: url,
      SMS_SENDER: 'COLIS',
      AFRICASTALKING_USERNAME: 'colis',
      AFRICASTALKING_API_KEY: 'api-key-of-the-test',
      AFRICASTALKING_REPORT_WORD: reportWord,
    },
    twilio: {
      PUBLIC_URL: smsPublicUrl,
      SMS_PROVIDER: 'twilio',
      SMS_API_URL: url,
      SMS_SENDER: '+15005550006',
      TWILIO_ACCOUNT_SID: accountSid,
      TWILIO_AUTH_TOKEN: authToken,
    },
    asked: [],
    answering: acceptsSms,
    hasBeenAsked: (count) => until(() => server.asked.length >= count, `${count} SMS`),
    sent: () => server.asked.map(({ form }) => [form.to ?? form.To ?? '', form.message ?? form.Body ?? '']),
    close: async () => {
      sockets.closeAllConnections()
      await new Promise((closed) => sockets.close(closed))
    },
  }
  return server
}

let taken = 0

/** Takes a message as either provider does. */
export function acceptsSms(response: ServerResponse, asked: AskedSms): void {
  taken += 1
  const number = String(taken).padStart(32, '0')
  if (asked.form.Body === undefined) {
    recipient(101, 'Success', `ATXid_${number}`)(response, asked)
    return
  }
  answerJson(response, 201, {
    sid: `SM${number}`,
    status: 'queued',
    to: asked.form.To,
    num_segments: '1',
    error_code: null,
  })
}

/** What Africa’s Talking answers about its one recipient. */
export const recipient =
  (statusCode: number, status: string, messageId = 'None'): Answering =>
  (response, { form }) =>
    answerJson(response, 201, {
      SMSMessageData: {
        Message: 'Sent to 1/1 Total Cost: XOF 20.0000',
        Recipients: [{ statusCode, number: form.to, status, cost: 'XOF 20.0000', messageId }],
      },
    })

/** Refuses as the API of Twilio does. */
export const refusesAsTwilio =
  (httpStatus: number, code: number): Answering =>
  (response) =>
    answerJson(response, httpStatus, {
      code,
      message: 'Refused in a test.',
      more_info: `https://www.twilio.com/docs/errors/${code}`,
      status: httpStatus,
    })

export function answerJson(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

/** The header with which Twilio signs a form that it posts to an address, as its documentation has it. */
export function twilioSignature(url: string, form: Record<string, string>, token = authToken): string {
  const signed = Object.keys(form)
    .sort()
    .reduce((text, name) => text + name + form[name], url)
  return createHmac('sha1', token).update(Buffer.from(signed, 'utf8')).digest('base64')
}
