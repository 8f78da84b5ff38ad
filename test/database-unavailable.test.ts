import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, afterEach, before, describe, test } from 'node:test'
import type { InjectOptions } from 'fastify'
import pg from 'pg'
import { migrate } from '../src/base/database/migrate.ts'
import { openDatabase } from '../src/base/database/open-database.ts'
import { scopes } from '../src/contract/vocabulary.ts'
import { setTariff } from '../src/domain/pricing/set-tariff.ts'
import { createApiKey } from '../src/domain/shops/create-api-key.ts'
import { startColis } from './support/colis-process.ts'
import { pagePath, textOf } from './support/customer-visit.ts'
import { skipServer } from './support/databases.ts'
import {
  type Answer,
  east,
  openService,
  plainOrder,
  type TestService,
  type TestShop,
  testTariff,
} from './support/open-service.ts'
import { partnerOperations } from './support/partner-operations.ts'
import { type Cluster, standStill, startCluster } from './support/postgres-cluster.ts'
import { until } from './support/until.ts'

type Operation = {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  path: string
  body?: object
  headers?: Record<string, string>
}

const someId = '0192f0c1-7a3e-7c11-9d5b-3f5f7b1c2d4e'
let orders = 0
/** Where nothing listens; the service may call this machine. */
const hook = 'https://127.0.0.1:1/hook'

/** Operations on a webhook endpoint, whose id they are given. */
const onEndpoint = (method: Operation['method'], rest = '', body?: object) => ({
  [`${method} /webhook-endpoints/{id}${rest}`]: (id: string): Operation => ({
    method,
    path: `/webhook-endpoints/${id}${rest}`,
    ...(body && { body }),
  }),
})

/** Every operation of the partner API, with a valid body; each is given the id of what it is about. */
const operations: Record<string, (id: string) => Operation> = {
  'POST /quotes': () => ({
    method: 'POST',
    path: '/quotes',
    body: { dropoff: east, parcelSize: 'SMALL', paymentMode: 'PREPAID' },
  }),
  'GET /zones': () => ({ method: 'GET', path: '/zones' }),
  'GET /shop': () => ({ method: 'GET', path: '/shop' }),
  'GET /pickup-addresses': () => ({ method: 'GET', path: '/pickup-addresses' }),
  'POST /deliveries': () => ({
    method: 'POST',
    path: '/deliveries',
    body: plainOrder,
    headers: { 'idempotency-key': `away-order-${++orders}` },
  }),
  'GET /events': () => ({ method: 'GET', path: '/events' }),
  'GET /deliveries': () => ({ method: 'GET', path: '/deliveries' }),
  'GET /deliveries/{id}': (id) => ({ method: 'GET', path: `/deliveries/${id}` }),
  'GET /deliveries/{id}/events': (id) => ({ method: 'GET', path: `/deliveries/${id}/events` }),
  'POST /deliveries/{id}/cancel': (id) => ({ method: 'POST', path: `/deliveries/${id}/cancel`, body: {} }),
  'GET /deliveries/{id}/cancellation': (id) => ({ method: 'GET', path: `/deliveries/${id}/cancellation` }),
  'GET /deliveries/{id}/proof': (id) => ({ method: 'GET', path: `/deliveries/${id}/proof` }),
  'POST /deliveries/{id}/second-tries': (id) => ({
    method: 'POST',
    path: `/deliveries/${id}/second-tries`,
    body: { window: { from: '2026-11-21T14:00:00Z', to: '2026-11-21T16:00:00Z' } },
  }),
  'PATCH /deliveries/{id}': (id) => ({
    method: 'PATCH',
    path: `/deliveries/${id}`,
    body: { instructions: 'Sonner deux fois' },
  }),
  'POST /deliveries/{id}/payment-confirmations': (id) => ({
    method: 'POST',
    path: `/deliveries/${id}/payment-confirmations`,
    body: { received: true },
  }),
  'POST /deliveries/{id}/payment-requests': (id) => ({
    method: 'POST',
    path: `/deliveries/${id}/payment-requests`,
  }),
  'POST /deliveries/{id}/return-confirmations': (id) => ({
    method: 'POST',
    path: `/deliveries/${id}/return-confirmations`,
  }),
  'POST /deliveries/promo-code-checks': () => ({
    method: 'POST',
    path: '/deliveries/promo-code-checks',
    body: { promoCode: 'BIENVENUE' },
  }),
  'POST /deliveries/parcel-photo-uploads': () => ({
    method: 'POST',
    path: '/deliveries/parcel-photo-uploads',
    body: { contentType: 'image/png', sizeBytes: 100 },
  }),
  'POST /sandbox/deliveries/{id}/advance': (id) => ({
    method: 'POST',
    path: `/sandbox/deliveries/${id}/advance`,
  }),
  'POST /sandbox/reset': () => ({ method: 'POST', path: '/sandbox/reset' }),
  'POST /pickup-addresses': () => ({ method: 'POST', path: '/pickup-addresses', body: east }),
  'PATCH /pickup-addresses/{id}': (id) => ({
    method: 'PATCH',
    path: `/pickup-addresses/${id}`,
    body: { label: 'Kiosque' },
  }),
  'DELETE /pickup-addresses/{id}': (id) => ({ method: 'DELETE', path: `/pickup-addresses/${id}` }),
  'POST /webhook-endpoints': () => ({
    method: 'POST',
    path: '/webhook-endpoints',
    body: { url: `${hook}/new` },
  }),
  'GET /webhook-endpoints': () => ({ method: 'GET', path: '/webhook-endpoints' }),
  ...onEndpoint('GET'),
  ...onEndpoint('PATCH', '', { url: `${hook}/moved` }),
  ...onEndpoint('DELETE'),
  ...onEndpoint('GET', '/attempts'),
  ...onEndpoint('POST', '/ping'),
  ...onEndpoint('POST', '/regenerate-secret'),
  ...onEndpoint('POST', '/enable'),
  ...onEndpoint('POST', '/pause'),
  ...onEndpoint('POST', '/resend', { failedSince: '2026-11-21T10:00:00Z' }),
}

