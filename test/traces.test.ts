import assert from 'node:assert/strict'
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, beforeEach, describe, test } from 'node:test'
import { startBackground, startTracing } from '../src/app.ts'
import type { Loop } from '../src/base/background/loop.ts'
import { newApiKey } from '../src/domain/shops/api-key.ts'
import { addEndpoint } from '../src/domain/webhooks/endpoints/add-endpoint.ts'
import { startColis } from './support/colis-process.ts'
import { onEachDatabase, openAny } from './support/databases.ts'
import { act, rowOf } from './support/delivery-verbs.ts'
import { east, openService, plainOrder, type TestService, type TestShop } from './support/open-service.ts'
import { type OtlpReceiver, openOtlpReceiver, type ReceivedSpan } from './support/otlp-receiver.ts'
import { openPlainHook, type PlainHook } from './support/plain-hook.ts'
import { freePort } from './support/postgres-cluster.ts'
import { until } from './support/until.ts'

/** A trace that a shop began, and the step of it that called us. */
const sent = { traceId: '4bf92f3577b34da6a3ce929d0e0e4736', spanId: '00f067aa0ba902b7' }
const traceparent = `00-${sent.traceId}-${sent.spanId}-01`
const other = { traceId: '0af7651916cd43dd8448eb211c80319c', spanId: 'b7ad6b7169203331' }

const orderRoute = 'POST /api/v1/partner/deliveries'

type Scene = {
  service: TestService
  hook: PlainHook
  collector: OtlpReceiver
  /** A shop with an endpoint, and the `traceparent` of what arrived there, by the type of the event. */
  newShop(): Promise<TestShop & { secret: string; hookUrl: string; traceparents(): Record<string, unknown> }>
  start(): Promise<void>
  /** Stops the work, and sends what is left of spans. */
  stop(): Promise<void>
}

/** A service that works and traces until a test ends. */
async function openScene(
  open: () => ReturnType<typeof openAny>,
  settings: Record<string, string> = {},
): Promise<Scene> {
  const [hook, collector] = await Promise.all([openPlainHook(), openOtlpReceiver()])
  const service = await openService(await open(), {
    WEBHOOK_ALLOW_INSECURE: 'true',
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    ...settings,
  })
  let loops: Loop[] = []
  let stopTracing: () => Promise<void> = async () => {}
  async function stop(): Promise<void> {
    await Promise.all(loops.splice(0).map((loop) => loop.stop()))
    await stopTracing()
    stopTracing = async () => {}
  }

  return {
    service,
    hook,
    collector,
    newShop: async () => {
      const shop = await service.openShop()
      const hookUrl = hook.newUrl()
      const { secret } = await addEndpoint(service.services.webhooks, {
        shopId: shop.shopId,
        url: `${hookUrl}?token=word-of-the-shop`,
        eventTypes: null,
        description: null,
      })
      const traceparents = () =>
        Object.fromEntries(
          hook.received
            .filter(({ url }) => hookUrl.endsWith(url.replace(/\?.*/, '')))
            .map(({ headers }) => [headers['svc-event'], headers.traceparent]),
        )
      return { ...shop, secret, hookUrl, traceparents }
    },
    start: async () => {
      await stop()
      stopTracing = await startTracing(service.services)
      loops = await startBackground(service.services)
    },
    stop,
  }
}

async function closeScene(scene: Scene): Promise<void> {
  await scene.stop()
  await Promise.all([scene.service.close(), scene.hook.close(), scene.collector.close()])
}

const named = (spans: readonly ReceivedSpan[], name: string): ReceivedSpan => {
  const found = spans.filter((span) => span.name === name)
  assert.equal(found.length, 1, `${found.length} spans are called ${name}`)
  return found[0] as ReceivedSpan
}

