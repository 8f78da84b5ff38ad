import type { Loop } from '../background/loop.ts'
import { reloadWhenStale } from '../background/reload-when-stale.ts'
import { keepFreshCopy } from '../database/fresh-copy.ts'
import type { EventConsumer } from '../events/relay-events.ts'
import type { Subscribe } from '../events/start-relay.ts'
import { insertDispatches } from './dispatch-store.ts'
import { activeEndpointsReader } from './read-active-endpoints.ts'
import { type Sender, startSender } from './send-due-dispatches.ts'
import type { WebhookParts } from './webhook-parts.ts'

export type WebhookWorkParts = WebhookParts & {
  onTrouble: (message: string, error: unknown) => void
  subscribe: Subscribe
}

/** Webhooks' share of an event: one dispatch for each endpoint that wants it. */
export const oweDispatches =
  ({ clock }: Pick<WebhookParts, 'clock'>): EventConsumer =>
  (trx, events) =>
    insertDispatches(trx, events, clock.now())

/** Sends what is owed until it is stopped; waking it, or a change of an endpoint, sends at once. */
export async function startWebhooks(parts: WebhookWorkParts): Promise<Loop> {
  const endpoints = await keepFreshCopy(activeEndpointsReader(parts))
  const sender: Sender = startSender({ ...parts, endpoints })
  const reading = reloadWhenStale({
    name: 'read webhook endpoints again',
    copies: [endpoints],
    reloaded: sender.wake,
    onTrouble: parts.onTrouble,
  })
  const unsubscribe = parts.subscribe((topic) => {
    if (topic === 'webhooks' || topic === 'all') reading.markStale()
  })
  // What was committed between the first reading and the line above was told to nobody here.
  reading.markStale()
  return {
    wake: sender.wake,
    stop: async () => {
      unsubscribe()
      await Promise.all([reading.stop(), sender.stop()])
    },
  }
}
