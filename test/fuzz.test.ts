import assert from 'node:assert/strict'
import { Agent, type IncomingHttpHeaders, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, test } from 'node:test'
import fc from 'fast-check'
import { errors } from '../src/contract/errors.ts'
import { describedApi, describedOperations, type Schema } from '../src/http/openapi-document.ts'
import { seedFrom } from './support/chance.ts'
import { isWholeSuite, openAny } from './support/databases.ts'
import {
  byteChange,
  changed,
  hostileMembers,
  hostileValues,
  withMemberAt,
  withValueAt,
} from './support/hostile-bodies.ts'
import { openService, plainOrder, type TestService, type TestShop } from './support/open-service.ts'
import { checkAgainstDescription } from './support/openapi-check.ts'
import { resolvedDescription } from './support/resolved-description.ts'
import { documented } from './support/schema-arbitrary.ts'

/** The same examples at every run. For a longer hunt: FUZZ_SEED, and FUZZ_RUNS times as many. */
const seed = seedFrom('FUZZ_SEED', 2041)
const runs = Number(process.env.FUZZ_RUNS ?? (isWholeSuite ? 1 : 0.2))

/** Operations that take a body; a new one is fuzzed without a word here, but for what its `{id}` names. */
type Target = { name: string; method: string; path: string; schema: Schema }

let service: TestService
let shop: TestShop
/** Its pickup addresses become any places, where nothing can be ordered. */
let moving: TestShop
let deliveryId: string
let targets: Target[]
const agent = new Agent({ keepAlive: true, maxSockets: 4 })

before(async () => {
  service = await openService(await openAny(), {
    TRUST_PROXY: '127.0.0.1',
    // No name is asked for and no request leaves this machine, where nothing listens.
    DNS_SERVERS: '127.0.0.1:9',
    WEBHOOK_ALLOW_RANGES: '127.0.0.0/8',
  })
  await service.app.listen({ host: '127.0.0.1', port: 0 })
  shop = await service.openShop()
  moving = await service.openShop()
  deliveryId = (await shop.order()).body.id
  const endpoint = await shop.post('/webhook-endpoints', { url: 'https://127.0.0.1:1/hook' })
  targets = targetsOf(service, {
    deliveries: deliveryId,
    'webhook-endpoints': endpoint.body.id,
    'pickup-addresses': moving.pickupAddressId,
  })
})
after(async () => {
  agent.destroy()
  await service.close()
})

test('every operation that takes a body is fuzzed', () => {
  assert.deepEqual(targets.map(({ name }) => name).sort(), [
    'PATCH /api/v1/partner/deliveries/{id}',
    'PATCH /api/v1/partner/pickup-addresses/{id}',
    'PATCH /api/v1/partner/webhook-endpoints/{id}',
    'POST /api/v1/partner/deliveries',
    'POST /api/v1/partner/deliveries/parcel-photo-uploads',
    'POST /api/v1/partner/deliveries/promo-code-checks',
    'POST /api/v1/partner/deliveries/{id}/cancel',
    'POST /api/v1/partner/deliveries/{id}/payment-confirmations',
    'POST /api/v1/partner/deliveries/{id}/payment-requests',
    'POST /api/v1/partner/deliveries/{id}/return-confirmations',
    'POST /api/v1/partner/deliveries/{id}/second-tries',
    'POST /api/v1/partner/pickup-addresses',
    'POST /api/v1/partner/quotes',
    'POST /api/v1/partner/sandbox/deliveries/{id}/advance',
    'POST /api/v1/partner/sandbox/reset',
    'POST /api/v1/partner/webhook-endpoints',
    'POST /api/v1/partner/webhook-endpoints/{id}/enable',
    'POST /api/v1/partner/webhook-endpoints/{id}/pause',
    'POST /api/v1/partner/webhook-endpoints/{id}/ping',
    'POST /api/v1/partner/webhook-endpoints/{id}/regenerate-secret',
    'POST /api/v1/partner/webhook-endpoints/{id}/resend',
  ])
})

/**
 * Applies what the description says only in text: a failure reason needs the outcome FAILED, coordinates come together,
 * and an expected price comes with them.
 */
