import { type Loop, startLoop } from '../background/loop.ts'
import { keepFreshCopy } from '../database/fresh-copy.ts'
import type { ChangedTopic } from '../database/open-database.ts'
import { type EventConsumer, mostRelayed, relayEvents } from '../events/relay-events.ts'
import { activeEndpoint } from './active-endpoints.ts'
import { insertDispatches } from './dispatch-store.ts'
import { listActiveEndpoints } from './endpoint-store.ts'
import { type ActiveEndpoints, type Sender, startSender } from './send-due-dispatches.ts'
import type { WebhookParts } from './webhook-parts.ts'

export type WebhookWorkParts = WebhookParts & {
  onTrouble: (message: string, error: unknown) => void
  subscribe: (listener: (topic: ChangedTopic) => void) => () => void
}

/** Webhooks' share of an event: one dispatch for each endpoint that wants it. */
export const oweDispatches =
  ({ clock }: Pick<WebhookParts, 'clock'>): EventConsumer =>
  (trx, events) =>
    insertDispatches(trx, events, clock.now())

/** Events nobody was woken for are found this often, in ms. */
const relayEveryMs = 1_000

/** A stream of events is relayed in batches: one transaction for each would cost as much as the events. */
const relayRestMs = 10

/**
 * Relays events and sends what they owe until it is stopped. Commits of this process and notices of
 * others wake it; looking now and then is only the floor.
 */
export async function startWebhooks(parts: WebhookWorkParts): Promise<Loop> {
  const endpoints = await keepFreshCopy(() => readActiveEndpoints(parts))
  const sender: Sender = startSender({ ...parts, endpoints })
  const relay = startLoop({
    name: 'relay events',
    everyMs: relayEveryMs,
    restMs: relayRestMs,
    round: async () => {
      const count = await relayEvents(parts.db, [oweDispatches(parts)])
      if (count > 0) sender.wake()
      return count === mostRelayed
    },
    onTrouble: parts.onTrouble,
  })
  const hear = (topic: ChangedTopic) => {
    if (topic === 'events' || topic === 'all') relay.wake()
    if (topic === 'webhooks' || topic === 'all') {
      endpoints
        .reload()
        .then(sender.wake, (error) => parts.onTrouble('Webhook endpoints were not read again.', error))
    }
  }
  const unsubscribe = parts.subscribe(hear)
  // What was committed between the first reading and the line above was told to nobody here.
  hear('webhooks')
  return {
    wake: () => {
      relay.wake()
      sender.wake()
    },
    stop: async () => {
      unsubscribe()
      await Promise.all([relay.stop(), sender.stop()])
    },
  }
}

/** An endpoint whose secret cannot be opened is left out, and somebody told: its key is another one. */
async function readActiveEndpoints(parts: WebhookWorkParts): Promise<ActiveEndpoints> {
  const rows = await listActiveEndpoints(parts.db)
  return new Map(
    rows.flatMap((row) => {
      try {
        return [[row.id, activeEndpoint(row, parts.sealingKey)]] as const
      } catch (error) {
        parts.onTrouble(
          'The signing secret of a webhook endpoint cannot be opened: is SECRETS_KEY the one it was made with?',
          error,
        )
        return []
      }
    }),
  )
}