const everyOperation = Object.keys(operations)
const ofPickupAddresses = everyOperation.filter((name) => name.includes('/pickup-addresses'))
/** What a shop does to a delivery, each in a transaction that locks it. */
const ofDeliveries = everyOperation.filter((name) => /^(PATCH|POST) \/deliveries\/\{id\}/.test(name))
const ofEndpoints = everyOperation.filter((name) => name.includes('/webhook-endpoints'))

/** Which operations need a table, when nothing of the caller is cached. */
const needs: Record<string, string[]> = {
  api_keys: everyOperation,
  shops: ['POST /quotes', 'POST /deliveries', 'POST /webhook-endpoints', ...ofPickupAddresses],
  deliveries: [
    'POST /deliveries',
    'GET /deliveries',
    'GET /deliveries/{id}',
    'GET /deliveries/{id}/cancellation',
    'GET /deliveries/{id}/proof',
    ...ofDeliveries,
    'POST /sandbox/deliveries/{id}/advance',
  ],
  delivery_history: ['POST /deliveries', 'GET /deliveries/{id}/events', 'POST /deliveries/{id}/cancel'],
  events: [
    'GET /events',
    'POST /deliveries',
    'POST /deliveries/{id}/cancel',
    'POST /sandbox/deliveries/{id}/advance',
  ],
  promo_codes: ['POST /deliveries/promo-code-checks'],
  pickup_addresses: ['POST /quotes', 'POST /deliveries', ...ofPickupAddresses],
  webhook_endpoints: ofEndpoints,
  webhook_attempts: ['GET /webhook-endpoints/{id}/attempts', 'POST /webhook-endpoints/{id}/ping'],
  // Enabling an endpoint that was not paused changes nothing, so it leaves no line.
  audit_lines: [...ofPickupAddresses, ...ofEndpoints].filter((name) => !/^GET|enable$/.test(name)),
  parcel_photos: ['POST /deliveries/parcel-photo-uploads'],
}

