import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, beforeEach, describe, test } from 'node:test'
import { sql } from 'kysely'
import pg from 'pg'
import { openDatabase } from '../src/base/database/open-database.ts'
import { purgeSessions } from '../src/domain/accounts/purge-sessions.ts'
import type { DeliveryKey } from '../src/domain/deliveries/delivery-store.ts'
import { acceptOffer } from '../src/domain/matching/accept-offer.ts'
import { purgeOffers } from '../src/domain/matching/purge-offers.ts'
import { purgeMessages } from '../src/domain/messages/purge-messages.ts'
import { purgeSimulatedPayments } from '../src/domain/money/mobile-money/purge-simulated-payments.ts'
import { simulatedProvider } from '../src/domain/money/mobile-money/simulated-provider.ts'
import { purgePhotos } from '../src/domain/photos/purge-photos.ts'
import { purgeWebhookLog } from '../src/domain/webhooks/sending/purge-webhook-log.ts'
import { resendDispatches } from '../src/domain/webhooks/sending/resend-dispatches.ts'
import { listShopEvents } from '../src/events/list-shop-events.ts'
import { courierAt, eastOfShop, offersOf } from './support/courier-work.ts'
import { createServerDatabase, onEachDatabase, onServer } from './support/databases.ts'
import { bringTo, eventsOf } from './support/delivery-verbs.ts'
import { handOnAll } from './support/event-work.ts'
import { openService, type TestService, type TestShop, testStart } from './support/open-service.ts'
import { offerTrip, signInCourier } from './support/sign-in.ts'
import { until } from './support/until.ts'
import { openVisitor } from './support/visitor.ts'
import { order, relayAll } from './support/webhook-work.ts'

const hour = 60 * 60_000
const day = 24 * hour

