import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { scopes } from '../src/contract/vocabulary.ts'
import { customerToken } from '../src/domain/deliveries/sharing/customer-link.ts'
import { newApiKey } from '../src/domain/shops/api-key.ts'
import { createApiKey } from '../src/domain/shops/create-api-key.ts'
import { revokeApiKey } from '../src/domain/shops/revoke-api-key.ts'
import { connectRedis } from '../src/http/connect-redis.ts'
import { onEachDatabase, onServer } from './support/databases.ts'
import { openService, type TestService, type TestShop } from './support/open-service.ts'
import { type RedisServer, skipRedis, startRedis } from './support/redis-server.ts'
import { withoutDocs } from './support/refusal.ts'
import { openSecondService } from './support/second-service.ts'
import { signInCourier } from './support/sign-in.ts'
import { until } from './support/until.ts'

const perSecond = 25
const changesPerMinute = 10
const tooMany = {
  statusCode: 429,
  code: 'RATE_LIMITED',
  message: 'Trop de requêtes. Réessayez dans 1 s.',
}

describe('requests of a key (decision 42)', () => {
  onEachDatabase((open) => {
    let service: TestService
    before(async () => {
      service = await openService(await open(), { RATE_LIMIT_PER_SECOND: String(perSecond) })
    })
    after(() => service.close())

    test('a key may make as many requests in a second as the setting allows, and the next are refused with 429', () =>
      inOneWindow(async () => {
        const { key } = await service.openShop()

        const answers = await Promise.all(Array.from({ length: 40 }, () => ask(service.app, { key })))

        const passed = answers.filter(({ status }) => status === 200)
        const refused = answers.filter(({ status }) => status === 429)
        assert.deepEqual([passed.length, refused.length], [perSecond, 40 - perSecond])
        assert.deepEqual(
          passed.map(({ headers }) => headers.ratelimit).sort(),
          Array.from({ length: perSecond }, (_, left) => `"default";r=${left};t=1`).sort(),
        )
        for (const { headers, body } of refused) {
          assert.deepEqual(body, tooMany)
          assert.equal(headers['retry-after'], '1')
          assert.equal(headers.ratelimit, '"default";r=0;t=1')
        }
        for (const { headers } of answers) assert.equal(headers['ratelimit-policy'], '"default";q=25;w=1')
        for (const { headers } of passed) assert.equal(headers['retry-after'], undefined)
      }))

    test('a refused key works again after the second that Retry-After names', async () => {
      const { key } = await service.openShop()
      await until(async () => (await ask(service.app, { key })).status === 429, 'a refusal')
      await until(async () => (await ask(service.app, { key })).status === 200, 'the next second')
    })

    test('one key does not use up another’s requests, even of the same shop', () =>
      inOneWindow(async () => {
        const { shopId, key } = await service.openShop()
        const second = await createApiKey(service.services, { shopId, scopes: [...scopes], label: null })

        await Promise.all(Array.from({ length: 30 }, () => ask(service.app, { key })))

        assert.equal((await ask(service.app, { key })).status, 429)
        const { status, headers } = await ask(service.app, { key: second.key })
        assert.deepEqual([status, headers.ratelimit], [200, '"default";r=24;t=1'])
      }))

    test('a rate-limit window that has just begun ends in one second, whatever the rounding of the time', async (t) => {
      const { key } = await service.openShop()
      const now = Array.from({ length: 10_000 }, (_, count) => 2 ** 20 - count / 70).find(
        (at) => at + 1_000 - at > 1_000,
      )
      assert.ok(now)
      t.mock.method(performance, 'now', () => now)

      const { headers } = await ask(service.app, { key })

      assert.equal(headers.ratelimit, '"default";r=24;t=1')
    })

    test('the API reference is not limited like the requests of a key', async () => {
      const url = '/openapi.json'
      const answers = await Promise.all(Array.from({ length: 40 }, () => service.app.inject({ url })))
      assert.ok(answers.every(({ statusCode }) => statusCode === 200))
    })
  })

  onEachDatabase((open) => {
    test('RATE_LIMIT_PER_SECOND=0 lifts the limit of requests', async () => {
      const service = await openService(await open(), { RATE_LIMIT_PER_SECOND: '0' })
      const { key } = await service.openShop()

      const answers = await Promise.all(Array.from({ length: 400 }, () => ask(service.app, { key })))

      for (const { status, headers } of answers) {
        assert.equal(status, 200)
        assert.equal(headers.ratelimit, undefined)
        assert.equal(headers['ratelimit-policy'], undefined)
      }
      await service.close()
    })
  })
})