function asSaidInWords(body: unknown) {
  if (!body || typeof body !== 'object') return body
  if ('failureReason' in body) return { ...body, outcome: 'FAILED' }
  if ('lat' in body || 'lng' in body) return { lat: 6.37, lng: 2.43, ...body }
  const { dropoff } = body as { dropoff?: { lat?: number; lng?: number } }
  const isPlaced = dropoff?.lat !== undefined || dropoff?.lng !== undefined
  const place = { lat: 6.37, lng: 2.43, ...dropoff }
  return isPlaced || ('expectedPrice' in body && !('window' in body)) ? { ...body, dropoff: place } : body
}

describe('bodies', () => {
  test('a documented body is never refused with VALIDATION_FAILED, however its JSON is written (decision 6)', async () => {
    const statuses = new Set<number>()
    for (const target of targets) {
      const script = fc.constantFrom(...scripts)
      const bodies = documented(target.schema).map(asSaidInWords)
      await holds(150, fc.record({ body: bodies, script }), async ({ body, script }) => {
        const { status, code } = await put(target, script.write(body))
        assert.notEqual(code, 'VALIDATION_FAILED')
        assert.notEqual(code, 'JSON_INVALID')
        statuses.add(status)
      })
    }
    assert.ok(statuses.has(200) && statuses.has(201), 'some of these bodies are taken by the business too')
  })

  test('a body with one hostile value is accepted or gets an error body, and never an internal error', async () => {
    const name = fc.constantFrom(...Object.keys(hostileValues))
    for (const target of targets) {
      await holds(
        240,
        fc.record({ body: documented(target.schema), at: fc.nat(), name }),
        ({ body, at, name }) => put(target, withValueAt(body, at, hostileValues[name] ?? '')),
      )
    }
  })

  test('a body with one additional hostile member is refused with an error body', async () => {
    const name = fc.constantFrom(...Object.keys(hostileMembers))
    for (const target of targets) {
      await holds(
        40,
        fc.record({ body: documented(target.schema), at: fc.nat(), name }),
        async ({ body, at, name }) => {
          const { code } = await put(target, withMemberAt(body, at, hostileMembers[name] ?? ''))
          assert.ok(code === 'VALIDATION_FAILED' || code === 'JSON_INVALID', `was answered ${code}`)
        },
      )
    }
  })

  test('when a body holds a member twice, the last value counts', async () => {
    const order = JSON.stringify(plainOrder).replace('{', '{"externalRef":"first","externalRef":"second",')
    const { status, body } = await post('/api/v1/partner/deliveries', order)
    assert.deepEqual([status, body.externalRef], [201, 'second'])
  })

  test('a body with bytes changed, added or cut is accepted or gets an error body', async () => {
    const changes = fc.array(byteChange, { minLength: 1 })
    for (const target of targets) {
      await holds(120, fc.record({ body: documented(target.schema), changes }), ({ body, changes }) =>
        put(target, changes.reduce(changed, Buffer.from(JSON.stringify(body)))),
      )
    }
  })

  test('any JSON and any bytes as a body get a documented response', async () => {
    for (const target of targets) {
      await holds(100, fc.json({ maxDepth: 5 }), (text) => put(target, text))
      await holds(50, fc.uint8Array({ maxLength: 200 }), (bytes) => put(target, Buffer.from(bytes)))
    }
  })

  test('no body that was sent changes the prototype of objects', () => {
    assert.equal(Object.keys(Object.prototype).length, 0)
    assert.equal(({} as { polluted?: unknown }).polluted, undefined)
  })
})

