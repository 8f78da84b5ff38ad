import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, type TestContext, test } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import { newId } from '../src/base/kernel/clock.ts'
import { ApiError, errorBody } from '../src/contract/errors.ts'
import { addEndpoint } from '../src/domain/webhooks/endpoints/add-endpoint.ts'
import { changeEndpoint } from '../src/domain/webhooks/endpoints/change-endpoint.ts'
import { findEndpoint, insertEndpoint } from '../src/domain/webhooks/endpoints/endpoint-store.ts'
import { pingEndpoint } from '../src/domain/webhooks/endpoints/ping-endpoint.ts'
import { newSigningSecret, sealSecret } from '../src/domain/webhooks/endpoints/signing-secret.ts'
import { type Canary, putUpWall, startCanary, type Wall } from './support/canary.ts'
import { openAny, openOnServer, skipServer } from './support/databases.ts'
import { type DnsStub, type NameAnswer, startDnsStub } from './support/dns-stub.ts'
import { type HostileTarget, hostileTargets, publicAddress, spellingsOf } from './support/hostile-targets.ts'
import { type Answer, openService, type TestService, testStart } from './support/open-service.ts'
import { until } from './support/until.ts'
import { startRelayAndWebhooks } from './support/webhook-work.ts'

/** On a database server where there is one: the embedded database would block the name server of this process. */
const open = skipServer ? openAny : openOnServer

/** Keeps every connection of this file on the machine, even when a test fails. */
let wall: Wall
let dns: DnsStub
let canary: Canary
before(async () => {
  wall = putUpWall(process.env.TEST_POSTGRES_URL)
  dns = await startDnsStub()
  canary = await startCanary(['127.0.0.1', '127.0.0.2', '127.255.255.254', '::1'])
})
after(async () => {
  await Promise.all([dns.close(), canary.close()])
  wall.takeDown()
})

