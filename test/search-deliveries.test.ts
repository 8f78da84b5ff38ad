import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { sql } from 'kysely'
import { migrate } from '../src/base/database/migrate.ts'
import { readMigrations } from '../src/base/database/migration-files.ts'
import { firstIdAt } from '../src/base/kernel/clock.ts'
import type { DeliveryStatus } from '../src/contract/vocabulary.ts'
import { findKnownCustomer } from '../src/domain/deliveries/finding/find-known-customer.ts'
import { listDeliveriesForExport } from '../src/domain/deliveries/finding/list-deliveries-for-export.ts'
import {
  makeDeliveriesSearchable,
  makeOlderDeliveriesSearchable,
} from '../src/domain/deliveries/searching/make-deliveries-searchable.ts'
import {
  type DeliverySearch,
  searchDeliveries,
} from '../src/domain/deliveries/searching/search-deliveries.ts'
import { onEachDatabase, onServer } from './support/databases.ts'
import { bringTo } from './support/delivery-verbs.ts'
import { consumeAll, sequenceAll } from './support/event-work.ts'
import {
  center,
  east,
  openService,
  type TestService,
  type TestShop,
  testStart,
} from './support/open-service.ts'
import { recordStatements } from './support/statements.ts'
import { until } from './support/until.ts'

const customer = (lastName: string, firstName: string, phone = '0197000001') => ({
  customer: { lastName, firstName, phone },
})

