import {
  type Channel,
  MessageRefused,
  type OutgoingMessage,
  providerDeadlineMs,
  type Sent,
} from './message-channel.ts'
import { readWhatsAppAnswer, readWhatsAppError, whatsAppBody } from './whatsapp-request.ts'

export type WhatsAppAccount = {
  token: string
  phoneNumberId: string
  /** Where the API is, with its version. */
  apiUrl?: string
  deadlineMs?: number
}

/** The newest version of the Graph API when this was written; Meta keeps each for two years. */
const newestApiUrl = 'https://graph.facebook.com/v26.0'

/** Sends by the WhatsApp Cloud API, each message as an approved template. */
export const sendByWhatsApp = (account: WhatsAppAccount): Channel => ({
  send: (message) => postToMeta(account, message),
})

async function postToMeta(account: WhatsAppAccount, message: OutgoingMessage): Promise<Sent> {
  const { ok, status, answer } = await ask(account, whatsAppBody(message))
  const sent = ok ? readWhatsAppAnswer(answer) : undefined
  if (sent) return sent
  const { failure, isPermanent } = readWhatsAppError(status, answer)
  throw new MessageRefused(failure, { isPermanent })
}

/** One deadline over connection, headers and body together. */
async function ask(account: WhatsAppAccount, body: object) {
  const { token, phoneNumberId, apiUrl = newestApiUrl, deadlineMs = providerDeadlineMs } = account
  try {
    const response = await fetch(`${apiUrl}/${phoneNumberId}/messages`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      redirect: 'error',
      signal: AbortSignal.timeout(deadlineMs),
    })
    const text = await response.text()
    return { ok: response.ok, status: response.status, answer: jsonOf(text) }
  } catch (error) {
    const isTimeout = (error as Error).name === 'TimeoutError'
    throw new MessageRefused(isTimeout ? 'TIMEOUT' : 'CONNECTION', { isPermanent: false })
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
