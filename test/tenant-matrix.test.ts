import assert from 'node:assert/strict'
import type { OutgoingHttpHeaders } from 'node:http'
import { after, before, describe, test } from 'node:test'
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance, InjectOptions } from 'fastify'
import pg from 'pg'
import { newId } from '../src/base/kernel/clock.ts'
import { scopes as everyScope, type Scope } from '../src/contract/vocabulary.ts'
import { apiKeyHash, newApiKey } from '../src/domain/shops/api-key.ts'
import { createApiKey } from '../src/domain/shops/create-api-key.ts'
import { revokeApiKey } from '../src/domain/shops/revoke-api-key.ts'
import { describedApi, describedOperations } from '../src/http/openapi-document.ts'
import { onEachDatabase, onServer } from './support/databases.ts'
import {
  openService,
  plainOrder,
  productionSettings,
  type TestService,
  type TestShop,
} from './support/open-service.ts'
import { newIdempotencyKey, type Operation, partnerOperations } from './support/partner-operations.ts'
import { withoutDocs } from './support/refusal.ts'
import { openSecondService } from './support/second-service.ts'
import { hangsAfterMs, until } from './support/until.ts'

const missing = {
  statusCode: 401,
  code: 'API_KEY_MISSING',
  message: 'Envoyez votre clé d’API dans l’en-tête « Authorization: Bearer <API_KEY> ».',
}
const invalid = {
  statusCode: 401,
  code: 'API_KEY_INVALID',
  message: 'Cette clé d’API est inconnue ou révoquée. Vérifiez qu’elle a été copiée en entier.',
}
/** Credentials that must be refused (decision 5). `valid` is an active key with every right. */
/** The parameters of the operations that take any (spec 4.5, decisions 40 and 123). */
const parameters: Record<string, string> = {
  'GET /deliveries': 'status, from, to, page, pageSize, updatedSince, reference, externalRef',
  'GET /events': 'after, limit',
  'GET /webhook-endpoints/{id}/attempts': 'before, limit, failed',
}

const doors: Record<string, { header: (keys: Keys) => string | undefined; answer: object }> = {
  'a missing key': { header: () => undefined, answer: missing },
  'an empty header': { header: () => '', answer: missing },
  'another scheme': { header: ({ valid }) => `Basic ${btoa(`${valid}:`)}`, answer: missing },
  'a key without its scheme': { header: ({ valid }) => valid, answer: missing },
  'a scheme without a key': { header: () => 'Bearer ', answer: missing },
  'two keys at once': { header: ({ valid }) => `Bearer ${valid} ${valid}`, answer: missing },
  'a garbage key': { header: () => 'Bearer garbage', answer: invalid },
  'a mistyped key': { header: ({ valid }) => `Bearer ${mistyped(valid)}`, answer: invalid },
  'a key cut short': { header: ({ valid }) => `Bearer ${valid.slice(0, -1)}`, answer: invalid },
  'a well-formed unknown key': { header: () => `Bearer ${newApiKey('sandbox')}`, answer: invalid },
  'a revoked key': { header: ({ revoked }) => `Bearer ${revoked}`, answer: invalid },
}
type Keys = { valid: string; revoked: string }