onEachDatabase((open) => {
  let service: TestService
  before(async () => {
    service = await openService(await open())
  })
  beforeEach(() => service.clock.set(testStart))
  after(() => service.close())

  const index = () => consumeAll(service.services, makeDeliveriesSearchable)

  const search = (shop: TestShop, typed: string, more: Partial<DeliverySearch> = {}, limit = 30) =>
    searchDeliveries(service.services.db, shop.shopId, { typed, country: 'BJ', filter: {}, ...more }, limit)

  const refsFound = async (shop: TestShop, typed: string, more?: Partial<DeliverySearch>) =>
    (await search(shop, typed, more)).rows.map(({ external_ref }) => external_ref)

  /** Orders that follow one another by a second, indexed. */
  async function orders(shop: TestShop, inputs: Record<string, object>): Promise<Record<string, string>> {
    const ids: Record<string, string> = {}
    for (const [externalRef, input] of Object.entries(inputs)) {
      service.clock.forward(1_000)
      ids[externalRef] = (await shop.order({ ...input, externalRef })).body.id
    }
    await index()
    return ids
  }

  describe('what a delivery is found by', () => {
    let shop: TestShop
    let reference = ''
    before(async () => {
      shop = await service.openShop()
      const ids = await orders(shop, {
        'CMD-1': customer('Dossou', 'Afi', '0197000001'),
        'CMD-2': customer('Houngbédji', 'Sènami Afi', '0197000002'),
        'WEB/2026-31': customer('d’Almeida', 'Jean-Baptiste', '0161234567'),
        'CMD-4': customer('DOSSOU-YOVO', 'Koffi', '+33612345678'),
      })
      reference = (await shop.get(`/deliveries/${ids['CMD-2']}`)).body.reference
    })

    for (const [typed, found] of [
      ['dossou', ['CMD-4', 'CMD-1']],
      ['DOS', ['CMD-4', 'CMD-1']],
      ['yovo', ['CMD-4']],
      ['ossou', []],
      ['afi', ['CMD-2', 'CMD-1']],
      ['Afi Dossou', ['CMD-1']],
      ['dossou, afi', ['CMD-1']],
      ['afi koffi', []],
      ['houngbedji', ['CMD-2']],
      ['HOUNGBÈDJI sen', ['CMD-2']],
      ["D'ALMEIDA", ['WEB/2026-31']],
      ['almeida jean', ['WEB/2026-31']],
      ['jean-baptiste', ['WEB/2026-31']],
      ['97 00 00 01', ['CMD-1']],
      ['0197000001', ['CMD-1']],
      ['+229 01 97 00 00 01', ['CMD-1']],
      ['+22997000001', ['CMD-1']],
      ['0002', ['CMD-2']],
      ['45 67', ['WEB/2026-31']],
      ['5678', ['CMD-4']],
      ['+33 6 12 34 56 78', ['CMD-4']],
      ['97 00', []],
      ['afi 97 00 00 02', ['CMD-2']],
      ['cmd', ['CMD-4', 'CMD-2', 'CMD-1']],
      ['CMD-1', ['CMD-1']],
      ['web2026', ['WEB/2026-31']],
      ['31', ['WEB/2026-31']],
      ['COL-ZZZZZZ', []],
      ['!!!', []],
      ["' or 1=1 --", []],
      ['%', []],
      ['', ['CMD-4', 'WEB/2026-31', 'CMD-2', 'CMD-1']],
    ] as const)
      test(`«${typed}» finds ${found.join(', ') || 'nothing'}`, async () => {
        assert.deepEqual(await refsFound(shop, typed), found)
      })

    test('a reference of ours is found whole, as people type it', async () => {
      for (const typed of [
        reference,
        reference.toLowerCase(),
        reference.replace('-', ' '),
        reference.slice(4),
      ])
        assert.deepEqual(await refsFound(shop, typed), ['CMD-2'], typed)
      assert.deepEqual(await refsFound(shop, `${reference} dossou`), [])
      assert.deepEqual(await refsFound(shop, `${reference} afi`), ['CMD-2'])
    })

    test('another shop finds none of it', async () => {
      const other = await service.openShop()
      for (const typed of ['dossou', '97000001', reference, 'cmd', ''])
        assert.deepEqual(await refsFound(other, typed), [], typed)
    })
  })

  describe('pages and filters', () => {
    test('a page says whether there are older ones, and the next begins after its last', async () => {
      const shop = await service.openShop()
      const names = ['A', 'B', 'C', 'D', 'E']
      await orders(shop, Object.fromEntries(names.map((name) => [name, customer('Dossou', 'Afi')])))
      for (const typed of ['afi', '']) {
        const pages: string[] = []
        let olderThan: string | undefined
        for (let hasMore = true; hasMore; ) {
          const page = await search(shop, typed, { olderThan }, 2)
          pages.push(page.rows.map(({ external_ref }) => external_ref).join(''))
          olderThan = page.rows.at(-1)?.id
          hasMore = page.hasMore
        }
        assert.deepEqual(pages, ['ED', 'CB', 'A'], typed)
      }
    })

    test('statuses and bounds hold for what is typed and for the whole list', async () => {
      const shop = await service.openShop()
      const statuses: DeliveryStatus[] = ['CANCELLED', 'DELIVERED', 'AWAITING_LOCATION', 'CANCELLED']
      const ids: string[] = []
      for (const [nth, status] of statuses.entries()) {
        service.clock.forward(60_000)
        ids.push(
          (await bringTo(service, shop, status, { externalRef: `N${nth}`, ...customer('Dossou', 'Afi') })).id,
        )
      }
      await index()
      for (const typed of ['dossou', '']) {
        const of = (filter: DeliverySearch['filter']) => refsFound(shop, typed, { filter })
        assert.deepEqual(await of({ statuses: ['CANCELLED'] }), ['N3', 'N0'])
        assert.deepEqual(await of({ statuses: ['DELIVERED', 'CANCELLED'] }), ['N3', 'N1', 'N0'])
        assert.deepEqual(await of({ statuses: ['EXPIRED'] }), [])
        assert.deepEqual(await of({ fromId: ids[1] as string, untilId: ids[3] as string }), ['N2', 'N1'])
        assert.deepEqual(await of({ statuses: ['CANCELLED'], fromId: ids[1] as string }), ['N3'])
        const olderThan = { olderThan: ids[2], filter: { untilId: ids[3] as string } }
        assert.deepEqual(await refsFound(shop, typed, olderThan), ['N1', 'N0'])
        assert.deepEqual(
          await refsFound(shop, typed, { olderThan: ids[3], filter: { untilId: ids[1] as string } }),
          ['N0'],
        )
      }
    })

    test('an export reads everything in batches of 500, newest first, and leaves out what is created meanwhile', async () => {
      const shop = await service.openShop()
      const { id } = (await shop.order({ externalRef: 'FIRST' })).body
      await sql`
        insert into deliveries
        select copied.* from generate_series(1, 1100) as number
        cross join (select * from deliveries where id = ${id}) as first
        cross join lateral jsonb_populate_record(first::deliveries, jsonb_build_object(
          'id', left(${id}, 24) || lpad(number::text, 12, '0'), 'reference', ${id} || number, 'external_ref', null,
          'idempotency_key', 'copy-' || number)) as copied`.execute(service.services.db)
      const { db, texts } = recordStatements(service.services.db)
      const read: string[] = []
      for await (const delivery of listDeliveriesForExport(db, shop.shopId, {
        typed: '',
        country: 'BJ',
        filter: {},
      })) {
        service.clock.forward(1_000)
        if (read.length === 0) await shop.order({ externalRef: 'LATE' })
        if (read.length === 499) assert.equal(texts.length, 2)
        read.push(delivery.id)
      }
      assert.equal(new Set(read).size, 1_101)
      assert.deepEqual(read, read.toSorted().reverse())
      assert.equal(texts.length, 6)
    })
  })

  describe('the index follows what happens', () => {
    test('a delivery is found by its new name, phone and reference, and no longer by the old ones', async () => {
      const shop = await service.openShop()
      const { old } = await orders(shop, { old: customer('Dossou', 'Afi') })
      await shop.patch(`/deliveries/${old}`, {
        customer: { lastName: 'Zinsou', phone: '0161000009' },
        externalRef: 'new',
      })
      await index()

      for (const typed of ['dossou', '97000001', 'old'])
        assert.deepEqual(await refsFound(shop, typed), [], typed)
      for (const typed of ['zinsou', 'afi', '61000009', 'new'])
        assert.deepEqual(await refsFound(shop, typed), ['new'], typed)
    })

    test('the same holds for what is changed together with the position', async () => {
      const shop = await service.openShop()
      const { ref } = await orders(shop, { ref: customer('Dossou', 'Afi') })
      const trip = { parcelSize: 'SMALL', paymentMode: 'PREPAID', dropoff: east }
      const { price } = (await shop.post('/quotes', trip)).body
      const { status } = await shop.patch(`/deliveries/${ref}`, {
        customer: { lastName: 'Zinsou' },
        dropoff: east,
        expectedPrice: price,
      })
      assert.equal(status, 200)
      await index()

      assert.deepEqual(await refsFound(shop, 'dossou'), [])
      assert.deepEqual(await refsFound(shop, 'zinsou'), ['ref'])
    })

    test('an event that comes again, even late, changes nothing', async () => {
      const shop = await service.openShop()
      const { ref } = await orders(shop, { ref: customer('Dossou', 'Afi') })
      await shop.patch(`/deliveries/${ref}`, { customer: { lastName: 'Zinsou' } })
      await index()
      const { db } = service.services
      const events = await db
        .selectFrom('events')
        .select(['events.shop_id as shopId', 'events.id', 'events.type'])
        .where('events.delivery_id', '=', ref ?? '')
        .orderBy('events.id')
        .execute()
      for (const event of [...events, ...events.toReversed()])
        await db
          .transaction()
          .execute((trx) => makeDeliveriesSearchable.consume(trx, [{ ...event, position: 0 }]))

      assert.deepEqual([await refsFound(shop, 'dossou'), await refsFound(shop, 'zinsou')], [[], ['ref']])
    })

    test('changes that nothing is found by, and deliveries removed meanwhile, write nothing', async () => {
      const shop = await service.openShop()
      const { ref } = await orders(shop, { ref: customer('Dossou', 'Afi') })
      await shop.patch(`/deliveries/${ref}`, { instructions: 'Appeler' })
      const { db, texts } = recordStatements(service.services.db)
      await consumeAll({ ...service.services, db }, makeDeliveriesSearchable)
      assert.deepEqual(
        texts.filter((text) => /^(insert into|delete from) delivery_search_terms/.test(text)),
        [],
      )
    })

    test('deliveries from before there was a search are indexed in batches, once', async () => {
      const shop = await service.openShop()
      await orders(shop, { A: customer('Dossou', 'Afi'), B: customer('Zinsou', 'Afi') })
      const { db } = service.services
      await sql`delete from delivery_search_terms`.execute(db)
      assert.deepEqual(await refsFound(shop, 'afi'), [])
      assert.equal(await makeOlderDeliveriesSearchable({ db }), false)
      assert.deepEqual(await refsFound(shop, 'afi'), [])
      const nowhere = '00000000-0000-0000-0000-000000000000'
      await sql`insert into delivery_search_backlog (after_shop_id, after_delivery_id) values (${nowhere}, ${nowhere})`.execute(
        db,
      )
      let batches = 1
      while (await makeOlderDeliveriesSearchable({ db })) batches += 1

      assert.deepEqual(await refsFound(shop, 'afi'), ['B', 'A'])
      const { rows } = await sql<{
        count: number
      }>`select count(*)::integer as count from deliveries`.execute(db)
      assert.equal(batches, Math.floor((rows[0]?.count ?? 0) / 500) + 1)
      assert.deepEqual((await sql`select from delivery_search_backlog`.execute(db)).rows, [])
    })
  })

  test('a database that has deliveries when it is migrated makes them all searchable, and the new ones too', async (t) => {
    const opened = await open()
    const older = await openService(opened)
    t.after(() => older.close())
    const { db } = older.services
    const shop = await older.openShop()
    await shop.order({ ...customer('Dossou', 'Afi'), externalRef: 'older' })
    for (const statement of [
      'drop table delivery_search_terms',
      'drop table delivery_search_backlog',
      'drop index deliveries_with_declared_payment',
      'drop index deliveries_called_back_of_shop',
      "delete from schema_migrations where name = '0100_baseline'",
      ...readMigrations('migrations/before')
        .filter(({ name }) => !name.startsWith('0031'))
        .map(
          ({ name, sha256 }) =>
            `insert into schema_migrations (name, sha256) values ('${name}', '${sha256}')`,
        ),
    ])
      await sql.raw(statement).execute(db)
    await sql`delete from event_consumers where name = 'search'`.execute(db)
    await sequenceAll(older.services)

    assert.deepEqual((await migrate(opened.database)).applied, ['0031_delivery_search.sql'])
    await shop.order({ ...customer('Zinsou', 'Afi'), externalRef: 'newer' })
    const found = async () =>
      (await searchDeliveries(db, shop.shopId, { typed: 'afi', country: 'BJ', filter: {} }, 30)).rows.map(
        ({ external_ref }) => external_ref,
      )
    await consumeAll(older.services, makeDeliveriesSearchable)
    assert.deepEqual(await found(), ['newer'])
    assert.equal(await makeOlderDeliveriesSearchable({ db }), false)
    assert.deepEqual((await found()).toSorted(), ['newer', 'older'])
  })

  describe('a customer who is known by phone', () => {
    const known = (shop: TestShop, phone: string) =>
      findKnownCustomer(service.services.db, shop.shopId, { phone, country: 'BJ' })

    test('comes with the last name, the last known place, and what was ordered last', async () => {
      const shop = await service.openShop()
      await orders(shop, {
        A: {
          ...customer('Dossou', 'Afi'),
          dropoff: { ...center, label: 'Maison', landmark: 'Portail bleu' },
        },
        B: {
          ...customer('Dossou-Yovo', 'Afi'),
          parcel: { category: 'BEAUTY', size: 'MEDIUM', fragile: true },
          payment: {
            mode: 'CASH_ON_DELIVERY',
            goodsAmount: 5_000,
            feePayer: 'MERCHANT',
            collection: 'DIRECT',
          },
        },
        C: { ...customer('Zinsou', 'Rose', '0197000002'), dropoff: east },
      })

      for (const typed of ['0197000001', '97 00 00 01', '+229 01 97 00 00 01'])
        assert.deepEqual(await known(shop, typed), {
          lastName: 'Dossou-Yovo',
          firstName: 'Afi',
          phone: '+2290197000001',
          dropoff: { ...center, label: 'Maison', landmark: 'Portail bleu' },
          parcel: { category: 'BEAUTY', size: 'MEDIUM', fragile: true },
          payment: { mode: 'CASH_ON_DELIVERY', feePayer: 'MERCHANT', collection: 'DIRECT' },
          lastOrderedAt: new Date('2026-11-21T10:00:02.000Z'),
        })
      assert.deepEqual((await known(shop, '0197000002'))?.dropoff, east)
    })

    test('is unknown to another shop, and so is a phone that nobody can have or part of one', async () => {
      const shop = await service.openShop()
      await orders(shop, { A: customer('Dossou', 'Afi') })
      assert.equal(await known(await service.openShop(), '0197000001'), undefined)
      for (const typed of ['0197000009', '0001', 'afi', '']) assert.equal(await known(shop, typed), undefined)
    })

    test('has no place while none of their positions is known', async () => {
      const shop = await service.openShop()
      await orders(shop, { A: customer('Dossou', 'Afi') })
      assert.equal((await known(shop, '0197000001'))?.dropoff, null)
    })
  })

  test('bounds of the search are identifiers of moments', async () => {
    const shop = await service.openShop()
    await orders(shop, { A: customer('Dossou', 'Afi'), B: customer('Dossou', 'Afi') })
    const fromId = firstIdAt(new Date('2026-11-21T10:00:02.000Z'))
    assert.deepEqual(await refsFound(shop, 'dossou', { filter: { fromId } }), ['B'])
  })
})

