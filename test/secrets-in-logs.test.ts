import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { startBackground } from '../src/app.ts'
import { ApiError } from '../src/contract/errors.ts'
import type { DeliveryKey } from '../src/domain/deliveries/delivery-store.ts'
import { handOverParcel } from '../src/domain/deliveries/transitions/hand-over-parcel.ts'
import { pickUpParcel } from '../src/domain/deliveries/transitions/pick-up-parcel.ts'
import { newApiKey } from '../src/domain/shops/api-key.ts'
import { addEndpoint } from '../src/domain/webhooks/endpoints/add-endpoint.ts'
import { regenerateSecret } from '../src/domain/webhooks/endpoints/change-endpoint.ts'
import { pingEndpoint } from '../src/domain/webhooks/endpoints/ping-endpoint.ts'
import { onEachDatabase, openAny } from './support/databases.ts'
import { rowOf } from './support/delivery-verbs.ts'
import { holdsCode } from './support/holds-code.ts'
import {
  type Answer,
  east,
  nowhere,
  openService,
  plainOrder,
  type TestService,
  type TestShop,
} from './support/open-service.ts'
import { freePort } from './support/postgres-cluster.ts'
import { until } from './support/until.ts'

/** What must never be logged, by its kind; filled while the service runs through everything below. */
const kinds = [
  'API key',
  'Authorization header',
  'Idempotency-Key',
  'code of a parcel',
  'phone number',
  'name of a customer',
  'words for the courier',
  'signing secret',
  'webhook signature',
  'photo signature',
  'link of a customer',
  'credential of a setting',
] as const
type Kind = (typeof kinds)[number]
type Secrets = Record<Kind, Set<string>>

const person = { lastName: 'Zinsouhouè', firstName: 'Ayabavi', phone: '01 61 23 45 67' }
const photo = Buffer.from([0xff, 0xd8, 0xff, 0xe0, ...Buffer.alloc(60, 7)])

onEachDatabase((open) => {
  let service: TestService
  let secrets: Secrets
  let internal: Record<'en' | 'fr', Answer>
  before(async () => {
    secrets = newSecrets()
    const routing = await freePort()
    service = await openService(await open(), {
      LOG_LEVEL: 'debug',
      ACCESS_LOG: 'true',
      WEBHOOK_ALLOW_INSECURE: 'true',
      ROUTING_URL: `http://mapper:${noted(secrets, 'credential of a setting', 'routingWord')}@127.0.0.1:${routing}`,
    })
    internal = await live(service, secrets)
  })
  after(() => service.close())

  test('refusals, internal errors and errors of the background work are logged', () => {
    const lines = service.logged.map((line) => JSON.parse(line))
    const codes = new Set(lines.filter(({ msg }) => msg === 'refused').map(({ code }) => code))
    assert.deepEqual([...codes].sort(), everyRefusal)
    const logged = new Set(lines.filter(({ level }) => level >= 40).map(({ msg }) => msg))
    for (const message of [
      'a request failed',
      'Webhook outcomes could not be saved; those events are sent again.',
      'The routing server returned no distance; the great-circle distance was used.',
    ])
      assert.ok(logged.has(message), `Nothing was logged of: ${message}`)
  })

  for (const kind of kinds) {
    test(`no ${kind} is written to the log`, () => {
      assert.ok(secrets[kind].size > 0)
      assert.deepEqual(linesThatReveal(service.logged, kind, secrets[kind]), [])
    })
  }

  test('no log line holds a header, the values of a statement or the row that it failed on', () => {
    const telling = /authorization|bearer|idempotency-key|"(headers|params|parameters|query|detail|where)":/i
    assert.deepEqual(
      service.logged.filter((line) => telling.test(line)),
      [],
    )
  })

  test('INTERNAL_ERROR reveals nothing of its cause, and gives the request id that the log has (spec 7)', () => {
    for (const [language, message] of [
      ['en', 'Something failed on our side. Quote this request: {id}.'],
      ['fr', 'Une erreur est survenue de notre côté. Citez cette requête : {id}.'],
    ] as const) {
      const { status, body, headers } = internal[language]
      const requestId = String(headers['x-request-id'])
      assert.match(requestId, /^[0-9a-f-]{36}$/)
      assert.deepEqual(
        { status, body },
        {
          status: 500,
          body: {
            statusCode: 500,
            code: 'INTERNAL_ERROR',
            message: message.replace('{id}', requestId),
            details: { requestId },
          },
        },
      )
      const lines = service.logged
        .map((line) => JSON.parse(line))
        .filter((line) => line.requestId === requestId)
      const cause = lines.find(({ msg }) => msg === 'a request failed')
      assert.equal(cause?.level, 50)
      assert.equal(cause.path, '/api/v1/partner/deliveries')
      assert.deepEqual(
        { code: cause.err.code, constraint: cause.err.constraint },
        { code: '23514', constraint: 'nothing_is_taken' },
      )
      assert.match(cause.err.stack, /\.ts:\d+/)
    }
  })
})