onEachDatabase((open) => {
  let service: TestService
  let shop: TestShop
  let keys: Keys

  before(async () => {
    // Webhooks may go to this machine, where nothing listens at the address of the matrix.
    service = await openService(await open(), { WEBHOOK_ALLOW_RANGES: '127.0.0.0/8' })
    shop = await service.openShop()
    const { key: revoked, keyId } = await createApiKey(service.services, {
      shopId: shop.shopId,
      scopes: [...everyScope],
      label: null,
    })
    await revokeApiKey(service.services, { shopId: shop.shopId, keyId })
    keys = { valid: shop.key, revoked }
  })
  after(() => service.close())

  test('every route of the partner API has a row in this matrix, and every row a route', () => {
    assert.deepEqual(partnerRoutes(service.app), Object.keys(partnerOperations).sort())
  })

  test('every route of the partner API except the stream is in the OpenAPI description', () => {
    const described = describedOperations(describedApi(service.app)).map(
      ({ method, path }) => `${method} ${path.replace(partnerPath, '')}`,
    )
    const contract = Object.keys(partnerOperations).filter((name) => !partnerOperations[name]?.isStream)
    assert.deepEqual(described.sort(), contract.sort())
  })

  for (const [name, operation] of Object.entries(partnerOperations)) {
    const { subject } = operation
    /** Makes what the operation is about, and a check that nothing has happened to it since. */
    const untouched = async (owner: TestShop) => {
      const id = await subject.make(owner, service)
      const before = await subject.read(owner, id)
      return { id, check: async () => assert.deepEqual(await subject.read(owner, id), before) }
    }

    describe(name, () => {
      test(`a valid call of ${name} succeeds`, async () => {
        const id = await subject.make(shop, service)
        const answer = await call(service, name, { authorization: `Bearer ${shop.key}`, id })
        assert.equal(answer.statusCode, operation.success, answer.text)
      })

      // The stream is not part of the contract.
      if (!operation.isStream) {
        test(`${name} refuses an unknown parameter (decision 6)`, async () => {
          const { id, check } = await untouched(shop)
          const authorization = `Bearer ${shop.key}`
          const answer = await call(service, name, { authorization, id, query: '?verbose=1' })
          const taken = parameters[name] ? `accepte ${parameters[name]}` : 'n’en accepte aucun'
          const message = `n’est pas un paramètre connu ; cette opération ${taken}`
          assert.deepEqual(bodyOf(answer), {
            statusCode: 400,
            code: 'VALIDATION_FAILED',
            message: `verbose ${message}.`,
            details: { issues: [{ field: '/verbose', rule: 'additionalProperties', message }] },
          })
          await check()
        })
      }

      for (const [door, { header, answer: expected }] of Object.entries(doors)) {
        test(`${name} refuses ${door} (decision 5)`, async () => {
          const { id, check } = await untouched(shop)
          const answer = await call(service, name, { authorization: header(keys), id })
          assert.equal(answer.statusCode, 401)
          assert.deepEqual(bodyOf(answer), expected)
          assert.equal(answer.headers['www-authenticate'], 'Bearer')
          assert.equal(answer.headers['content-language'], 'fr')
          assert.match(String(answer.headers['x-request-id']), uuid)
          await check()
        })
      }

      for (const rights of rightsToTry(operation)) {
        const opens = operation.scopes.some((scope) => rights.includes(scope))
        test(`${name} is ${opens ? 'allowed' : 'refused'} with only ${rights.join(', ')} (decision 4)`, async () => {
          const { id, check } = await untouched(shop)
          const { key } = await createApiKey(service.services, {
            shopId: shop.shopId,
            scopes: rights,
            label: null,
          })
          const answer = await call(service, name, { authorization: `Bearer ${key}`, id })
          if (opens) return assert.equal(answer.statusCode, operation.success, answer.text)
          assert.deepEqual(bodyOf(answer), {
            statusCode: 403,
            code: 'SCOPE_REQUIRED',
            message: `Cette clé d’API n’a pas le droit ${operation.scopes[0]}.`,
            details: { scope: operation.scopes[0] },
          })
          assert.equal(answer.statusCode, 403)
          assert.equal(answer.headers['www-authenticate'], undefined)
          await check()
        })
      }

      if (name.includes('{id}')) {
        test(`${name} responds to an id of another shop exactly as to an unknown one (decision 5)`, async () => {
          const { id, check } = await untouched(await service.openShop())
          const authorization = `Bearer ${shop.key}`

          const strange = await call(service, name, { authorization, id })
          const unknown = await call(service, name, { authorization, id: newId(service.clock.now()) })
          const nonsense = await call(service, name, { authorization, id: 'COL-000000' })

          assert.deepEqual(bodyOf(strange), subject.notFound)
          assert.deepEqual(signsOf(strange), signsOf(unknown))
          assert.deepEqual(signsOf(strange), signsOf(nonsense))
          await check()
        })
      }

      if (name.startsWith('GET ') && !operation.isStream) {
        test(`a HEAD request in place of ${name} needs a key too, and gets no body`, async () => {
          const head = { id: await subject.make(shop, service), method: 'HEAD' } as const
          const open = await call(service, name, { ...head, authorization: `Bearer ${shop.key}` })
          const shut = await call(service, name, { ...head, authorization: undefined })
          assert.deepEqual([open.statusCode, open.text], [200, ''])
          assert.deepEqual([shut.statusCode, shut.text], [401, ''])
          assert.equal(shut.headers['www-authenticate'], 'Bearer')
        })
      }
    })
  }

  test('a refusal is in English for a caller that asks for it (decision 18)', async () => {
    const inEnglish = async (authorization?: string) => {
      const headers = { 'accept-language': 'en', ...(authorization && { authorization }) }
      return (await service.call({ url: '/zones', remoteAddress: newAddress(), headers })).body.message
    }
    assert.equal(await inEnglish(), 'Send your API key in the header "Authorization: Bearer <API_KEY>".')
    assert.equal(
      await inEnglish(`Bearer ${newApiKey('sandbox')}`),
      'This API key is unknown or revoked. Check that it was copied whole.',
    )
  })

  test('an unknown key is refused even while a change of shops is being noticed (decision 5)', async () => {
    let isAnswered = false
    const answering = call(service, 'GET /zones', { authorization: `Bearer ${newApiKey('sandbox')}`, id: '' })
    answering.finally(() => {
      isAnswered = true
    })
    while (!isAnswered) {
      service.services.shops.forget()
      await nextTurn()
    }
    const answer = await answering
    assert.deepEqual([answer.statusCode, bodyOf(answer)], [401, invalid])
  })

  test('a key without any right cannot be created (decision 4)', async () => {
    await assert.rejects(
      createApiKey(service.services, { shopId: shop.shopId, scopes: [], label: null }),
      /api_keys_scopes_check/,
    )
  })

  test('a shop lists, filters and finds only its own deliveries', async () => {
    const [one, other] = await twoShops(service)
    const mine = await one.order({ externalRef: 'shared-ref' })
    const theirs = await other.order({ externalRef: 'shared-ref' })

    assert.deepEqual([mine.status, theirs.status], [201, 201])
    for (const query of ['', '?externalRef=shared-ref', '?status=AWAITING_LOCATION', '?pageSize=1&page=2']) {
      const { items } = (await one.get(`/deliveries${query}`)).body as { items: { id: string }[] }
      assert.deepEqual(
        items.map(({ id }) => id),
        query.includes('page=2') ? [] : [mine.body.id],
      )
    }
  })

  test('two shops may use one Idempotency-Key: each gets its own delivery (spec 4.4-1)', async () => {
    const [one, other] = await twoShops(service)
    const headers = { 'idempotency-key': newIdempotencyKey() }

    const mine = await one.post('/deliveries', plainOrder, headers)
    const theirs = await other.post('/deliveries', plainOrder, headers)

    assert.deepEqual([mine.status, theirs.status], [201, 201])
    assert.notEqual(mine.body.id, theirs.body.id)
    assert.equal(theirs.headers['idempotent-replayed'], undefined)
  })

  test('another shop’s pickup address is refused like one that does not exist (decision 8)', async () => {
    const [one, other] = await twoShops(service)
    const quote = { parcelSize: 'SMALL', paymentMode: 'PREPAID' }
    for (const pickupAddressId of [other.pickupAddressId, newId(service.clock.now())]) {
      const answers = [
        await one.post('/quotes', { ...quote, pickupAddressId }),
        await one.order({ pickupAddressId }),
      ]
      for (const { body } of answers) {
        assert.deepEqual(body, {
          statusCode: 422,
          code: 'PICKUP_ADDRESS_UNKNOWN',
          message:
            'Votre boutique n’a pas d’adresse de retrait avec ce pickupAddressId. GET /pickup-addresses en donne la liste.',
          details: { pickupAddressId },
        })
      }
    }
  })

  test('another shop’s uploaded photo is refused like one that was never issued (decision 11)', async () => {
    const [one, other] = await twoShops(service)
    const { photoKey, uploadUrl, headers } = (
      await other.post('/deliveries/parcel-photo-uploads', { contentType: 'image/jpeg', sizeBytes: 16 })
    ).body
    const { pathname, search } = new URL(uploadUrl)
    const payload = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(12)])
    const put = await service.call({ method: 'PUT', url: `/${pathname}${search}`, headers, payload })
    assert.equal(put.status, 204)

    const strange = await one.order({ parcel: { ...plainOrder.parcel, photoKey } })
    const unknown = await one.order({ parcel: { ...plainOrder.parcel, photoKey: `photo_${'0'.repeat(32)}` } })

    assert.deepEqual(strange.body, {
      statusCode: 422,
      code: 'PHOTO_KEY_UNKNOWN',
      message: 'Ce photoKey n’a pas été délivré à votre boutique, ou rien de valable n’a été envoyé avec.',
    })
    assert.deepEqual(strange.body, unknown.body)
    assert.equal((await other.order({ parcel: { ...plainOrder.parcel, photoKey } })).status, 201)
  })
})

