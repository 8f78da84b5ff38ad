import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import { startBackground } from '../src/app.ts'
import { newId } from '../src/base/kernel/clock.ts'
import { removeEndpoint } from '../src/domain/webhooks/endpoints/change-endpoint.ts'
import { insertAttempt, listAttempts } from '../src/domain/webhooks/sending/attempt-store.ts'
import { purgeWebhookLog } from '../src/domain/webhooks/sending/purge-webhook-log.ts'
import { onEachDatabase } from './support/databases.ts'
import type { TestShop } from './support/open-service.ts'
import { answers } from './support/partner-server.ts'
import { until } from './support/until.ts'
import { publishMany } from './support/webhook-backlog.ts'
import { dispatchesOf, order, relayAll, useWebhooks, type WebhookWork } from './support/webhook-work.ts'

const day = 24 * 60 * 60_000

onEachDatabase((open) => {
  const scene = useWebhooks(open)
  const daysAgo = (days: number, ms = 0) => new Date(scene.service.clock.now().getTime() - days * day + ms)

  describe('the log of an endpoint (spec 6.5, decision 40)', () => {
    test('the log of an endpoint is listed newest first, in pages that skip nothing and repeat nothing', async () => {
      const { service, partner, work } = scene
      const shop = await service.openShop()
      const [endpoint, other] = [await work.add(shop, partner.hook()), await work.add(shop, partner.hook())]
      for (let n = 0; n < 25; n += 1) {
        // Five of each moment: identifiers of the same millisecond sort at random.
        await logAttempt(work, shop, endpoint.id, daysAgo(0, Math.floor(n / 5)))
        await logAttempt(work, shop, other.id, daysAgo(0, n))
      }

      const pages: string[][] = []
      for (let beforeId: string | undefined; ; ) {
        const rows = await listAttempts(work.services.db, endpoint, {
          limit: 10,
          ...(beforeId !== undefined && { beforeId }),
        })
        pages.push(rows.map(({ id }) => id))
        beforeId = rows.at(-1)?.id
        if (rows.length < 10) break
      }

      assert.deepEqual(
        pages.map(({ length }) => length),
        [10, 10, 5],
      )
      const ids = pages.flat()
      assert.equal(new Set(ids).size, 25)
      const all = await listAttempts(work.services.db, endpoint, { limit: 100 })
      assert.deepEqual(
        all.map(({ id }) => id),
        ids,
      )
      const times = all.map(({ started_at }) => started_at.getTime())
      assert.deepEqual(
        times,
        times.toSorted((a, b) => b - a),
      )
      assert.deepEqual(new Set(all.map(({ endpoint_id }) => endpoint_id)), new Set([endpoint.id]))
    })

    test('the failed attempts are all those without a complete 2xx response', async () => {
      const { service, partner, work } = scene
      const shop = await service.openShop()
      const endpoint = await work.add(shop, partner.hook())
      const outcomes = [
        { http_status: 200 },
        { http_status: 204 },
        { http_status: 299 },
        { http_status: 199 },
        { http_status: 300, failure: 'REDIRECT' },
        { http_status: 404 },
        { http_status: 503 },
        { http_status: null, failure: 'DNS' },
        { http_status: 200, failure: 'TIMEOUT' },
      ] as const
      for (const [n, outcome] of outcomes.entries())
        await logAttempt(work, shop, endpoint.id, daysAgo(0, n), outcome)

      const failed = await listAttempts(work.services.db, endpoint, { limit: 100, failedOnly: true })

      assert.deepEqual(failed.map(({ http_status, failure }) => [http_status, failure]).reverse(), [
        [199, null],
        [300, 'REDIRECT'],
        [404, null],
        [503, null],
        [null, 'DNS'],
        [200, 'TIMEOUT'],
      ])
    })
  })

  describe('retention of the log (spec 6.5)', () => {
    test('attempts older than 30 days are removed in batches of 2,000, and nothing else is', async () => {
      const { service, partner, work } = scene
      const shop = await service.openShop()
      const endpoint = await work.add(shop, partner.hook())
      await logMany(work, shop, endpoint.id, 4_500, daysAgo(30, -1))
      await logAttempt(work, shop, endpoint.id, daysAgo(30))
      await logAttempt(work, shop, endpoint.id, daysAgo(0))

      const left: number[] = []
      let isMore = true
      while (isMore) {
        isMore = await purgeWebhookLog(work.services)
        left.push((await listAttempts(work.services.db, endpoint, { limit: 10_000 })).length)
      }

      assert.deepEqual(left, [2_502, 502, 2])
      const kept = await listAttempts(work.services.db, endpoint, { limit: 10 })
      assert.deepEqual(
        kept.map(({ started_at }) => started_at),
        [daysAgo(0), daysAgo(30)],
      )
      service.clock.forward(1)
      assert.equal(await purgeWebhookLog(work.services), false)
      assert.equal((await listAttempts(work.services.db, endpoint, { limit: 10 })).length, 1)
    })

    test('dispatches that have been settled or pending for 30 days are removed too (decision 38)', async () => {
      const { service, partner, work } = scene
      const [shop, hook] = [await service.openShop(), partner.hook()]
      const [failing, waiting, gone] = [partner.hook(answers(500)), partner.hook(), partner.hook()]
      const delivered = await work.add(shop, hook)
      const exhausted = await work.add(shop, failing)
      await order(shop)
      for (const minutes of [0, 1, 5, 15, 60, 180, 360, 720]) {
        service.clock.forward(minutes * 60_000)
        await work.once()
      }
      const pending = await work.add(shop, waiting)
      const removed = await work.add(shop, gone)
      await order(shop)
      await relayAll(work.services)
      await removeEndpoint(work.services, removed)
      const endpoints = [delivered, exhausted, pending, removed]
      const counts = async () =>
        Promise.all(endpoints.map(async ({ id }) => (await dispatchesOf(work, id)).length))
      assert.deepEqual(await counts(), [2, 2, 1, 1])

      service.clock.forward(30 * day - 1341 * 60_000)
      await purgeWebhookLog(work.services)
      assert.deepEqual(await counts(), [2, 2, 1, 1])
      service.clock.forward(1)
      await purgeWebhookLog(work.services)
      // The second events were never sent.
      assert.deepEqual(await counts(), [1, 1, 1, 1])
      service.clock.forward(1341 * 60_000 - 1)
      await purgeWebhookLog(work.services)
      assert.deepEqual(await counts(), [1, 1, 1, 1])
      service.clock.forward(1)
      await purgeWebhookLog(work.services)
      assert.deepEqual(await counts(), [0, 0, 0, 0])
    })

    test('thousands of settled dispatches are removed in batches too', async () => {
      const { service, partner, work } = scene
      // What other tests left is removed first.
      service.clock.forward(31 * day)
      while (await purgeWebhookLog(work.services));
      const shop = await service.openShop()
      const endpoint = await work.add(shop, partner.hook())
      await publishMany(service, shop, 4_500)
      await relayAll(work.services)
      await settleAll(work, endpoint.id)
      service.clock.forward(30 * day + 1)

      const left: number[] = []
      let isMore = true
      while (isMore) {
        isMore = await purgeWebhookLog(work.services)
        left.push((await dispatchesOf(work, endpoint.id)).length)
      }

      assert.deepEqual(left, [2_500, 500, 0])
    })

    test('the service removes old attempts by itself', async () => {
      const { service, partner, work } = scene
      const shop = await service.openShop()
      const endpoint = await work.add(shop, partner.hook())
      await logMany(work, shop, endpoint.id, 2_500, daysAgo(31))
      await logAttempt(work, shop, endpoint.id, daysAgo(1))

      const loops = await startBackground(service.services)
      await until(
        async () => (await listAttempts(work.services.db, endpoint, { limit: 10_000 })).length === 1,
        'the log to be purged',
      )
      await Promise.all(loops.map((loop) => loop.stop()))
    })
  })
})

