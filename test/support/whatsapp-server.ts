import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { until } from './until.ts'

/** A request as the WhatsApp Cloud API gets it. */
type Asked = { path: string; headers: IncomingHttpHeaders; body: WhatsAppMessage }

/** The body of a template message, as far as it is documented. */
export type WhatsAppMessage = {
  to: string
  template: { name: string; language: { code: string }; components: Component[] }
  biz_opaque_callback_data: string
}
type Component = { type: string; parameters: { type: string; text: string }[] }

export type WhatsAppServer = {
  /** The settings of a service that sends through it. */
  env: Record<string, string>
  asked: Asked[]
  /** What it does with a request from now on. */
  answering: (response: ServerResponse, asked: Asked) => unknown
  hasBeenAsked(count: number): Promise<void>
  /** The names of the templates it was asked for, by whom they went to, in that order. */
  sent(): string[][]
  close(): Promise<void>
}

const appSecret = 'app-secret-of-the-test'
export const verifyToken = 'agreed-word-of-the-test'

/** The WhatsApp Cloud API on this machine; it accepts every message by default. */
export async function openWhatsAppServer(): Promise<WhatsAppServer> {
  const sockets = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const asked = {
        path: `${request.method} ${request.url}`,
        headers: request.headers,
        body: JSON.parse(Buffer.concat(chunks).toString('utf8')),
      }
      server.asked.push(asked)
      server.answering(response, asked)
    })
  })
  sockets.listen(0, '127.0.0.1')
  await once(sockets, 'listening')
  const { port } = sockets.address() as AddressInfo
  const server: WhatsAppServer = {
    env: {
      WHATSAPP_TOKEN: 'token-of-the-test',
      WHATSAPP_PHONE_NUMBER_ID: '106540352242922',
      WHATSAPP_APP_SECRET: appSecret,
      WHATSAPP_VERIFY_TOKEN: verifyToken,
      WHATSAPP_API_URL: `http://127.0.0.1:${port}/v26.0`,
    },
    asked: [],
    answering: accepts,
    hasBeenAsked: (count) => until(() => server.asked.length >= count, `${count} messages`),
    sent: () => server.asked.map(({ body }) => [body.template.name, body.to]),
    close: async () => {
      sockets.closeAllConnections()
      await new Promise((closed) => sockets.close(closed))
    },
  }
  return server
}

/** The provider's name for the message it was asked to send. */
export const wamidOf = ({ body }: Asked): string => `wamid.${body.biz_opaque_callback_data}`

/** Takes a message; WhatsApp knows numbers of Benin without the 01 they got in 2024. */
export function accepts(response: ServerResponse, asked: Asked): void {
  answerJson(response, 200, {
    messaging_product: 'whatsapp',
    contacts: [{ input: asked.body.to, wa_id: asked.body.to.replace(/^22901/, '229') }],
    messages: [{ id: wamidOf(asked), message_status: 'accepted' }],
  })
}

/** Refuses as the Graph API does. */
export const refuses =
  (httpStatus: number, code: number) =>
  (response: ServerResponse): void =>
    answerJson(response, httpStatus, {
      error: {
        message: `(#${code}) Refused`,
        type: 'OAuthException',
        code,
        error_data: { messaging_product: 'whatsapp', details: 'Refused in a test.' },
        fbtrace_id: 'Az8or2yhqkZfEZ',
      },
    })

function answerJson(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

type StatusInReport = { id: string; status: string } & Record<string, unknown>

/** A webhook of the platform that reports statuses, as bytes. */
export const reportOf = (...statuses: StatusInReport[]): Buffer =>
  Buffer.from(
    JSON.stringify({
      object: 'whatsapp_business_account',
      entry: [
        {
          id: '102290129340398',
          changes: [
            {
              field: 'messages',
              value: {
                messaging_product: 'whatsapp',
                metadata: { display_phone_number: '15550783881', phone_number_id: '106540352242922' },
                statuses: statuses.map((status) => ({
                  timestamp: '1795251600',
                  recipient_id: '22997000001',
                  ...status,
                })),
              },
            },
          ],
        },
      ],
    }),
  )

/** The header with which the platform signs these bytes. */
export const signatureOf = (bytes: Uint8Array, secret = appSecret): string =>
  `sha256=${createHmac('sha256', secret).update(bytes).digest('hex')}`
