import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Actor } from '../src/base/kernel/actor.ts'
import { newId } from '../src/base/kernel/clock.ts'
import { listAudit } from '../src/domain/audit/audit-store.ts'
import { createApiKey } from '../src/domain/shops/create-api-key.ts'
import { revokeApiKey } from '../src/domain/shops/revoke-api-key.ts'
import { addEndpoint } from '../src/domain/webhooks/endpoints/add-endpoint.ts'
import {
  changeEndpoint,
  enableEndpoint,
  pauseEndpoint,
  regenerateSecret,
  removeEndpoint,
} from '../src/domain/webhooks/endpoints/change-endpoint.ts'
import { pingEndpoint } from '../src/domain/webhooks/endpoints/ping-endpoint.ts'
import { checkReceivedSignature } from '../src/domain/webhooks/inspecting/check-received-signature.ts'
import { getAttempt } from '../src/domain/webhooks/inspecting/get-attempt.ts'
import { listEndpointEvents } from '../src/domain/webhooks/inspecting/list-endpoint-events.ts'
import { resendDispatches } from '../src/domain/webhooks/sending/resend-dispatches.ts'
import { onEachDatabase } from './support/databases.ts'
import type { TestShop } from './support/open-service.ts'
import { answers, type Received } from './support/partner-server.ts'
import { memberOf } from './support/shop-members.ts'
import { order, refusalOf, useWebhooks } from './support/webhook-work.ts'

const minute = 60_000
const unknownId = '0192f0c1-7a3e-7c11-9d5b-3f5f7b1c2d4e'