onEachDatabase((open) => {
  test('in production the sandbox operation does not exist, whatever the key (decision 2)', async () => {
    const service = await openService(await open(), productionSettings)
    const shop = await service.openShop()
    const { id } = (await shop.order()).body
    const path = `/sandbox/deliveries/${id}/advance`

    const answers = [await shop.post(path), await service.call({ method: 'POST', url: path })]

    for (const { status, body } of answers) {
      assert.equal(status, 404)
      assert.deepEqual(body, {
        statusCode: 404,
        code: 'ROUTE_NOT_FOUND',
        message: `L’opération POST ${partnerPath}${path} n’existe pas.`,
      })
    }
    assert.deepEqual(
      partnerRoutes(service.app),
      Object.keys(partnerOperations)
        .filter((name) => !name.includes('/sandbox/'))
        .sort(),
    )
    await service.close()
  })
})

onServer((open) => {
  let here: TestService
  let there: Awaited<ReturnType<typeof openSecondService>>
  let admin: pg.Client

  before(async () => {
    const { database, url } = await open()
    here = await openService({ database, url })
    there = await openSecondService(url)
    admin = new pg.Client({ connectionString: url })
    await admin.connect()
  })
  after(async () => {
    await admin.end()
    await there.close()
    await here.close()
  })

  test('a revoked key that was just used is refused by every process within a second (decision 5)', async () => {
    const shop = await usedShop()
    await revokeApiKey(here.services, shop)
    await assertStopsInTime(shop.key)
  })

  test('a revoked key is refused within a second even when no notification arrived (decision 5)', async () => {
    const shop = await usedShop()
    const { rows } = await admin.query<{ cut: boolean }>(`
      select pg_terminate_backend(pid) as cut from pg_stat_activity
      where application_name = 'colis-listen' and datname = current_database()
      order by backend_start desc limit 1`)
    assert.deepEqual(rows, [{ cut: true }])
    await revokeApiKey(here.services, shop)
    await assertStopsInTime(shop.key)
  })

  test('an open stream of events ends after its key’s revocation (decision 5)', async () => {
    const shop = await here.openShop()
    const answer = await here.app.inject({
      url: `${partnerPath}/sandbox/events`,
      headers: { authorization: `Bearer ${shop.key}` },
      payloadAsStream: true,
    })
    assert.equal(answer.statusCode, 200)
    assert.match(String(answer.headers['x-request-id']), uuid)

    await revokeApiKey(here.services, shop)
    const chunks = await answer.stream().toArray({ signal: AbortSignal.timeout(hangsAfterMs) })

    assert.match(
      Buffer.concat(chunks).toString(),
      /^id: [A-Za-z0-9_-]{22}\nevent: listening\ndata: \{\}\n\n$/,
    )
  })

  /** A shop whose key both processes have cached; the notice of its creation clears their caches at first. */
  async function usedShop(): Promise<TestShop> {
    const shop = await here.openShop()
    const isHeld = () =>
      [here, there].every(({ services }) => services.shops.cachedApiKey(apiKeyHash(shop.key)))
    for (let tries = 0; tries < 100 && !isHeld(); tries += 1) {
      await wait(5)
      for (const { app } of [here, there]) assert.equal(await statusOf(app, shop.key), 200)
    }
    assert.ok(isHeld())
    return shop
  }

  async function assertStopsInTime(key: string): Promise<void> {
    for (const { app } of [here, there])
      await until(async () => (await statusOf(app, key)) === 401, 'a process to refuse the key')
  }
})