test('of a path the words of routes and our own identifiers are logged, and nothing else', async (t) => {
  const service = await openService(await openAny(), { LOG_LEVEL: 'info' })
  t.after(() => service.close())
  const id = '0192f0c1-7a3e-7c11-8471-3f5f7b1c2d4e'
  for (const [url, path] of [
    ['/api/v1/partner/zones?access_token=secret', '/api/v1/partner/zones'],
    [`/api/v1/partner/deliveries/${id}/events`, `/api/v1/partner/deliveries/${id}/events`],
    ['/api/v1/partner/deliveries/+2290197654321', '/api/v1/partner/deliveries/…'],
    ['/api/v1/partner/deliveries/%31%32', '/api/v1/partner/deliveries/…'],
    [`/api/v1/partner/${id}x`, '/api/v1/partner/…'],
    ['/p/secret/updates', '/p/…/updates'],
    ['/p/:token', '/p/…'],
    ['/s/secret', '/s/…'],
    ['/wp-admin/secret', '/…/…'],
    ['//p/secret', '//p/…'],
    ['/%zz', '/…'],
    ['/a'.repeat(5_000), '/…'.repeat(12)],
  ] as const) {
    const before = service.logged.length
    await service.app.inject({ url })
    const paths = service.logged.slice(before).map((line) => JSON.parse(line).path)
    assert.deepEqual([...new Set(paths)], [path], url)
  }
})

test('an unavailable Redis is logged without its password', async (t) => {
  const url = `redis://:redisWord@127.0.0.1:${await freePort()}`
  const service = await openService(await openAny(), { LOG_LEVEL: 'debug', REDIS_URL: url })
  t.after(() => service.close())

  await until(
    () => service.logged.some((line) => line.includes('Redis did not respond')),
    'a line in the log',
  )

  assert.deepEqual(
    service.logged.filter((line) => line.includes('redisWord')),
    [],
  )
})

describe('the search for secrets', () => {
  for (const [kind, secret, line] of [
    ['API key', 'colis_live_abcdefghij', { path: '/x', key: 'colis_live_abcdefghij' }],
    ['name of a customer', person.lastName, { err: { message: `row (${person.lastName}, x)` } }],
    ['name of a customer', person.lastName, { err: { message: JSON.stringify({ a: person.lastName }) } }],
    ['name of a customer', person.lastName, { path: `/x/${encodeURIComponent(person.lastName)}` }],
    ['phone number', person.phone, { tel: '+2290161234567' }],
    ['phone number', '+2290161234567', { tel: person.phone }],
    ['code of a parcel', '0471', { code: '0471' }],
    ['code of a parcel', '4711', { code: 4711 }],
    ['code of a parcel', '0471', { err: { message: 'Failing row contains (COL-1, 0471, 0, null).' } }],
    ['code of a parcel', '0471', { err: { stack: 'Error: code=0471\n    at a (/b.ts:1:2)' } }],
  ] as [Kind, string, object][]) {
    test(`the search for secrets finds the ${kind} in ${JSON.stringify(line)}`, () => {
      assert.equal(linesThatReveal([JSON.stringify(line)], kind, new Set([secret])).length, 1)
    })
  }

  test('the search for secrets takes no time, place in a file, port or identifier for a code', () => {
    const innocent = {
      time: 1795040471,
      pid: 471,
      requestId: '0192f0c1-0471-7c11-9d5b-3f5f7b1c2d4e',
      path: '/api/v1/partner/deliveries/0192f0c1-7a3e-7c11-0471-3f5f7b1c2d4e',
      err: { stack: 'Error\n    at a (file.ts:0471:1)', message: 'connect ECONNREFUSED 127.0.0.1:0471' },
    }
    const found = linesThatReveal([JSON.stringify(innocent)], 'code of a parcel', new Set(['0471', '471']))
    assert.deepEqual(found, [])
  })
})