onEachDatabase((open) => {
  const scene = useWebhooks(open)
  const as = (actor: Actor) => ({ ...scene.work.services, actor })

  /** A shop with one endpoint that answers with `status`. */
  async function shopWithEndpoint(status = 200) {
    const shop = await scene.service.openShop()
    const hook = scene.partner.hook(answers(status, `answer ${status}`))
    return { shop, hook, endpoint: await scene.work.add(shop, hook) }
  }

  describe('the log of an endpoint by its events (decision 143)', () => {
    test('events come newest first, each with its attempts, and pings among them', async () => {
      const { shop, hook, endpoint } = await shopWithEndpoint(500)
      const { services } = scene.work
      await order(shop)
      await scene.work.once()
      scene.service.clock.forward(1)
      await pingEndpoint(services, endpoint)
      scene.service.clock.forward(2 * minute)
      hook.answering = answers(200)
      await order(shop)
      await scene.work.once()
      await scene.work.once()

      const { items, nextId } = await listEndpointEvents(services, endpoint)
      assert.equal(nextId, null)
      assert.deepEqual(
        items.map(({ eventType, state, attempts, dueAt, made }) => ({
          eventType,
          state,
          attempts,
          dueAt,
          made: made.map((each) => [
            each.attempt,
            each.trigger,
            each.http_status,
            each.isSuccess,
            each.failure,
          ]),
        })),
        [
          {
            eventType: 'delivery.created',
            state: 'DELIVERED',
            attempts: 1,
            dueAt: null,
            made: [[1, 'SCHEDULED', 200, true, null]],
          },
          {
            eventType: 'ping',
            state: null,
            attempts: 1,
            dueAt: null,
            made: [[1, 'PING', 500, false, 'HTTP_ERROR']],
          },
          {
            eventType: 'delivery.created',
            state: 'DELIVERED',
            attempts: 2,
            dueAt: null,
            made: [
              [2, 'SCHEDULED', 200, true, null],
              [1, 'SCHEDULED', 500, false, 'HTTP_ERROR'],
            ],
          },
        ],
      )
      assert.ok(items.every(({ made }) => made.every((each) => !('response_excerpt' in each))))
    })

    test('pages join, and a state selects events that have it, without pings', async () => {
      const { shop, endpoint } = await shopWithEndpoint(500)
      const { services } = scene.work
      for (let at = 0; at < 5; at += 1) {
        await order(shop)
        scene.service.clock.forward(1)
      }
      await pingEndpoint(services, endpoint)
      await scene.work.once()

      const seen: string[] = []
      for (let beforeId: string | undefined, pages = 0; pages < 4; pages += 1) {
        const page = await listEndpointEvents(services, endpoint, {
          limit: 2,
          ...(beforeId !== undefined && { beforeId }),
        })
        seen.push(...page.items.map(({ eventId }) => eventId))
        if (page.nextId === null) break
        beforeId = page.nextId
      }
      assert.equal(seen.length, 6)
      assert.deepEqual(seen, [...new Set(seen)].sort().reverse())

      const pending = await listEndpointEvents(services, endpoint, { filter: 'PENDING' })
      assert.deepEqual(
        pending.items.map(({ eventType, dueAt }) => [eventType, dueAt !== null]),
        Array.from({ length: 5 }, () => ['delivery.created', true]),
      )
      for (const state of ['DELIVERED', 'EXHAUSTED'] as const)
        assert.deepEqual((await listEndpointEvents(services, endpoint, { filter: state })).items, [])
    })

    test('of an event that was resent very often the newest twenty attempts are listed', async () => {
      const { shop, endpoint } = await shopWithEndpoint()
      await order(shop)
      await scene.work.once()
      const [event] = (await listEndpointEvents(scene.work.services, endpoint)).items
      for (let at = 0; at < 20; at += 1) {
        scene.service.clock.forward(1)
        await resendDispatches(scene.work.services, endpoint, { eventId: event?.eventId ?? '' })
        await scene.work.once()
      }
      const [after] = (await listEndpointEvents(scene.work.services, endpoint)).items
      assert.equal(after?.attempts, 21)
      assert.deepEqual(
        after?.made.map(({ attempt }) => attempt),
        Array.from({ length: 20 }, (_, at) => 21 - at),
      )
    })

    test('an attempt is shown as it was sent, without its signatures, and with what was answered', async () => {
      const { shop, hook, endpoint } = await shopWithEndpoint(503)
      const { services } = scene.work
      await order(shop)
      await scene.work.once()
      scene.service.clock.forward(1)
      await pingEndpoint(services, endpoint)
      const { items } = await listEndpointEvents(services, endpoint)

      for (const [at, { made }] of items.toReversed().entries()) {
        const received = hook.received[at] as Received
        const attempt = await getAttempt(services, endpoint, made[0]?.id ?? '')
        const { 'svc-signature': signature, 'webhook-signature': _, ...headers } = received.headers
        const sent = { ...headers, 'svc-signature': String(signature).split(',')[0] }
        assert.equal(attempt.request.body, received.body)
        for (const [name, value] of Object.entries(attempt.request.headers))
          assert.equal(value, (sent as Record<string, unknown>)[name], name)
        assert.deepEqual(Object.keys(attempt.request.headers).sort(), [
          'content-type',
          'svc-event',
          'svc-event-id',
          'svc-signature',
          'user-agent',
          'webhook-id',
          'webhook-timestamp',
        ])
        assert.deepEqual(
          [attempt.http_status, attempt.failure, attempt.response_excerpt],
          [503, 'HTTP_ERROR', 'answer 503'],
        )
        assert.doesNotMatch(JSON.stringify(attempt), /whsec_|v1/)
      }
    })

    test('a body that is no longer kept is not shown, and an inner address looks like a name that leads nowhere', async () => {
      const { shop, endpoint } = await shopWithEndpoint()
      const { db } = scene.work.services
      await order(shop)
      await scene.work.once()
      await db.updateTable('events').set({ body: '' }).where('shop_id', '=', shop.shopId).execute()
      await db
        .updateTable('webhook_attempts')
        .set({ failure: 'BLOCKED_ADDRESS', http_status: null })
        .where('shop_id', '=', shop.shopId)
        .execute()
      const [event] = (await listEndpointEvents(scene.work.services, endpoint)).items
      const attempt = await getAttempt(scene.work.services, endpoint, event?.made[0]?.id ?? '')
      assert.deepEqual([event?.made[0]?.failure, attempt.failure, attempt.request.body], ['DNS', 'DNS', null])
    })

    test('an attempt of another endpoint, of another shop or none is not found', async () => {
      const { shop, endpoint } = await shopWithEndpoint()
      const { services } = scene.work
      const sibling = await scene.work.add(shop, scene.partner.hook())
      const { endpoint: foreign } = await shopWithEndpoint()
      const { attempt } = await pingEndpoint(services, endpoint)

      for (const [key, id] of [
        [sibling, attempt.id],
        [foreign, attempt.id],
        [endpoint, unknownId],
        [endpoint, 'x'],
      ] as const)
        assert.equal((await refusalOf(getAttempt(services, key, id))).code, 'WEBHOOK_ATTEMPT_NOT_FOUND')
      const crossed = { shopId: foreign.shopId, id: endpoint.id }
      for (const read of [
        () => getAttempt(services, crossed, attempt.id),
        () => listEndpointEvents(services, crossed),
      ])
        assert.equal((await refusalOf(read())).code, 'WEBHOOK_ENDPOINT_NOT_FOUND')
    })
  })

  describe('the tester of signatures (decision 143)', () => {
    test('a request as it arrived is well until it is too old, and what was changed is named', async () => {
      const { shop, hook, endpoint } = await shopWithEndpoint()
      await order(shop)
      await scene.work.once()
      const { headers, body } = hook.received[0] as Received
      const raw = [
        'POST /hook HTTP/1.1',
        ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
      ].join('\r\n')
      const check = (request: string) => checkReceivedSignature(scene.work.services, endpoint, { request })
      const eventId = headers['svc-event-id'] as string
      const signedAt = new Date(Math.floor(scene.service.clock.now().getTime() / 1000) * 1000)
      const well = { findings: [], signedAt, secretOf: 'CURRENT', eventId, isSentBodyKnown: true }

      assert.deepEqual(await check(`${raw}\r\n\r\n${body}`), well)
      const pretty = `${raw.replace(/content-length.*\r\n/i, '')}\r\n\r\n${JSON.stringify(JSON.parse(body), null, 2)}`
      assert.deepEqual((await check(pretty)).findings, [{ code: 'BODY_CHANGED', change: 'PRETTY_PRINTED' }])
      scene.service.clock.forward(6 * minute)
      const { findings } = await check(`${raw}\r\n\r\n${body}`)
      assert.deepEqual(findings[0]?.code, 'TIMESTAMP_TOO_OLD')
    })

    test('a ping is known by its body too, and the secrets of overlap, of before and of other endpoints are told apart', async () => {
      const { shop, hook, endpoint } = await shopWithEndpoint()
      const { services } = scene.work
      const [siblingHook] = [scene.partner.hook()]
      const sibling = await scene.work.add(shop, siblingHook)
      const lastOf = async (key: typeof endpoint, from: typeof hook) => {
        await pingEndpoint(services, key)
        const { headers, body } = from.received.at(-1) as Received
        return { headers: `Svc-Signature: ${headers['svc-signature']}`, body }
      }
      const before = await lastOf(endpoint, hook)
      await regenerateSecret(services, endpoint, 1)
      const secretOf = async (pasted: { headers: string; body: string }) => {
        const {
          findings,
          secretOf: of,
          isSentBodyKnown,
        } = await checkReceivedSignature(services, endpoint, pasted)
        return [findings.map(({ code }) => code).join(), of, isSentBodyKnown]
      }
      assert.deepEqual(await secretOf(before), ['', 'PREVIOUS', true])
      assert.deepEqual(await secretOf(await lastOf(endpoint, hook)), ['', 'CURRENT', true])
      const other = await lastOf(sibling, siblingHook)
      assert.deepEqual(await secretOf(other), ['SECRET_OF_OTHER_ENDPOINT', 'OTHER_ENDPOINT', false])
      const verdict = await checkReceivedSignature(services, endpoint, other)
      assert.deepEqual(verdict.findings, [{ code: 'SECRET_OF_OTHER_ENDPOINT', endpointId: sibling.id }])

      const { endpoint: foreign } = await shopWithEndpoint()
      const ofStranger = await checkReceivedSignature(services, foreign, other)
      assert.deepEqual(ofStranger.findings, [{ code: 'V1_MATCHES_NOTHING', isBodyAsSent: null }])
      assert.doesNotMatch(JSON.stringify([verdict, ofStranger]), /whsec_/)
    })

    test('an event of another shop is not compared with, and ids that are none do no harm', async () => {
      const { shop } = await shopWithEndpoint()
      const { endpoint } = await shopWithEndpoint()
      await order(shop)
      const { id } = await scene.work.services.db
        .selectFrom('events')
        .select('id')
        .where('shop_id', '=', shop.shopId)
        .executeTakeFirstOrThrow()
      for (const named of [id, 'x', "'", newId(scene.service.clock.now())]) {
        const checked = await checkReceivedSignature(scene.work.services, endpoint, {
          headers: `Svc-Event-Id: ${named}\nSvc-Signature: t=1,v1=${'0'.repeat(64)}`,
          body: '{}',
        })
        assert.equal(checked.isSentBodyKnown, false)
      }
    })

    test('more than 256 KiB are refused, and exactly so many are read', async () => {
      const { endpoint } = await shopWithEndpoint()
      const check = (bytes: number) =>
        checkReceivedSignature(scene.work.services, endpoint, { headers: 't=1', body: 'x'.repeat(bytes - 3) })
      assert.deepEqual((await check(256 * 1024)).findings[0], { code: 'V1_MISSING' })
      assert.equal((await refusalOf(check(256 * 1024 + 1))).code, 'BODY_TOO_LARGE')
    })

    test('with a secret that cannot be opened it is said so; those of other endpoints are left out', async () => {
      const { shop, hook, endpoint } = await shopWithEndpoint()
      const { services } = scene.work
      const broken = await scene.work.add(shop, scene.partner.hook())
      await services.db
        .updateTable('webhook_endpoints')
        .set({ sealed_secret: 'AAAA' })
        .where('id', '=', broken.id)
        .execute()
      await pingEndpoint(services, endpoint)
      const { headers, body } = hook.received[0] as Received
      const pasted = { headers: String(headers['svc-signature']), body }
      assert.deepEqual((await checkReceivedSignature(services, endpoint, pasted)).findings, [])
      const refusal = await refusalOf(checkReceivedSignature(services, broken, pasted))
      assert.equal(refusal.code, 'SIGNING_SECRET_SEALED')
    })
  })

  describe('who may do what (decision 132)', () => {
    type Deps = ReturnType<typeof as>
    type Key = { shopId: string; id: string }
    const trying: Record<string, (deps: Deps, key: Key) => Promise<unknown>> = {
      listEndpointEvents: (deps, key) => listEndpointEvents(deps, key),
      getAttempt: (deps, key) => getAttempt(deps, key, unknownId),
      checkReceivedSignature: (deps, key) => checkReceivedSignature(deps, key, { request: '' }),
      resendOne: (deps, key) => resendDispatches(deps, key, { eventId: unknownId }),
      resendAll: (deps, key) => resendDispatches(deps, key, { failedSince: deps.clock.now(), max: 10 }),
      pingEndpoint: (deps, key) => pingEndpoint(deps, key),
    }
    const owning: Record<string, (deps: Deps, key: Key, shop: TestShop) => Promise<unknown>> = {
      changeEndpoint: (deps, key) => changeEndpoint(deps, key, { description: 'Caisse' }),
      pauseEndpoint: (deps, key) => pauseEndpoint(deps, key),
      enableEndpoint: (deps, key) => enableEndpoint(deps, key),
      regenerateSecret: (deps, key) => regenerateSecret(deps, key, 0),
      addEndpoint: (deps, { shopId }) =>
        addEndpoint(deps, { shopId, url: scene.partner.hook().url, eventTypes: null, description: null }),
      removeEndpoint: (deps, key) => removeEndpoint(deps, key),
      createApiKey: (deps, { shopId }) =>
        createApiKey(
          { ...deps, environment: 'sandbox', cell: '' },
          { shopId, scopes: ['quotes:read'], label: null },
        ),
      revokeApiKey: (deps, { shopId }, { keyId }) => revokeApiKey(deps, { shopId, keyId }),
    }
    /** The code of a refusal, or `done`; what is not found was allowed. */
    const outcomeOf = async (call: Promise<unknown>) => {
      const code = await call.then(
        () => 'done',
        async (error: unknown) => (await refusalOf(Promise.reject(error))).code,
      )
      return /^WEBHOOK_(EVENT|ATTEMPT)_NOT_FOUND$/.test(code) ? 'done' : code
    }

    for (const [name, call] of Object.entries({ ...trying, ...owning }))
      test(`${name}: owners may, staff ${name in trying ? 'may too' : 'may not'}, strangers know of no shop`, async () => {
        const { shop, endpoint } = await shopWithEndpoint()
        const { shop: other } = await shopWithEndpoint()
        const key = { shopId: endpoint.shopId, id: endpoint.id }
        const outcome = async (shopId: string | null, role: 'OWNER' | 'STAFF') =>
          outcomeOf(call(as(await memberOf(scene.service, shopId, role)), key, shop))

        assert.equal(await outcome(null, 'OWNER'), 'SHOP_NOT_FOUND')
        assert.equal(await outcome(other.shopId, 'OWNER'), 'SHOP_NOT_FOUND')
        assert.equal(await outcome(shop.shopId, 'STAFF'), name in trying ? 'done' : 'ROLE_REQUIRED')
        assert.equal(await outcome(shop.shopId, 'OWNER'), 'done')
      })

    test('what an owner sends again leaves a line of audit that names them', async () => {
      const { endpoint } = await shopWithEndpoint()
      const owner = await memberOf(scene.service, endpoint.shopId)
      const since = scene.service.clock.now()
      await resendDispatches(as(owner), endpoint, { failedSince: since, max: 2_000 })
      const lines = await listAudit(scene.work.services.db, { subjectId: endpoint.id, limit: 10 })
      const line = lines.find(({ action }) => action === 'resend-dispatches')
      assert.deepEqual(
        [line?.actor, line?.after],
        [`ACCOUNT:${'id' in owner ? owner.id : ''}`, { failedSince: since.toISOString() }],
      )
    })
  })
})
