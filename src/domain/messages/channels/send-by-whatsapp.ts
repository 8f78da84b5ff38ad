import { type Channel, MessageRefused, type OutgoingMessage, type Sent } from './message-channel.ts'
import { postToProvider } from './post-to-provider.ts'
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
  const { token, phoneNumberId, apiUrl = newestApiUrl, deadlineMs } = account
  const { ok, status, answer } = await postToProvider(`${apiUrl}/${phoneNumberId}/messages`, {
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(whatsAppBody(message)),
    deadlineMs,
  })
  const sent = ok ? readWhatsAppAnswer(answer) : undefined
  if (sent) return sent
  const refusal = readWhatsAppError(status, answer)
  throw new MessageRefused(refusal.failure, refusal)
}