/** Every refusal that `live` causes, in alphabetical order. */
const everyRefusal = [
  'API_KEY_INVALID',
  'API_KEY_MISSING',
  'BODY_TOO_LARGE',
  'CUSTOMER_LINK_INVALID',
  'DELIVERY_NOT_CANCELLABLE',
  'DELIVERY_NOT_FOUND',
  'EXTERNAL_REF_TAKEN',
  'IDEMPOTENCY_KEY_INVALID',
  'IDEMPOTENCY_KEY_REQUIRED',
  'IDEMPOTENCY_KEY_REUSED',
  'INTERNAL_ERROR',
  'JSON_INVALID',
  'METHOD_NOT_ALLOWED',
  'NO_NEXT_STEP',
  'OUT_OF_ZONE',
  'PHONE_NUMBER_INVALID',
  'PHOTO_KEY_UNKNOWN',
  'PHOTO_REFUSED',
  'PICKUP_AMBIGUOUS',
  'PROMO_CODE_REFUSED',
  'RATE_LIMITED',
  'REQUEST_MALFORMED',
  'ROUTE_NOT_FOUND',
  'SCOPE_REQUIRED',
  'UNSUPPORTED_MEDIA_TYPE',
  'UPLOAD_URL_EXPIRED',
  'UPLOAD_URL_INVALID',
  'VALIDATION_FAILED',
]

/** Does with a service whatever partners, couriers and accidents do; returns two internal errors. */
async function live(service: TestService, secrets: Secrets): Promise<Record<'en' | 'fr', Answer>> {
  const note = (kind: Kind, text: string) => noted(secrets, kind, text)
  note('phone number', '+2290197000099')
  for (const name of [person.lastName, person.firstName]) note('name of a customer', name)
  note('phone number', person.phone)
  const shop = await service.openShop()
  note('API key', shop.key)
  const receiver = await openReceiver(secrets)
  const { endpoint, secret } = await addEndpoint(service.services.webhooks, {
    shopId: shop.shopId,
    url: receiver.url,
    eventTypes: null,
    description: null,
  })
  const key = { shopId: shop.shopId, id: endpoint.id }
  note('signing secret', secret)
  const loops = await startBackground(service.services)
  try {
    await liveDeliveries(service, shop, secrets)
    await pingEndpoint(service.services.webhooks, key)
    const renewed = await regenerateSecret(service.services.webhooks, key, 24)
    note('signing secret', renewed.secret)
    await pingEndpoint(service.services.webhooks, key)
    await receiver.hasReceived('delivery.returned')
    await tryWrongCodes(service, shop, secrets)
    await uploadPhotos(service, shop, secrets)
    await beRefused(service, shop, secrets)
    await breakOff(service, shop)
    return await failInside(service, shop, secrets)
  } finally {
    await Promise.all(loops.map((loop) => loop.stop()))
    receiver.close()
  }
}

