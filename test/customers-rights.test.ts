import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, beforeEach, describe, test } from 'node:test'
import { sql } from 'kysely'
import { type Actor, cliActor } from '../src/base/kernel/actor.ts'
import { newId } from '../src/base/kernel/clock.ts'
import { ApiError } from '../src/contract/errors.ts'
import { eraseCustomer } from '../src/domain/customers/erase-customer.ts'
import { exportCustomer } from '../src/domain/customers/export-customer.ts'
import { findCustomer } from '../src/domain/customers/find-customer.ts'
import { blockCustomer } from '../src/domain/deliveries/blocking/block-customer.ts'
import { deleteEndedBlocks } from '../src/domain/deliveries/blocking/blocked-customer-store.ts'
import { unblockCustomer } from '../src/domain/deliveries/blocking/unblock-customer.ts'
import type { DeliveryKey } from '../src/domain/deliveries/delivery-store.ts'
import { failWithProof } from '../src/domain/deliveries/handover-proof/fail-with-proof.ts'
import { makeDeliveriesSearchable } from '../src/domain/deliveries/searching/make-deliveries-searchable.ts'
import { expireDelivery } from '../src/domain/deliveries/transitions/expire-delivery.ts'
import { locateDelivery } from '../src/domain/deliveries/transitions/locate-delivery.ts'
import { closeProblem } from '../src/domain/feedback/close-problem.ts'
import { listProblemsOf } from '../src/domain/feedback/problem-report-store.ts'
import { reportProblem } from '../src/domain/feedback/report-problem.ts'
import { everyNumberBy } from '../src/domain/money/mobile-money/mobile-money-provider.ts'
import { payAsSimulatedCustomer } from '../src/domain/money/mobile-money/pay-as-simulated-customer.ts'
import { processDueRequests } from '../src/domain/money/mobile-money/process-payment-requests.ts'
import { recordRefund } from '../src/domain/money/mobile-money/record-refund.ts'
import { listDueRefunds } from '../src/domain/money/mobile-money/refund-store.ts'
import { enqueuePaymentRequests } from '../src/domain/money/mobile-money/start-payment-requests.ts'
import { storePhoto } from '../src/domain/photos/store-photo.ts'
import { addEndpoint } from '../src/domain/webhooks/endpoints/add-endpoint.ts'
import { insertAttempt } from '../src/domain/webhooks/sending/attempt-store.ts'
import { onEachDatabase, onServer } from './support/databases.ts'
import { act, bringTo, rowOf } from './support/delivery-verbs.ts'
import { consumeAll, handOnAll } from './support/event-work.ts'
import { messagesOf, messageWork } from './support/message-work.ts'
import { openService, type TestService, type TestShop, testStart } from './support/open-service.ts'
import { openOperations } from './support/operations-work.ts'
import { plainPng } from './support/pictures.ts'
import { scriptedProvider } from './support/scripted-provider.ts'
import { memberOf } from './support/shop-members.ts'
import { until } from './support/until.ts'

const reason = 'Demande écrite du 20 novembre'
let numbers = 0
/** A number that no other test uses, as a shop sends it and as it is kept. */
function newNumber(): { local: string; phone: string } {
  numbers += 1
  const local = `01644${String(numbers).padStart(5, '0')}`
  return { local, phone: `+229${local}` }
}

/** What a person leaves behind, in words that nothing else contains. */
const person = {
  lastName: 'Zinzindohoué',
  firstName: 'Philomène',
  label: 'Villa Bougainvillier',
  landmark: 'derrière la boulangerie Ouidah',
  instructions: 'Sonner chez Mémé Philomène',
  note: 'Philomène n’était pas chez elle',
  lat: 6.370123,
  lng: 2.430456,
}
const traces = [
  person.lastName,
  person.firstName,
  person.label,
  person.landmark,
  'Mémé',
  String(person.lat),
  String(person.lng),
  'zinzindohoue',
  'philomene',
  'philo@example.com',
]

const orderOf = (local: string, more: object = {}) => ({
  customer: { lastName: person.lastName, firstName: person.firstName, phone: local },
  instructions: person.instructions,
  metadata: { mail: 'philo@example.com' },
  ...more,
})