describe('headers', () => {
  test('an Idempotency-Key is accepted exactly when it is 8 to 100 letters, digits, - and _ (spec 4.4)', async () => {
    const key = fc.oneof(
      fc.string({ unit: fc.constantFrom(...'azAZ09-_'), minLength: 6, maxLength: 110 }),
      fc.string({ unit: headerCharacter, maxLength: 120 }),
      fc.constantFrom(...idempotencyKeys),
    )
    await holds(300, key, async (value) => {
      const headers: Header[] = [['idempotency-key', value]]
      const { status, code } = await post('/api/v1/partner/deliveries', JSON.stringify(plainOrder), headers)
      const sent = value.replaceAll(/^[ \t]+|[ \t]+$/g, '')
      if (/^[A-Za-z0-9_-]{8,100}$/.test(sent)) assert.equal(status, 201)
      else assert.equal(code, sent === '' ? 'IDEMPOTENCY_KEY_REQUIRED' : 'IDEMPOTENCY_KEY_INVALID')
    })
  })

  test('two Idempotency-Key headers in one request are refused', async () => {
    const { code } = await post('/api/v1/partner/deliveries', JSON.stringify(plainOrder), [
      ['idempotency-key', 'order-2041-a'],
      ['idempotency-key', 'order-2041-b'],
    ])
    assert.equal(code, 'IDEMPOTENCY_KEY_INVALID')
  })

  test('any Accept-Language header gets a response in French or English (decision 18)', async () => {
    const language = fc.oneof(
      fc.string({ unit: headerCharacter, maxLength: 300 }),
      fc.string({ unit: fc.constantFrom(...'fren-BJ;q=01.,* '), maxLength: 60 }),
      fc.constantFrom(...languages),
    )
    await holds(400, fc.array(language, { minLength: 1, maxLength: 3 }), (values) =>
      send({
        path: '/api/v1/partner/deliveries/x',
        headers: [authorization(), ...values.map((value): Header => ['accept-language', value])],
      }),
    )
  })

  test('a body of any other type than JSON is refused with 415 (decision 6)', async () => {
    const type = fc.oneof(
      fc.constantFrom(...contentTypes),
      fc.string({ unit: headerCharacter, maxLength: 60 }),
      fc.string({ unit: fc.constantFrom(...'aplictonjs/;=" '), maxLength: 30 }),
    )
    await holds(300, type, async (value) => {
      const { status } = await send({
        method: 'POST',
        path: '/api/v1/partner/quotes',
        headers: [authorization(), ['content-type', value]],
        body: JSON.stringify({ parcelSize: 'SMALL', paymentMode: 'PREPAID' }),
      })
      assert.ok(status === 200 || status === 415, `was answered ${status}`)
      if (status === 200) assert.match(value, /^[ \t]*application\/json[ \t]*(;.*)?$/i)
    })
  })

  test('any value of the other headers gets a documented response', async () => {
    const value = fc.oneof(
      fc.string({ unit: headerCharacter, maxLength: 200 }),
      fc.constantFrom('', '0', '-1', '*', '1e999', 'W/"', 'bytes=9-1', 'http://[', '%00', 'x'.repeat(10_000)),
    )
    const headers = fc.array(fc.tuple(fc.constantFrom(...otherHeaders), value), {
      minLength: 1,
      maxLength: 4,
    })
    const path = fc.constantFrom(
      '/api/v1/partner/zones',
      `/api/v1/partner/deliveries/${deliveryId}`,
      '/openapi.json',
      '/docs/fr/guide',
      '/docs/try/',
    )
    await holds(400, fc.record({ path, headers }), ({ path, headers }) =>
      send({ path, headers: [authorization(), ...headers] }),
    )
  })

  test('an Authorization header that holds no key of the service is refused with 401 (decision 5)', async () => {
    const text = fc.string({ unit: headerCharacter, maxLength: 100 })
    const value = fc.oneof(
      text,
      text.map((each) => `Bearer ${each}`),
      text.map((each) => `Bearer colis_live_${each}`),
      fc.constantFrom(...authorizations),
    )
    // One address may fail twenty times a second (decision 42): each call comes from another.
    await holds(150, fc.record({ value, address: fc.ipV4() }), async ({ value, address }) => {
      const { status } = await send({
        path: '/api/v1/partner/zones',
        headers: [
          ['authorization', value],
          ['x-forwarded-for', address],
        ],
      })
      assert.equal(status, 401)
    })
  })
})

