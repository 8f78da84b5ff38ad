import type { PublishCommitted } from '../../events/event-body.ts'
import type { Subscribe } from '../../events/start-event-log.ts'
import type { Module } from '../../events/start-modules.ts'
import { dispatchesDue } from './inspecting/backlog-store.ts'
import { purgeWebhookLog } from './sending/purge-webhook-log.ts'
import { enqueueDispatches, startWebhooks } from './start-webhooks.ts'
import type { WebhookDeps } from './webhook-deps.ts'

/**
 * Webhooks: a dispatch for each endpoint that subscribes to an event, sent until it arrives; a log of thirty
 * days.
 */
export function webhooksModule({
  webhooks,
  subscribe,
  subscribeCommitted,
  onError,
}: WebhooksModuleDeps): Module {
  const written = new Set<string>()
  return {
    name: 'webhooks',
    consumer: enqueueDispatches(webhooks, written),
    start: async () => [
      await startWebhooks({ ...webhooks, subscribe, subscribeCommitted, onError, written }),
    ],
    due: { 'send webhooks': dispatchesDue },
    purges: { 'purge the webhook log': () => purgeWebhookLog(webhooks) },
  }
}

type WebhooksModuleDeps = {
  webhooks: WebhookDeps
  subscribe: Subscribe
  subscribeCommitted: (listener: PublishCommitted) => () => void
  onError: (message: string, error: unknown) => void
}