onEachDatabase((open) => {
  let service: TestService
  let shop: TestShop
  before(async () => {
    service = await openService(await open())
    shop = await service.openShop()
  })
  beforeEach(() => service.clock.set(testStart))
  after(() => service.close())

  const as = (actor: Actor = cliActor) => ({ ...service.services, actor })
  const erase = (phone: string, actor?: Actor) => eraseCustomer(as(actor), { phone, reason })
  const index = () => consumeAll(service.services, makeDeliveriesSearchable)

  /** A delivery with all that may be kept of a person: place, photo, messages, webhooks, notes, a failure in words. */
  async function rich(local: string, of: TestShop = shop): Promise<DeliveryKey & { photoKey: string }> {
    const photoKey = await storePhoto(as(), { shopId: of.shopId, bytes: plainPng() })
    const parcel = { category: 'FASHION', size: 'SMALL', photoKey }
    const key = await bringTo(service, of, 'AWAITING_LOCATION', orderOf(local, { parcel }))
    const { label, landmark, lat, lng } = person
    await locateDelivery(service.services, key, { label, landmark, lat, lng })
    await act(service, key, 'assign')
    await act(service, key, 'pickUp')
    const failure = { code: 'OTHER', words: person.note, declaresCall: false } as const
    await failWithProof(service.services, key, { ...failure, place: { lat, lng, accuracyMeters: 10 } })
    await reportProblem(
      service.services,
      { ...key, linkVersion: 1 },
      { reason: 'OTHER', words: `Je suis ${person.firstName} ${person.lastName}`, timesReported: 0 },
    )
    const [problem] = await listProblemsOf(service.services.db, key)
    await closeProblem(as(), { shopId: of.shopId, id: problem?.id ?? '' }, `Appelé ${person.lastName}`)
    return { ...key, photoKey }
  }

  /** Everything that the database holds, of every column that can hold text. */
  async function dump(): Promise<Map<string, string>> {
    const columns = await sql<{ table: string; column: string }>`
      select columns.table_name as table, columns.column_name as column
      from information_schema.columns
      join information_schema.tables on tables.table_schema = columns.table_schema
        and tables.table_name = columns.table_name and tables.table_type = 'BASE TABLE'
      where columns.table_schema = 'public'
        and columns.data_type in ('text', 'json', 'jsonb', 'ARRAY', 'double precision', 'bytea', 'character varying')
    `.execute(service.services.db)
    const texts = new Map<string, string>()
    for (const { table, column } of columns.rows) {
      const { rows } = await sql<{ text: string | null }>`
        select string_agg(${sql.ref(`${table}.${column}`)}::text, E'\n') as text from ${sql.table(table)}
      `.execute(service.services.db)
      texts.set(`${table}.${column}`, rows[0]?.text ?? '')
    }
    return texts
  }

  async function placesOf(...words: string[]): Promise<string[]> {
    const texts = await dump()
    return [...texts].flatMap(([place, text]) => (words.some((word) => text.includes(word)) ? [place] : []))
  }

  describe('erasing a person', () => {
    test('nothing of their ended deliveries is left in any column of any table, and the money is', async () => {
      const { local, phone } = newNumber()
      const mine = await service.openShop()
      const endpoint = await addEndpoint(service.services.webhooks, {
        shopId: mine.shopId,
        url: 'https://93.184.215.14/hook',
        eventTypes: null,
        description: null,
      })
      const key = await rich(local, mine)
      const cancelled = await bringTo(service, mine, 'CANCELLED', orderOf(local))
      await messageWork(service).once()
      assert.ok((await messagesOf(service, key)).length > 0)
      await act(service, key, 'return')
      await handOnAll(service.services)
      const events = await service.services.db
        .selectFrom('events')
        .select(['events.id', 'events.type'])
        .where('events.delivery_id', '=', key.id)
        .execute()
      await insertAttempt(service.services.db, {
        shop_id: mine.shopId,
        id: newId(service.clock.now()),
        endpoint_id: endpoint.endpoint.id,
        event_id: events[0]?.id ?? '',
        event_type: events[0]?.type ?? '',
        attempt: 1,
        trigger: 'SCHEDULED',
        started_at: service.clock.now(),
        duration_ms: 3,
        http_status: 500,
        failure: null,
        response_excerpt: `unknown customer ${phone} ${person.lastName}`,
        next_attempt_at: null,
      })
      const before = await rowOf(service, key)
      const digits = phone.slice(1)
      const wanted = [...traces, digits, local, [...digits].reverse().join('')]
      assert.ok((await placesOf(...wanted)).length >= 10)

      const erased = await erase(phone)
      assert.deepEqual(
        { ...erased, events: erased.events > 5, messages: erased.messages > 0 },
        {
          deliveries: 2,
          formerly: 0,
          messages: true,
          events: true,
          photos: 1,
          files: 0,
          isComplete: true,
          underWay: [],
        },
      )
      assert.deepEqual(await placesOf(...wanted), [])
      assert.deepEqual(await placesOf(key.photoKey), [])

      const after = await rowOf(service, key)
      for (const column of [
        'reference',
        'status',
        'price_fcfa',
        'cod_fee_fcfa',
        'goods_amount_fcfa',
        'payment_status',
        'return_fee_fcfa',
        'external_ref',
        'failure_code',
        'courier_first_name',
        'created_at',
        'ended_at',
        'pickup_lat',
      ] as const)
        assert.deepEqual(after[column], before[column], column)
      assert.equal((await rowOf(service, cancelled)).status, 'CANCELLED')
    })

    test('a partner still reads the delivery and its events, each as the description promises', async () => {
      const { local, phone } = newNumber()
      const mine = await service.openShop()
      const key = await rich(local, mine)
      await act(service, key, 'return')
      await handOnAll(service.services)
      await erase(phone)
      const { status, body } = await mine.get(`/deliveries/${key.id}`)
      assert.equal(status, 200)
      assert.deepEqual(body.customer, { lastName: '-', firstName: '-', phone: '-' })
      assert.deepEqual([body.dropoff, body.metadata, body.failureReason], [null, {}, 'Autre raison'])
      const { body: page } = await mine.get('/events')
      assert.ok(page.items.length >= 5)
      for (const { data } of page.items) {
        assert.deepEqual([data.customer, data.dropoff], [body.customer, null])
        assert.ok([null, 'Autre raison / Another reason'].includes(data.failureReason), data.failureReason)
      }
      const { body: changed } = await mine.get(`/deliveries?updatedSince=${testStart}`)
      assert.equal(changed.total, 1)
    })

    test('what is under way is named and left, and erased once it has ended', async () => {
      const { local, phone } = newNumber()
      const key = await rich(local)
      const { deliveries, underWay } = await erase(phone)
      assert.deepEqual([deliveries, underWay.map(({ id }) => id)], [0, [key.id]])
      assert.equal((await rowOf(service, key)).customer_phone, phone)
      await act(service, key, 'return')
      assert.equal((await erase(phone)).deliveries, 1)
      assert.equal((await rowOf(service, key)).customer_phone, '-')
    })

    test('whom money is still to be given back to is left until somebody has given it', async () => {
      const { local, phone } = newNumber()
      const payment = { mode: 'CASH_ON_DELIVERY', goodsAmount: 5000, collection: 'SECURE' }
      const key = await bringTo(service, shop, 'IN_TRANSIT', orderOf(local, { payment }))
      const mobileMoney = {
        providers: everyNumberBy(scriptedProvider({ givesBack: false })),
      }
      const deps = { ...service.services, mobileMoney, onError: () => {} }
      await payAsSimulatedCustomer(service.services, key)
      await act(service, key, 'fail')
      await act(service, key, 'return')
      await consumeAll(service.services, enqueuePaymentRequests(deps))
      assert.equal((await erase(phone)).deliveries, 0)
      await processDueRequests(deps, randomUUID())

      const { deliveries, isComplete, underWay } = await erase(phone)
      assert.deepEqual([deliveries, isComplete, underWay.map(({ id }) => id)], [0, true, [key.id]])
      assert.equal((await rowOf(service, key)).customer_phone, phone)
      const due = (await listDueRefunds(service.services.db, 100)).find(
        ({ deliveryId }) => deliveryId === key.id,
      )
      await recordRefund(as(), { ...key, requestId: due?.requestId ?? '', note: 'Given by hand.' })
      assert.equal((await erase(phone)).deliveries, 1)
      assert.equal((await rowOf(service, key)).customer_phone, '-')
    })

    test('done twice it changes nothing more and leaves no second line of audit', async () => {
      const { local, phone } = newNumber()
      await bringTo(service, shop, 'CANCELLED', orderOf(local))
      const linesOf = () =>
        service.services.db
          .selectFrom('audit_lines')
          .selectAll()
          .where('audit_lines.subject_id', '=', `…${phone.slice(-4)}`)
          .execute()
      await erase(phone)
      const [line, ...others] = await linesOf()
      assert.deepEqual(others, [])
      assert.deepEqual([line?.action, line?.subject_type, line?.actor], ['erase-customer', 'CUSTOMER', 'CLI'])
      assert.ok(JSON.stringify(line).includes(reason))
      assert.ok(!JSON.stringify(line).includes(phone))
      assert.equal((await erase(phone)).deliveries, 0)
      assert.equal((await linesOf()).length, 1)
    })

    test('another person, another number and a photo of two parcels stay', async () => {
      const [erasedOne, other] = [newNumber(), newNumber()]
      const key = await rich(erasedOne.local)
      await act(service, key, 'return')
      const parcel = { category: 'FASHION', size: 'SMALL', photoKey: key.photoKey }
      const kept = await bringTo(service, shop, 'CANCELLED', orderOf(other.local, { parcel }))
      await index()
      assert.equal((await erase(erasedOne.phone)).photos, 0)
      const row = await rowOf(service, kept)
      assert.deepEqual(
        [row.customer_phone, row.customer_last_name, row.photo_key],
        [other.phone, person.lastName, key.photoKey],
      )
    })

    test('what was written while a number was another one goes with that one', async () => {
      const [wrong, right] = [newNumber(), newNumber()]
      const mine = await service.openShop()
      const { body } = await mine.order(orderOf(wrong.local))
      await messageWork(service).once()
      assert.equal(
        (await mine.patch(`/deliveries/${body.id}`, { customer: { phone: right.local } })).status,
        200,
      )
      await handOnAll(service.services)
      assert.equal((await findCustomer(service.services, wrong.phone)).formerly, 1)
      const { deliveries, formerly } = await erase(wrong.phone)
      assert.deepEqual([deliveries, formerly], [0, 1])
      assert.deepEqual(await placesOf(wrong.phone.slice(1), wrong.local), [])
      assert.equal((await mine.get(`/deliveries/${body.id}`)).body.customer.phone, right.phone)
      assert.equal((await erase(wrong.phone)).formerly, 0)
    })

    test('a delivery whose terms are not written yet is erased too, and none are written afterwards', async () => {
      const { local, phone } = newNumber()
      const key = await bringTo(service, shop, 'EXPIRED', orderOf(local))
      assert.equal((await erase(phone)).deliveries, 1)
      await handOnAll(service.services)
      const terms = await service.services.db
        .selectFrom('delivery_search_terms')
        .selectAll()
        .where('delivery_search_terms.delivery_id', '=', key.id)
        .execute()
      assert.deepEqual(terms, [])
      await messageWork(service).once()
      for (const message of await messagesOf(service, key))
        assert.notEqual(message.state, 'SENT', `${message.kind} was sent`)
    })

    test('the reason of an intervention goes, and that there was one stays', async () => {
      const { local, phone } = newNumber()
      const key = await bringTo(service, shop, 'AWAITING_LOCATION', orderOf(local))
      const { accountId } = await openOperations(service)
      const words = 'Appelée au marché Tokpa-Hoho'
      await expireDelivery(as({ kind: 'OPERATOR', id: accountId }), key, words)
      assert.equal((await erase(phone)).deliveries, 1)
      const line = await service.services.db
        .selectFrom('delivery_history')
        .select(['delivery_history.note', 'delivery_history.intervention'])
        .where('delivery_history.delivery_id', '=', key.id)
        .where('delivery_history.intervention', 'is not', null)
        .executeTakeFirstOrThrow()
      assert.deepEqual(line, { note: '-', intervention: 'EXPIRE' })
      assert.deepEqual(
        (await placesOf(words)).filter((place) => !place.startsWith('audit_lines.')),
        [],
      )
    })

    test('the link that the customer had no longer opens anything', async () => {
      const { local, phone } = newNumber()
      const key = await rich(local)
      const { body } = await shop.get(`/deliveries/${key.id}`)
      await act(service, key, 'return')
      await erase(phone)
      const { pathname } = new URL(body.trackingUrl)
      assert.equal((await service.call({ url: `/${pathname}` })).status, 404)
    })

    test('is refused while older deliveries cannot be found yet', async () => {
      const { phone } = newNumber()
      const nowhere = '00000000-0000-0000-0000-000000000000'
      const { db } = service.services
      await sql`insert into delivery_search_backlog (after_shop_id, after_delivery_id) values (${nowhere}, ${nowhere})`.execute(
        db,
      )
      try {
        await assert.rejects(erase(phone), isRefusal('SEARCH_INCOMPLETE'))
      } finally {
        await sql`delete from delivery_search_backlog`.execute(db)
      }
    })

    test('many deliveries are erased in batches of which each is whole', async () => {
      const { local, phone } = newNumber()
      const keys = []
      for (let at = 0; at < 60; at += 1) keys.push(await bringTo(service, shop, 'CANCELLED', orderOf(local)))
      assert.equal((await findCustomer(service.services, phone)).ended, 60)
      const { deliveries, isComplete } = await erase(phone)
      assert.deepEqual([deliveries, isComplete], [60, true])
    })
  })

  describe('who may', () => {
    for (const [who, actorOf] of [
      ['a dispatcher', async () => operator('DISPATCHER')],
      ['the owner of a shop', async () => memberOf(service, shop.shopId)],
      ['an API key', async () => ({ kind: 'API_KEY', id: shop.keyId })],
      ['a courier', async () => ({ kind: 'COURIER', id: shop.shopId })],
      ['a customer', async () => ({ kind: 'CUSTOMER' })],
    ] as [string, () => Promise<Actor>][])
      test(`${who} neither exports, erases, blocks nor unblocks`, async () => {
        const { phone } = newNumber()
        const actor = await actorOf()
        for (const attempt of [
          () => erase(phone, actor),
          () => exportCustomer(as(actor), { phone, reason }),
          () => blockCustomer(as(actor), { phone, reason, until: null }),
          () => unblockCustomer(as(actor), { phone, reason }),
        ])
          await assert.rejects(attempt(), isRefusal('ROLE_REQUIRED'))
      })

    test('an operator does all of it, and the audit names them', async () => {
      const { local, phone } = newNumber()
      const actor = await operator('OPERATOR')
      await bringTo(service, shop, 'CANCELLED', orderOf(local))
      const file = JSON.stringify(await exportCustomer(as(actor), { phone, reason }))
      assert.ok(file.includes(person.instructions) && file.includes(phone))
      await blockCustomer(as(actor), { phone, reason, until: null })
      await unblockCustomer(as(actor), { phone, reason })
      await erase(phone, actor)
      const lines = await service.services.db
        .selectFrom('audit_lines')
        .select('audit_lines.action')
        .where('audit_lines.actor', '=', `OPERATOR:${'id' in actor ? actor.id : ''}`)
        .orderBy('audit_lines.id')
        .execute()
      assert.deepEqual(lines.map(({ action }) => action).sort(), [
        'block-customer',
        'erase-customer',
        'export-customer',
        'unblock-customer',
      ])
    })

    async function operator(role: 'OPERATOR' | 'DISPATCHER'): Promise<Actor> {
      const { accountId } = await openOperations(service, { role })
      return { kind: 'OPERATOR', id: accountId ?? '' }
    }
  })

  describe('a blocked number', () => {
    const isBlocked = (phone: string) =>
      service.services.blockedCustomers.isBlocked(phone, service.clock.now())
    const block = async (phone: string, end: Date | null = null) => {
      await blockCustomer(as(), { phone, reason, until: end })
      await until(() => isBlocked(phone), 'the block')
    }

    test('gets no delivery, however it is written, while others and quotes go on', async () => {
      const { local, phone } = newNumber()
      await block(phone)
      for (const written of [local, phone, `${local.slice(0, 4)} ${local.slice(4)}`]) {
        const { status, body } = await shop.order(orderOf(written))
        assert.deepEqual(
          [status, body.code, body.details],
          [422, 'CUSTOMER_BLOCKED', { field: '/customer/phone' }],
        )
      }
      assert.equal((await shop.order(orderOf(newNumber().local))).status, 201)
      const quote = { dropoff: { lat: 6.37, lng: 2.43 }, parcelSize: 'SMALL', paymentMode: 'PREPAID' }
      assert.equal((await shop.post('/quotes', quote)).status, 200)
    })

    test('cannot be given to a delivery later, and a delivery that has it can be changed otherwise', async () => {
      const [free, blocked] = [newNumber(), newNumber()]
      const mine = (await shop.order(orderOf(free.local))).body.id
      const theirs = (await shop.order(orderOf(blocked.local))).body.id
      await block(blocked.phone)
      const refused = await shop.patch(`/deliveries/${mine}`, { customer: { phone: blocked.local } })
      assert.deepEqual([refused.status, refused.body.code], [422, 'CUSTOMER_BLOCKED'])
      const again = { customer: { phone: blocked.local, lastName: 'Autre' } }
      assert.equal((await shop.patch(`/deliveries/${theirs}`, again)).status, 200)
    })

    test('an order from before is replayed', async () => {
      const { local, phone } = newNumber()
      const headers = { 'idempotency-key': `before-the-block-${local}` }
      assert.equal((await shop.order(orderOf(local), headers)).status, 201)
      await block(phone)
      assert.equal((await shop.order(orderOf(local), headers)).status, 201)
    })

    test('is served again once it is unblocked, and nothing is kept of it', async () => {
      const { local, phone } = newNumber()
      await block(phone)
      assert.equal(await unblockCustomer(as(), { phone, reason }), true)
      await until(() => !isBlocked(phone), 'the end of the block')
      assert.equal((await shop.order(orderOf(local))).status, 201)
      assert.equal(await unblockCustomer(as(), { phone, reason }), false)
      assert.equal((await dump()).get('blocked_customers.phone')?.includes(phone), false)
    })

    test('is served again at the end of its block, which is then removed', async () => {
      const { local, phone } = newNumber()
      await block(phone, new Date('2026-11-21T11:00:00.000Z'))
      service.clock.set('2026-11-21T10:59:59.999Z')
      assert.equal((await shop.order(orderOf(local))).status, 422)
      service.clock.set('2026-11-21T11:00:00.000Z')
      assert.equal((await shop.order(orderOf(local))).status, 201)
      assert.equal(await deleteEndedBlocks(service.services.db, service.clock.now()), 1)
    })
  })
})

