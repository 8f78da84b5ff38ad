import type { Loop } from '../../base/background/loop.ts'
import { reloadWhenStale } from '../../base/background/reload-when-stale.ts'
import { eventTypes } from '../../base/contract/vocabulary.ts'
import { keepFreshCopy } from '../../base/database/fresh-copy.ts'
import type { EventConsumer } from '../../base/events/consume-events.ts'
import type { Subscribe } from '../../base/events/start-event-log.ts'
import { readActiveEndpoints } from './endpoints/read-active-endpoints.ts'
import { insertDispatches } from './sending/dispatch-store.ts'
import { type Sender, sendDueDispatches } from './sending/send-due-dispatches.ts'
import type { WebhookParts } from './webhook-parts.ts'

export type WebhookWorkParts = WebhookParts & {
  onTrouble: (message: string, error: unknown) => void
  subscribe: Subscribe
}

/** Webhooks' share of an event: one dispatch for each endpoint that wants it. */
export const oweDispatches = ({ clock }: Pick<WebhookParts, 'clock'>): EventConsumer => ({
  name: 'webhooks',
  types: eventTypes,
  consume: async (trx, events) => void (await insertDispatches(trx, events, clock.now())),
})

/** Sends what is owed until it is stopped; waking it, or a change of an endpoint, sends at once. */
export async function startWebhooks(parts: WebhookWorkParts): Promise<Loop> {
  const endpoints = await keepFreshCopy(readActiveEndpoints(parts))
  const sender: Sender = sendDueDispatches({ ...parts, endpoints })
  const reading = reloadWhenStale({
    name: 'read webhook endpoints again',
    copies: [endpoints],
    reloaded: () => sender.wake(),
    onTrouble: parts.onTrouble,
  })
  const unsubscribe = parts.subscribe((topic) => {
    if (topic === 'webhooks' || topic === 'all') reading.markStale()
  })
  // What was committed between the first reading and the line above was told to nobody here.
  reading.markStale()
  return {
    wake: () => sender.wake(),
    stop: async () => {
      unsubscribe()
      await Promise.all([reading.stop(), sender.stop()])
    },
  }
}