describe('addresses', () => {
  test('any query of the list of deliveries gets a page or VALIDATION_FAILED (spec 4.5)', async () => {
    const known = fc.constantFrom('status', 'from', 'to', 'page', 'pageSize', 'externalRef')
    const unknown = fc.constantFrom(
      '',
      '__proto__',
      'constructor',
      'page[]',
      'page[0]',
      'a.b',
      'Page',
      'x%00',
    )
    const name = fc.oneof({ weight: 9, arbitrary: known }, { weight: 1, arbitrary: unknown })
    const value = fc.oneof(
      fc.constantFrom(...queryValues),
      fc.string({ maxLength: 80 }).map(encodeURIComponent),
      fc.string({ unit: fc.constantFrom(...'0123456789-+.:TZe%aF'), maxLength: 30 }),
      fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
    )
    await holds(800, fc.array(fc.tuple(name, value), { maxLength: 5 }), async (parameters) => {
      const query = parameters.map((each) => each.join('=')).join('&')
      const { status, code } = await send({
        path: `/api/v1/partner/deliveries?${query}`,
        headers: [authorization()],
      })
      assert.ok(status === 200 || code === 'VALIDATION_FAILED', `was answered ${status} ${code}`)
    })
  })

  test('any text in place of a delivery’s id finds no delivery (decision 5)', async () => {
    const id = fc.oneof(
      fc.constantFrom(...ids),
      fc.string({ minLength: 1, maxLength: 50 }).map((text) => encodeURIComponent(text)),
      fc.string({ unit: fc.constantFrom(...'0123456789abcdef-'), minLength: 36, maxLength: 36 }),
    )
    const rest = fc.constantFrom('', '/events', '/cancel')
    await holds(300, fc.record({ id, rest }), async ({ id, rest }) => {
      const { status, code } = await send({
        method: rest === '/cancel' ? 'POST' : 'GET',
        path: `/api/v1/partner/deliveries/${id}${rest}`,
        headers: [authorization(), ['content-type', 'application/json']],
        ...(rest === '/cancel' && { body: '{}' }),
      })
      const expected = isUnreadable(id) ? [400, 'REQUEST_MALFORMED'] : [404, 'DELIVERY_NOT_FOUND']
      assert.deepEqual([status, code], expected)
    })
  })

  test('any path with any method gets a documented response', async () => {
    const segment = fc.oneof(
      fc.constantFrom(...segments),
      fc.string({ maxLength: 20 }).map(encodeURIComponent),
    )
    const example = fc.record({
      method: fc.constantFrom(...methods),
      start: fc.constantFrom(...starts),
      rest: fc.array(segment, { maxLength: 5 }),
    })
    await holds(1_200, example, ({ method, start, rest }) =>
      send({ method, path: `${start}/${rest.join('/')}`, headers: [authorization()] }),
    )
  })
})

/** Checks a property on many examples, and prints the smallest that breaks it. */
function holds<T>(numRuns: number, example: fc.Arbitrary<T>, check: (value: T) => Promise<unknown>) {
  const property = fc.asyncProperty(example, async (value) => {
    await check(value)
  })
  return fc.assert(property, { seed, numRuns: Math.ceil(numRuns * runs) })
}

/** Whether an address cannot be decoded: no hexadecimal after %, or no UTF-8. */
function isUnreadable(text: string): boolean {
  try {
    decodeURIComponent(text)
    return false
  } catch {
    return true
  }
}

/** Several ways to write the same JSON. */
const scripts: { toString(): string; write(body: unknown): string }[] = [
  { toString: () => 'plain', write: (body) => JSON.stringify(body) },
  { toString: () => 'spaced', write: (body) => JSON.stringify(body, null, '\t') },
  {
    toString: () => 'escaped',
    write: (body) =>
      JSON.stringify(body).replaceAll(/[^\0-\x7f]/gu, (each) =>
        [...Array(each.length)].map((_, at) => unicodeEscape(each, at)).join(''),
      ),
  },
  {
    toString: () => 'reversed',
    write: (body) => JSON.stringify(Object.fromEntries(Object.entries(body as object).reverse())),
  },
]

const unicodeEscape = (text: string, at: number) => `\\u${text.charCodeAt(at).toString(16).padStart(4, '0')}`

const idempotencyKeys = [
  '',
  ' ',
  '-'.repeat(8),
  '_'.repeat(100),
  '0'.repeat(101),
  'order 2041',
  'order-2041,order-2042',
  'x'.repeat(8_000),
  'é'.repeat(8),
  "'; drop table deliveries; --",
  '__proto__',
  'undefined',
]

const languages = [
  'en,'.repeat(2_000),
  'fr;q=NaN',
  'en;q=1e999',
  '*;q=-1',
  ';;;',
  'en;q=0.5;q=1',
  '-',
  'x-y-z',
  '__proto__',
]

const authorizations = [
  '',
  'Bearer',
  'Bearer null',
  'bearer undefined',
  "Bearer ' or 1=1 --",
  `Bearer ${'a'.repeat(15_000)}`,
  `Bearer ${'colis_live_'.repeat(100)}`,
]

