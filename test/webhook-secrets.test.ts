import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import type { Database } from '../src/base/database/open-database.ts'
import { errorBody } from '../src/contract/errors.ts'
import { regenerateSecret } from '../src/domain/webhooks/endpoints/change-endpoint.ts'
import { checkSealingKeyAtStart } from '../src/domain/webhooks/endpoints/check-sealing-key.ts'
import { pingEndpoint } from '../src/domain/webhooks/endpoints/ping-endpoint.ts'
import { readActiveEndpoints } from '../src/domain/webhooks/endpoints/read-active-endpoints.ts'
import { runColis, startColis } from './support/colis-process.ts'
import { onEachDatabase, onServer } from './support/databases.ts'
import { openService, type TestShop } from './support/open-service.ts'
import { accepts, type Received } from './support/partner-server.ts'
import { until } from './support/until.ts'
import {
  dispatchesOf,
  logOf,
  order,
  useWebhooks,
  type WebhookWork,
  webhookWork,
} from './support/webhook-work.ts'

const hour = 60 * 60_000

onEachDatabase((open) => {
  const scene = useWebhooks(open)
  const now = () => scene.service.clock.now()
  /** Whether a receiver that knows this secret alone accepts a request. */
  const accepted = async (secret: string, request: Received | undefined) =>
    request !== undefined && accepts(secret, request, now())
  const eachAccepted = (secret: string, requests: Received[]) =>
    Promise.all(requests.map((request) => accepted(secret, request)))

  describe('regenerating a secret (spec 6.1, decision 35)', () => {
    test('during an overlap under load, receivers with the old and with the new secret verify every request', async () => {
      const { service, partner, work } = scene
      const [shop, hook] = [await service.openShop(), partner.hook()]
      const endpoint = await work.add(shop, hook)
      const loop = await work.start()

      const load = Promise.all(Array.from({ length: 4 }, () => orderMany(shop, 25)))
      await hook.hasReceived(20)
      const { secret: fresh } = await regenerateSecret(work.services, endpoint, 24)
      await load
      await until(async () => {
        await order(shop)
        return (await eachAccepted(fresh, hook.received)).includes(true)
      }, 'the new secret to be heard of')
      const ordered = await orderedBy(work.services.db, shop)
      await hook.hasReceived(ordered)
      await Promise.all(Array.from({ length: 4 }, () => orderMany(shop, 25)))
      await hook.hasReceived(ordered + 100)
      await loop.stop()

      assert.equal(hook.received.length, ordered + 100)
      assert.ok(!(await eachAccepted(endpoint.secret, hook.received)).includes(false))
      const sinceHeard = hook.received.slice(ordered)
      assert.ok(!(await eachAccepted(fresh, sinceHeard)).includes(false))
      assert.deepEqual(new Set(sinceHeard.map(signatures)), new Set([2]))
      const states = (await dispatchesOf(work, endpoint.id)).map(({ state }) => state)
      assert.deepEqual(new Set(states), new Set(['DELIVERED']))
    })

    test('the old secret verifies requests until the overlap ends, and none afterwards', async () => {
      const { service, partner, work } = scene
      const [shop, hook] = [await service.openShop(), partner.hook()]
      const { id, secret } = await work.add(shop, hook)
      const { endpoint, secret: fresh } = await regenerateSecret(
        work.services,
        { shopId: shop.shopId, id },
        72,
      )
      assert.equal(endpoint.previous_secret_until?.getTime(), now().getTime() + 72 * hour)

      service.clock.forward(72 * hour - 1)
      await order(shop)
      await work.once()
      await pingEndpoint(work.services, { shopId: shop.shopId, id })
      for (const request of hook.received)
        assert.deepEqual([await accepted(secret, request), await accepted(fresh, request)], [true, true])

      service.clock.forward(1)
      hook.received.splice(0)
      await order(shop)
      await work.once()
      await pingEndpoint(work.services, { shopId: shop.shopId, id })
      assert.equal(hook.received.length, 2)
      for (const request of hook.received)
        assert.deepEqual(
          [await accepted(secret, request), await accepted(fresh, request), signatures(request)],
          [false, true, 1],
        )
    })

    test('without an overlap the old secret stops verifying at once, even retries of old events', async () => {
      const { service, partner, work } = scene
      const shop = await service.openShop()
      const hook = partner.hook((response) => response.writeHead(hook.received.length > 1 ? 200 : 500).end())
      const { id, secret } = await work.add(shop, hook)
      await order(shop)
      await work.once()
      const [first] = hook.received
      assert.equal(await accepted(secret, first), true)

      const { endpoint, secret: fresh } = await regenerateSecret(
        work.services,
        { shopId: shop.shopId, id },
        0,
      )
      assert.deepEqual([endpoint.sealed_previous_secret, endpoint.previous_secret_until], [null, null])
      service.clock.forward(60_000)
      await order(shop)
      await work.once()
      await pingEndpoint(work.services, { shopId: shop.shopId, id })

      assert.equal(hook.received.length, 4)
      for (const request of hook.received.slice(1))
        assert.deepEqual(
          [await accepted(secret, request), await accepted(fresh, request), signatures(request)],
          [false, true, 1],
        )
    })

    test('a second overlap is refused until the first ends, so that the old secret stays valid as promised', async () => {
      const { service, partner, work } = scene
      const [shop, hook] = [await service.openShop(), partner.hook()]
      const { id, secret } = await work.add(shop, hook)
      const until = new Date(now().getTime() + 24 * hour).toISOString()
      const { secret: second } = await regenerateSecret(work.services, { shopId: shop.shopId, id }, 24)
      const valid = async (secrets: string[]) => {
        hook.received.splice(0)
        await order(shop)
        await work.once()
        return Promise.all(secrets.map((each) => accepted(each, hook.received[0])))
      }

      service.clock.forward(24 * hour - 1)
      const refused = await regenerateSecret(work.services, { shopId: shop.shopId, id }, 24).catch(
        (error) => error,
      )
      assert.deepEqual(errorBody(refused, 'en'), {
        statusCode: 409,
        code: 'SECRET_OVERLAP_UNDER_WAY',
        message: `The secret before this one stays valid until ${until}, as was promised. Wait until then, or make a new secret without an overlap: both old ones end at once.`,
        details: { until },
      })
      assert.equal(
        errorBody(refused, 'fr').message,
        `Le secret précédent reste valable jusqu’au ${until}, comme promis. Attendez cette date, ou créez un nouveau secret sans période de transition : les deux anciens cessent aussitôt.`,
      )
      assert.deepEqual(await valid([secret, second]), [true, true])

      service.clock.forward(1)
      const { secret: third } = await regenerateSecret(work.services, { shopId: shop.shopId, id }, 24)
      assert.deepEqual(await valid([secret, second, third]), [false, true, true])
      const { secret: last } = await regenerateSecret(work.services, { shopId: shop.shopId, id }, 0)
      assert.deepEqual(await valid([second, third, last]), [false, false, true])
    })
  })

  test('a signing secret is in clear neither in the database nor in the log of the service', async () => {
    const { service, partner, work } = scene
    const shop = await service.openShop()
    // A receiver that echoes what it receives.
    const hook = partner.hook((response, { headers, body }) =>
      response.end(JSON.stringify({ headers, body })),
    )
    const { id, secret } = await work.add(shop, hook)
    const { secret: fresh } = await regenerateSecret(work.services, { shopId: shop.shopId, id }, 24)
    await order(shop)
    await work.once()
    await pingEndpoint(work.services, { shopId: shop.shopId, id })
    assert.equal((await logOf(work, id)).length, 2)

    const everything = [await wholeDatabase(work.services.db), ...service.logged].join('\n')

    assert.ok(everything.includes(id), 'the database was read')
    for (const text of [secret, fresh].flatMap(spellingsOf))
      assert.equal(everything.includes(text), false, 'a secret is in clear')
  })

  test('no secret is sealed with a key other than the one of the service (decision 35)', async () => {
    const { service, partner, work } = scene
    const [shop, hook] = [await service.openShop(), partner.hook()]
    const { id } = await work.add(shop, hook)
    const foreign = webhookWork(service, partner, { sealingKeys: [randomBytes(32)] })
    const refused = { name: 'ApiError', code: 'SECRETS_KEY_DIFFERS' }

    await assert.rejects(foreign.add(shop, partner.hook()), refused)
    await assert.rejects(regenerateSecret(foreign.services, { shopId: shop.shopId, id }, 0), refused)

    await work.add(shop, partner.hook())
    await regenerateSecret(work.services, { shopId: shop.shopId, id }, 0)
    await foreign.close()
  })

  test('a service that starts with another SECRETS_KEY logs it once, and seals with the new key from then on', async () => {
    const { service, partner, work } = scene
    const [shop, hook] = [await service.openShop(), partner.hook()]
    const { id } = await work.add(shop, hook)
    const later = webhookWork(service, partner, { sealingKeys: [randomBytes(32)] })

    await checkSealingKeyAtStart(work.services)
    assert.deepEqual(work.alerts, [])
    await checkSealingKeyAtStart(later.services)
    await checkSealingKeyAtStart(later.services)

    const [said, ...more] = later.alerts.splice(0)
    assert.match(said?.message ?? '', /^SECRETS_KEY differs from the one of the last start on this database/)
    assert.deepEqual(more, [])
    await regenerateSecret(later.services, { shopId: shop.shopId, id }, 0)
    await assert.rejects(regenerateSecret(work.services, { shopId: shop.shopId, id }, 0), {
      code: 'SECRETS_KEY_DIFFERS',
    })
    await later.close()
    await startAgain(work)
  })

  test('with another SECRETS_KEY, endpoints sealed with the old one are skipped and logged, and the others go on', async () => {
    const { service, partner, work } = scene
    const shop = await service.openShop()
    const [old, fresh] = [partner.hook(), partner.hook()]
    const sealedBefore = await work.add(shop, old)
    const later = webhookWork(service, partner, { sealingKeys: [randomBytes(32)] })
    await startAgain(later)
    const sealedAfter = await later.add(shop, fresh)
    await order(shop)

    await later.once()

    assert.equal(old.received.length, 0)
    assert.equal(await accepted(sealedAfter.secret, fresh.received[0]), true)
    const [pending] = await dispatchesOf(work, sealedBefore.id)
    assert.deepEqual([pending?.state, pending?.attempts], ['PENDING', 0])
    assert.deepEqual(await logOf(work, sealedBefore.id), [])
    assert.deepEqual(later.alerts.splice(0), [
      {
        message:
          'The signing secret of a webhook endpoint cannot be opened, so the endpoint is not called: restore the SECRETS_KEY it was sealed with, or give it a new secret with colis webhooks regenerate-secret.',
        about: { endpointId: sealedBefore.id, shopId: shop.shopId },
      },
    ])

    const refused = { name: 'ApiError', code: 'SIGNING_SECRET_SEALED' }
    await assert.rejects(pingEndpoint(later.services, sealedBefore), refused)
    await assert.rejects(regenerateSecret(later.services, sealedBefore, 24), refused)
    const { secret: remade } = await regenerateSecret(later.services, sealedBefore, 0)
    await later.once()
    assert.equal(await accepted(remade, old.received[0]), true)
    await later.close()
    await startAgain(work)
  })

  test('a signing secret that cannot be opened raises one alert for each endpoint, however often it is read', async () => {
    const { service, partner, work } = scene
    const shop = await service.openShop()
    for (let n = 0; n < 2; n += 1) await work.add(shop, partner.hook())
    const alerts: unknown[] = []
    const alertOperator = (_: string, about: object) => alerts.push(about)
    const read = readActiveEndpoints({ db: work.services.db, sealingKeys: [randomBytes(32)], alertOperator })

    for (let n = 0; n < 3; n += 1) assert.equal((await read()).size, 0)

    assert.equal(alerts.length, 2)
  })
})