/** A delivery to every ending. */
async function liveDeliveries(service: TestService, shop: TestShop, secrets: Secrets): Promise<void> {
  const advance = (id: string, body?: object) => shop.post(`/sandbox/deliveries/${id}/advance`, body)
  const cash = { payment: { mode: 'CASH_ON_DELIVERY', goodsAmount: 5000 } }

  const delivered = await orderNoted(service, shop, secrets, cash)
  for (let step = 0; step < 4; step++) assert.equal((await advance(delivered)).status, 200)
  note(await shop.get(`/deliveries/${delivered}`))
  const returned = await orderNoted(service, shop, secrets, { dropoff: placeOf(secrets) })
  const failureReason = noted(secrets, 'words for the courier', 'Portail fermé à double tour')
  for (const body of [{}, {}, { outcome: 'FAILED', failureReason }, { outcome: 'RETURNED' }])
    assert.equal((await advance(returned, body)).status, 200)
  const expired = await orderNoted(service, shop, secrets)
  assert.equal((await advance(expired, { outcome: 'EXPIRED' })).status, 200)
  const cancelled = await orderNoted(service, shop, secrets)
  const key = { 'idempotency-key': noted(secrets, 'Idempotency-Key', 'cancel-of-the-parcel-77') }
  for (let again = 0; again < 2; again++) {
    const reason = noted(secrets, 'words for the courier', 'La cliente a déménagé')
    assert.equal((await shop.post(`/deliveries/${cancelled}/cancel`, { reason }, key)).status, 200)
  }
  await shop.get('/deliveries?externalRef=none&status=DELIVERED')
  await shop.get(`/deliveries/${delivered}/events`)
  await shop.post('/quotes', { dropoff: east, parcelSize: 'SMALL', paymentMode: 'PREPAID' })

  function note({ body }: Answer): void {
    noted(secrets, 'phone number', body.courier.phone)
  }
}

/** Orders for the person of this file, twice with the same key, and notes what must never be logged. */
async function orderNoted(
  { services }: TestService,
  shop: TestShop,
  secrets: Secrets,
  input: object = {},
): Promise<string> {
  const key = noted(secrets, 'Idempotency-Key', `parcel-for-ayabavi-${secrets['Idempotency-Key'].size}`)
  const instructions = noted(secrets, 'words for the courier', 'Sonner deux fois au portail')
  const order = () => shop.order({ customer: person, instructions, ...input }, { 'idempotency-key': key })
  const made = await order()
  assert.equal(made.status, 201, JSON.stringify(made.body))
  assert.equal((await order()).headers['idempotent-replayed'], 'true')
  const row = await rowOf({ services }, { shopId: shop.shopId, id: made.body.id })
  for (const code of [row.pickup_code, row.confirmation_code]) noted(secrets, 'code of a parcel', code)
  return made.body.id
}

const placeOf = (secrets: Secrets) => ({
  ...east,
  landmark: noted(secrets, 'words for the courier', 'Derrière la pharmacie bleue'),
})

/** Sends each code wrong until it is locked, and once more. */
async function tryWrongCodes(service: TestService, shop: TestShop, secrets: Secrets): Promise<void> {
  const id = await orderNoted(service, shop, secrets, { dropoff: east })
  const key: DeliveryKey = { shopId: shop.shopId, id }
  const advance = () => shop.post(`/sandbox/deliveries/${id}/advance`)
  for (const [say, column] of [
    [pickUpParcel, 'pickup_code'],
    [handOverParcel, 'confirmation_code'],
  ] as const) {
    await advance()
    const code = (await rowOf(service, key))[column]
    const wrong = noted(secrets, 'code of a parcel', String((Number(code) + 1) % 10_000).padStart(4, '0'))
    const refused: unknown[] = []
    for (let tries = 0; tries < 6; tries++) {
      await say(service.services, key, wrong).catch((error: unknown) =>
        refused.push(error instanceof ApiError && error.code),
      )
    }
    assert.deepEqual(refused, [...Array(5).fill('CODE_WRONG'), 'CODE_LOCKED'])
    service.clock.forward(16 * 60_000)
  }
}

