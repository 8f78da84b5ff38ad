import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import type { Actor } from '../src/base/kernel/actor.ts'
import { manualClock, newId } from '../src/base/kernel/clock.ts'
import type { AnsweredRequest } from '../src/domain/api-requests/answered-request.ts'
import { insertRequests } from '../src/domain/api-requests/api-request-store.ts'
import { listApiRequests } from '../src/domain/api-requests/list-api-requests.ts'
import { listUsedKeys } from '../src/domain/api-requests/list-used-keys.ts'
import { purgeRequests } from '../src/domain/api-requests/purge-requests.ts'
import { recordKeyUses } from '../src/domain/api-requests/record-key-uses.ts'
import { recordRequests } from '../src/domain/api-requests/record-requests.ts'
import { createApiKey } from '../src/domain/shops/create-api-key.ts'
import { revokeApiKey } from '../src/domain/shops/revoke-api-key.ts'
import { onEachDatabase } from './support/databases.ts'
import { openService, type TestService, type TestShop } from './support/open-service.ts'
import { memberOf } from './support/shop-members.ts'
import { until } from './support/until.ts'
import { refusalOf } from './support/webhook-work.ts'

const day = 24 * 60 * 60_000

onEachDatabase((open) => {
  let service: TestService
  before(async () => {
    service = await openService(await open(), { TRUST_PROXY: '10.0.0.1' })
  })
  after(() => service.close())

  const as = (actor: Actor) => ({ ...service.services, actor })
  /** Closing writes what is waiting; what comes later waits again. */
  const written = async () => {
    await service.services.requestLog.close()
    await service.services.keyUses.close()
  }
  const linesOf = async (shop: TestShop) => {
    await written()
    const { items } = await listApiRequests(service.services, shop.shopId)
    return items.map(({ operation, method, route, status, error_code }) =>
      [operation, method, route, status, error_code ?? '-'].join(' '),
    )
  }

  describe('the log of requests (decision 142)', () => {
    test('a request is logged by its operation and the pattern of its route, with what became of it', async () => {
      const shop = await service.openShop()
      const { body, headers } = await shop.order()
      await shop.get(`/deliveries/${body.id}`)
      await shop.get(`/deliveries?pageSize=1&externalRef=geheim`)
      const missing = await shop.get('/deliveries/0192f0c1-7a3e-7c11-9d5b-3f5f7b1c2d4e')
      await shop.post('/quotes', { dropoff: 1 })

      assert.deepEqual((await linesOf(shop)).sort(), [
        'createDelivery POST /api/v1/partner/deliveries 201 -',
        'createQuote POST /api/v1/partner/quotes 400 VALIDATION_FAILED',
        'getDelivery GET /api/v1/partner/deliveries/:id 200 -',
        'getDelivery GET /api/v1/partner/deliveries/:id 404 DELIVERY_NOT_FOUND',
        'listDeliveries GET /api/v1/partner/deliveries 200 -',
      ])
      const { items } = await listApiRequests(service.services, shop.shopId)
      const created = items.find(({ operation }) => operation === 'createDelivery')
      assert.deepEqual(
        { ...created, id: '', duration_ms: 0 },
        {
          shop_id: shop.shopId,
          id: '',
          requested_at: new Date(service.clock.now().getTime() - (created?.duration_ms ?? 0)),
          operation: 'createDelivery',
          method: 'POST',
          route: '/api/v1/partner/deliveries',
          status: 201,
          error_code: null,
          request_id: headers['x-request-id'],
          key_id: shop.keyId,
          duration_ms: 0,
          unlogged_before: 0,
        },
      )
      assert.ok(items.some(({ request_id }) => request_id === missing.headers['x-request-id']))
      assert.doesNotMatch(JSON.stringify(items), new RegExp(`geheim|${body.id}|Dossou`))
    })

    test('a request for the headers alone is one line, and a path that is no operation is none', async () => {
      const shop = await service.openShop()
      const headers = { authorization: `Bearer ${shop.key}` }
      await service.call({ method: 'HEAD', url: '/zones', headers })
      await service.call({ url: '/nothing', headers })
      await service.call({ method: 'DELETE', url: '/zones', headers })

      assert.deepEqual(await linesOf(shop), ['getZones HEAD /api/v1/partner/zones 200 -'])
    })

    test('what a valid key may not do is logged, and a key that is not valid leaves nothing', async () => {
      const shop = await service.openShop({ scopes: ['quotes:read'] })
      const revoked = await createApiKey(service.services, {
        shopId: shop.shopId,
        scopes: ['deliveries:read'],
        label: null,
      })
      await revokeApiKey(service.services, { shopId: shop.shopId, keyId: revoked.keyId })
      assert.equal((await shop.get('/deliveries')).status, 403)
      for (const key of [revoked.key, 'colis_live_nothing', shop.key.slice(0, -1)])
        assert.equal(
          (await service.call({ url: '/zones', headers: { authorization: `Bearer ${key}` } })).status,
          401,
        )
      await service.call({ url: '/zones' })

      assert.deepEqual(await linesOf(shop), [
        'listDeliveries GET /api/v1/partner/deliveries 403 SCOPE_REQUIRED',
      ])
    })

    test('it is read in pages that what is asked meanwhile does not shift, and by status, operation, code and key', async () => {
      const shop = await service.openShop()
      const statusesOf = async (filter: object) =>
        (await listApiRequests(service.services, shop.shopId, { filter })).items.map(({ status }) => status)
      for (let at = 0; at < 5; at += 1) {
        await shop.get('/zones')
        service.clock.forward(1_000)
      }
      await shop.get('/deliveries/COL-222222')
      await written()

      const first = await listApiRequests(service.services, shop.shopId, { limit: 4 })
      service.clock.forward(1_000)
      await shop.get('/zones')
      await written()
      const second = await listApiRequests(service.services, shop.shopId, {
        limit: 4,
        beforeId: first.nextId ?? '',
      })
      assert.deepEqual([first.items.length, second.items.length, second.nextId], [4, 2, null])
      const ids = [...first.items, ...second.items].map(({ id }) => id)
      assert.deepEqual(ids, [...new Set(ids)].sort().reverse())

      assert.deepEqual(await statusesOf({ statusClass: 4 }), [404])
      assert.equal((await statusesOf({ statusClass: 2 })).length, 6)
      assert.deepEqual(await statusesOf({ statusClass: 5 }), [])
      assert.deepEqual(await statusesOf({ operation: 'getDelivery' }), [404])
      assert.deepEqual(await statusesOf({ errorCode: 'DELIVERY_NOT_FOUND' }), [404])
      assert.equal((await statusesOf({ keyId: shop.keyId })).length, 7)
      assert.deepEqual(await statusesOf({ keyId: newId(service.clock.now()) }), [])
    })

    test('members of a shop read its log, and nobody reads that of another', async () => {
      const [shop, other] = [await service.openShop(), await service.openShop()]
      await shop.get('/zones')
      await written()

      for (const role of ['OWNER', 'STAFF'] as const) {
        const member = as(await memberOf(service, shop.shopId, role))
        assert.equal((await listApiRequests(member, shop.shopId)).items.length, 1)
        assert.equal((await refusalOf(listApiRequests(member, other.shopId))).code, 'SHOP_NOT_FOUND')
      }
      assert.deepEqual((await listApiRequests(service.services, other.shopId)).items, [])
    })

    test('of many reads some have a row and the next row counts the others; changes are not crowded out', async () => {
      const { shopId, keyId } = await service.openShop()
      const { log, clock } = ownLog()
      for (let at = 0; at < 8_000; at += 1) log.record(answered({ shopId, keyId }))
      log.record(answered({ shopId, keyId, isRead: false, status: 201 }))
      clock.forward(6_000)
      for (let at = 0; at < 8_000; at += 1) log.record(answered({ shopId, keyId }))
      log.record(answered({ shopId, keyId, status: 404, errorCode: 'DELIVERY_NOT_FOUND' }))
      await log.close()

      const rows = await rowsOf(shopId)
      assert.equal(rows.length, 100 + 1 + 1 + 1)
      assert.deepEqual(
        rows.filter(({ unlogged }) => unlogged > 0),
        [
          { status: 200, unlogged: 0 },
          { status: 201, unlogged: 7_900 },
          { status: 404, unlogged: 7_999 },
        ].filter(({ unlogged }) => unlogged > 0),
      )
    })

    test('more requests than can wait are counted, and so are those that the database does not take', async () => {
      const shops = await Promise.all(Array.from({ length: 6 }, () => service.openShop()))
      const { log, errors } = ownLog()
      for (const { shopId, keyId } of shops)
        for (let at = 0; at < 1_000; at += 1) log.record(answered({ shopId, keyId, isRead: false }))
      await log.close()
      const last = shops.at(-1) as TestShop
      assert.deepEqual(await rowsOf(last.shopId), [])
      log.record(answered({ ...last, isRead: false }))
      // The allowance of a thousand at once is used up: this one has no row either.
      await log.close()
      assert.deepEqual(await rowsOf(last.shopId), [])

      await sql`alter table api_requests rename to away`.execute(service.services.db)
      const shop = await service.openShop()
      try {
        for (let at = 0; at < 3; at += 1) {
          log.record(answered({ ...shop, isRead: false }))
          await log.close()
        }
      } finally {
        await sql`alter table away rename to api_requests`.execute(service.services.db)
      }
      assert.deepEqual(errors, [
        'The background work "write the log of requests" failed; what it was to write is lost.',
      ])
      log.record(answered({ ...shop, isRead: false }))
      await log.close()
      assert.deepEqual(await rowsOf(shop.shopId), [{ status: 200, unlogged: 3 }])
    })

    test('a request is no longer shown after seven days, and is deleted', async () => {
      const shop = await service.openShop()
      await shop.get('/zones')
      await written()
      const asked = service.clock.now().getTime()
      const [row] = (await listApiRequests(service.services, shop.shopId)).items
      const began = asked - (row?.duration_ms ?? 0)

      service.clock.set(new Date(began + 7 * day).toISOString())
      assert.equal((await listApiRequests(service.services, shop.shopId)).items.length, 1)
      await purgeRequests(service.services)
      assert.equal((await rowsOf(shop.shopId)).length, 1)
      service.clock.forward(1)
      assert.deepEqual((await listApiRequests(service.services, shop.shopId)).items, [])
      await purgeRequests(service.services)
      assert.deepEqual(await rowsOf(shop.shopId), [])
    })

    test('of a shop that asks very much the newest 20,000 are kept, and another shop keeps its own', async () => {
      const [shop, other] = [await service.openShop(), await service.openShop()]
      const now = service.clock.now().getTime()
      await fill(other, 20_050, now)
      await fill(shop, 24_999, now)
      let grown = [shop.shopId]
      const requestLog = { takeGrown: () => grown.splice(0) }

      await purgeRequests({ ...service.services, requestLog })
      const kept = await rowsOf(shop.shopId)
      assert.equal(kept.length, 20_000)
      const { rows } = await sql<{ oldest: Date }>`
        select min(requested_at) as oldest from api_requests where shop_id = ${shop.shopId}`.execute(
        service.services.db,
      )
      assert.equal(rows[0]?.oldest.getTime(), now - 19_999)
      assert.equal((await rowsOf(other.shopId)).length, 20_050)
      grown = [shop.shopId]
      await purgeRequests({ ...service.services, requestLog })
      assert.equal((await rowsOf(shop.shopId)).length, 20_000)
    })

    test('a shop has grown once a thousand rows were written for it', async () => {
      const { shopId, keyId } = await service.openShop()
      const { log } = ownLog()
      for (let at = 0; at < 999; at += 1) log.record(answered({ shopId, keyId, isRead: false }))
      assert.deepEqual(log.takeGrown(), [])
      log.record(answered({ shopId, keyId, isRead: false }))
      assert.deepEqual(log.takeGrown(), [shopId])
      assert.deepEqual(log.takeGrown(), [])
      await log.close()
    })
  })

  describe('the last use of a key (decision 141)', () => {
    test('owners see when a key was last used and from which network; nobody else does', async () => {
      const [shop, other] = [await service.openShop(), await service.openShop()]
      const owner = as(await memberOf(service, shop.shopId))
      const unused = { shopId: shop.shopId, scopes: ['quotes:read' as const], label: 'Caisse' }
      service.clock.forward(1)
      const second = await createApiKey(service.services, unused)
      const at = service.clock.now()
      await ask(shop.key, '::ffff:203.0.113.7')
      await written()

      const [first, idle] = await listUsedKeys(owner, shop.shopId)
      assert.deepEqual([first?.id, first?.lastUse], [shop.keyId, { at, from: '203.0.113.7' }])
      assert.deepEqual([idle?.id, idle?.label, idle?.lastUse], [second.keyId, 'Caisse', null])
      assert.ok(first && !('key_sha256' in first))
      const staff = as(await memberOf(service, shop.shopId, 'STAFF'))
      assert.equal((await refusalOf(listUsedKeys(staff, shop.shopId))).code, 'ROLE_REQUIRED')
      const stranger = as(await memberOf(service, other.shopId))
      assert.equal((await refusalOf(listUsedKeys(stranger, shop.shopId))).code, 'SHOP_NOT_FOUND')
    })

    test('the use of a key is written once a minute, and an IPv6 address by its network', async () => {
      const shop = await service.openShop()
      const at = service.clock.now()
      const seen = async () => {
        await written()
        return (await listUsedKeys(service.services, shop.shopId))[0]?.lastUse
      }
      await ask(shop.key, '203.0.113.7')
      service.clock.forward(59_999)
      await ask(shop.key, '2001:db8:1:2:3:4:5:6')
      assert.deepEqual(await seen(), { at, from: '203.0.113.7' })
      service.clock.forward(1)
      await ask(shop.key, '2001:db8:1:2:3:4:5:6')
      assert.deepEqual(await seen(), { at: service.clock.now(), from: '2001:db8:1:2::/64' })
    })

    test('a stream of events uses its key when it begins', async () => {
      const shop = await service.openShop()
      const stream = await service.app.inject({
        url: '/api/v1/partner/sandbox/events',
        headers: { authorization: `Bearer ${shop.key}` },
        payloadAsStream: true,
      })
      await written()
      assert.ok((await listUsedKeys(service.services, shop.shopId))[0]?.lastUse)
      assert.deepEqual(await linesOf(shop), [])
      stream.stream().destroy()
    })

    test('a key that may not do what it asks was used all the same', async () => {
      const shop = await service.openShop({ scopes: ['quotes:read'] })
      assert.equal((await shop.get('/deliveries')).status, 403)
      await written()
      assert.ok((await listUsedKeys(service.services, shop.shopId))[0]?.lastUse)
    })

    test('of two processes the later use remains, and a use that was lost is written with the next request', async () => {
      const { shopId, keyId } = await service.openShop()
      const now = service.clock.now()
      const errors: string[] = []
      const uses = (at: Date) =>
        recordKeyUses({
          db: service.services.db,
          clock: { now: () => at },
          onError: (message) => errors.push(message),
        })
      const [late, early] = [uses(now), uses(new Date(now.getTime() - 1))]
      await sql`alter table api_key_uses rename to away`.execute(service.services.db)
      late.record({ shopId, keyId }, () => '203.0.113.1')
      await late.close()
      await sql`alter table away rename to api_key_uses`.execute(service.services.db)
      assert.equal(errors.length, 1)

      for (const [process, from] of [
        [late, '203.0.113.1'],
        [early, '203.0.113.2'],
      ] as const) {
        process.record({ shopId, keyId }, () => from)
        await process.close()
      }
      const [key] = await listUsedKeys(service.services, shopId)
      assert.deepEqual(key?.lastUse, { at: now, from: '203.0.113.1' })
    })

    test('writing the use of a key empties no cache of keys', async () => {
      const shop = await service.openShop()
      const topics: string[] = []
      const unsubscribe = service.services.subscribe((topic) => topics.push(topic))
      /** Notices arrive in the order of commits: what was committed before this one has arrived. */
      const allArrived = async () => {
        const before = topics.filter((topic) => topic === 'prices').length
        await sql`select pg_notify('colis_changed', 'prices')`.execute(service.services.db)
        await until(() => topics.filter((topic) => topic === 'prices').length > before, 'the notice')
      }
      await allArrived()
      topics.length = 0
      await ask(shop.key, '203.0.113.7')
      await written()
      await allArrived()
      unsubscribe()
      assert.deepEqual(topics, ['prices'])
    })
  })

  const ask = (key: string, remoteAddress: string) =>
    service.call({ url: '/zones', remoteAddress, headers: { authorization: `Bearer ${key}` } })

  /** A log of its own, with a clock of its own. */
  function ownLog() {
    const errors: string[] = []
    const clock = manualClock(service.clock.now().toISOString())
    const log = recordRequests({
      db: service.services.db,
      clock,
      onError: (message) => errors.push(message),
    })
    return { log, clock, errors }
  }

  /** The rows of a shop, the oldest first. */
  async function rowsOf(shopId: string): Promise<{ status: number; unlogged: number }[]> {
    const { rows } = await sql<{ status: number; unlogged: number }>`
      select status, unlogged_before as unlogged from api_requests
      where shop_id = ${shopId} order by requested_at, unlogged_before`.execute(service.services.db)
    return rows
  }

  /** Rows of a shop, one for each ms until `until`. */
  async function fill({ shopId, keyId }: TestShop, count: number, until: number): Promise<void> {
    const rows = Array.from({ length: count }, (_, at) => {
      const requestedAt = new Date(until - at)
      return {
        shop_id: shopId,
        id: newId(requestedAt),
        requested_at: requestedAt,
        operation: 'listZones',
        method: 'GET',
        route: '/api/v1/partner/zones',
        status: 200,
        error_code: null,
        request_id: 'x',
        key_id: keyId,
        duration_ms: 1,
        unlogged_before: 0,
      }
    })
    await insertRequests(service.services.db, rows)
  }
})

/** A read that was answered well, unless `changed` says otherwise. */
function answered(changed: Partial<AnsweredRequest> & { shopId: string; keyId: string }): AnsweredRequest {
  return {
    operation: 'getDelivery',
    method: 'GET',
    route: '/api/v1/partner/deliveries/:id',
    status: 200,
    errorCode: null,
    requestId: 'x',
    durationMs: 0,
    isRead: true,
    ...changed,
  }
}
