import { type Clock, newId } from '../../base/kernel/clock.ts'
import type { OutgoingMessage, Sent } from './channels/message-channel.ts'
import { servicePath, wordsOfAlert } from './message-composition.ts'
import type { MessageDeps } from './message-deps.ts'
import { type AlertNotice, type AlertRecipient, alertContent, alertKindOf } from './send-alerts.ts'

type AtOnceDeps = Pick<MessageDeps, 'context' | 'routes'> & { clock: Clock }

/**
 * Sends a notice to each recipient without the database, for when that is what is wrong: nothing is kept of
 * it and nothing tried again. Returns how many could be sent; nobody without a channel is counted.
 */
export async function sendAlertsAtOnce(
  { context, routes, clock }: AtOnceDeps,
  notice: AlertNotice,
  recipients: readonly AlertRecipient[],
): Promise<number> {
  const content = JSON.parse(alertContent(notice)) as object
  const sent = await Promise.allSettled(
    recipients.map(async ({ channel, address, language: own }) => {
      const language = own ?? context.language
      const kind = alertKindOf(notice, channel)
      await sendByFirst(routes, {
        id: newId(clock.now()),
        kind,
        language,
        address,
        words: wordsOfAlert(content, language, context),
        link: { url: `${context.publicUrl}${servicePath}`, token: null },
      })
    }),
  )
  return sent.filter(({ status }) => status === 'fulfilled').length
}

/** Sends by the first channel, in the order of routes, that takes the message. */
async function sendByFirst(routes: MessageDeps['routes'], message: OutgoingMessage): Promise<Sent> {
  let refusal: unknown = new Error(`No channel takes ${message.kind}.`)
  for (const { channel } of routes.filter(({ kinds }) => kinds.includes(message.kind))) {
    try {
      return await channel.send(message)
    } catch (error) {
      refusal = error
    }
  }
  throw refusal
}