onServer((open) => {
  test('a command with another SECRETS_KEY than the service seals nothing, explains why, and lists endpoints', async (t) => {
    const { url, database } = await open()
    const service = await openService({ url, database })
    t.after(() => service.close())
    const { shopId } = await service.openShop()
    const env = (key: number) => ({
      DATABASE_URL: url,
      SECRETS_KEY: Buffer.alloc(32, key).toString('base64'),
      DATA_FOLDER: service.services.config.DATA_FOLDER ?? '',
      WEBHOOK_ALLOW_INSECURE: 'true',
      SEED_DEMO: 'false',
    })
    const colis = async (key: number, ...args: string[]) =>
      runColis(env(key), ['src/cli/colis.ts', 'webhooks', ...args])
    const starts = async (key: number) => {
      const running = await startColis(env(key))
      t.after(() => running.child.kill('SIGKILL'))
      await running.ready
      running.child.kill('SIGTERM')
      await running.ended
      return running
        .stdout()
        .split('\n')
        .filter((line) => line.includes('SECRETS_KEY'))
    }
    const add = ['add', '--shop', shopId, '--url', 'http://127.0.0.1:9/hook']
    assert.deepEqual(await starts(1), [])

    const foreign = await colis(2, ...add)
    assert.deepEqual([foreign.code, foreign.stdout], [1, ''])
    assert.match(foreign.stderr, /another key than the service last started with.* Use the same SECRETS_KEY/)

    assert.equal((await colis(1, ...add)).code, 0)
    const [line] = await starts(2)
    const { level, message = '' } = JSON.parse((line ?? '{}').replace('"msg"', '"message"'))
    assert.equal(level, 50)
    assert.match(message, /^SECRETS_KEY differs from the one of the last start/)
    const list = await colis(2, 'list', '--shop', shopId)
    assert.match(
      list.stdout,
      /^\S+ {2}SECRET_SEALED {2}http:\/\/127\.0\.0\.1:9\/hook {2}all events\nSECRET_SEALED: it is not called/,
    )
  })
})