onEachDatabase((open) => {
  describe('a service that exports traces', () => {
    let scene: Scene
    before(async () => {
      scene = await openScene(open, { OTEL_EXPORTER_OTLP_HEADERS: 'x-collector-key=word%20of%20it' })
    })
    beforeEach(async () => {
      await scene.stop()
      scene.collector.spans.length = 0
      scene.collector.bodies.length = 0
      await scene.start()
    })
    after(() => closeScene(scene))

    /** Orders, waits for the webhook about it, and returns the delivery with every span. */
    async function orderAndWait(shop: Awaited<ReturnType<Scene['newShop']>>, headers = {}) {
      const { status, body } = await shop.order({}, headers)
      assert.equal(status, 201, JSON.stringify(body))
      await until(() => 'delivery.created' in shop.traceparents(), 'a webhook')
      await scene.stop()
      return { id: body.id as string, spans: scene.collector.spans }
    }

    test('a request, its event and the attempt to send it are one trace, which goes on that of the shop', async () => {
      const shop = await scene.newShop()
      const requestId = '0192f0c1-7a3e-7c11-8471-3f5f7b1c2d4e'

      const { id, spans } = await orderAndWait(shop, { traceparent, 'x-request-id': requestId })

      const ofRequest = named(spans, orderRoute)
      const ofEvent = named(spans, 'event delivery.created')
      const ofAttempt = named(spans, 'webhook attempt')
      assert.equal(spans.length, 3)
      const { durationMs: _, spanId: requestSpan, ...restOfRequest } = ofRequest
      assert.deepEqual(restOfRequest, {
        traceId: sent.traceId,
        parentSpanId: sent.spanId,
        name: orderRoute,
        kind: 2,
        hasFailed: false,
        attributes: {
          'http.request.method': 'POST',
          'http.route': '/api/v1/partner/deliveries',
          'http.response.status_code': 201,
          'colis.request.id': requestId,
          'colis.shop.id': shop.shopId,
          'colis.delivery.id': id,
        },
      })
      const { durationMs: __, spanId: eventSpan, attributes: aboutEvent, ...restOfEvent } = ofEvent
      const { 'colis.event.id': eventId, ...restAboutEvent } = aboutEvent
      assert.deepEqual(restOfEvent, {
        traceId: sent.traceId,
        parentSpanId: requestSpan,
        name: 'event delivery.created',
        kind: 4,
        hasFailed: false,
      })
      assert.deepEqual(restAboutEvent, {
        'colis.event.type': 'delivery.created',
        'colis.shop.id': shop.shopId,
        'colis.delivery.id': id,
      })
      const { durationMs: ___, spanId: attemptSpan, attributes: aboutAttempt, ...restOfAttempt } = ofAttempt
      const { 'colis.endpoint.id': endpointId, ...restAboutAttempt } = aboutAttempt
      assert.match(String(endpointId), /^[0-9a-f-]{36}$/)
      assert.deepEqual(restOfAttempt, {
        traceId: sent.traceId,
        parentSpanId: eventSpan,
        name: 'webhook attempt',
        kind: 3,
        hasFailed: false,
      })
      assert.deepEqual(restAboutAttempt, {
        'http.request.method': 'POST',
        'http.request.resend_count': 0,
        'http.response.status_code': 200,
        'server.address': '127.0.0.1',
        'colis.event.id': eventId,
        'colis.event.type': 'delivery.created',
        'colis.shop.id': shop.shopId,
      })
      assert.deepEqual(shop.traceparents(), {
        'delivery.created': `00-${sent.traceId}-${attemptSpan}-01`,
      })
      assert.equal(new Set([requestSpan, eventSpan, attemptSpan]).size, 3)
      for (const { durationMs } of spans) assert.ok(durationMs >= 0)
    })

    test('the collector learns which service it is, and gets the headers that it wants', async () => {
      await orderAndWait(await scene.newShop())

      const { version } = JSON.parse(readFileSync('package.json', 'utf8'))
      assert.deepEqual(scene.collector.resource, {
        'service.name': 'colis',
        'service.version': version,
        'deployment.environment.name': 'sandbox',
      })
      assert.equal(scene.collector.headers.at(-1)?.['x-collector-key'], 'word of it')
    })

    test('without a traceparent a trace begins here, and the shop is sent nothing of it (decision 404)', async () => {
      const shop = await scene.newShop()

      const { spans } = await orderAndWait(shop)

      const ofRequest = named(spans, orderRoute)
      const ofEvent = named(spans, 'event delivery.created')
      assert.equal(ofRequest.parentSpanId, undefined)
      assert.equal(ofEvent.parentSpanId, ofRequest.spanId)
      assert.equal(named(spans, 'webhook attempt').parentSpanId, ofEvent.spanId)
      assert.equal(new Set(spans.map(({ traceId }) => traceId)).size, 1)
      assert.deepEqual(shop.traceparents(), { 'delivery.created': undefined })
    })

    test('a trace that is not sampled is sent back with its webhooks, and nothing of it is exported', async () => {
      const shop = await scene.newShop()
      const unsampled = `00-${sent.traceId}-${sent.spanId}-00`

      const { spans } = await orderAndWait(shop, { traceparent: unsampled })

      assert.deepEqual(shop.traceparents(), { 'delivery.created': unsampled })
      assert.deepEqual(spans, [])
    })

    test('each attempt at an event is a step of its trace, and a failed one says how (spec 6.5)', async () => {
      const shop = await scene.newShop()
      scene.hook.answering = (response) => response.writeHead(503).end()
      await shop.order({}, { traceparent })
      await until(
        () => scene.hook.received.some(({ url }) => shop.hookUrl.endsWith(url.replace(/\?.*/, ''))),
        'one',
      )
      scene.hook.answering = (response) => response.writeHead(200).end()
      const before = scene.hook.received.length
      await until(async () => {
        const state = scene.service.services.db.selectFrom('webhook_dispatches')
        const rows = await state.selectAll().where('shop_id', '=', shop.shopId).execute()
        return rows[0]?.attempts === 1
      }, 'the outcome')
      scene.service.clock.forward(3 * 60_000)
      scene.service.services.tellDue()
      await until(() => scene.hook.received.length > before, 'a second attempt')
      await scene.stop()

      const attempts = scene.collector.spans.filter(({ name }) => name === 'webhook attempt')
      assert.deepEqual(
        attempts.map(({ traceId, hasFailed, attributes }) => ({
          traceId,
          hasFailed,
          status: attributes['http.response.status_code'],
          resends: attributes['http.request.resend_count'],
        })),
        [
          { traceId: sent.traceId, hasFailed: true, status: 503, resends: 0 },
          { traceId: sent.traceId, hasFailed: false, status: 200, resends: 1 },
        ],
      )
      assert.equal(new Set(attempts.map(({ parentSpanId }) => parentSpanId)).size, 1)
    })

    test('what waits in the log when the work begins is sent as part of its trace', async () => {
      const shop = await scene.newShop()
      await scene.stop()
      scene.collector.spans.length = 0
      assert.equal((await shop.order({}, { traceparent })).status, 201)
      await scene.start()
      await until(() => 'delivery.created' in shop.traceparents(), 'a webhook')
      await scene.stop()

      const attempt = named(scene.collector.spans, 'webhook attempt')
      assert.equal(attempt.parentSpanId, sent.spanId)
      assert.deepEqual(shop.traceparents(), {
        'delivery.created': `00-${sent.traceId}-${attempt.spanId}-01`,
      })
    })

    test('of two shops that order at once each gets back its own trace alone', async () => {
      const [one, two] = [await scene.newShop(), await scene.newShop()]
      await Promise.all(
        Array.from({ length: 10 }, (_, nth) => [
          one.order({ externalRef: `a-${nth}` }, { traceparent }),
          two.order({ externalRef: `b-${nth}` }, { traceparent: `00-${other.traceId}-${other.spanId}-01` }),
        ]).flat(),
      )
      const received = (shop: typeof one) =>
        scene.hook.received.filter(({ url }) => shop.hookUrl.endsWith(url.replace(/\?.*/, '')))
      await until(() => received(one).length >= 10 && received(two).length >= 10, 'their webhooks')

      const traces = (shop: typeof one) => [
        ...new Set(received(shop).map(({ headers }) => String(headers.traceparent).split('-')[1])),
      ]
      assert.deepEqual(traces(one), [sent.traceId])
      assert.deepEqual(traces(two), [other.traceId])
    })

    test('what happens to a delivery later, by others, takes no trace of its order along', async () => {
      const shop = await scene.newShop()
      const { body } = await shop.order({ dropoff: east }, { traceparent })
      await act(scene.service, { shopId: shop.shopId, id: body.id }, 'assign')
      await until(() => 'delivery.courier_assigned' in shop.traceparents(), 'a webhook')
      assert.equal(shop.traceparents()['delivery.courier_assigned'], undefined)
      assert.match(String(shop.traceparents()['delivery.created']), new RegExp(sent.traceId))
    })

    test('refused requests are spans of a status and a code; a trace is taken from nobody without a key', async () => {
      const shop = await scene.newShop()
      await shop.get(`/deliveries/${shop.shopId}?phone=0197000001`, { traceparent })
      await scene.service.call({ url: '/zones', headers: { traceparent } })
      await scene.service.call({
        url: '/zones',
        headers: { authorization: `Bearer ${newApiKey('sandbox')}`, traceparent },
      })
      await scene.service.call({ url: '//nothing/of/this', headers: { traceparent } })
      await scene.service.call({ url: '//health/live', headers: { traceparent } })
      await scene.stop()

      assert.deepEqual(
        scene.collector.spans.map(({ name, traceId, parentSpanId, attributes }) => ({
          name,
          isOfShop: traceId === sent.traceId,
          hasParent: parentSpanId !== undefined,
          status: attributes['http.response.status_code'],
          error: attributes['error.type'],
        })),
        [
          {
            name: 'GET /api/v1/partner/deliveries/:id',
            isOfShop: true,
            hasParent: true,
            status: 400,
            error: 'VALIDATION_FAILED',
          },
          {
            name: 'GET /api/v1/partner/zones',
            isOfShop: false,
            hasParent: false,
            status: 401,
            error: 'API_KEY_MISSING',
          },
          {
            name: 'GET /api/v1/partner/zones',
            isOfShop: false,
            hasParent: false,
            status: 401,
            error: 'API_KEY_INVALID',
          },
          { name: 'GET', isOfShop: false, hasParent: false, status: 404, error: 'ROUTE_NOT_FOUND' },
        ],
      )
    })

    test('no key, secret, phone number, code, name, query or address of a webhook is exported', async () => {
      const shop = await scene.newShop()
      const customer = { lastName: 'Adjovi-Zinsou', firstName: 'Mahougnon', phone: '0197654321' }
      const headers = { traceparent, tracestate: 'vendor=word-of-state', 'idempotency-key': 'word-of-key-1' }
      const { body } = await shop.post('/deliveries', { ...plainOrder, customer, dropoff: east }, headers)
      const key = { shopId: shop.shopId, id: body.id }
      await shop.get(`/deliveries?phone=${customer.phone}`, { traceparent })
      await scene.service.call({ url: `//p/${String(body.trackingUrl).split('/p/')[1]}` })
      await until(() => 'delivery.created' in shop.traceparents(), 'a webhook')
      await scene.stop()

      const { pickup_code: pickupCode, confirmation_code: confirmationCode } = await rowOf(scene.service, key)
      const exported = scene.collector.bodies.join('\n')
      assert.match(exported, /webhook attempt/)
      for (const [what, secret] of Object.entries({
        key: shop.key,
        secret: shop.secret,
        whsec: 'whsec_',
        phone: customer.phone.slice(2),
        lastName: customer.lastName,
        firstName: customer.firstName,
        idempotencyKey: 'word-of-key',
        state: 'word-of-state',
        query: 'word-of-the-shop',
        path: '/hook/',
        link: String(body.trackingUrl).split('/p/')[1] ?? '',
        bearer: 'Bearer',
      }))
        assert.equal(exported.includes(secret), false, `${what} is exported`)
      // A code of four digits stands in identifiers and moments by chance: only attributes are looked at whole.
      const values = scene.collector.spans.flatMap(({ attributes }) => Object.values(attributes).map(String))
      for (const code of [pickupCode, confirmationCode]) assert.equal(values.includes(code), false)
    })
  })
})

