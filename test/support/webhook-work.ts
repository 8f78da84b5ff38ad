import assert from 'node:assert/strict'
import { after, afterEach, before } from 'node:test'
import type { Loop } from '../../src/base/background/loop.ts'
import type { SecretKeys } from '../../src/base/kernel/secret-keys.ts'
import { ApiError, errorBody } from '../../src/contract/errors.ts'
import type { EventType } from '../../src/contract/vocabulary.ts'
import { addEndpoint } from '../../src/domain/webhooks/endpoints/add-endpoint.ts'
import { type EndpointKey, findEndpoint } from '../../src/domain/webhooks/endpoints/endpoint-store.ts'
import type { Resolve } from '../../src/domain/webhooks/endpoints/resolve-target.ts'
import { dispatchesDue } from '../../src/domain/webhooks/inspecting/backlog-store.ts'
import { listAttempts } from '../../src/domain/webhooks/sending/attempt-store.ts'
import { sendRequestsWith } from '../../src/domain/webhooks/sending/send-request.ts'
import {
  enqueueDispatches,
  startWebhooks,
  type WebhookWorkDeps,
} from '../../src/domain/webhooks/start-webhooks.ts'
import type { WebhookDeps } from '../../src/domain/webhooks/webhook-deps.ts'
import { eventsDue } from '../../src/events/event-log-store.ts'
import { startEventLog } from '../../src/events/start-event-log.ts'
import { startLookout } from '../../src/events/start-lookout.ts'
import type { OpenTestDatabase } from './databases.ts'
import { consumeAll } from './event-work.ts'
import { openService, type TestService, type TestShop } from './open-service.ts'
import { type Hook, openPartnerServer, type PartnerServer } from './partner-server.ts'

/** A service, a partner's server, and webhooks from the one to the other. */
export type WebhookScene = { service: TestService; partner: PartnerServer; work: WebhookWork }

/** Opens a scene for the tests of a suite, each of which finds no endpoint of those before it. */
export function useWebhooks(open: OpenTestDatabase): WebhookScene {
  const scene = {} as WebhookScene
  before(async () => {
    scene.service = await openService(await open())
    scene.partner = await openPartnerServer()
    scene.work = webhookWork(scene.service, scene.partner)
  })
  afterEach(() => {
    scene.work.letGo()
    return removeEndpoints(scene.work)
  })
  after(async () => {
    await scene.work.close()
    await scene.partner.close()
    await scene.service.close()
  })
  return scene
}

/** Webhooks of a service under test, which may call the partner servers of this machine. */
export type WebhookWork = {
  services: WebhookDeps
  /** What went wrong in the background; a test that expects something takes it out. */
  reportedErrors: string[]
  /** The alerts for the operator; a test that expects some takes them out. */
  alerts: { message: string; about: Record<string, string> }[]
  /** Adds the address of a receiver to a shop. */
  add(shop: TestShop, hook: Hook, eventTypes?: EventType[] | null): Promise<EndpointKey & { secret: string }>
  /** Hands on every event, then claims and sends once; everything is written when it answers. */
  once(services?: WebhookDeps): Promise<void>
  /** Works in the background, as the service does, until it is stopped or let go. */
  start(options?: LookoutOptions): Promise<Loop>
  /** Stops whatever a test that failed left behind, without waiting for it. */
  letGo(): void
  close(): Promise<void>
}

/** Every name leads to this machine, which counts as public here, but for one that leads inside and one nowhere. */
const leadHere: Resolve = async (name) => {
  if (name === 'nowhere.example.com') throw new Error('It has no address.')
  return [name === 'inside.example.com' ? '192.168.0.1' : '127.0.0.1']
}

/** Webhooks as the service has them; without a lookout, what is sent was not looked for. */
type WebhookWorkOptions = WebhookDeps & LookoutOptions

type LookoutOptions = { looksOut?: boolean }

export const withoutLookout = { looksOut: false }

type WorkOptions = {
  deadlineMs?: number
  resolve?: Resolve
  sealingKeys?: SecretKeys
}

