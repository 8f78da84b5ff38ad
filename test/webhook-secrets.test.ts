import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import type { Database } from '../src/database/open-database.ts'
import { regenerateSecret } from '../src/webhooks/change-endpoint.ts'
import { pingEndpoint } from '../src/webhooks/ping-endpoint.ts'
import { onEachDatabase } from './support/databases.ts'
import type { TestShop } from './support/open-service.ts'
import { accepts, type Received } from './support/partner-server.ts'
import { until } from './support/until.ts'
import { dispatchesOf, logOf, order, useWebhooks, webhookWork } from './support/webhook-work.ts'

const hour = 60 * 60_000

onEachDatabase((open) => {
  const scene = useWebhooks(open)
  const now = () => scene.service.clock.now()
  /** Whether a receiver that knows this secret alone accepts a request. */
  const accepted = (secret: string, request: Received | undefined) =>
    request !== undefined && accepts(secret, request, now())

  describe('regenerating a secret (spec 6.1, decision 35)', () => {
    test('under load and with an overlap, receivers on the old and on the new secret verify everything', async () => {
      const { service, partner, work } = scene
      const [shop, hook] = [await service.openShop(), partner.hook()]
      const endpoint = await work.add(shop, hook)
      const loop = await work.start()

      const load = Promise.all(Array.from({ length: 4 }, () => orderMany(shop, 25)))
      await hook.hasReceived(20)
      const { secret: fresh } = await regenerateSecret(work.parts, endpoint.id, 24)
      await load
      await until(async () => {
        await order(shop)
        return hook.received.some((request) => accepted(fresh, request))
      }, 'the new secret to be heard of')
      const ordered = await orderedBy(work.parts.db, shop)
      await hook.hasReceived(ordered)
      await Promise.all(Array.from({ length: 4 }, () => orderMany(shop, 25)))
      await hook.hasReceived(ordered + 100)
      await loop.stop()

      assert.equal(hook.received.length, ordered + 100)
      assert.equal(hook.received.filter((request) => !accepted(endpoint.secret, request)).length, 0)
      const sinceHeard = hook.received.slice(ordered)
      assert.equal(sinceHeard.filter((request) => !accepted(fresh, request)).length, 0)
      assert.deepEqual(new Set(sinceHeard.map(signatures)), new Set([2]))
      const states = (await dispatchesOf(work, endpoint.id)).map(({ state }) => state)
      assert.deepEqual(new Set(states), new Set(['DELIVERED']))
    })

    test('the overlap ends at its hour: from then on the old secret refuses', async () => {
      const { service, partner, work } = scene
      const [shop, hook] = [await service.openShop(), partner.hook()]
      const { id, secret } = await work.add(shop, hook)
      const { endpoint, secret: fresh } = await regenerateSecret(work.parts, id, 72)
      assert.equal(endpoint.previous_secret_until?.getTime(), now().getTime() + 72 * hour)

      service.clock.forward(72 * hour - 1)
      await order(shop)
      await work.once()
      await pingEndpoint(work.parts, id)
      for (const request of hook.received)
        assert.deepEqual([accepted(secret, request), accepted(fresh, request)], [true, true])

      service.clock.forward(1)
      hook.received.splice(0)
      await order(shop)
      await work.once()
      await pingEndpoint(work.parts, id)
      assert.equal(hook.received.length, 2)
      for (const request of hook.received)
        assert.deepEqual(
          [accepted(secret, request), accepted(fresh, request), signatures(request)],
          [false, true, 1],
        )
    })

    test('without an overlap the old secret refuses at once, retries of old events too', async () => {
      const { service, partner, work } = scene
      const shop = await service.openShop()
      const hook = partner.hook((response) => response.writeHead(hook.received.length > 1 ? 200 : 500).end())
      const { id, secret } = await work.add(shop, hook)
      await order(shop)
      await work.once()
      const [first] = hook.received
      assert.equal(accepted(secret, first), true)

      const { endpoint, secret: fresh } = await regenerateSecret(work.parts, id, 0)
      assert.deepEqual([endpoint.sealed_previous_secret, endpoint.previous_secret_until], [null, null])
      service.clock.forward(60_000)
      await order(shop)
      await work.once()
      await pingEndpoint(work.parts, id)

      assert.equal(hook.received.length, 4)
      for (const request of hook.received.slice(1))
        assert.deepEqual(
          [accepted(secret, request), accepted(fresh, request), signatures(request)],
          [false, true, 1],
        )
    })

    test('a second regeneration leaves two secrets valid, not three', async () => {
      const { service, partner, work } = scene
      const [shop, hook] = [await service.openShop(), partner.hook()]
      const { id, secret } = await work.add(shop, hook)
      const { secret: second } = await regenerateSecret(work.parts, id, 24)
      const { secret: third } = await regenerateSecret(work.parts, id, 24)
      await order(shop)

      await work.once()

      const [request] = hook.received
      assert.deepEqual(
        [secret, second, third].map((each) => accepted(each, request)),
        [false, true, true],
      )
    })
  })

  test('a signing secret is nowhere in the database in clear, nor in the log of the service', async () => {
    const { service, partner, work } = scene
    const shop = await service.openShop()
    // A receiver that says back all it was told.
    const hook = partner.hook((response, { headers, body }) =>
      response.end(JSON.stringify({ headers, body })),
    )
    const { id, secret } = await work.add(shop, hook)
    const { secret: fresh } = await regenerateSecret(work.parts, id, 24)
    await order(shop)
    await work.once()
    await pingEndpoint(work.parts, id)
    assert.equal((await logOf(work, id)).length, 2)

    const everything = [await wholeDatabase(work.parts.db), ...service.logged].join('\n')

    assert.ok(everything.includes(id), 'the database was read')
    for (const text of [secret, fresh].flatMap(spellingsOf))
      assert.equal(everything.includes(text), false, 'a secret is in clear')
  })

  test('another SECRETS_KEY: endpoints sealed with the old one are left out and said, the others go on', async () => {
    const { service, partner, work } = scene
    const shop = await service.openShop()
    const [old, fresh] = [partner.hook(), partner.hook()]
    const sealedBefore = await work.add(shop, old)
    const later = webhookWork(service, partner, { sealingKey: randomBytes(32) })
    const sealedAfter = await later.add(shop, fresh)
    await order(shop)

    await later.once()

    assert.equal(old.received.length, 0)
    assert.equal(accepted(sealedAfter.secret, fresh.received[0]), true)
    const [owed] = await dispatchesOf(work, sealedBefore.id)
    assert.deepEqual([owed?.state, owed?.attempts], ['PENDING', 0])
    assert.deepEqual(await logOf(work, sealedBefore.id), [])
    assert.ok(later.troubles.length > 0)
    for (const trouble of later.troubles.splice(0))
      assert.match(
        trouble,
        /^The signing secret of a webhook endpoint cannot be opened: is SECRETS_KEY the one it was made with\?/,
      )

    const refused = { name: 'ApiError', code: 'SIGNING_SECRET_SEALED' }
    await assert.rejects(pingEndpoint(later.parts, sealedBefore.id), refused)
    await assert.rejects(regenerateSecret(later.parts, sealedBefore.id, 24), refused)
    const { secret: remade } = await regenerateSecret(later.parts, sealedBefore.id, 0)
    await later.once()
    assert.equal(accepted(remade, old.received[0]), true)
    await later.close()
  })
})

async function orderMany(shop: TestShop, count: number): Promise<void> {
  for (let ordered = 0; ordered < count; ordered += 1) await order(shop)
}

async function orderedBy(db: Database, { shopId }: TestShop): Promise<number> {
  const rows = await db.selectFrom('deliveries').select('id').where('shop_id', '=', shopId).execute()
  return rows.length
}

const signatures = ({ headers }: Received) => String(headers['svc-signature']).split('v1=').length - 1

/** A secret as it is, and its bytes in the ways in which bytes are written. */
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