onEachDatabase((open) => {
  let service: TestService
  let shop: TestShop
  before(async () => {
    service = await openService(await open())
    shop = await service.openShop()
  })
  beforeEach(async () => {
    service.clock.set(testStart)
    await service.services.db.updateTable('couriers').set({ on_duty_since: null }).execute()
  })
  after(() => service.close())

  const count = async (table: string): Promise<number> => {
    const { rows } = await sql<{ n: number }>`select count(*)::integer as n from ${sql.table(table)}`.execute(
      service.services.db,
    )
    return rows[0]?.n ?? 0
  }

  describe('messages', () => {
    test('old messages are deleted even when codes cannot be cleared, and the error is reported', async () => {
      const { db, database } = service.services
      const at = service.clock.now()
      const gone = new Date(at.getTime() - 30 * day - 1)
      const content = JSON.stringify({ code: '739201' })
      await sql`insert into messages (id, kind, content, created_at, due_at, expires_at) values
        (gen_random_uuid(), 'SIGN_IN_CODE', ${content}::jsonb, ${at}, ${at}, ${at}),
        (gen_random_uuid(), 'DELIVERED', null, ${gone}, ${gone}, null)`.execute(db)
      await database.withSession((session) =>
        session.runScript(`
          create function refuse() returns trigger language plpgsql as $$ begin raise 'not today'; end $$;
          create trigger refuse before update on messages for each row execute function refuse()`),
      )

      await assert.rejects(purgeMessages(service.services), /not today/)
      assert.equal(await count('messages'), 1)

      await database.withSession((session) => session.runScript('drop function refuse cascade'))
      await purgeMessages(service.services)
      const { rows } = await sql`select content from messages`.execute(db)
      assert.deepEqual(rows, [{ content: null }])
    })
  })

  describe('sessions and codes to sign in (decision 91)', () => {
    test('sessions and sign-in codes are deleted when they have expired, those of strangers too', async () => {
      const { db } = service.services
      await signInCourier(service)
      const stranger = openVisitor(service, '10.9.9.1')
      await stranger.submit(await stranger.open('/courier'), '/courier/sign-in', { phone: '0197555555' })
      const endOf = async (table: 'sessions' | 'sign_in_codes') => {
        const rows = await db.selectFrom(table).select('expires_at').execute()
        assert.equal(rows.length, 1)
        return rows[0]?.expires_at.getTime() ?? 0
      }
      const [sessionEnds, codeEnds] = [await endOf('sessions'), await endOf('sign_in_codes')]

      service.clock.set(new Date(codeEnds - 1).toISOString())
      await purgeSessions(service.services)
      assert.deepEqual([await count('sessions'), await count('sign_in_codes')], [1, 1])
      service.clock.forward(1)
      await purgeSessions(service.services)
      assert.deepEqual([await count('sessions'), await count('sign_in_codes')], [1, 0])

      service.clock.set(new Date(sessionEnds - 1).toISOString())
      await purgeSessions(service.services)
      assert.equal(await count('sessions'), 1)
      service.clock.forward(1)
      assert.equal(await purgeSessions(service.services), false)
      assert.equal(await count('sessions'), 0)
    })
  })

  describe('offers to couriers', () => {
    test('offers are deleted 30 days after they expired, except those that a courier accepted', async () => {
      const [near, far] = [
        await courierAt(service, eastOfShop(100)),
        await courierAt(service, eastOfShop(200)),
      ]
      const taken = await offerTrip(service, shop)
      await acceptOffer(service.services, near, taken)
      const left = await offerTrip(service, shop)
      const offered = async ({ id }: DeliveryKey) =>
        (await offersOf(service, id)).map(({ courierId }) => courierId)
      assert.deepEqual([await offered(taken), await offered(left)], [[near, far], [far]])

      // Offers can be accepted for 90 seconds.
      service.clock.forward(90_000 + 30 * day)
      await purgeOffers(service.services)
      assert.deepEqual([await offered(taken), await offered(left)], [[near, far], [far]])
      service.clock.forward(1)
      assert.equal(await purgeOffers(service.services), false)
      assert.deepEqual([await offered(taken), await offered(left)], [[near], []])
      service.clock.forward(365 * day)
      await purgeOffers(service.services)
      assert.deepEqual(await offered(taken), [near])
    })

    test('offers are deleted in small batches, and those that are kept are read once', async () => {
      const { db } = service.services
      const courierId = await courierAt(service, eastOfShop(100))
      const key = await offerTrip(service, shop)
      await acceptOffer(service.services, courierId, key)
      await sql`
        with copy as (
          insert into couriers (id, first_name, last_name, phone, vehicle_type, created_at)
          select gen_random_uuid(), 'K', 'A', '+22901' || (70000000 + n), 'MOTO', now()
          from generate_series(1, 2000) as n
          returning id
        )
        insert into courier_offers
        select (jsonb_populate_record(offer, jsonb_build_object('courier_id', copy.id))).*
        from courier_offers as offer
        cross join copy
        where offer.delivery_id = ${key.id} and offer.courier_id = ${courierId}
      `.execute(db)
      service.clock.forward(31 * day)

      assert.equal(await purgeOffers(service.services), true)
      assert.equal(await purgeOffers(service.services), false)
      assert.deepEqual(
        (await offersOf(service, key.id)).map((offer) => offer.courierId),
        [courierId],
      )
    })
  })

  test('the simulated provider deletes its requests after 30 days', async () => {
    const requestId = randomUUID()
    const provider = simulatedProvider(service.services)
    const order = {
      id: requestId,
      phone: '+2290197000001',
      amountFcfa: 500,
      currency: 'XOF',
      reference: 'COL-1',
      providerRef: null,
    } as const
    await provider.requestToPay(order)
    service.clock.forward(5_000 + 30 * day)
    await purgeSimulatedPayments(service.services)
    assert.deepEqual(await provider.paymentStatus(order), { state: 'PAID' })
    service.clock.forward(1)
    assert.equal(await purgeSimulatedPayments(service.services), false)
    assert.deepEqual(await provider.paymentStatus(order), { state: 'UNKNOWN' })
  })

  describe('photos (decision 11)', () => {
    const photo = Buffer.from([0xff, 0xd8, 0xff, 0xe0, ...Buffer.alloc(60, 7)])
    const announced = async (): Promise<string> => {
      const { body } = await shop.post('/deliveries/parcel-photo-uploads', {
        contentType: 'image/jpeg',
        sizeBytes: photo.length,
      })
      const { pathname, search } = new URL(body.uploadUrl)
      const { method, headers } = body
      await service.call({ method, url: `/${pathname}${search}`, headers, payload: photo })
      return body.photoKey
    }
    const orderWith = (photoKey: string) =>
      shop.order({ parcel: { category: 'FASHION', size: 'SMALL', photoKey } })
    /** Under its own name until an order names it, then under another. */
    const isKept = (photoKey: string) =>
      [photoKey, `${photoKey}.kept`].some((name) =>
        existsSync(join(service.services.localPhotos?.folder ?? '', name)),
      )

    test('a photo that no order names within a day can no longer be named, and is deleted with its file', async () => {
      const [used, unused] = [await announced(), await announced()]
      assert.equal((await orderWith(used)).status, 201)

      service.clock.forward(day + 1)
      const late = await orderWith(unused)
      assert.deepEqual([late.status, late.body.code], [422, 'PHOTO_KEY_UNKNOWN'])
      // An order that reads it at this moment still finds it.
      await purgePhotos(service.services)
      assert.deepEqual([isKept(used), isKept(unused), await count('parcel_photos')], [true, true, 2])
      service.clock.forward(hour)
      assert.equal(await purgePhotos(service.services), false)
      assert.deepEqual([isKept(used), isKept(unused), await count('parcel_photos')], [true, false, 1])
      assert.equal((await orderWith(used)).status, 201)
    })

    test('a photo whose file cannot be removed is retried, and does not block the others', async () => {
      const [stuck, other] = [await announced(), await announced()]
      service.clock.forward(2 * day)
      const { photoStorage } = service.services
      const failing = {
        ...photoStorage,
        remove: async (photoKey: string) => {
          if (photoKey === stuck) throw new Error('The bucket is away.')
          return photoStorage.remove(photoKey)
        },
      }

      await assert.rejects(purgePhotos({ ...service.services, photoStorage: failing }), /The bucket is away/)
      assert.deepEqual([isKept(stuck), isKept(other)], [true, false])
      await purgePhotos(service.services)
      assert.equal(isKept(stuck), false)
      const { rows } = await sql`select photo_key from parcel_photos where verified_at is null`.execute(
        service.services.db,
      )
      assert.deepEqual(rows, [])
    })
  })

  describe('the bodies of events (decision 36)', () => {
    test('the bodies of events are emptied after 30 days, and their rows are kept', async () => {
      const own = await service.openShop()
      const key = { shopId: own.shopId, id: await order(own) }
      await handOnAll(service.services)
      const [before] = await eventsOf(service, key)
      assert.equal(JSON.parse(before?.body ?? '').data.customer.lastName, 'Dossou')

      service.clock.forward(30 * day)
      await purgeWebhookLog(service.services)
      assert.deepEqual(await eventsOf(service, key), [before])
      service.clock.forward(1)
      await purgeWebhookLog(service.services)
      assert.deepEqual(await eventsOf(service, key), [{ ...before, body: '' }])
      assert.deepEqual(
        (await listShopEvents(service.services.db, key.shopId, { after: 0, limit: 10 })).events,
        [],
      )
    })

    test('the body of an event is kept while it waits to be relayed, and while it may still be sent', async () => {
      const own = await service.openShop()
      await sql`
        insert into webhook_endpoints (shop_id, id, url, sealed_secret, paused_at, created_at)
        values (${own.shopId}, ${randomUUID()}, 'https://shop.example/hook', 'sealed', now(), ${service.clock.now()})
      `.execute(service.services.db)
      const key = { shopId: own.shopId, id: await order(own) }
      const hasBody = async () => (await eventsOf(service, key))[0]?.body !== ''
      service.clock.forward(31 * day)
      await purgeWebhookLog(service.services)
      assert.equal(await hasBody(), true)

      await handOnAll(service.services)
      service.clock.forward(30 * day)
      await purgeWebhookLog(service.services)
      assert.equal(await hasBody(), true)
      service.clock.forward(1)
      await purgeWebhookLog(service.services)
      assert.equal(await hasBody(), false)
    })
  })

  test('a delivery that has ended can be read after its customer’s data was overwritten', async () => {
    const key = await bringTo(service, shop, 'DELIVERED')
    await sql`
      update deliveries set customer_first_name = '-', customer_last_name = '-', customer_phone = '-'
      where shop_id = ${key.shopId} and id = ${key.id}
    `.execute(service.services.db)
    const { status, body } = await shop.get(`/deliveries/${key.id}`)
    assert.deepEqual([status, body.customer], [200, { lastName: '-', firstName: '-', phone: '-' }])
  })

  test('a dispatch that has been pending for 30 days is given up (decision 38)', async () => {
    const own = await service.openShop()
    const endpointId = randomUUID()
    const { db, webhooks } = service.services
    await sql`
      insert into webhook_endpoints (shop_id, id, url, sealed_secret, disabled_at, created_at)
      values (${own.shopId}, ${endpointId}, 'https://shop.example/hook', 'sealed', now(), ${service.clock.now()})
    `.execute(db)
    const pending = async () => {
      const query = db.selectFrom('webhook_dispatches').select('webhook_dispatches.state')
      return (await query.where('webhook_dispatches.endpoint_id', '=', endpointId).execute()).length
    }
    const [first] = [await order(own), await order(own)]
    await relayAll(webhooks)
    const [event] = await eventsOf(service, { shopId: own.shopId, id: first })
    assert.equal(await pending(), 2)

    service.clock.forward(30 * day)
    await resendDispatches(webhooks, { shopId: own.shopId, id: endpointId }, { eventId: event?.id ?? '' })
    service.clock.forward(1)
    await purgeWebhookLog(service.services)
    assert.equal(await pending(), 1, 'the one that was asked for again is still owed')
    service.clock.forward(30 * day)
    await purgeWebhookLog(service.services)
    assert.equal(await pending(), 0)
  })
})