onServer((open) => {
  let service: TestService
  before(async () => {
    service = await openService(await open())
  })
  after(() => service.close())

  test('a person who orders while they are erased keeps the new delivery, and it is whole', async () => {
    const shop = await service.openShop()
    const { local, phone } = newNumber()
    for (let at = 0; at < 20; at += 1) await bringTo(service, shop, 'CANCELLED', orderOf(local))
    const deps = { ...service.services, actor: cliActor }
    const orders = Array.from({ length: 10 }, () => shop.order(orderOf(local)))
    const erasures = Array.from({ length: 3 }, () => eraseCustomer(deps, { phone, reason }))
    const [made, erased] = await Promise.all([Promise.all(orders), Promise.all(erasures)])
    assert.deepEqual(new Set(made.map(({ status }) => status)), new Set([201]))
    assert.equal(
      erased.reduce((sum, { deliveries }) => sum + deliveries, 0),
      20,
    )
    for (const { body } of made) {
      const row = await rowOf(service, { shopId: shop.shopId, id: body.id })
      assert.deepEqual([row.customer_phone, row.customer_last_name], [phone, person.lastName])
    }
    assert.equal((await findCustomer(service.services, phone)).underWay, 10)
  })

  test('a delivery that ends while it is erased is erased or left, never half', async () => {
    const shop = await service.openShop()
    const { local, phone } = newNumber()
    const keys: DeliveryKey[] = []
    for (let at = 0; at < 10; at += 1)
      keys.push(await bringTo(service, shop, 'AWAITING_LOCATION', orderOf(local)))
    const deps = { ...service.services, actor: cliActor }
    await Promise.all([
      ...keys.map((key) => act(service, key, 'cancel')),
      ...Array.from({ length: 4 }, () => eraseCustomer(deps, { phone, reason })),
    ])
    await eraseCustomer(deps, { phone, reason })
    for (const { id } of keys) {
      const bodies = await service.services.db
        .selectFrom('events')
        .select('events.body')
        .where('events.delivery_id', '=', id)
        .execute()
      for (const { body } of bodies) assert.ok(!body.includes(person.lastName))
    }
  })
})

const isRefusal = (code: string) => (error: unknown) => error instanceof ApiError && error.code === code