const contentTypes = [
  'application/json',
  'APPLICATION/JSON',
  'application/json; charset=utf-8',
  'application/json;charset=utf-16',
  'application/json ; boundary=x',
  'application/json;',
  'application/json, text/plain',
  'application/jsonp',
  'application/problem+json',
  'text/json',
  'text/plain',
  'text/xml',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'image/jpeg',
  '*/*',
  '/',
  ';',
  'x'.repeat(5_000),
]

const otherHeaders = [
  'accept',
  'accept-encoding',
  'accept-charset',
  'cookie',
  'content-type',
  'forwarded',
  'idempotency-key',
  'if-match',
  'if-modified-since',
  'if-none-match',
  'origin',
  'range',
  'referer',
  'user-agent',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-http-method-override',
  'x-request-id',
]

const queryValues = [
  '',
  '1',
  '0',
  '-1',
  '01',
  '1.5',
  '1e3',
  '1e999',
  '-1e999',
  'Infinity',
  'NaN',
  '0x10',
  '9007199254740993',
  'null',
  'true',
  '%00',
  '%zz',
  '%',
  '%ff',
  '%ED%A0%80',
  '%F0%9F%9B%B5',
  'ASSIGNED',
  'ASSIGNED,ASSIGNED',
  ',,,',
  'ASSIGNED,%00',
  'assigned',
  'ASSIGNED,'.repeat(500),
  '2026-11-21',
  '2026-02-30',
  '0000-00-00',
  '9999-12-31',
  '2026-11-21T24:00:00Z',
  '2026-11-21T23:59:60Z',
  '2026-11-21T10:00:00+99:99',
  '2026-11-21T10:00:00%2001:00',
  '2026-11-21T10:00:00.123456789Z',
  '+275760-09-13T00:00:00Z',
  '-000001-01-01',
  "'%20or%201=1",
  'x'.repeat(64),
  'x'.repeat(65),
  'x'.repeat(5_000),
  '%F0%9F%9B%B5'.repeat(64),
]

const ids = [
  'x',
  '%00',
  'a%00b',
  'a%2Fb',
  '%2F%2F',
  '%2e%2e%2f%2e%2e',
  '%5c',
  '%25',
  '%zz',
  '%',
  '%ff',
  '%c0%af',
  '%ED%A0%80',
  'a'.repeat(5_000),
  '%41'.repeat(1_700),
  '%F0%9F%9B%B5',
  '__proto__',
  'null',
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
  '%7B0192f0c1-7a3e-7c11-9d5b-3f5f7b1c2d4e%7D',
  "0192f0c1-7a3e-7c11-9d5b-3f5f7b1c2d4e'--",
  '0192f0c1-7a3e-7c11-9d5b-3f5f7b1c2d4e%0a',
]

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND', 'PURGE']

const starts = [
  '',
  '/api/v1/partner',
  '/api/v1/partner/deliveries',
  '/api/v1/partner/sandbox/deliveries',
  '/docs',
  '/docs/fr',
  '/docs/try',
  '/docs/try/static',
  '/photo-uploads',
  '/health',
]

const segments = [
  '',
  '.',
  '..',
  '%2e%2e',
  '%2f',
  '%5c..%5c',
  '%00',
  '%',
  '%zz',
  '%ff',
  ';a=b',
  '*',
  ':id',
  '{id}',
  'index.html',
  'json',
  'events',
  'advance',
  'a'.repeat(300),
  'a'.repeat(5_000),
]

/** What HTTP allows in a header: a tab, visible ASCII, and bytes beyond it. */
const headerCharacter = fc
  .oneof(
    { weight: 9, arbitrary: fc.integer({ min: 0x20, max: 0x7e }) },
    { weight: 1, arbitrary: fc.constantFrom(0x09, 0x80, 0xa0, 0xe9, 0xff) },
  )
  .map((code) => String.fromCharCode(code))

type Header = [name: string, value: string]
type Call = { method?: string; path: string; headers: Header[]; body?: string | Buffer }

const authorization = ({ key } = shop): Header => ['authorization', `Bearer ${key}`]

let calls = 0