onServer(() => {
  test('every purge finds its rows by an index', async (t) => {
    const url = await createServerDatabase()
    const admin = new pg.Client({ connectionString: url })
    await admin.connect()
    t.after(() => admin.end())
    // Tables as small as these are read whole unless it is forbidden; what no index serves is read whole all the same.
    await admin.query(`alter database ${new URL(url).pathname.slice(1)} set enable_seqscan = off`)
    const database = await openDatabase({ url, poolSize: 2, timeoutMs: 30_000, onError: () => {} })
    const service = await openService({ database, url })
    const indexes = [
      'courier_offers_by_age',
      'events_with_bodies',
      'messages_by_age',
      'messages_with_codes',
      'parcel_photos_unused',
      'sessions_by_end',
      'sign_in_codes_by_end',
      'simulated_payments_by_age',
      'webhook_attempts_by_age',
      'webhook_dispatches_by_age',
    ]
    for (const purge of [
      purgeMessages,
      purgeSessions,
      purgeOffers,
      purgeSimulatedPayments,
      purgePhotos,
      purgeWebhookLog,
    ])
      await purge(service.services)
    await service.close()

    const used = async () => {
      const { rows } = await admin.query(
        'select indexrelname from pg_stat_user_indexes where idx_scan > 0 and indexrelname = any($1) order by 1',
        [indexes],
      )
      return rows.map((row) => row.indexrelname)
    }
    // The server counts a little later than it scans.
    await until(async () => (await used()).length === indexes.length, 'every index to be used').catch(
      () => {},
    )
    assert.deepEqual(await used(), indexes)
  })
})