describe('a service that exports no traces', () => {
  let scene: Scene
  before(async () => {
    scene = await openScene(openAny, { OTEL_EXPORTER_OTLP_ENDPOINT: '' })
    await scene.start()
  })
  after(() => closeScene(scene))

  test('a traceparent is sent back with the webhooks of what the request caused (decision 404)', async () => {
    const shop = await scene.newShop()
    const { body } = await shop.order({}, { traceparent })
    await shop.post(`/deliveries/${body.id}/cancel`, { reason: 'Plus en stock' })
    await until(() => 'delivery.cancelled' in shop.traceparents(), 'webhooks')
    assert.deepEqual(shop.traceparents(), {
      'delivery.created': traceparent,
      'delivery.cancelled': undefined,
    })
    assert.deepEqual(scene.collector.bodies, [])
  })

  for (const [what, headers] of Object.entries({
    'is malformed': ['traceparent', '00-xyz'],
    'is huge': ['traceparent', `cc-${sent.traceId}-${sent.spanId}-01-${'x'.repeat(12_000)}`],
    'is of zeros': ['traceparent', `00-${'0'.repeat(32)}-${sent.spanId}-01`],
    'comes twice': ['traceparent', traceparent, 'traceparent', traceparent],
    'comes twice with different traces': [
      'traceparent',
      traceparent,
      'Traceparent',
      `00-${other.traceId}-${other.spanId}-01`,
    ],
    'holds what would be a header': ['traceparent', `${traceparent}, x-evil: 1`],
  }))
    test(`an order whose traceparent ${what} is taken as one without (W3C Trace Context 4.3)`, async () => {
      const shop = await scene.newShop()
      assert.equal(await orderRaw(scene.service, shop, headers), 201)
      await until(() => 'delivery.created' in shop.traceparents(), 'a webhook')
      assert.deepEqual(shop.traceparents(), { 'delivery.created': undefined })
    })

  test('whatever tracestate is sent is not kept, and spoils no traceparent', async () => {
    const shop = await scene.newShop()
    const states = [
      'tracestate',
      `a=${'x'.repeat(6_000)}`,
      'tracestate',
      '=,=;\u00e9',
      'tracestate',
      'a=1,a=2',
    ]
    assert.equal(await orderRaw(scene.service, shop, ['traceparent', traceparent, ...states]), 201)
    await until(() => 'delivery.created' in shop.traceparents(), 'a webhook')
    assert.deepEqual(shop.traceparents(), { 'delivery.created': traceparent })
    const ofShop = scene.hook.received.filter(({ url }) => shop.hookUrl.endsWith(url.replace(/\?.*/, '')))
    assert.deepEqual(
      ofShop.map(({ headers }) => headers.tracestate),
      [undefined],
    )
  })

  test('one file alone imports OpenTelemetry, and it is loaded only where a collector is set', () => {
    const files = globSync('src/**/*.ts').map((file) => ({ file, source: readFileSync(file, 'utf8') }))
    const exporter = 'export-spans.ts'
    const naming = (word: string) =>
      files.filter(({ source }) => source.includes(word)).map(({ file }) => file)
    assert.deepEqual(naming(`from '@opentelemetry/`), [`src/domain/monitoring/tracing/${exporter}`])
    assert.deepEqual(naming(exporter), ['src/app.ts'])
    assert.match(readFileSync('src/app.ts', 'utf8'), /await import\('[^']*export-spans\.ts'\)/)
  })
})

/** Sends an order with headers as they are, over a socket. */
async function orderRaw({ app }: TestService, { key }: TestShop, headers: string[]): Promise<number> {
  if (!app.server.listening) await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  const text = JSON.stringify(plainOrder)
  const call = request({
    host: '127.0.0.1',
    port,
    method: 'POST',
    path: '/api/v1/partner/deliveries',
    headers: [
      ...['Host', 'colis.test', 'Authorization', `Bearer ${key}`, 'Idempotency-Key', `raw-order-${++raw}`],
      ...['Content-Type', 'application/json', 'Content-Length', String(Buffer.byteLength(text)), ...headers],
    ],
  })
  call.on('error', reject)
  call.on('response', (response) => {
    response.resume()
    resolve(response.statusCode ?? 0)
  })
  call.end(text)
  return promise
}
let raw = 0

describe('a collector that takes no traces', () => {
  const warning = 'Traces did not reach OTEL_EXPORTER_OTLP_ENDPOINT'

  for (const [what, answer] of [
    ['refuses them', (response: ServerResponse) => response.writeHead(400).end('no')],
    ['fails', (response: ServerResponse) => response.writeHead(500).end()],
    ['hangs up', (response: ServerResponse) => response.destroy()],
    [
      'leads elsewhere',
      (response: ServerResponse) => response.writeHead(307, { location: 'http://127.0.0.1:1/' }).end(),
    ],
  ] as const)
    test(`one that ${what} is logged once, and requests are answered`, async (t) => {
      const scene = await openScene(openAny)
      t.after(() => closeScene(scene))
      scene.collector.answerWith(answer)
      const shop = await scene.newShop()
      for (let time = 0; time < 2; time += 1) {
        await scene.start()
        const statuses = await Promise.all(
          Array.from({ length: 20 }, async () => (await shop.get('/zones')).status),
        )
        assert.deepEqual(new Set(statuses), new Set([200]))
        await until(
          () => time > 0 || scene.service.logged.some((line) => line.includes(warning)),
          'a line in the log',
        )
        if (time === 0) await until(() => scene.collector.bodies.length > 0, 'a request')
      }
      const lines = scene.service.logged.filter((line) => line.includes(warning))
      assert.equal(lines.length, 1)
      const { level, msg, ...rest } = JSON.parse(lines[0] ?? '')
      assert.deepEqual({ level, msg: msg.startsWith(warning) }, { level: 40, msg: true })
      assert.deepEqual(Object.keys(rest).sort().join(), 'code,hostname,pid,time')
    })

  for (const what of ['is away', 'never answers'] as const)
    test(`a service whose collector ${what} serves, and stops as ever`, async (t) => {
      const collector = await openOtlpReceiver()
      t.after(() => collector.close())
      collector.answerWith(() => {})
      const folder = mkdtempSync(join(tmpdir(), 'colis-traces-'))
      t.after(() => rmSync(folder, { recursive: true, force: true }))
      const colis = await startColis({
        DATABASE_URL: 'memory:',
        DATA_FOLDER: folder,
        OTEL_EXPORTER_OTLP_ENDPOINT:
          what === 'is away' ? `http://127.0.0.1:${await freePort()}` : collector.url,
      })
      t.after(() => colis.child.kill('SIGKILL'))
      await colis.ready
      const key = /colis_live_\w+/.exec(colis.stdout())?.[0]
      for (let nth = 0; nth < 300; nth += 1) {
        const answer = await fetch(`${colis.url}/api/v1/partner/zones`, {
          headers: { authorization: `Bearer ${key}` },
        })
        assert.equal(answer.status, 200)
        await answer.bytes()
      }
      if (what === 'never answers') await until(() => collector.bodies.length > 0, 'a batch')
      colis.child.kill('SIGTERM')
      assert.equal(await colis.ended, 0)
      assert.doesNotMatch(colis.stdout(), /stopped before everything under way had ended/)
    })
})