/** Sends a body as JSON under a fresh Idempotency-Key, unless `headers` holds others. */
function post(
  path: string,
  body: string | Buffer,
  headers: Header[] = [['idempotency-key', `fuzz-run-${++calls}`]],
  { method = 'POST', by = shop } = {},
) {
  return send({
    method,
    path,
    headers: [authorization(by), ['content-type', 'application/json'], ...headers],
    body,
  })
}

/** Sends a body to an operation that takes one. */
const put = ({ method, path }: Target, body: string | Buffer) =>
  post(path, body, undefined, { method, by: path.includes('/pickup-addresses') ? moving : shop })

/** Errors of requests that cannot be read far enough to know their operation, so no description lists them. */
const beforeAnyOperation = new Set(['REQUEST_MALFORMED', 'HEADERS_TOO_LARGE'])

/** Sends a call over the wire and checks its response against the rules for every response. */
async function send(call: Call) {
  const { status, headers, text } = await exchange(call)
  const isRead = call.method !== 'HEAD' && status !== 304
  // biome-ignore lint/suspicious/noExplicitAny: an answer is whatever came over the wire
  const body: any =
    isRead && /^application\/json/.test(headers['content-type'] ?? '') ? JSON.parse(text) : undefined
  assert.ok(status < 500, `was answered ${status}: ${text}`)
  assert.match(String(headers['content-language']), /^(fr|en)$/)
  assert.match(String(headers['x-request-id']), /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
  // An unknown page of the developers' site is answered with a page.
  const isPage = status === 404 && call.path.startsWith('/docs/') && text.startsWith('<!doctype html>')
  if (status >= 400 && isRead && !isPage) assertErrorBody(status, headers, body)
  if (isRead && !beforeAnyOperation.has(body?.code)) {
    const { method = 'GET', path } = call
    checkAgainstDescription(service.app, { method, path, status, body, headers })
  }
  return { status, body, code: body?.code as string | undefined }
}

/** The error body of spec section 7, with a code of the catalogue under its own status, and nothing else. */
function assertErrorBody(status: number, headers: IncomingHttpHeaders, body: Record<string, unknown>): void {
  assert.equal(headers['content-type'], 'application/json; charset=utf-8')
  const { statusCode, code, message, details = {}, ...others } = body
  assert.equal(statusCode, status)
  assert.ok(Object.hasOwn(errors, String(code)), `the code ${code} is not in the catalogue`)
  assert.equal(errors[code as keyof typeof errors].status, status)
  assert.ok(typeof message === 'string' && message !== '')
  assert.ok(typeof details === 'object' && details !== null && !Array.isArray(details))
  assert.deepEqual(others, {})
  if (code !== 'VALIDATION_FAILED') return
  const { issues } = details as { issues: Record<string, unknown>[] }
  assert.ok(issues.length > 0)
  for (const { field, rule, message: why, ...more } of issues) {
    assert.match(String(field), /^(\/|$)/)
    assert.ok(typeof rule === 'string' && typeof why === 'string' && why !== '')
    assert.deepEqual(more, {})
  }
}

function exchange({ method = 'GET', path, headers, body }: Call) {
  const { port } = service.app.server.address() as AddressInfo
  const length: Header[] = body === undefined ? [] : [['content-length', String(Buffer.byteLength(body))]]
  return new Promise<{ status: number; headers: IncomingHttpHeaders; text: string }>((resolve, reject) => {
    const outgoing = request({ host: '127.0.0.1', port, method, path, agent, setHost: false })
    for (const [name, value] of [['host', 'colis.test'] as Header, ...headers, ...length]) {
      outgoing.appendHeader(name, value)
    }
    outgoing.once('error', reject).once('response', async (incoming) => {
      const chunks = await incoming.toArray()
      resolve({
        status: incoming.statusCode ?? 0,
        headers: incoming.headers,
        text: Buffer.concat(chunks).toString(),
      })
    })
    outgoing.end(body)
  })
}

/** `ids` are what an `{id}` names, by the part of the path before it. */
function targetsOf({ app }: TestService, ids: Record<string, string>): Target[] {
  return describedOperations(resolvedDescription(describedApi(app))).flatMap(
    ({ method, path: form, requestBody }) => {
      const schema = requestBody?.content['application/json']?.schema
      const path = form.replaceAll(/([^/]+)\/\{id\}/g, (_, owner) => `${owner}/${ids[owner]}`)
      return schema ? [{ name: `${method} ${form}`, method, path, schema }] : []
    },
  )
}