async function statusOf(app: FastifyInstance, key: string): Promise<number> {
  const headers = { authorization: `Bearer ${key}` }
  return (await app.inject({ url: `${partnerPath}/pickup-addresses`, headers })).statusCode
}

type Called = { statusCode: number; headers: OutgoingHttpHeaders; text: string }

/**
 * Makes a valid call of an operation, except for what is given here. A stream that opens is closed at once,
 * unread.
 */
async function call(
  { app }: TestService,
  name: string,
  {
    authorization,
    id,
    method,
    query = '',
  }: { authorization: string | undefined; id: string; method?: 'HEAD'; query?: string },
): Promise<Called> {
  const [verb, path = ''] = name.split(' ')
  const { body, headers, isStream } = partnerOperations[name] as Operation
  const answer = await app.inject({
    method: method ?? (verb as NonNullable<InjectOptions['method']>),
    url: partnerPath + path.replace('{id}', id) + query,
    headers: { ...headers?.(), ...(authorization !== undefined && { authorization }) },
    ...(body && { payload: body() }),
    remoteAddress: newAddress(),
    payloadAsStream: true,
  })
  const isEndless = isStream && answer.statusCode === 200
  const text = isEndless ? '' : Buffer.concat(await answer.stream().toArray()).toString()
  if (isEndless) answer.stream().destroy()
  return { statusCode: answer.statusCode, headers: answer.headers, text }
}