export function webhookWork(
  service: Pick<TestService, 'services'>,
  partner: PartnerServer,
  { deadlineMs = 30_000, resolve = leadHere, sealingKeys }: WorkOptions = {},
): WebhookWork {
  const rules = { allowedRanges: ['127.0.0.0/8'], allowInsecure: false }
  const sender = sendRequestsWith({ rules, resolve, ca: partner.authority.ca, deadlineMs })
  const own = service.services.webhooks
  const alerts: WebhookWork['alerts'] = []
  const services: WebhookDeps = {
    ...own,
    alertOperator: (message, about) => alerts.push({ message, about }),
    rules,
    resolve,
    send: sender.send,
    sealingKeys: sealingKeys ?? own.sealingKeys,
  }
  const reportedErrors: string[] = []
  const loops = new Set<Loop>()
  const start = async (own: WebhookWorkOptions = services) => {
    const loop = await startRelayAndWebhooks({
      ...own,
      onError: (message, error) => reportedErrors.push(`${message} ${(error as Error).message}`),
      subscribe: service.services.subscribe,
    })
    loops.add(loop)
    return loop
  }
  return {
    services,
    reportedErrors,
    alerts,
    start: (options) => start({ ...services, ...options }),
    letGo: () => {
      for (const loop of loops) void loop.stop()
      loops.clear()
    },
    add: async (shop, hook, eventTypes = null) => {
      const { endpoint, secret } = await addEndpoint(services, {
        shopId: shop.shopId,
        url: hook.url,
        eventTypes,
        description: null,
      })
      return { shopId: shop.shopId, id: endpoint.id, secret }
    },
    once: async (own = services) => {
      await relayAll(own)
      await (await start(own)).stop()
    },
    close: async () => {
      await sender.close()
      assert.deepEqual({ reportedErrors, alerts }, { reportedErrors: [], alerts: [] })
    },
  }
}

/** Webhooks in the background as in the service, with the passing on of events. */
export async function startRelayAndWebhooks({
  looksOut = true,
  ...services
}: WebhookWorkDeps & LookoutOptions): Promise<Loop> {
  const webhooks = await startWebhooks(services)
  const consumer = { ...enqueueDispatches(services), afterCommit: webhooks.wake }
  const relay = await startEventLog({ ...services, consumers: [consumer] })
  const lookout = startLookout(
    services,
    looksOut
      ? [
          { due: eventsDue([consumer.name]), loops: [relay] },
          { due: dispatchesDue, loops: [webhooks] },
        ]
      : [],
  )
  return {
    wake: relay.wake,
    stop: async () => void (await Promise.all([lookout.stop(), relay.stop(), webhooks.stop()])),
  }
}

/** Hands on every event there is. */
export async function relayAll(services: WebhookDeps): Promise<void> {
  await consumeAll(services, enqueueDispatches(services))
}

/** Orders a delivery, which emits delivery.created, and returns its id. */
export async function order(shop: TestShop, input?: object): Promise<string> {
  const { status, body } = await shop.order(input)
  assert.equal(status, 201, JSON.stringify(body))
  return body.id
}

/** The log of an endpoint as a table of what matters most, the oldest attempt first. */
export async function logOf({ services }: Pick<WebhookWork, 'services'>, endpointId: string) {
  const rows = await listAttempts(services.db, await keyOf(services, endpointId), { limit: 1_000 })
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

/** The dispatches of an endpoint, the oldest event first. */
export async function dispatchesOf({ services }: Pick<WebhookWork, 'services'>, endpointId: string) {
  return services.db
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

/** How an endpoint is. */
export async function healthOf({ services }: Pick<WebhookWork, 'services'>, endpointId: string) {
  const row = await findEndpoint(services.db, await keyOf(services, endpointId))
  return {
    failingSince: row?.failing_since?.toISOString() ?? null,
    failures: row?.consecutive_failures,
    disabledAt: row?.disabled_at?.toISOString() ?? null,
  }
}

/** What a call was refused with, in English. */
export async function refusalOf(call: Promise<unknown>) {
  const error = await call.then(
    () => assert.fail('Nothing was refused.'),
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof ApiError)) throw error
  return errorBody(error, 'en')
}

/** The key of an endpoint, removed or not. */
export async function keyOf({ db }: Pick<WebhookDeps, 'db'>, id: string): Promise<EndpointKey> {
  const { shop_id: shopId } = await db
    .selectFrom('webhook_endpoints')
    .select('webhook_endpoints.shop_id')
    .where('webhook_endpoints.id', '=', id)
    .executeTakeFirstOrThrow()
  return { shopId, id }
}

async function removeEndpoints({ services }: WebhookWork): Promise<void> {
  await services.db
    .updateTable('webhook_endpoints')
    .set({ removed_at: services.clock.now() })
    .where('webhook_endpoints.removed_at', 'is', null)
    .execute()
}