describe('hostile targets (decision 41)', () => {
  let service: TestService
  let targets: HostileTarget[]
  let connectionsToOurselves = 0
  before(async () => {
    // Hundreds of requests at once wait for each other: the answers matter here, not how soon they come.
    service = await openService(await open(), { DNS_SERVERS: dns.server })
    await service.app.listen({ host: '127.0.0.1', port: 0 })
    service.logged.splice(0)
    service.app.server.on('connection', () => {
      connectionsToOurselves += 1
    })
    const { port } = service.app.server.address() as AddressInfo
    targets = hostileTargets({ canary: canary.port, own: port }, dns)
  })
  after(() => service.close())

  /** Asserts that no connection was started, that none arrived, and that nothing was logged. */
  function assertNothingReached(): void {
    assert.deepEqual(wall.attempts.splice(0), [])
    assert.equal(canary.hits.splice(0).length, 0)
    assert.equal(connectionsToOurselves, 0)
    assert.deepEqual(service.logged.filter(isNotOfHttp), [])
  }

  test('there are more than 300 hostile targets', () =>
    assert.ok(targets.length > 300, String(targets.length)))

  describe('no hostile target is reached', { concurrency: true }, () => {
    test('an endpoint at a hostile target is refused with a message that does not name the address', async () => {
      const { shopId } = await service.openShop()

      const refusals = await refusalsOf(targets, (url) =>
        addEndpoint(service.services.webhooks, { shopId, url, eventTypes: null, description: null }),
      )

      assertEachEqual(refusals, targets.map(expectedRefusal))
      assertNothingReached()
    })

    test('changing an endpoint to a hostile target is refused, and the endpoint stays as it was', async () => {
      const { shopId } = await service.openShop()
      const { webhooks } = service.services
      dns.says('sound.boutique.bj', { A: [publicAddress.v4] })
      const { endpoint } = await addEndpoint(webhooks, {
        ...plain(shopId),
        url: 'https://sound.boutique.bj/',
      })

      const refusals = await refusalsOf(targets, (url) =>
        changeEndpoint(webhooks, { shopId, id: endpoint.id }, { url, description: 'changed' }),
      )

      assertEachEqual(refusals, targets.map(expectedRefusal))
      assert.deepEqual(await findEndpoint(webhooks.db, { shopId, id: endpoint.id }), endpoint)
      assertNothingReached()
    })

    test('the partner API refuses hostile targets with the same words, and tells nothing of what is inside', async () => {
      const shop = await service.openShop()
      const { webhooks } = service.services
      dns.says('plain.boutique.bj', { A: [publicAddress.v4] })
      const { endpoint } = await addEndpoint(webhooks, {
        ...plain(shop.shopId),
        url: 'https://plain.boutique.bj/',
      })
      const path = `/webhook-endpoints/${endpoint.id}`
      const answersTo = (url: string) =>
        Promise.all(
          (['en', 'fr'] as const).flatMap((language) => [
            shop.post('/webhook-endpoints', { url }, { 'accept-language': language }),
            shop.send('PATCH', path, { url }, { 'accept-language': language }),
          ]),
        )

      const refused: { url: string; answers: Answer[] }[] = []
      for (const { url } of targets) refused.push({ url, answers: await answersTo(url) })

      for (const [at, { url, answers }] of refused.entries()) {
        const { en, fr } = expectedRefusal(targets[at] as HostileTarget)
        // Blank, too long, or with characters that no text may have: refused before it is read as an address.
        const isText = answers.every(({ body }) => body.code === 'VALIDATION_FAILED')
        if (isText)
          assert.match(url, /^\s*$|^.{2001,}$|[\p{Cc}\u200b\u2028\u2029\u202a-\u202e\u2060-\u206f\ufeff]/su)
        else
          assert.deepEqual(
            answers.map(({ body }) => body),
            [en, en, fr, fr],
            url,
          )
      }
      assert.deepEqual((await shop.get(path)).body.url, 'https://plain.boutique.bj/')
      assertNothingReached()
    })

    test('a ping by API to a hostile target fails alike, whether its name leads inside or nowhere', async () => {
      const shop = await service.openShop()
      const ids = await plantEndpoints(service, shop.shopId, targets)

      const pings = await Promise.all(ids.map((id) => shop.post(`/webhook-endpoints/${id}/ping`)))

      for (const { status, body } of pings)
        assert.deepEqual(
          [status, body.isSuccess, body.httpStatus, body.failure, body.responseExcerpt],
          [200, false, null, 'DNS', null],
        )
      assertNothingReached()
    })

    test('a ping to a hostile target that is in the database fails without a connection', async () => {
      const { shopId } = await service.openShop()
      const ids = await plantEndpoints(service, shopId, targets)

      const results = await Promise.all(
        ids.map((id) => pingEndpoint(service.services.webhooks, { shopId, id })),
      )

      assertEachEqual(
        results.map(({ durationMs: _, eventId: __, attempt: ___, ...result }, i) => ({
          url: targets[i]?.url,
          ...result,
        })),
        targets.map((target) => ({
          url: target.url,
          httpStatus: null,
          failure: failureOf(target),
          isSuccess: false,
          excerpt: null,
        })),
      )
      assertNothingReached()
    })

    test('sending an event to a hostile target that is in the database fails without a connection', async () => {
      const shop = await service.openShop()
      const ids = await plantEndpoints(service, shop.shopId, targets)
      await shop.order()

      await sendUntil(service, async () => (await attemptsOf(service, shop.shopId)).length === ids.length)

      const attempts = new Map((await attemptsOf(service, shop.shopId)).map((row) => [row.endpoint_id, row]))
      assertEachEqual(
        ids.map((id, i) => ({ url: targets[i]?.url, ...withoutNames(attempts.get(id)) })),
        targets.map((target) => ({
          url: target.url,
          event_type: 'delivery.created',
          attempt: 1,
          trigger: 'SCHEDULED',
          http_status: null,
          failure: failureOf(target),
          response_excerpt: null,
          next_attempt_at: new Date(Date.parse(testStart) + 60_000),
        })),
      )
      assertNothingReached()
    })
  })

  describe('names whose address changes after they were saved', () => {
    const { v4, v6 } = publicAddress
    const cases: [to: string, later: NameAnswer, failure: 'BLOCKED_ADDRESS' | 'DNS'][] = [
      ['to this machine', { A: ['127.0.0.1'] }, 'BLOCKED_ADDRESS'],
      ['to this machine in IPv6', { AAAA: ['::1'] }, 'BLOCKED_ADDRESS'],
      ['to both', { A: [v4, '127.0.0.1'], AAAA: [v6] }, 'BLOCKED_ADDRESS'],
      ['to an alias of this machine', { aliases: ['localhost'], A: ['127.0.0.1'] }, 'BLOCKED_ADDRESS'],
      ['to the secrets of a cloud', { A: ['169.254.169.254'] }, 'BLOCKED_ADDRESS'],
      ['nowhere', 'NXDOMAIN', 'DNS'],
    ]
    for (const [to, later, failure] of cases) {
      test(`an endpoint whose name leads ${to} after it was saved is neither pinged nor sent events`, async () => {
        const shop = await service.openShop()
        const host = `${to.replaceAll(' ', '-').toLowerCase()}.rebinds.bj`
        dns.says(host, { A: [v4] }, later)
        const { endpoint } = await addEndpoint(service.services.webhooks, {
          ...plain(shop.shopId),
          url: `https://${host}:${canary.port}/`,
        })
        await shop.order()

        const ping = await pingEndpoint(service.services.webhooks, { shopId: shop.shopId, id: endpoint.id })
        await sendUntil(service, async () => (await attemptsOf(service, shop.shopId)).length > 0)

        assert.equal(ping.failure, failure)
        assert.deepEqual(
          (await attemptsOf(service, shop.shopId)).map((row) => row.failure),
          [failure],
        )
        assert.equal(dns.asked(host), 3)
        assertNothingReached()
      })
    }
  })

  test('the service connects to the address that it checked, resolving the name once', async () => {
    const { shopId } = await service.openShop()
    dns.says('swift.rebinds.bj', { A: [publicAddress.v4] }, { A: ['127.0.0.1'] })
    const url = `https://swift.rebinds.bj:${canary.port}/`
    const [id = ''] = await plantEndpoints(service, shopId, [{ url }])

    const { failure } = await pingEndpoint(service.services.webhooks, { shopId, id })

    assert.equal(failure, 'CONNECTION')
    assert.deepEqual(wall.attempts.splice(0), [`${publicAddress.v4}:${canary.port}`])
    assert.equal(dns.asked('swift.rebinds.bj'), 1)
    assert.equal(canary.hits.length, 0)
  })
})