/** Uploads a photo, and is refused with each thing that can be wrong with its address. */
async function uploadPhotos(service: TestService, shop: TestShop, secrets: Secrets): Promise<void> {
  const announced = await shop.post('/deliveries/parcel-photo-uploads', {
    contentType: 'image/jpeg',
    sizeBytes: photo.length,
  })
  assert.equal(announced.status, 201)
  const { pathname, search, searchParams } = new URL(announced.body.uploadUrl)
  const signature = noted(secrets, 'photo signature', searchParams.get('signature') ?? '')
  const put = (query: string, payload = photo) =>
    service.call({ method: 'PUT', url: `/${pathname}${query}`, headers: announced.body.headers, payload })

  assert.equal((await put(search, photo.subarray(0, 9))).body.code, 'PHOTO_REFUSED')
  assert.equal((await put(search)).status, 204)
  assert.equal((await put(search.replace(`size=${photo.length}`, 'size=1'))).body.code, 'UPLOAD_URL_INVALID')
  await service.call({ url: `/${pathname}?signature=${signature}` })
  await orderNoted(service, shop, secrets, {
    parcel: { category: 'FASHION', size: 'SMALL', photoKey: announced.body.photoKey },
  })
  service.clock.forward(16 * 60_000)
  assert.equal((await put(search)).body.code, 'UPLOAD_URL_EXPIRED')
}

/** Is refused in many ways, each time with a secret in the request. */
async function beRefused(service: TestService, shop: TestShop, secrets: Secrets): Promise<void> {
  const key = (text: string) => ({ 'idempotency-key': noted(secrets, 'Idempotency-Key', text) })
  const authorization = (text: string) => ({ authorization: noted(secrets, 'Authorization header', text) })
  const typed = { 'content-type': 'application/json' }
  const customer = person
  const stranger = { ...person, phone: noted(secrets, 'phone number', '0161 2345 67890 12') }
  const place = placeOf(secrets)

  await shop.order({ customer: stranger })
  await shop.order({ customer, dropoff: { ...place, ...nowhere } })
  await shop.order({ customer, pickup: place, pickupAddressId: shop.pickupAddressId })
  await shop.order({ customer, promoCode: 'GRATUIT' })
  await shop.order({ customer, parcel: { category: 'FASHION', size: 'SMALL', photoKey: 'photo_of_nobody' } })
  await shop.order({ customer: { ...person, [person.firstName]: person.phone, lastName: 7 } })
  await shop.order({ customer, externalRef: 'ref-1' })
  const { body: taken } = await shop.order({ customer, externalRef: 'ref-1' }, key('first-use-of-a-key'))
  assert.equal(taken.code, 'EXTERNAL_REF_TAKEN')
  await shop.order({ customer }, key('used-for-two-orders'))
  await shop.order({ customer, instructions: 'Autre chose' }, key('used-for-two-orders'))
  await shop.order({ customer }, key('no key at all!'))
  await shop.post('/deliveries', { ...plainOrder, customer })
  await shop.post('/deliveries', `{"customer":{"lastName":"${person.lastName}"`, {
    ...typed,
    ...key('cut-off-1'),
  })
  await shop.post('/deliveries', person.lastName, { 'content-type': 'text/plain' })
  await shop.post('/deliveries', person.lastName.repeat(40_000), typed)

  const { body: made } = await shop.order({ customer })
  await shop.post(`/sandbox/deliveries/${made.id}/advance`, { outcome: 'EXPIRED' })
  await shop.post(`/deliveries/${made.id}/cancel`, {})
  await shop.post(`/sandbox/deliveries/${made.id}/advance`)
  await shop.get('/deliveries/unknown')
  await shop.get(`/nothing-here?key=${shop.key}&phone=${encodeURIComponent(person.phone)}`)
  await shop.get(`/deliveries?phone=${encodeURIComponent(person.phone)}&name=${person.firstName}`)
  await service.call({ method: 'DELETE', url: '/zones', headers: authorization(`Bearer ${shop.key}`) })

  const reader = await service.openShop({ scopes: ['quotes:read'] })
  noted(secrets, 'API key', reader.key)
  await reader.order({ customer })

  for (const wrong of [newApiKey('sandbox'), `${shop.key}x`, shop.key.toLowerCase()]) {
    noted(secrets, 'API key', wrong)
    await service.call({ url: '/zones', headers: { authorization: `Bearer ${wrong}` } })
  }
  await service.call({ url: '/zones', headers: authorization(`Token ${shop.key}`) })
  await service.call({ url: '/zones', headers: authorization('Basic Y29saXM6c2VjcmV0d29yZA==') })
  await service.call({ url: `/zones?access_token=${shop.key}` })
  await leakByPath(service, shop, secrets)
  await service.call({ url: '/%zz', headers: authorization(`Bearer ${shop.key}`) })
  for (let n = 0; n < 40; n++) {
    const headers = { authorization: `Bearer ${noted(secrets, 'API key', newApiKey('sandbox'))}` }
    await service.call({ url: '/zones', headers, remoteAddress: '198.18.0.1' })
  }
}

