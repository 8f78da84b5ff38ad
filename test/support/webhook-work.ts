import assert from 'node:assert/strict'
import type { Loop } from '../../src/background/loop.ts'
import type { EventType } from '../../src/contract/vocabulary.ts'
import { relayEvents } from '../../src/events/relay-events.ts'
import { addEndpoint } from '../../src/webhooks/add-endpoint.ts'
import { listAttempts } from '../../src/webhooks/attempt-store.ts'
import type { Resolve } from '../../src/webhooks/resolve-target.ts'
import { requestSender } from '../../src/webhooks/send-request.ts'
import { oweDispatches, startWebhooks } from '../../src/webhooks/start-webhooks.ts'
import type { WebhookParts } from '../../src/webhooks/webhook-parts.ts'
import type { TestService, TestShop } from './open-service.ts'
import type { Hook, PartnerServer } from './partner-server.ts'

/** Webhooks of a service under test, which may call the partner servers of this machine. */
export type WebhookWork = {
  parts: WebhookParts
  /** What went wrong in the background; a test that expects something takes it out. */
  troubles: string[]
  /** Adds the address of a receiver to a shop. */
  add(shop: TestShop, hook: Hook, eventTypes?: EventType[] | null): Promise<{ id: string; secret: string }>
  /** Hands on every event, then claims and sends once; everything is written when it answers. */
  once(): Promise<void>
  /** Works in the background, as the service does. */
  start(): Promise<Loop>
  close(): Promise<void>
}

export type WorkOptions = {
  deadlineMs?: number
  resolve?: Resolve
  sealingKey?: Buffer
}

/** Every name leads to this machine, which counts as public here. */
export function webhookWork(
  service: Pick<TestService, 'parts'>,
  partner: PartnerServer,
  { deadlineMs = 5_000, resolve = async () => ['127.0.0.1'], sealingKey }: WorkOptions = {},
): WebhookWork {
  const rules = { allowedRanges: ['127.0.0.0/8'], allowInsecure: false }
  const sender = requestSender({ rules, resolve, ca: partner.authority.ca, deadlineMs })
  const own = service.parts.webhooks
  const parts: WebhookParts = {
    ...own,
    rules,
    resolve,
    send: sender.send,
    sealingKey: sealingKey ?? own.sealingKey,
  }
  const troubles: string[] = []
  const start = () =>
    startWebhooks({
      ...parts,
      onTrouble: (message, error) => troubles.push(`${message} ${(error as Error).message}`),
      subscribe: service.parts.subscribe,
    })
  return {
    parts,
    troubles,
    start,
    add: async (shop, hook, eventTypes = null) => {
      const { endpoint, secret } = await addEndpoint(parts, {
        shopId: shop.shopId,
        url: hook.url,
        eventTypes,
        description: null,
      })
      return { id: endpoint.id, secret }
    },
    once: async () => {
      while ((await relayEvents(parts.db, [oweDispatches(parts)])) > 0);
      await (await start()).stop()
    },
    close: async () => {
      await sender.close()
      assert.deepEqual(troubles, [])
    },
  }
}

/** The log of an endpoint as a table of what matters most, the oldest attempt first. */
export async function logOf({ parts }: Pick<WebhookWork, 'parts'>, endpointId: string) {
  const rows = await listAttempts(parts.db, endpointId, { limit: 1_000 })
  return rows
    .sort((a, b) => a.started_at.getTime() - b.started_at.getTime() || a.attempt - b.attempt)
    .map((row) => ({
      eventId: row.event_id,
      attempt: row.attempt,
      trigger: row.trigger,
      startedAt: row.started_at.toISOString(),
      httpStatus: row.http_status,
      failure: row.failure,
      nextAttemptAt: row.next_attempt_at?.toISOString() ?? null,
    }))
}

/** What an endpoint is owed, the oldest event first. */
export async function dispatchesOf({ parts }: Pick<WebhookWork, 'parts'>, endpointId: string) {
  return parts.db
    .selectFrom('webhook_dispatches')
    .select([
      'webhook_dispatches.event_id as eventId',
      'webhook_dispatches.state',
      'webhook_dispatches.attempts',
      'webhook_dispatches.trigger',
      'webhook_dispatches.due_at as dueAt',
    ])
    .where('webhook_dispatches.endpoint_id', '=', endpointId)
    .orderBy('webhook_dispatches.event_id')
    .execute()
}

/** Ends every endpoint, so that the next test is alone. */
export async function removeEndpoints({ parts }: Pick<WebhookWork, 'parts'>): Promise<void> {
  await parts.db
    .updateTable('webhook_endpoints')
    .set({ removed_at: parts.clock.now() })
    .where('webhook_endpoints.removed_at', 'is', null)
    .execute()
}