/** The service of this scene starts, with its own key. */
async function startAgain(work: WebhookWork): Promise<void> {
  await checkSealingKeyAtStart(work.services)
  work.alerts.splice(0)
}

async function orderMany(shop: TestShop, count: number): Promise<void> {
  for (let ordered = 0; ordered < count; ordered += 1) await order(shop)
}

async function orderedBy(db: Database, { shopId }: TestShop): Promise<number> {
  const rows = await db.selectFrom('deliveries').select('id').where('shop_id', '=', shopId).execute()
  return rows.length
}

const signatures = ({ headers }: Received) => String(headers['svc-signature']).split('v1=').length - 1

/** A secret as it is, and its bytes in every common encoding. */
function spellingsOf(secret: string): string[] {
  const text = secret.replace('whsec_', '')
  const bytes = Buffer.from(text, 'base64')
  const others = [bytes, Buffer.from(secret), Buffer.from(text)].flatMap((each) => [
    each.toString('hex'),
    each.toString('base64').replace(/=+$/, ''),
    each.toString('base64url'),
  ])
  return [secret, text, ...others]
}

/** Every row of every table, as text. */
async function wholeDatabase(db: Database): Promise<string> {
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(db)
  const texts: string[] = []
  for (const { name } of tables) {
    const { rows } = await sql<{
      row: string
    }>`select whole::text as row from ${sql.table(name)} as whole`.execute(db)
    texts.push(...rows.map(({ row }) => row))
  }
  return texts.join('\n')
}