/** Puts secrets into paths, of routes that exist and of others, as they are, cut and percent-encoded. */
async function leakByPath(service: TestService, shop: TestShop, secrets: Secrets): Promise<void> {
  const { body: made } = await shop.order({ customer: person })
  const token = String(made.trackingUrl).split('/p/')[1] ?? ''
  const authorization = `Bearer ${shop.key}`
  for (const [kind, secret] of [
    ['link of a customer', token],
    ['API key', shop.key],
    ['phone number', '+22990197654321'],
  ] as const) {
    for (const part of [secret, secret.slice(8)]) noted(secrets, kind, part)
    for (const word of [secret, encoded(secret, 20), encoded(secret, 2), secret.replace(/^.{8}/, '$&/')]) {
      for (const path of [
        '/p/',
        '/p/x/',
        '/api/v1/partner/',
        '/api/v1/partner/deliveries/',
        '/',
        '//',
        '/p%2f',
      ])
        for (const method of ['GET', 'DELETE'] as const)
          await service.app.inject({ method, url: `${path}${word}`, headers: { authorization } })
    }
  }
}

/** The same text in an address: every so-manieth character is written as %XX. */
const encoded = (text: string, every: number) =>
  [...text]
    .map((character, at) =>
      at % every === every - 1 ? `%${character.charCodeAt(0).toString(16)}` : character,
    )
    .join('')

/** Sends bytes that are not HTTP, and disconnects midway. */
async function breakOff({ app }: TestService, { key }: TestShop): Promise<void> {
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  const head = `Host: colis.test\r\nAuthorization: Bearer ${key}\r\nIdempotency-Key: broken-off-in-the-middle\r\n`
  const json = 'Content-Type: application/json\r\n'
  for (const request of [
    `POST /api/v1/partner/deliveries HTTP/1.1\r\n${head}no header at all\r\n\r\n`,
    `POST /api/v1/partner/deliveries HTTP/1.1\r\n${head}Cookie: ${'x'.repeat(20_000)}\r\n\r\n`,
    `POST /api/v1/partner/deliveries HTTP/1.1\r\n${head}${json}Content-Length: 900\r\n\r\n{"customer":{"lastName":"${person.lastName}"`,
  ]) {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => {})
    await once(socket, 'connect')
    socket.write(request)
    if (request.includes('Content-Length')) socket.end()
    socket.resume()
    await once(socket, 'close')
  }
}

