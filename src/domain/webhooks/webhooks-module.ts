import type { Subscribe } from '../../base/events/start-event-log.ts'
import type { Module } from '../../base/events/start-modules.ts'
import { purgeWebhookLog } from './sending/purge-webhook-log.ts'
import { oweDispatches, startWebhooks } from './start-webhooks.ts'
import type { WebhookParts } from './webhook-parts.ts'

/** Webhooks: a dispatch for each endpoint that wants an event, sent until it arrives; a log of thirty days. */
export const webhooksModule = ({
  webhooks,
  subscribe,
  onTrouble,
}: {
  webhooks: WebhookParts
  subscribe: Subscribe
  onTrouble: (message: string, error: unknown) => void
}): Module => ({
  name: 'webhooks',
  consumer: oweDispatches(webhooks),
  start: async () => [await startWebhooks({ ...webhooks, subscribe, onTrouble })],
  purges: { 'purge the webhook log': () => purgeWebhookLog(webhooks) },
})