const bodyOf = ({ text, headers }: Called): unknown => withoutDocs(JSON.parse(text), headers)

/** Everything in a response that a caller can compare, but for its time and request id. */
function signsOf({ statusCode, headers, text }: Called) {
  const { 'x-request-id': _id, date: _date, ...rest } = headers
  return { statusCode, headers: rest, text }
}

/** `METHOD /path` of every route under the partner path, HEAD aside, from the router itself. */
function partnerRoutes(app: FastifyInstance): string[] {
  const branch: string[] = []
  const routes: string[] = []
  for (const line of app.printRoutes({ commonPrefix: false }).split('\n')) {
    const [, indent = '', piece = '', methods] = /^([│ ]*)[├└]── (\S+)(?: \((.*)\))?$/.exec(line) ?? []
    branch.length = indent.length / 4
    branch.push(piece)
    const path = branch.join('').replaceAll(/:(\w+)/g, '{$1}')
    if (!path.startsWith(partnerPath)) continue
    for (const method of methods?.split(', ') ?? []) {
      if (method !== 'HEAD') routes.push(`${method} ${path.slice(partnerPath.length)}`)
    }
  }
  return routes.sort()
}

/** Rights to try an operation with: each alone, and together all those that should not open it. */
function rightsToTry({ scopes }: Operation): Scope[][] {
  const others = everyScope.filter((scope) => !scopes.includes(scope))
  return [...everyScope.map((scope) => [scope]), ...(others.length > 1 ? [others] : [])]
}

const twoShops = async (service: TestService) => [await service.openShop(), await service.openShop()] as const

/** The same key with its last letter or digit changed. */
const mistyped = (key: string) => key.slice(0, -1) + (key.endsWith('0') ? '1' : '0')

let calls = 0

/** Failures are counted by address (decision 42): here every caller has one of its own. */
const newAddress = () => `10.0.${++calls >> 8}.${calls & 255}`

const partnerPath = '/api/v1/partner'
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