onServer((open) => {
  test('indexing what was there before waits for the consumer, and does not overwrite its changes', async (t) => {
    const service = await openService(await open())
    t.after(() => service.close())
    const { db } = service.services
    const shop = await service.openShop()
    const { id } = (await shop.order(customer('Dossou', 'Afi'))).body
    const nowhere = '00000000-0000-0000-0000-000000000000'
    await sql`insert into delivery_search_backlog (after_shop_id, after_delivery_id) values (${nowhere}, ${nowhere})`.execute(
      db,
    )
    await consumeAll(service.services, makeDeliveriesSearchable)
    await shop.patch(`/deliveries/${id}`, { customer: { lastName: 'Zinsou' } })
    let indexing: Promise<boolean> | undefined
    await db.transaction().execute(async (trx) => {
      await sql`select from event_consumers where name = 'search' for update`.execute(trx)
      indexing = makeOlderDeliveriesSearchable({ db })
      await until(async () => {
        const { rows } = await sql`
          select from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
        return rows.length > 0
      }, 'the backlog to wait for the cursor')
    })
    await indexing
    await consumeAll(service.services, makeDeliveriesSearchable)
    const { rows } = await sql<{
      term: string
    }>`select term from delivery_search_terms order by term`.execute(db)
    assert.deepEqual(
      rows.map(({ term }) => term),
      ['p:1000007910922', 'w:afi', 'w:zinsou'],
    )
  })
})