describe('hostile targets that an operator allows by WEBHOOK_ALLOW_RANGES', () => {
  test('targets allowed by WEBHOOK_ALLOW_RANGES are reached by pings and events, under the given name', async (t) => {
    const service = await openOwnService(t, {
      DNS_SERVERS: dns.server,
      WEBHOOK_ALLOW_RANGES: '127.0.0.0/8,::1/128',
    })
    const shop = await service.openShop()
    dns.says('inside.allowed.bj', { A: ['127.0.0.2'] })
    dns.says('alias.allowed.bj', { aliases: ['inside.allowed.bj'], A: ['127.0.0.2'] })
    const hosts = [
      ...spellingsOf('127.0.0.1').slice(0, 24),
      ...['127.255.255.254', '[::1]', 'inside.allowed.bj', 'alias.allowed.bj'],
    ]
    const allowed = hosts.map((host) => ({ url: `https://${host}:${canary.port}/hook` }))
    for (const { url } of allowed) await addAndRemove(service, { ...plain(shop.shopId), url })
    const ids = await plantEndpoints(service, shop.shopId, allowed)
    await shop.order()

    const pings = await Promise.all(
      ids.map((id) => pingEndpoint(service.services.webhooks, { shopId: shop.shopId, id })),
    )
    await sendUntil(service, async () => (await attemptsOf(service, shop.shopId)).length === ids.length)

    const hits = canary.hits.splice(0)
    assert.deepEqual(
      pings.map(({ failure }) => failure),
      ids.map(() => 'TLS'),
    )
    const reached = Map.groupBy(hits, ({ address }) => address)
    assert.deepEqual(Object.fromEntries([...reached].map(([address, hits]) => [address, hits.length])), {
      '127.0.0.1': 48,
      '127.255.255.254': 2,
      '127.0.0.2': 4,
      '::1': 2,
    })
    const handshakes = (reached.get('127.0.0.2') ?? []).map(
      ({ hello }) => /[a-z]+\.allowed\.bj/.exec(hello)?.[0],
    )
    assert.deepEqual(handshakes.sort(), [
      ...['alias.allowed.bj', 'alias.allowed.bj'],
      ...['inside.allowed.bj', 'inside.allowed.bj'],
    ])
  })
})