describe('visits of a network, without a key or a session', () => {
  const perWindow = 20
  onEachDatabase((open) => {
    let service: TestService
    before(async () => {
      service = await openService(await open(), { VISITS_PER_SECOND: String(perWindow / 10) })
    })
    after(() => service.close())

    const visit = (url: string, address: string, headers: Record<string, string> = {}) =>
      service.app.inject({ url, remoteAddress: address, headers: { accept: 'text/html', ...headers } })

    /** Uses up the limit of a network with requests to one address; returns the response to one too many. */
    async function visitTooOften(url: string, headers?: Record<string, string>, address = newAddress()) {
      for (let visits = 0; visits < perWindow; visits += 1) {
        const { statusCode } = await visit(url, address, headers)
        assert.notEqual(statusCode, 429, `${url}, visit ${visits + 1}`)
      }
      return visit(url, address, headers)
    }

    for (const [url, says] of [
      ['/p/wrong-token', /Trop d’essais à la fois/],
      ['/p/wrong-token/updates', /Trop d’essais à la fois/],
      ['/courier/sign-in', /Trop de demandes arrivent de votre connexion/],
      ['/courier/sign-in/code', /Trop de demandes arrivent de votre connexion/],
      ['/courier', /Trop de demandes arrivent de votre connexion/],
      ['/courier/trips', /Trop de demandes arrivent de votre connexion/],
      ['/courier/manifest.webmanifest', /Trop de demandes arrivent de votre connexion/],
      ['/courier/sheet.pdf', /Trop de demandes arrivent de votre connexion/],
      ['/docs/fr', /<p>Trop de requêtes\. Réessayez dans \d+ s\.<\/p>/],
      ['/docs/try/', /<p>Trop de requêtes\. Réessayez dans \d+ s\.<\/p>/],
      ['/openapi.json', /<p>Trop de requêtes\. Réessayez dans \d+ s\.<\/p>/],
      ['/dev/outbox', /<p>Trop de requêtes\. Réessayez dans \d+ s\.<\/p>/],
    ] as const) {
      test(`${url} is served twenty times in ten seconds, and then refused with the time to wait`, async () => {
        const refused = await visitTooOften(url)
        assert.equal(refused.statusCode, 429)
        assert.match(refused.body, says)
        assert.match(String(refused.headers['retry-after']), /^([1-9]|10)$/)
        assert.equal(refused.headers['content-language'], 'fr')
      })
    }

    test('health checks neither count as visits nor are they limited', async () => {
      const address = newAddress()
      assert.equal((await visitTooOften('/docs/fr', {}, address)).statusCode, 429)
      for (const url of ['/health/live', '/health/ready'])
        for (let visits = 0; visits < 2 * perWindow; visits += 1)
          assert.equal((await visit(url, address)).statusCode, 200, url)
    })

    test('a customer’s page with a valid link counts as a visit, and so do its assets', async () => {
      const { url, asset } = await openCustomerPage()
      assert.equal((await visitTooOften(url)).statusCode, 429)
      assert.equal((await visitTooOften(asset)).statusCode, 429)
    })

    test('the refusal of too many visits is in the language of the browser, or in the one chosen on the page', async () => {
      const asking = { 'accept-language': 'en' }
      assert.match((await visitTooOften('/docs/fr', asking)).body, /Too many requests\. Try again in/)
      assert.match((await visitTooOften('/courier/sign-in', asking)).body, /come from your connection/)
      assert.match((await visitTooOften('/p/wrong-token?lang=en')).body, /Too many tries at once/)
      const kept = { cookie: 'colis.language=en' }
      assert.match((await visitTooOften('/courier/sign-in', kept)).body, /come from your connection/)
    })

    test('a client that accepts JSON gets the refusal of too many visits in JSON', async () => {
      const refused = await visitTooOften('/openapi.json', { accept: 'application/json' })
      const { message, ...rest } = withoutDocs(refused.json(), refused.headers)
      assert.deepEqual(rest, { statusCode: 429, code: 'RATE_LIMITED' })
      assert.match(message, /^Trop de requêtes/)
    })

    test('all addresses of one IPv6 connection share a limit, and another network is not affected', async () => {
      const host = (number: number) => `2001:db8:9:9::${number.toString(16)}`
      for (let visits = 1; visits <= perWindow; visits += 1)
        assert.equal((await visit('/docs/fr', host(visits))).statusCode, 200)
      assert.equal((await visit('/docs/fr', host(999))).statusCode, 429)
      assert.equal((await visit('/docs/fr', '2001:db8:9:a::1')).statusCode, 200)
    })

    test('a network is served again ten seconds after it was refused', async (t) => {
      const address = newAddress()
      assert.equal((await visitTooOften('/docs/fr', {}, address)).statusCode, 429)
      const later = performance.now() + 10_000
      t.mock.method(performance, 'now', () => later)
      assert.equal((await visit('/docs/fr', address)).statusCode, 200)
    })

    test('requests of partners and of signed-in couriers do not count as visits', async () => {
      const address = newAddress()
      assert.equal((await visitTooOften('/docs/fr', {}, address)).statusCode, 429)
      const { key } = await service.openShop()
      assert.equal((await ask(service.app, { key, address })).status, 200)

      const { visitor } = await signInCourier(service)
      const session = [...visitor.cookies].find(([name]) => name.includes('session_token'))?.join('=') ?? ''
      for (let visits = 0; visits < 2 * perWindow; visits += 1) {
        for (const url of ['/courier', '/courier/trips'])
          assert.equal((await visit(url, address, { cookie: session })).statusCode, 200)
      }
    })

    async function openCustomerPage() {
      const shop = await service.openShop()
      const order = await shop.order()
      const key = { shopId: shop.shopId, id: order.body.id }
      const url = `/p/${customerToken({ ...key, linkVersion: 1 }, service.services.customerLinks)}`
      const page = await visit(url, newAddress())
      assert.equal(page.statusCode, 200)
      const asset = /\/assets\/customer\/[^"]+/.exec(page.body)?.[0]
      assert.ok(asset)
      return { url, asset }
    }
  })

  onEachDatabase((open) => {
    test('VISITS_PER_SECOND=0 lifts the limit of visits', async () => {
      const service = await openService(await open(), { VISITS_PER_SECOND: '0' })
      try {
        for (let visits = 0; visits < 1_100; visits += 1)
          assert.equal((await service.app.inject({ url: '/docs/fr' })).statusCode, 200)
      } finally {
        await service.close()
      }
    })
  })
})

describe('failed authentications of an address (decision 42)', () => {
  onEachDatabase((open) => {
    let service: TestService
    let shop: TestShop
    before(async () => {
      service = await openService(await open())
      shop = await service.openShop()
    })
    after(() => service.close())

    test('twenty failed authentications a second get 401 and the next 429, whatever was wrong with the key', () =>
      inOneWindow(async () => {
        const address = newAddress()
        const wrongKeys = [undefined, 'garbage', mistyped(shop.key), newApiKey('sandbox')]
        for (let failed = 0; failed < 20; failed += 1) {
          assert.equal((await ask(service.app, { key: wrongKeys[failed % 4], address })).status, 401)
        }
        for (const key of wrongKeys) {
          const { status, headers, body } = await ask(service.app, { key, address })
          assert.equal(status, 429)
          assert.deepEqual(body, tooMany)
          assert.equal(headers['retry-after'], '1')
          assert.equal(headers['ratelimit-policy'], '"failed-authentications";q=20;w=1')
          assert.equal(headers.ratelimit, '"failed-authentications";r=0;t=1')
        }
        assert.equal((await ask(service.app, { key: undefined, address: newAddress() })).status, 401)
      }))

    test('failed authentications of all addresses of one IPv6 connection are counted together', () =>
      inOneWindow(async () => {
        const network = `2001:db8:7:${(++addresses).toString(16)}:`
        for (let failed = 0; failed < 20; failed += 1) {
          const address = `${network}:${failed + 1}`
          assert.equal((await ask(service.app, { key: undefined, address })).status, 401)
        }
        assert.equal((await ask(service.app, { key: undefined, address: `${network}:ffff` })).status, 429)
      }))

    test('a mistyped key is refused without the database, and after twenty failures so is any unknown one', () =>
      withoutKeyTable(() =>
        inOneWindow(async () => {
          const [address, key] = [newAddress(), newApiKey('sandbox')]
          assert.equal((await ask(service.app, { key, address })).status, 500, 'the database is asked')

          for (let failed = 0; failed < 20; failed += 1) {
            assert.equal((await ask(service.app, { key: mistyped(key), address })).status, 401)
          }
          assert.equal((await ask(service.app, { key, address })).status, 429)
        }),
      ))

    test('an address that failed too often may use a key that was valid before, but not a new one', () =>
      inOneWindow(async () => {
        const address = newAddress()
        const cold = await createApiKey(service.services, {
          shopId: shop.shopId,
          scopes: [...scopes],
          label: null,
        })
        assert.equal((await ask(service.app, { key: shop.key })).status, 200)
        for (let failed = 0; failed < 21; failed += 1) await ask(service.app, { key: undefined, address })

        service.services.shops.forget()
        assert.equal((await ask(service.app, { key: shop.key, address })).status, 200)
        assert.equal((await ask(service.app, { key: cold.key, address })).status, 429)
        assert.equal((await ask(service.app, { key: cold.key, address: newAddress() })).status, 200)
        assert.equal((await ask(service.app, { key: cold.key, address })).status, 200)
      }))

    test('a key that was revoked after use is limited like any wrong one', () =>
      inOneWindow(async () => {
        const address = newAddress()
        const made = await createApiKey(service.services, {
          shopId: shop.shopId,
          scopes: [...scopes],
          label: null,
        })
        assert.equal((await ask(service.app, { key: made.key })).status, 200)
        await revokeApiKey(service.services, { shopId: shop.shopId, keyId: made.keyId })
        service.services.shops.forget()
        for (let failed = 0; failed < 20; failed += 1) await ask(service.app, { key: undefined, address })

        for (let tries = 0; tries < 2; tries += 1)
          assert.equal((await ask(service.app, { key: made.key, address })).status, 429)
        assert.equal((await ask(service.app, { key: made.key, address: newAddress() })).status, 401)
      }))

    test('X-Forwarded-For of an untrusted client is ignored', () =>
      inOneWindow(async () => {
        const address = newAddress()
        for (let failed = 0; failed < 20; failed += 1) {
          const answer = await ask(service.app, { key: undefined, address, forwardedFor: newAddress() })
          assert.equal(answer.status, 401)
        }
        const next = await ask(service.app, { key: undefined, address, forwardedFor: newAddress() })
        assert.equal(next.status, 429)
      }))

    /** Hides the keys from the service: reading one from the database fails. */
    async function withoutKeyTable(work: () => Promise<void>): Promise<void> {
      const { db } = service.services
      await sql`alter table api_keys rename to hidden_api_keys`.execute(db)
      try {
        await work()
      } finally {
        await sql`alter table hidden_api_keys rename to api_keys`.execute(db)
      }
    }
  })

  onEachDatabase((open) => {
    test('X-Forwarded-For is trusted from TRUST_PROXY alone, and only its last address', async () => {
      const service = await openService(await open(), { TRUST_PROXY: '192.0.2.0/24, 198.51.100.7' })
      const proxies = ['192.0.2.1', '192.0.2.200', '198.51.100.7']
      const fails = async (address: string, forwardedFor: string) =>
        (await ask(service.app, { key: undefined, address, forwardedFor })).status

      await inOneWindow(async () => {
        const client = newAddress()
        for (let failed = 0; failed < 20; failed += 1) {
          const proxy = proxies[failed % proxies.length] ?? ''
          assert.equal(await fails(proxy, `${newAddress()}, ${client}`), 401)
        }
        assert.equal(await fails('192.0.2.1', `${newAddress()}, ${client}`), 429)
        assert.equal(await fails('192.0.2.1', newAddress()), 401)
      })
      await inOneWindow(async () => {
        const stranger = newAddress()
        for (let failed = 0; failed < 20; failed += 1) {
          assert.equal(await fails(stranger, newAddress()), 401)
        }
        assert.equal(await fails(stranger, newAddress()), 429)
      })
      await service.close()
    })
  })
})

describe('counting in Redis (decision 42)', { skip: skipRedis }, () => {
  onServer((open) => {
    let redis: RedisServer
    let here: TestService
    let there: Awaited<ReturnType<typeof openSecondService>>
    let apps: FastifyInstance[]

    before(async () => {
      redis = await startRedis()
      const { database, url } = await open()
      const env = {
        RATE_LIMIT_PER_SECOND: String(perSecond),
        SHOP_CHANGES_PER_MINUTE: String(changesPerMinute),
        REDIS_URL: redis.url,
      }
      here = await openService({ database, url }, env)
      there = await openSecondService(url, env)
      apps = [here.app, there.app]
      await countTogether()
    })
    after(async () => {
      await there.close()
      await here.close()
      await redis.kill()
    })

    test('two processes count the requests of a key together', () =>
      inOneWindow(async () => {
        const { key } = await here.openShop()
        const answers = await Promise.all(Array.from({ length: 50 }, (_, at) => ask(apps[at % 2], { key })))
        const passed = answers.filter(({ status }) => status === 200).length
        assert.equal(passed, perSecond)
        assert.equal(answers.filter(({ status }) => status === 429).length, 50 - perSecond)
      }))

    test('two processes count the failures of an address together', () =>
      inOneWindow(async () => {
        const address = newAddress()
        for (let failed = 0; failed < 20; failed += 1) {
          assert.equal((await ask(apps[failed % 2], { key: undefined, address })).status, 401)
        }
        for (const app of apps) assert.equal((await ask(app, { key: undefined, address })).status, 429)
      }))

    test('of a hundred wrong keys at once, on two processes, twenty get 401 and all others 429', () =>
      inOneWindow(async () => {
        const address = newAddress()
        const answers = await Promise.all(
          Array.from({ length: 100 }, (_, at) => ask(apps[at % 2], { key: undefined, address })),
        )
        assert.equal(answers.filter(({ status }) => status === 401).length, 20)
        const refused = answers.filter(({ status }) => status === 429)
        assert.equal(refused.length, 80)
        for (const { headers } of refused)
          assert.deepEqual(
            [headers.ratelimit, headers['ratelimit-policy'], headers['retry-after']],
            ['"failed-authentications";r=0;t=1', '"failed-authentications";q=20;w=1', '1'],
          )
      }))

    test('a sandbox and a production on one Redis do not share counts', async () => {
      const inProduction = await connectRedis({ url: redis.url, environment: 'production' }, () => {})
      const inSandbox = await connectRedis({ url: redis.url, environment: 'sandbox' }, () => {})
      await until(async () => (await inProduction.read('x')) !== undefined, 'a connection')
      await until(async () => (await inSandbox.read('x')) !== undefined, 'a connection')
      for (const counts of [inProduction, inSandbox])
        assert.equal((await counts.add('environments', 60_000))?.current, 1)
      assert.equal((await inSandbox.read('environments'))?.current, 1)
      inProduction.close()
      inSandbox.close()
    })

    test('while Redis hangs, each process counts by itself, and only the requests of that moment wait for it', async () => {
      redis.freeze()
      try {
        await assertStillLimited()
        const { key } = await here.openShop()
        for (let calls = 0; calls < 20; calls += 1) assert.equal((await ask(here.app, { key })).status, 200)
      } finally {
        redis.thaw()
      }
      await countTogether()
    })

    test('what Redis did not count in time is not sent to it again', async () => {
      const failures: string[] = []
      const counts = await connectRedis({ url: redis.url, environment: 'sandbox' }, (message) =>
        failures.push(message),
      )
      const isBack = () => until(async () => (await counts.read('x')) !== undefined, 'a connection')
      await isBack()
      redis.freeze()
      try {
        const all = await Promise.all(Array.from({ length: 10 }, () => counts.add('replays', 60_000)))
        assert.deepEqual(all, Array(10).fill(undefined))
        assert.equal(await counts.add('replays', 60_000), undefined)
      } finally {
        redis.thaw()
      }
      await isBack()
      const current = (await counts.add('replays', 60_000))?.current ?? Number.NaN
      assert.ok(current <= 11, `counted ${current} times`)
      assert.deepEqual(failures, ['Redis did not respond; each process counts by itself until it does.'])
      counts.close()
    })

    test('when Redis is killed, each process counts by itself, and together once it is back', async () => {
      const { key } = await here.openShop()
      const underWay = Promise.all(Array.from({ length: 10 }, () => ask(here.app, { key })))
      await redis.kill()

      for (const { status } of await underWay) assert.equal(status, 200)
      await assertStillLimited()
      redis = await startRedis(Number(new URL(redis.url).port))
      await countTogether()
    })

    /** Requests, wrong keys, changes and sign-ins, none of which waits for Redis to come back. */
    async function assertStillLimited(): Promise<void> {
      const [{ key }, changing] = [await here.openShop(), await here.openShop()]
      const address = newAddress()
      for (const [limit, call] of [
        [perSecond, () => ask(here.app, { key })],
        [20, () => ask(here.app, { key: undefined, address })],
        [changesPerMinute, () => change(here.app, changing.key)],
        [60, () => signIn(here.app, address)],
      ] as const) {
        const answers = await Promise.all(Array.from({ length: limit + 15 }, call))
        const refused = answers.filter(({ status }) => status === 429).length
        // On a busy machine the calls may lie in two windows.
        assert.ok(refused >= 1 && refused <= 15, `${refused} of ${limit + 15} were refused`)
      }
    }

    async function change(app: FastifyInstance, key: string): Promise<{ status: number }> {
      const { statusCode } = await app.inject({
        method: 'DELETE',
        url: '/api/v1/partner/pickup-addresses/0192f0c1-7a3e-7c11-8471-3f5f7b1c2d4e',
        headers: { authorization: `Bearer ${key}` },
        remoteAddress: newAddress(),
      })
      return { status: statusCode }
    }

    async function signIn(app: FastifyInstance, address: string): Promise<{ status: number }> {
      const { statusCode } = await app.inject({
        method: 'POST',
        url: '/courier/sign-in',
        headers: {
          'content-type': 'application/x-www-form-urlencoded',
          'sec-fetch-site': 'same-origin',
        },
        payload: 'phone=01970',
        remoteAddress: address,
      })
      return { status: statusCode }
    }

    /** Waits until what one process counts is known to the other. */
    async function countTogether(): Promise<void> {
      await until(async () => {
        const { key } = await here.openShop()
        const left: number[] = []
        for (const app of apps)
          left.push(Number(/r=(\d+)/.exec(String((await ask(app, { key })).headers.ratelimit))?.[1]))
        return left[0] === perSecond - 1 && left[1] === perSecond - 2
      }, 'two processes to count together')
    }
  })
})

type Question = { key: string | undefined; address?: string; forwardedFor?: string }

async function ask(app: FastifyInstance | undefined, { key, address = '127.0.0.1', forwardedFor }: Question) {
  assert.ok(app)
  const answer = await app.inject({
    url: '/api/v1/partner/pickup-addresses',
    remoteAddress: address,
    headers: {
      ...(key !== undefined && { authorization: `Bearer ${key}` }),
      ...(forwardedFor !== undefined && { 'x-forwarded-for': forwardedFor }),
    },
  })
  return {
    status: answer.statusCode,
    headers: answer.headers,
    body: withoutDocs(answer.json(), answer.headers) as unknown,
  }
}

/**
 * Runs what must happen within one window of a second. Where the machine was too busy for that, what it
 * found is discarded, and it is run again.
 */
async function inOneWindow(work: () => Promise<void>): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    const start = performance.now()
    const failure = await work().then(
      () => undefined,
      (error: unknown) => ({ error }),
    )
    const isInTime = performance.now() - start < 700
    if (!failure) return
    if (isInTime || tries === 10) throw failure.error
  }
}

/** The same key with its last letter or digit changed. */
const mistyped = (key: string) => key.slice(0, -1) + (key.endsWith('0') ? '1' : '0')

let addresses = 0
/** An address without failures so far. */
const newAddress = () => `10.0.${++addresses >> 8}.${addresses & 255}`
