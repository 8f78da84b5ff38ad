import { type Clock, newId } from '../../base/kernel/clock.ts'
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
      const route = routes.find(({ kinds, takes }) => kinds.includes(kind) && takes !== 'PASSED_ON')
      if (!route) throw new Error(`No channel takes ${kind}.`)
      await route.channel.send({
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