async function logAttempt(
  { services }: WebhookWork,
  { shopId }: TestShop,
  endpointId: string,
  at: Date,
  outcome: Partial<Parameters<typeof insertAttempt>[1]> = {},
): Promise<void> {
  await insertAttempt(services.db, {
    shop_id: shopId,
    id: newId(at),
    endpoint_id: endpointId,
    event_id: newId(at),
    event_type: 'delivery.created',
    attempt: 1,
    trigger: 'SCHEDULED',
    started_at: at,
    duration_ms: 12,
    http_status: 200,
    failure: null,
    response_excerpt: 'ok',
    next_attempt_at: null,
    ...outcome,
  })
}

/** Writes one attempt and copies it until there are `count`. */
async function logMany(work: WebhookWork, shop: TestShop, endpointId: string, count: number, at: Date) {
  await logAttempt(work, shop, endpointId, at)
  await sql`
    insert into webhook_attempts
    select copies.*
    from webhook_attempts as model
    cross join generate_series(2, ${count}::integer) as nth
    cross join lateral jsonb_populate_record(model, jsonb_build_object('id', gen_random_uuid(), 'duration_ms', nth)) as copies
    where model.endpoint_id = ${endpointId}
  `.execute(work.services.db)
}

/** As if everything pending for an endpoint had been delivered. */
async function settleAll({ services }: WebhookWork, endpointId: string): Promise<void> {
  await services.db
    .updateTable('webhook_dispatches')
    .set({ state: 'DELIVERED' })
    .where('webhook_dispatches.endpoint_id', '=', endpointId)
    .execute()
}