/** Makes the database refuse what has to be saved, so that its error holds the whole row. */
async function failInside(service: TestService, shop: TestShop, secrets: Secrets) {
  const { db } = service.services
  const refuse = (table: string) =>
    sql`alter table ${sql.table(table)} add constraint nothing_is_taken check (false) not valid`.execute(db)
  const allow = (table: string) =>
    sql`alter table ${sql.table(table)} drop constraint nothing_is_taken`.execute(db)

  await refuse('webhook_attempts')
  await orderNoted(service, shop, secrets)
  await until(
    () => service.logged.some((line) => line.includes('Webhook outcomes could not be saved')),
    'an outcome that cannot be written',
  )
  await allow('webhook_attempts')

  const id = await orderNoted(service, shop, secrets)
  await refuse('deliveries')
  const order = (language: string) =>
    shop.order(
      { customer: person },
      {
        'accept-language': language,
        'idempotency-key': noted(secrets, 'Idempotency-Key', `not-taken-${language}`),
      },
    )
  const answers = { en: await order('en'), fr: await order('fr') }
  for (const [path, body] of [
    [`/sandbox/deliveries/${id}/advance`, undefined],
    [`/deliveries/${id}/cancel`, { reason: 'Plus en stock' }],
  ] as const) {
    assert.equal((await shop.post(path, body)).body.code, 'INTERNAL_ERROR')
  }
  await allow('deliveries')
  await sql`alter table api_keys rename to keys_elsewhere`.execute(db)
  service.services.shops.forget()
  assert.equal((await shop.get('/zones')).body.code, 'INTERNAL_ERROR')
  await sql`alter table keys_elsewhere rename to api_keys`.execute(db)
  return answers
}

/** A partner's server that echoes every request, and accepts only every second one. */
async function openReceiver(secrets: Secrets) {
  const types: unknown[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    types.push(request.headers['svc-event'])
    const signature = String(request.headers['svc-signature'])
    for (const [, hex] of signature.matchAll(/v1=([0-9a-f]{64})/g))
      noted(secrets, 'webhook signature', hex ?? '')
    response.writeHead(types.length % 2 ? 500 : 200)
    response.end(JSON.stringify(request.headers) + Buffer.concat(chunks).toString())
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const token = noted(secrets, 'credential of a setting', 'receiverWord')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook?token=${token}`,
    hasReceived: (type: string) => until(() => types.includes(type), `a webhook of type ${type}`),
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

const newSecrets = () => Object.fromEntries(kinds.map((kind) => [kind, new Set()])) as unknown as Secrets

function noted(secrets: Secrets, kind: Kind, text: string): string {
  assert.ok(text.length >= 4, `This ${kind} is too short to be looked for.`)
  secrets[kind].add(text)
  return text
}

/** The lines that hold one of the secrets, in whatever form it was written. */
function linesThatReveal(lines: readonly string[], kind: Kind, secrets: ReadonlySet<string>): string[] {
  const forms = [...secrets].flatMap((secret) => formsOf(kind, secret))
  const isIn = kind === 'code of a parcel' ? holdsCode : (text: string, form: string) => text.includes(form)
  return lines.filter((line) => {
    const text = kind === 'code of a parcel' ? line : spelledOut(line)
    const searched = kind === 'phone number' ? text.replaceAll(/(?<=\d)[ .-](?=\d)/g, '') : text
    return forms.some((form) => isIn(searched, form))
  })
}

/** A key counts as revealed when its middle is; a number, when its last eight digits are. */
function formsOf(kind: Kind, secret: string): string[] {
  if (kind === 'API key') return [secret.slice(0, 30).slice(11).slice(0, 10)]
  if (kind === 'phone number') return [secret.replaceAll(/\D/g, '').slice(-8)]
  if (kind === 'signing secret') return [secret.slice(6, 40)]
  if (kind === 'Authorization header') return [secret.split(' ')[1] ?? secret]
  return [secret]
}

/** A line with what was escaped once or twice, or encoded for an address, in clear beside it. */
function spelledOut(line: string): string {
  const clear = line.replaceAll('\\', '')
  const decoded = clear.replaceAll(/(%[0-9a-f]{2})+/gi, (text) => {
    try {
      return decodeURIComponent(text)
    } catch {
      return text
    }
  })
  return `${clear}\n${decoded}`
}