describe('names of one’s own network, where its range is allowed (decision 41)', () => {
  test('internal names are called if they lead into an allowed range, and refused if they lead elsewhere', async (t) => {
    const service = await openOwnService(t, {
      DNS_SERVERS: dns.server,
      WEBHOOK_ALLOW_RANGES: '127.0.0.0/8',
    })
    const { shopId } = await service.openShop()
    const add = (host: string) =>
      addEndpoint(service.services.webhooks, { ...plain(shopId), url: `https://${host}:${canary.port}/` })
    const names = ['shop.internal', 'erp.corp', 'nas.local', 'till']
    for (const name of names) dns.says(name, { A: ['127.0.0.2'] })
    dns.says('elsewhere.internal', { A: ['10.0.0.1'] })

    for (const name of names) {
      const { endpoint } = await add(name)
      assert.equal(
        (await pingEndpoint(service.services.webhooks, { shopId, id: endpoint.id })).failure,
        'TLS',
      )
    }

    assert.deepEqual(
      canary.hits.splice(0).map(({ address }) => address),
      names.map(() => '127.0.0.2'),
    )
    for (const name of ['elsewhere.internal', 'nowhere.internal', 'localhost', 'a.localhost'])
      await assert.rejects(add(name), new ApiError('WEBHOOK_URL_REFUSED', { reason: 'NOT_PUBLIC' }))
    wall.attempts.splice(0)
  })
})

describe('redirects, where every address is allowed', () => {
  for (const status of [301, 302, 303, 307, 308]) {
    test(`a webhook response of ${status} is a failure, and its redirect is not followed (decision 37)`, async (t) => {
      const service = await openOwnService(t, { WEBHOOK_ALLOW_INSECURE: 'true' })
      const { shopId } = await service.openShop()
      const places = ['http://169.254.169.254/latest/meta-data/', `http://127.0.0.2:${canary.port}/`]
      let asked = 0
      const receiver = createServer((_, response) => {
        const location = places[asked % places.length]
        asked += 1
        response.writeHead(status, { location, refresh: `0; url=${location}` }).end(location)
      })
      await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
      t.after(() => receiver.close().closeAllConnections())
      const { port } = receiver.address() as AddressInfo
      const [id = ''] = await plantEndpoints(service, shopId, [{ url: `http://127.0.0.1:${port}/` }])
      wall.attempts.splice(0)

      const pings = [
        await pingEndpoint(service.services.webhooks, { shopId, id }),
        await pingEndpoint(service.services.webhooks, { shopId, id }),
      ]

      assert.deepEqual(
        pings.map(({ failure, httpStatus, isSuccess }) => ({ failure, httpStatus, isSuccess })),
        pings.map(() => ({ failure: 'REDIRECT', httpStatus: status, isSuccess: false })),
      )
      assert.equal(asked, 2)
      assert.deepEqual(new Set(wall.attempts.splice(0)), new Set([`127.0.0.1:${port}`]))
      assert.equal(canary.hits.length, 0)
    })
  }
})

async function openOwnService(t: TestContext, env: Record<string, string>): Promise<TestService> {
  const service = await openService(await open(), env)
  t.after(() => service.close())
  return service
}

const plain = (shopId: string) => ({ shopId, eventTypes: null, description: null })

const wording = {
  MALFORMED: { en: 'This is not a web address.', fr: 'Ce n’est pas une adresse web.' },
  NOT_HTTPS: {
    en: 'The address must begin with https://. To receive events on your own machine, use colis listen.',
    fr: 'L’adresse doit commencer par https://. Pour recevoir des événements sur votre machine, utilisez colis listen.',
  },
  CREDENTIALS: {
    en: 'The address must not contain a user name or a password.',
    fr: 'L’adresse ne doit contenir ni nom d’utilisateur ni mot de passe.',
  },
  NOT_PUBLIC: {
    en: 'The address must lead to a public server. Check its spelling. To receive events on your own machine, use colis listen.',
    fr: 'L’adresse doit mener à un serveur public. Vérifiez son orthographe. Pour recevoir des événements sur votre machine, utilisez colis listen.',
  },
}

