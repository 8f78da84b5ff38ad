import assert from 'node:assert/strict'
import { cpSync, globSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { after, describe, test } from 'node:test'
import { openEmbeddedDatabase } from '../src/base/database/embedded-database.ts'
import { migrate } from '../src/base/database/migrate.ts'
import { type OpenDatabase, openDatabase } from '../src/base/database/open-database.ts'
import { ApiError, errorBody } from '../src/contract/errors.ts'
import { addEndpoint } from '../src/domain/webhooks/endpoints/add-endpoint.ts'
import {
  changeEndpoint,
  pauseEndpoint,
  removeEndpoint,
} from '../src/domain/webhooks/endpoints/change-endpoint.ts'
import { findEndpoint, listEndpoints } from '../src/domain/webhooks/endpoints/endpoint-store.ts'
import { createServerDatabase, onEachDatabase, onServer, skipServer } from './support/databases.ts'
import type { TestShop } from './support/open-service.ts'
import { order, refusalOf, useWebhooks } from './support/webhook-work.ts'

const taken = (endpointId: string) => ({
  statusCode: 409,
  code: 'WEBHOOK_URL_TAKEN',
  message: `The shop already has an endpoint for this address: ${endpointId}. Change that one, or remove it first; if its secret is lost, make a new one.`,
  details: { endpointId },
})

onEachDatabase((open) => {
  const scene = useWebhooks(open)
  const add = ({ shopId }: TestShop, url: string) =>
    addEndpoint(scene.work.services, { shopId, url, eventTypes: null, description: null })

  describe('one endpoint for each address (spec 6.2)', () => {
    test('adding an address again is refused with the endpoint that has it, however it is spelt', async () => {
      const { service, partner, work } = scene
      const [shop, other] = [await service.openShop(), await service.openShop()]
      const hook = partner.hook()
      const { id } = await work.add(shop, hook)
      const spellings = [
        hook.url,
        `${hook.url}#again`,
        `${hook.url}?`,
        hook.url.replace('https://hooks.example.com', 'HTTPS://Hooks.Example.COM.'),
        hook.url.replace('/hook/', '/./hook/'),
      ]

      for (const url of spellings) assert.deepEqual(await refusalOf(add(shop, url)), taken(id))
      await work.add(other, hook)
      await order(shop)
      await work.once()

      assert.equal(hook.received.length, 1)
      await add(shop, `${hook.url}?for=the-till`)
    })

    test('the refusal of an address that is taken is also available in French', () => {
      const error = new ApiError('WEBHOOK_URL_TAKEN', { endpointId: 'E' })
      assert.equal(
        errorBody(error, 'fr').message,
        'La boutique a déjà un webhook pour cette adresse : E. Modifiez-le, ou retirez-le d’abord ; si son secret est perdu, créez-en un nouveau.',
      )
    })

    test('an endpoint cannot be changed to the address of another, but may keep its own', async () => {
      const { service, partner, work } = scene
      const [shop, hook, moved] = [await service.openShop(), partner.hook(), partner.hook()]
      const [first, second] = [await work.add(shop, hook), await work.add(shop, moved)]

      const change = { url: hook.url, description: 'Caisse' }
      assert.deepEqual(await refusalOf(changeEndpoint(work.services, second, change)), taken(first.id))

      const row = await findEndpoint(work.services.db, second)
      assert.deepEqual([row?.url, row?.description], [moved.url, null])
      assert.equal((await changeEndpoint(work.services, first, change)).description, 'Caisse')
    })

    test('a paused endpoint keeps its address, and a removed one frees it', async () => {
      const { service, partner, work } = scene
      const [shop, hook] = [await service.openShop(), partner.hook()]
      const { id } = await work.add(shop, hook)
      await pauseEndpoint(work.services, { shopId: shop.shopId, id })
      assert.deepEqual(await refusalOf(add(shop, hook.url)), taken(id))

      await removeEndpoint(work.services, { shopId: shop.shopId, id })

      assert.notEqual((await work.add(shop, hook)).id, id)
    })

    test('an address that is taken is refused as taken even when the shop has all its endpoints', async () => {
      const { service, partner, work } = scene
      const shop = await service.openShop()
      const hooks = Array.from({ length: 10 }, () => partner.hook())
      const ids: string[] = []
      for (const hook of hooks) ids.push((await work.add(shop, hook)).id)

      assert.deepEqual(await refusalOf(add(shop, hooks[3]?.url ?? '')), taken(ids[3] ?? ''))
      assert.equal((await refusalOf(add(shop, partner.hook().url))).code, 'TOO_MANY_WEBHOOK_ENDPOINTS')
      assert.equal((await listEndpoints(work.services.db, shop.shopId)).length, 10)
    })
  })
})

onServer((open) => {
  const scene = useWebhooks(open)

  test('when ten calls add one address or change to it at once, one endpoint has it', async () => {
    const { service, partner, work } = scene
    const [shop, hook] = [await service.openShop(), partner.hook()]
    const others: string[] = []
    for (let n = 0; n < 4; n += 1) others.push((await work.add(shop, partner.hook())).id)

    const outcomes = await Promise.allSettled([
      ...Array.from({ length: 6 }, () => work.add(shop, hook)),
      ...others.map((id) => changeEndpoint(work.services, { shopId: shop.shopId, id }, { url: hook.url })),
    ])

    const refusals = outcomes.filter(({ status }) => status === 'rejected') as PromiseRejectedResult[]
    assert.deepEqual(new Set(refusals.map(({ reason }) => reason.code)), new Set(['WEBHOOK_URL_TAKEN']))
    assert.equal(refusals.length, 9)
    const rows = await listEndpoints(work.services.db, shop.shopId)
    assert.equal(rows.filter(({ url }) => url === hook.url).length, 1)
  })
})

const temporary = mkdtempSync(join(tmpdir(), 'colis-addresses-'))
after(() => rmSync(temporary, { recursive: true, force: true }))

for (const [where, openEmpty, skip] of [
  ['on the embedded database', async () => openEmbeddedDatabase({}), false],
  ['on a PostgreSQL server', async () => openServer(await createServerDatabase('empty')), skipServer],
] as const) {
  test(`${where}, a migration keeps one endpoint for an address that was added more than once`, {
    skip,
  }, async () => {
    const database = await openEmpty()
    await migrate(database, migrationsBefore('0016'))
    await run(database, beforehand)

    await migrate(database)

    assert.deepEqual(
      await run(
        database,
        `select url, description as name, event_types as types, removed_at is null as kept
         from webhook_endpoints order by url, description`,
      ),
      [
        { url: 'https://a/', name: 'failing', types: ['delivery.created'], kept: false },
        { url: 'https://a/', name: 'newer', types: ['delivery.failed'], kept: false },
        {
          url: 'https://a/',
          name: 'older',
          types: ['delivery.created', 'delivery.delivered', 'delivery.failed'],
          kept: true,
        },
        { url: 'https://a/', name: 'removed', types: null, kept: false },
        { url: 'https://b/', name: 'all', types: null, kept: false },
        { url: 'https://b/', name: 'some', types: null, kept: true },
        { url: 'https://c/', name: 'alone', types: ['delivery.failed'], kept: true },
      ],
    )
    assert.deepEqual(
      await run(
        database,
        `select endpoints.description as name, events.type, dispatches.state, dispatches.attempts
         from webhook_dispatches as dispatches
         join webhook_endpoints as endpoints on endpoints.id = dispatches.endpoint_id
         join events on events.id = dispatches.event_id
         where endpoints.removed_at is null order by events.type`,
      ),
      [
        { name: 'older', type: 'delivery.created', state: 'DELIVERED', attempts: 1 },
        { name: 'older', type: 'delivery.failed', state: 'PENDING', attempts: 0 },
      ],
    )
    await database.close()
  })
}

/** Three endpoints on one address, of which the one that works is not the newest; two on another; one alone. */
const beforehand = `
  insert into shops (id, name, country, default_collection, payout_phone, created_at)
  values ('00000000-0000-7000-8000-000000000001', 'Boutique', 'BJ', 'DIRECT', null, now());
  insert into webhook_endpoints
    (shop_id, id, url, description, event_types, sealed_secret, failing_since, paused_at, removed_at, created_at)
  select '00000000-0000-7000-8000-000000000001', gen_random_uuid(), url, description, event_types::text[], '',
    case when description = 'failing' then now() end,
    case when description = 'all' then now() end,
    case when description = 'removed' then now() end,
    now() + make_interval(hours => hour)
  from (values
    ('https://a/', 'failing', '{delivery.created}', 0),
    ('https://a/', 'removed', null, 0),
    ('https://a/', 'older', '{delivery.created,delivery.delivered}', 1),
    ('https://a/', 'newer', '{delivery.failed}', 2),
    ('https://b/', 'all', null, 0),
    ('https://b/', 'some', '{delivery.failed}', 1),
    ('https://c/', 'alone', '{delivery.failed}', 0)) as called (url, description, event_types, hour);
  set session_replication_role = replica;
  insert into events (shop_id, id, delivery_id, type, body, created_at)
  select '00000000-0000-7000-8000-000000000001', gen_random_uuid(), gen_random_uuid(), type, '{}', now()
  from unnest(array['delivery.created', 'delivery.failed']) as types (type);
  set session_replication_role = origin;
  insert into webhook_dispatches (shop_id, endpoint_id, event_id, state, attempts, due_at, created_at)
  select endpoints.shop_id, endpoints.id, events.id,
    case when description = 'older' then 'DELIVERED' else 'PENDING' end, 1, now(), now()
  from webhook_endpoints as endpoints
  join events on events.type = any(endpoints.event_types)
  where endpoints.url = 'https://a/' and endpoints.removed_at is null`

/** A folder of the migrations that came before one. */
function migrationsBefore(number: string): string {
  const path = mkdtempSync(join(temporary, 'before-'))
  for (const file of globSync('migrations/before/*.sql'))
    if (basename(file) < number) cpSync(file, join(path, basename(file)))
  return path
}

const openServer = (url: string) => openDatabase({ url, poolSize: 1, timeoutMs: 30_000, onError: () => {} })

const run = (database: OpenDatabase, sql: string): Promise<unknown[]> =>
  database.withSession(async (session) => {
    if (sql === beforehand) await session.runScript(sql)
    return sql === beforehand ? [] : session.query(sql)
  })