describe('while the database server is unavailable', { skip: skipServer }, () => {
  let cluster: Cluster
  let service: TestService
  let shop: TestShop

  const crashes: unknown[] = []
  const noteCrash = (error: unknown) => void crashes.push(error)

  before(async () => {
    process.on('uncaughtException', noteCrash)
    cluster = await startCluster({ fsync: 'off' })
    const admin = await connected(cluster.url('postgres'))
    await admin.query('create database colis')
    await admin.end()
    const url = cluster.url('colis')
    // The timeouts of production, with which the three seconds are promised.
    const database = await openDatabase({ url, poolSize: 10, timeoutMs: 2_500, onError: () => {} })
    await migrate(database)
    service = await openService(
      { database, url },
      {
        WEBHOOK_ALLOW_RANGES: '127.0.0.0/8',
        DATABASE_TIMEOUT_MS: '2500',
      },
    )
    shop = await service.openShop()
  })
  after(async () => {
    await service?.close()
    await cluster?.remove()
    process.off('uncaughtException', noteCrash)
  })

  /** A connection that breaks must not end the process, as an error event without a listener would. */
  afterEach(() => assert.deepEqual(crashes.splice(0), []))

  test('every operation of the partner API is covered by the tests of an unavailable database', async () => {
    const { body } = await service.call({ url: '//openapi.json' })
    const described = Object.entries(body.paths as Record<string, object>).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replace('/api/v1/partner', '')}`),
    )
    assert.deepEqual(described.sort(), everyOperation.toSorted())
  })

  test('with the database stopped every operation returns 503, and works soon after its start', async () => {
    const calls = await callsOf(everyOperation)
    await cluster.control('stop', 'immediate')

    await assertUnavailable(calls)
    await assertNotReady()

    await cluster.control('start')
    await assertWorkAgain()
  })

  test('each request during a restart of the database gets a response, and all operations soon work again', async () => {
    const waves = await callsOf([...everyOperation, ...everyOperation, ...everyOperation])

    const [answers] = await Promise.all([sendAll(waves), cluster.control('restart', 'immediate')])

    for (const { name, answer } of answers) {
      assert.ok(answer.status < 300 || answer.status === 503, `${name} answered ${answer.status}`)
    }
    await assertWorkAgain()
  })

  test('price changes after a restart of the database are noticed, as the listener reconnects (decision 47)', async () => {
    await cluster.control('restart', 'immediate')
    await assertWorkAgain()

    await priceBecomes({ baseFcfa: 700 }, 800)
    // Now that it listens again, within the second that is promised.
    await priceBecomes({ baseFcfa: 900 }, 1000)
    await priceBecomes(testTariff, 600)
  })

  test('with the database frozen every operation returns 503, and works once it resumes', async () => {
    const calls = await callsOf(everyOperation)
    const goOn = standStill(cluster.pid())
    try {
      await assertUnavailable(calls)
      await assertNotReady()
    } finally {
      goOn()
    }
    await assertWorkAgain()
  })

  test('when the database freezes as verbs begin, nothing that is acknowledged later is lost', async () => {
    const { body: made } = await shop.order()
    const cancels = Array.from({ length: 10 }, () => `/deliveries/${made.id}/cancel`)
    // The pool holds its ten connections, and the key is cached.
    await Promise.all(cancels.map(() => shop.get(`/deliveries/${made.id}`)))
    const goOn = standStill(cluster.pid())
    try {
      const answers = await Promise.all(cancels.map((path) => named('cancel', () => shop.post(path, {}))))
      for (const answer of answers) assertIsUnavailable(answer)
    } finally {
      goOn()
    }

    const after = []
    for (let wave = 0; wave < 4; wave += 1)
      after.push(...(await Promise.all(Array.from({ length: 10 }, () => soon(() => shop.order())))))

    const acknowledged = after.filter(({ status }) => status === 201).map(({ body }) => body.id as string)
    assert.equal(acknowledged.length, 40)
    const eye = await connected(cluster.url('colis'))
    const { rows } = await eye.query('select id from deliveries where id = any($1)', [acknowledged])
    await eye.end()
    assert.deepEqual(rows.map(({ id }) => id).sort(), acknowledged.toSorted())
  })

  test('when the database freezes during a verb, it returns 503 and can be done again', async () => {
    const { body: made } = await shop.order()
    const [holder, watcher] = [await connected(cluster.url('colis')), await connected(cluster.url('colis'))]
    await holder.query('begin')
    await holder.query('select from deliveries where id = $1 for update', [made.id])
    const cancel = () => named('cancel', () => shop.post(`/deliveries/${made.id}/cancel`, {}))
    const cancelled = await waitingAtOnce(watcher, 1, cancel)
    const goOn = standStill(cluster.pid())
    try {
      for (const answer of await Promise.all(cancelled)) assertIsUnavailable(answer)
    } finally {
      goOn()
      await holder.end()
      await watcher.end()
    }

    assert.equal((await soon(() => shop.post(`/deliveries/${made.id}/cancel`, {}))).status, 200)
  })

  for (const [table, names] of Object.entries(needs)) {
    test(`operations that need a locked table ${table} return 503, and work once it is free`, async () => {
      const calls = await callsOf(names)
      const free = await locked(table)
      try {
        await assertUnavailable(calls)
      } finally {
        await free()
      }
      await assertWorkAgain(names)
    })
  }

  test('with a locked table a customer gets a page that asks them to wait', async () => {
    const { body: made } = await shop.order()
    const path = pagePath(service, { shopId: shop.shopId, id: made.id })
    const page = () => service.call({ url: `/${path}` })
    const free = await locked('deliveries')
    try {
      const { answer } = await named('the page', page)
      assert.deepEqual([answer.status, answer.headers['retry-after']], [503, '2'])
      assert.match(textOf(answer.body), /^Un instant, s’il vous plaît .* Revenir à la livraison$/)
    } finally {
      await free()
    }
    await soon(page)
    const lines = service.logged.filter((line) => /already sent|reply.sent/.test(line) || line.includes(path))
    assert.deepEqual(lines, [])
  })

  test('with a locked table and every connection in use, later requests get 503 too, and quotes go on', async () => {
    const { body: made } = await shop.order()
    const watcher = await connected(cluster.url('colis'))
    const free = await locked('deliveries')
    const read = () => named('GET /deliveries/{id}', () => shop.get(`/deliveries/${made.id}`))

    try {
      const first = await waitingAtOnce(watcher, 10, read)
      const later = Array.from({ length: 10 }, read)
      // What needs no delivery goes on meanwhile, although nothing of its caller is cached.
      service.services.shops.forget()
      const quote = operations['POST /quotes']?.(someId).body
      assert.equal((await soon(() => shop.post('/quotes', quote))).status, 200)
      assert.equal((await soon(() => service.call({ url: '//health/ready' }))).status, 200)

      for (const answer of await Promise.all([...first, ...later])) assertIsUnavailable(answer)
    } finally {
      await free()
      await watcher.end()
    }
    await assertWorkAgain(['GET /deliveries/{id}'])
  })

  test('the service survives a restart of the database, and stops on SIGTERM while the database is stopped', async () => {
    const admin = await connected(cluster.url('postgres'))
    await admin.query('create database colis_of_a_process')
    await admin.end()
    const folder = mkdtempSync(join(tmpdir(), 'colis-away-'))
    const colis = await startColis({
      DATABASE_URL: cluster.url('colis_of_a_process'),
      DATA_FOLDER: folder,
      RATE_LIMIT_PER_SECOND: '0',
    })
    try {
      await colis.ready
      const key = /colis_live_\w{38}/.exec(colis.stdout())?.[0]
      const list = () =>
        fetch(`${colis.url}/api/v1/partner/deliveries`, { headers: { authorization: `Bearer ${key}` } })

      const [, statuses] = await Promise.all([
        cluster.control('restart', 'immediate'),
        Promise.all(Array.from({ length: 200 }, () => list().then(({ status }) => status))),
      ])

      assert.deepEqual(
        statuses.filter((status) => status !== 200 && status !== 503),
        [],
      )
      await soon(list)
      await cluster.control('stop', 'immediate')
      assert.equal((await list()).status, 503)
      colis.child.kill('SIGTERM')
      assert.equal(await colis.ended, 0, colis.stdout())
    } finally {
      colis.child.kill('SIGKILL')
      await colis.ended
      rmSync(folder, { recursive: true, force: true })
      await cluster.control('start').catch(() => {})
    }
  })

  /** A call of each operation, by a shop and a key that are not cached. */
  async function callsOf(names: readonly string[]): Promise<Call[]> {
    // One after the other, each again until it succeeds: all at once they would exceed the short time-outs by themselves.
    const made = []
    for (const name of names) made.push(await soon(() => callOf(name)))
    service.services.shops.forget()
    return made.map(({ name, key, operation: { method, path, body, headers } }) => ({
      name,
      send: () =>
        service.call({
          method,
          url: path,
          headers: { authorization: `Bearer ${key}`, ...headers },
          ...(body && { payload: body }),
        } satisfies InjectOptions & { url: string }),
    }))
  }

  async function callOf(name: string) {
    const own = await service.openShop()
    const id = await subjectOf(name, own)
    const ofKey = { shopId: own.shopId, scopes: [...scopes], label: null }
    const { key } = await createApiKey(service.services, ofKey)
    return { name, key, operation: operations[name]?.(id) as Operation }
  }

  /** Makes what the operation is about, as far as it needs one, and returns its id. */
  async function subjectOf(name: string, own: TestShop): Promise<string> {
    if (name.includes('/pickup-addresses')) return own.pickupAddressId
    if (/(payment|return)-|second-tries|proof/.test(name))
      return partnerOperations[name]?.subject.make(own, service) ?? someId
    const { body } = name.includes('/webhook-endpoints')
      ? await own.post('/webhook-endpoints', { url: hook })
      : await own.order()
    return body.id ?? someId
  }

  async function assertUnavailable(calls: readonly Call[]): Promise<void> {
    for (const answer of await sendAll(calls)) assertIsUnavailable(answer)
  }

  async function assertNotReady(): Promise<void> {
    const [ready, live] = await Promise.all([
      named('ready', () => service.call({ url: '//health/ready' })),
      named('live', () => service.call({ url: '//health/live' })),
    ])
    assertIsUnavailable(ready)
    assert.deepEqual([live.answer.status, live.answer.body], [200, { status: 'ok' }])
  }

  /** Each operation succeeds again, without a restart of any process. */
  async function assertWorkAgain(names: readonly string[] = everyOperation): Promise<void> {
    await soon(() => service.call({ url: '//health/ready' }))
    const calls = await callsOf(names)
    await Promise.all(calls.map(({ send }) => soon(send)))
  }

  async function priceBecomes(change: object, price: number): Promise<void> {
    const { id } = await service.services.db
      .selectFrom('cities')
      .select('cities.id')
      .where('cities.name', '=', 'Cotonou')
      .executeTakeFirstOrThrow()
    await setTariff(service.services, id, change)
    const quote = operations['POST /quotes']?.(someId).body
    await until(async () => (await shop.post('/quotes', quote)).body.price === price, `a price of ${price}`)
  }

  /** Locks a table against everybody until the returned function is called. */
  async function locked(table: string): Promise<() => Promise<void>> {
    const holder = await connected(cluster.url('colis'))
    await holder.query('begin')
    await holder.query(`lock table ${table} in access exclusive mode`)
    return () => holder.end()
  }
})

type Call = { name: string; send: () => Promise<Answer> }
type NamedAnswer = { name: string; answer: Answer }

function assertIsUnavailable({ name, answer }: NamedAnswer): void {
  const { status, body, headers } = answer
  assert.deepEqual(
    { status, body, retryAfter: headers['retry-after'] },
    {
      status: 503,
      body: {
        statusCode: 503,
        code: 'SERVICE_UNAVAILABLE',
        message:
          'Le service est momentanément indisponible. Renvoyez la même requête, avec le même Idempotency-Key.',
      },
      retryAfter: '2',
    },
    name,
  )
}

const sendAll = (calls: readonly Call[]) => Promise.all(calls.map(({ name, send }) => named(name, send)))

async function named(name: string, send: () => Promise<Answer>): Promise<NamedAnswer> {
  return { name, answer: await send() }
}

async function connected(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString })
  client.on('error', () => {})
  await client.connect()
  return client
}

/** How many statements of ours are waiting for a lock. */
async function waiting(client: pg.Client): Promise<number> {
  const { rows } = await client.query(
    `select count(*)::int as count from pg_stat_activity
     where application_name = 'colis' and wait_event_type = 'Lock'`,
  )
  return rows[0].count
}

/** Sends requests, each anew once it has its answer, until so many wait for a lock at once; returns these. */
async function waitingAtOnce(
  watcher: pg.Client,
  count: number,
  send: () => Promise<NamedAnswer>,
): Promise<Promise<NamedAnswer>[]> {
  const underWay = new Set<Promise<NamedAnswer>>()
  const begin = () => {
    const sent = send()
    underWay.add(sent)
    void sent.finally(() => underWay.delete(sent))
  }
  await until(async () => {
    while (underWay.size < count) begin()
    return (await waiting(watcher)) === count
  }, `${count} that wait for a lock`)
  return [...underWay]
}

/**
 * The first successful response. What a busy machine answered too late may have been done all the same, so that the same
 * request is refused from then on: that too is a response of a service that works.
 */
async function soon<T extends object>(attempt: () => Promise<T>): Promise<T> {
  let response: T | undefined
  let last: unknown
  let tries = 0
  const isSuccess = (answer: T) => {
    const status = 'status' in answer ? (answer.status as number) : 200
    return status < 300 || (tries > 1 && status < 500)
  }
  await until(async () => {
    tries += 1
    const answer = await attempt().catch((error: unknown) => {
      last = error
    })
    if (answer && isSuccess(answer)) response = answer
    else last = answer ?? last
    return response !== undefined
  }, 'a success').catch((error: unknown) => {
    throw new Error(`The last response was ${JSON.stringify(last)}.`, { cause: error })
  })
  return response as T
}