type Refusal = { url: string; en: object | string; fr: object | string }

function expectedRefusal({ url, reason }: HostileTarget): Refusal {
  const body = { statusCode: 422, code: 'WEBHOOK_URL_REFUSED', details: { reason } }
  const { en, fr } = wording[reason]
  return { url, en: { ...body, message: en }, fr: { ...body, message: fr } }
}

/** What a shop owner reads of each refusal, in both languages. */
const refusalsOf = (
  targets: readonly HostileTarget[],
  tryOut: (url: string) => Promise<unknown>,
): Promise<Refusal[]> =>
  Promise.all(
    targets.map(async ({ url }) => {
      try {
        await tryOut(url)
        return { url, en: 'accepted', fr: 'accepted' }
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        return { url, en: errorBody(error, 'en'), fr: errorBody(error, 'fr') }
      }
    }),
  )

/** Compares two lists, and shows only where they differ. */
function assertEachEqual(actual: readonly object[], expected: readonly object[]): void {
  const differs = actual.map((each, i) => !isDeepStrictEqual(each, expected[i]))
  assert.deepEqual(
    actual.filter((_, i) => differs[i]),
    expected.filter((_, i) => differs[i]),
  )
  assert.equal(actual.length, expected.length)
}

const failureOf = ({ isUnresolved }: HostileTarget) => (isUnresolved ? 'DNS' : 'BLOCKED_ADDRESS')

/** Writes endpoints without any check, as if their addresses had once been allowed. */
async function plantEndpoints(
  { services }: TestService,
  shopId: string,
  targets: readonly { url: string }[],
): Promise<string[]> {
  const now = services.clock.now()
  const rows = targets.map(({ url }) => ({ id: newId(now), url }))
  await services.db.transaction().execute(async (trx) => {
    for (const { id, url } of rows) {
      await insertEndpoint(trx, {
        shop_id: shopId,
        id,
        url,
        description: null,
        event_types: null,
        sealed_secret: sealSecret(newSigningSecret(), services.webhooks.sealingKeys, id),
        sealed_previous_secret: null,
        previous_secret_until: null,
        failing_since: null,
        consecutive_failures: 0,
        warned_at: null,
        disabled_at: null,
        paused_at: null,
        removed_at: null,
        created_at: now,
      })
    }
  })
  return rows.map(({ id }) => id)
}

async function addAndRemove(
  { services }: TestService,
  endpoint: Parameters<typeof addEndpoint>[1],
): Promise<void> {
  const { endpoint: row } = await addEndpoint(services.webhooks, endpoint)
  await services.db.deleteFrom('webhook_endpoints').where('id', '=', row.id).execute()
}

/** Sequences events and sends webhooks until a condition holds. */
async function sendUntil({ services }: TestService, isDone: () => Promise<boolean>): Promise<void> {
  const { webhooks, onError, subscribe } = services
  const sending = await startRelayAndWebhooks({ ...webhooks, onError, subscribe })
  await until(isDone, 'everything to be sent')
  await sending.stop()
}

const attemptsOf = ({ services }: TestService, shopId: string) =>
  services.db
    .selectFrom('webhook_attempts')
    .selectAll()
    .where('shop_id', '=', shopId)
    .where('trigger', '=', 'SCHEDULED')
    .execute()

type AttemptRow = Awaited<ReturnType<typeof attemptsOf>>[number]

function withoutNames(row: AttemptRow | undefined): object {
  if (!row) return { missing: true }
  const {
    shop_id: _,
    id: __,
    endpoint_id: ___,
    event_id: ____,
    started_at: at,
    duration_ms: ms,
    ...rest
  } = row
  return rest
}

/** Requests of the partner API are logged with their client's address, which is ours here. */
const isNotOfHttp = (line: string) => !('requestId' in (JSON.parse(line) as object))
