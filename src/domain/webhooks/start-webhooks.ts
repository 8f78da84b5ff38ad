import type { Loop } from '../../base/background/loop.ts'
import { reloadWhenStale } from '../../base/background/reload-when-stale.ts'
import { cacheValue } from '../../base/database/cached-value.ts'
import { eventTypes } from '../../contract/vocabulary.ts'
import type { EventConsumer } from '../../events/consume-events.ts'
import type { PublishCommitted } from '../../events/event-body.ts'
import type { Subscribe } from '../../events/start-event-log.ts'
import { readActiveEndpoints } from './endpoints/read-active-endpoints.ts'
import { insertDispatches } from './sending/dispatch-store.ts'
import { type Sender, sendDueDispatches } from './sending/send-due-dispatches.ts'
import type { WebhookDeps } from './webhook-deps.ts'

export type WebhookWorkDeps = WebhookDeps & {
  onError: (message: string, error: unknown) => void
  subscribe: Subscribe
  /**
   * Calls the listener with the events that this process commits, until the returned function is called; when
   * left out, everything is sent from the event log.
   */
  subscribeCommitted?: (listener: PublishCommitted) => () => void
  /**
   * Endpoints for which dispatches were written since the sender was last woken; all of them where left out.
   */
  written?: Set<string>
}

/** The event consumer of webhooks: enqueues one dispatch for each endpoint that subscribes to the event. */
export const enqueueDispatches = (
  { clock }: Pick<WebhookDeps, 'clock'>,
  written?: Set<string>,
): EventConsumer => ({
  name: 'webhooks',
  types: eventTypes,
  isUrgent: true,
  consume: async (trx, events) => {
    for (const id of await insertDispatches(trx, events, clock.now())) written?.add(id)
  },
})

/** Sends pending dispatches until it is stopped; waking it, or a change of an endpoint, sends at once. */
export async function startWebhooks(deps: WebhookWorkDeps): Promise<Loop> {
  const endpoints = await cacheValue(readActiveEndpoints(deps))
  const sender: Sender = sendDueDispatches({ ...deps, endpoints })
  const reading = reloadWhenStale({
    name: 'read webhook endpoints again',
    copies: [endpoints],
    reloaded: () => sender.wake(),
    onError: deps.onError,
  })
  const unsubscribe = deps.subscribe((topic) => {
    if (topic === 'webhooks' || topic === 'all') reading.markStale()
  })
  const unsubscribeCommitted = deps.subscribeCommitted?.(sender.publish)
  // No notice arrived for what was committed between the first read and the line above.
  reading.markStale()
  return {
    wake: () => {
      sender.wake(deps.written)
      deps.written?.clear()
    },
    look: () => sender.wake(),
    stop: async () => {
      unsubscribe()
      unsubscribeCommitted?.()
      await Promise.all([reading.stop(), sender.stop()])
    },
  }
}
