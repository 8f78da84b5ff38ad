import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { sql } from 'kysely'
import { systemActor } from '../src/base/kernel/actor.ts'
import { newId } from '../src/base/kernel/clock.ts'
import { internalEvent } from '../src/domain/deliveries/delivery-event.ts'
import { declarePaid } from '../src/domain/deliveries/payment/declare-paid.ts'
import { enqueueMessages } from '../src/domain/messages/enqueue-messages.ts'
import { kindNames } from '../src/domain/messages/message-kinds.ts'
import { deleteOldMessages, listMessages } from '../src/domain/messages/message-store.ts'
import { purgeMessages } from '../src/domain/messages/purge-messages.ts'
import { resendMessage } from '../src/domain/messages/resend-message.ts'
import { sendSignInCode } from '../src/domain/messages/strangers/send-to-strangers.ts'
import { insertEvent } from '../src/events/event-store.ts'
import { onEachDatabase, onServer } from './support/databases.ts'
import { act, bringTo, courier, rowOf } from './support/delivery-verbs.ts'
import { consumeAll, refuseEvents } from './support/event-work.ts'
import { holdsCode } from './support/holds-code.ts'
import { type MessageWork, messageOf, messagesOf, messageWork } from './support/message-work.ts'
import { openService, type TestService, type TestShop, testStart } from './support/open-service.ts'
import { openSecondService } from './support/second-service.ts'
import { ownerWithPhone } from './support/shop-members.ts'
import { until } from './support/until.ts'
import { accepts, openWhatsAppServer, refuses, type WhatsAppServer } from './support/whatsapp-server.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

onEachDatabase((open) => {
  let whatsApp: WhatsAppServer
  let service: TestService
  let shop: TestShop
  let work: MessageWork
  before(async () => {
    whatsApp = await openWhatsAppServer()
    service = await openService(await open(), whatsApp.env)
    shop = await service.openShop()
  })
  beforeEach(async () => {
    await deleteOldMessages(service.services.db, new Date('2100-01-01'), 10_000)
    whatsApp.asked.length = 0
    whatsApp.answering = accepts
    service.clock.set(testStart)
    work = messageWork(service)
  })
  after(async () => {
    await whatsApp.close()
    await service.close()
  })

  const stateOf = async (key: { shopId: string; id: string }, kind = 'POSITION_LINK') => {
    const { state, attempts, last_failure } = await messageOf(service, key, kind)
    return [state, attempts, last_failure]
  }

  describe('messages about a delivery', () => {
    test('the customer is asked for a position, then notified that the courier is on the way and of the hand-over', async () => {
      const key = await bringTo(service, shop, 'AWAITING_LOCATION')
      await work.once()
      for (const verb of ['locate', 'assign'] as const) await act(service, key, verb)
      await work.once()
      const row = await act(service, key, 'pickUp')
      await work.once()
      await act(service, key, 'handOver')
      await work.once()

      assert.deepEqual(whatsApp.sent(), [
        ['colis_position_link_v2', '2290197000001'],
        ['colis_courier_on_the_way_v2', '2290197000001'],
        ['colis_delivered_v2', '2290197000001'],
      ])
      const [position, onTheWay] = whatsApp.asked.map(({ body }) => body.template.components)
      const token = position?.[1]?.parameters[0]?.text
      assert.match(token ?? '', /^[\w-]{64}$/)
      assert.equal(onTheWay?.[1]?.parameters[0]?.text, token)
      assert.deepEqual(
        onTheWay?.[0]?.parameters.map(({ text }) => text),
        ['Afi', 'Boutique Test', courier.firstName, 'en tricycle', courier.phone, row.confirmation_code],
      )
      const emitted = await messagesOf(service, key)
      assert.deepEqual(
        emitted.map(({ kind, state, attempts, channel, recipient, wa_id }) => ({
          kind,
          state,
          attempts,
          channel,
          recipient,
          wa_id,
        })),
        ['COURIER_ON_THE_WAY', 'DELIVERED', 'POSITION_LINK'].map((kind) => ({
          kind,
          state: 'SENT',
          attempts: 1,
          channel: 'WHATSAPP',
          recipient: '+2290197000001',
          wa_id: '22997000001',
        })),
      )
      assert.deepEqual(work.reportedErrors, [])
    })

    test('the customer of a delivery ordered with its destination is not asked for a position', async () => {
      await shop.order({ dropoff: { lat: 6.37, lng: 2.43 } })
      await work.once()
      assert.deepEqual(whatsApp.sent(), [])
    })

    for (const [verb, kind, until] of [
      ['cancel', 'DELIVERY_CANCELLED', 'IN_TRANSIT'],
      ['cancel', 'DELIVERY_CANCELLED', 'AWAITING_LOCATION'],
      ['expire', 'DELIVERY_EXPIRED', 'AWAITING_LOCATION'],
    ] as const) {
      test(`after ${verb} while ${until}, a customer who was already notified of the parcel is sent ${kind}`, async () => {
        const key = await bringTo(service, shop, until)
        await work.once()
        whatsApp.asked.length = 0
        await act(service, key, verb)
        await work.once()
        assert.deepEqual(whatsApp.sent(), [[`colis_${kind.toLowerCase()}_v2`, '2290197000001']])
        assert.deepEqual(await stateOf(key, kind), ['SENT', 1, null])
      })
    }

    test('a customer who was never notified of a parcel is not notified that it is cancelled', async () => {
      const made = await shop.order({ dropoff: { lat: 6.37, lng: 2.43 } })
      await work.once()
      await act(service, { shopId: shop.shopId, id: made.body.id }, 'cancel')
      await work.once()
      assert.deepEqual(whatsApp.sent(), [])
    })

    test('a declared payment emits its event in the same transaction, and the owner is notified', async () => {
      const payment = { mode: 'CASH_ON_DELIVERY', goodsAmount: 15_000, collection: 'DIRECT' }
      const owned = await service.openShop({ ownerEmail: 'boutique@example.com' })
      const [key, unowned] = [
        await bringTo(service, owned, 'IN_TRANSIT', { payment }),
        await bringTo(service, shop, 'IN_TRANSIT', { payment }),
      ]
      await declarePaid(service.services, key)
      await declarePaid(service.services, unowned)
      await work.relay()
      assert.deepEqual(await stateOf(key, 'PAYMENT_DECLARED'), ['PENDING', 0, null])
      assert.deepEqual(
        (await messagesOf(service, unowned)).filter(({ kind }) => kind === 'PAYMENT_DECLARED'),
        [],
      )

      const other = await bringTo(service, owned, 'IN_TRANSIT', { payment })
      await refuseEvents(service, 'payment.declared', async () => {
        await assert.rejects(declarePaid(service.services, other), /No event today/)
      })
      assert.equal((await rowOf(service, other)).payment_status, 'AWAITING_CUSTOMER')
    })

    test('the customer is notified of a failed hand-over, and the owner by mail, or on the phone without an address', async () => {
      const owned = await service.openShop({ ownerEmail: 'boutique@example.com' })
      const [byPhone, byBoth] = [
        await service.openShop(),
        await service.openShop({ ownerEmail: 'boutique2@example.com' }),
      ]
      await ownerWithPhone(service, byPhone.shopId, '+2290197000045')
      await ownerWithPhone(service, byBoth.shopId, '+2290197000046')
      const keys = [
        await bringTo(service, shop, 'FAILED'),
        await bringTo(service, owned, 'FAILED'),
        await bringTo(service, byPhone, 'FAILED'),
        await bringTo(service, byBoth, 'FAILED'),
      ]
      await work.once()

      const kinds = await Promise.all(
        keys.map(async (key) =>
          (await messagesOf(service, key)).map(({ kind, state }) => `${kind} ${state}`),
        ),
      )
      assert.deepEqual(kinds, [
        ['DELIVERY_FAILED SENT'],
        ['DELIVERY_FAILED SENT', 'DELIVERY_FAILED_OWNER PENDING'],
        ['DELIVERY_FAILED SENT', 'DELIVERY_FAILED_OWNER_PHONE SENT'],
        ['DELIVERY_FAILED SENT', 'DELIVERY_FAILED_OWNER PENDING'],
      ])
    })

    test('no code of a parcel is stored with the messages to be sent', async () => {
      const key = await bringTo(service, shop, 'IN_TRANSIT')
      await work.relay()
      const rows = await sql<{ row: string }>`select messages::text as row from messages`.execute(
        service.services.db,
      )
      const { pickup_code, confirmation_code } = await rowOf(service, key)
      assert.ok(rows.rows.length > 0)
      for (const { row } of rows.rows)
        for (const code of [pickup_code, confirmation_code]) assert.equal(holdsCode(row, code), false)
    })

    test('an event that is relayed again enqueues no second message', async () => {
      const key = await bringTo(service, shop, 'AWAITING_LOCATION')
      await work.once()
      let consumed = 0
      const counted = enqueueMessages(service.services)
      await sql`
        update event_consumers
        set position = placed.position - 1
        from event_positions as placed
        join events on events.shop_id = placed.shop_id and events.id = placed.event_id
        where event_consumers.name = 'messages' and events.delivery_id = ${key.id}`.execute(
        service.services.db,
      )

      await consumeAll(service.services, {
        ...counted,
        consume: async (trx, events) => {
          consumed += events.length
          await counted.consume(trx, events)
        },
      })
      assert.ok(consumed > 0)
      await work.once()

      assert.equal((await messagesOf(service, key)).length, 1)
      assert.equal(whatsApp.asked.length, 1)
    })

    for (const verb of ['cancel', 'expire', 'locate'] as const) {
      test(`a position link that is still pending at ${verb} is not sent`, async () => {
        const key = await bringTo(service, shop, 'AWAITING_LOCATION')
        await work.relay()
        await act(service, key, verb)
        await work.once()
        assert.deepEqual(await stateOf(key), ['SKIPPED', 1, 'NO_LONGER_TRUE'])
        assert.deepEqual(whatsApp.asked, [])
      })
    }

    test('a message that could not be sent for a day is skipped', async () => {
      const key = await bringTo(service, shop, 'DELIVERED')
      await work.relay()
      service.clock.forward(day)
      await work.once()
      assert.deepEqual(await stateOf(key, 'DELIVERED'), ['SKIPPED', 1, 'TOO_LATE'])
    })
  })

  describe('a provider that is down', () => {
    test('a message that fails is retried after 1, 5, 15 and 60 minutes, and then given up', async () => {
      whatsApp.answering = refuses(500, 131000)
      const key = await bringTo(service, shop, 'AWAITING_LOCATION')
      await work.once()
      for (const [made, minutes] of [
        [1, 1],
        [2, 5],
        [3, 15],
        [4, 60],
      ] as const) {
        assert.deepEqual(await stateOf(key), ['PENDING', made, 'WHATSAPP_131000'])
        service.clock.forward(minutes * minute - 1)
        await work.once()
        assert.equal(whatsApp.asked.length, made)
        service.clock.forward(1)
        await work.once()
        assert.equal(whatsApp.asked.length, made + 1)
      }
      assert.deepEqual(await stateOf(key), ['FAILED', 5, 'WHATSAPP_131000'])
      service.clock.forward(day)
      await work.once()
      assert.equal(whatsApp.asked.length, 5)
    })

    test('each pending message is sent once when the provider is back', async () => {
      whatsApp.answering = (response) => response.destroy()
      const keys = [
        await bringTo(service, shop, 'AWAITING_LOCATION'),
        await bringTo(service, shop, 'AWAITING_LOCATION'),
      ]
      await work.once()
      assert.deepEqual(await Promise.all(keys.map((key) => stateOf(key))), [
        ['PENDING', 1, 'CONNECTION'],
        ['PENDING', 1, 'CONNECTION'],
      ])

      whatsApp.answering = accepts
      whatsApp.asked.length = 0
      service.clock.forward(minute)
      await work.once()
      service.clock.forward(day)
      await work.once()

      assert.deepEqual(await Promise.all(keys.map((key) => stateOf(key))), [
        ['SENT', 2, null],
        ['SENT', 2, null],
      ])
      assert.equal(whatsApp.asked.length, 2)
    })

    test('a message to a person who is not on WhatsApp is not retried', async () => {
      whatsApp.answering = refuses(400, 131026)
      const key = await bringTo(service, shop, 'AWAITING_LOCATION')
      await work.once()
      assert.deepEqual(await stateOf(key), ['FAILED', 1, 'WHATSAPP_131026'])
    })

    test('a message that cannot be composed is retried, and the error is reported', async () => {
      const key = await bringTo(service, shop, 'AWAITING_LOCATION')
      const broken = messageWork(service, {
        context: { ...service.services.messages.context, timeZone: '', customerLinks: null as never },
      })
      await broken.once()
      assert.deepEqual(await stateOf(key), ['PENDING', 1, 'INTERNAL'])
      assert.match(broken.reportedErrors.join(), /^A message could not be composed or sent\./)
    })
  })

  describe('a message that is being sent', () => {
    test('a message being sent is left alone by other senders, and taken over when its lease has expired', async () => {
      const held: (() => void)[] = []
      whatsApp.answering = (response, asked) => held.push(() => accepts(response, asked))
      const key = await bringTo(service, shop, 'AWAITING_LOCATION')
      await work.relay()
      const first = work.start()
      await whatsApp.hasBeenAsked(1)
      whatsApp.answering = accepts

      await work.once()
      assert.equal(whatsApp.asked.length, 1)
      service.clock.forward(30_000)
      await work.once()
      assert.equal(whatsApp.asked.length, 2)
      assert.deepEqual(await stateOf(key), ['SENT', 1, null])

      const before = await messageOf(service, key, 'POSITION_LINK')
      service.clock.forward(minute)
      for (const release of held) release()
      await first.stop()
      assert.deepEqual(await messageOf(service, key, 'POSITION_LINK'), before)
    })

    test('a message being sent is finished before its sender stops', async () => {
      const held: (() => void)[] = []
      whatsApp.answering = (response, asked) => held.push(() => accepts(response, asked))
      const key = await bringTo(service, shop, 'AWAITING_LOCATION')
      await work.relay()
      const sender = work.start()
      await whatsApp.hasBeenAsked(1)
      const stopped = sender.stop()
      for (const release of held) release()
      await stopped
      assert.deepEqual(await stateOf(key), ['SENT', 1, null])
    })

    test('one wake sends a hundred messages, never more than sixteen at once', async () => {
      let [now, most] = [0, 0]
      whatsApp.answering = (response, asked) => {
        now += 1
        most = Math.max(most, now)
        setImmediate(() => {
          now -= 1
          accepts(response, asked)
        })
      }
      for (let made = 0; made < 100; made += 1)
        await sendSignInCode(service.services, { ...signIn, courierId: await registered() })
      const sender = work.start()
      await whatsApp.hasBeenAsked(100)
      await sender.stop()
      assert.ok(most <= 16, `${most} at once`)
      const rows = await listMessages(service.services.db, { limit: 200 })
      assert.deepEqual(new Set(rows.map(({ state }) => state)), new Set(['SENT']))
      assert.equal(whatsApp.asked.length, 100)
    })
  })

  let couriers = 60_000_000
  /** Adds a courier, as a message needs one that exists. */
  async function registered(courierId = newId(service.clock.now())): Promise<string> {
    const phone = `+22901${String(++couriers).padStart(8, '0')}`
    await sql`insert into couriers (id, first_name, last_name, phone, vehicle_type, created_at)
      values (${courierId}, 'Sessi', 'Hounsou', ${phone}, 'MOTO', ${service.clock.now()})`.execute(
      service.services.db,
    )
    return courierId
  }

  describe('an offered trip', () => {
    const asked = ['Sessi', 'Boutique Test', 'En face du marché', '1,8 km', '1 200 FCFA']

    async function offer(status: 'SEARCHING_COURIER' | 'ASSIGNED' = 'SEARCHING_COURIER') {
      const key = await bringTo(service, shop, status)
      const [now, courierId] = [service.clock.now(), await registered()]
      const expiresAt = new Date(now.getTime() + minute)
      await sql`insert into courier_offers
        (shop_id, delivery_id, courier_id, round, pay_fcfa, distance_meters, offered_at, expires_at)
        values (${key.shopId}, ${key.id}, ${courierId}, 1, 1200, 1840, ${now}, ${expiresAt})`.execute(
        service.services.db,
      )
      const made = { shopId: key.shopId, deliveryId: key.id, courierId, expiresAt }
      await notifyOffers(made)
      return { key, made }
    }
    /** The event of a search round about the offers that it made. */
    const notifyOffers = async (...offers: Awaited<ReturnType<typeof offer>>['made'][]) => {
      const [{ shopId, deliveryId: id }] = offers as [(typeof offers)[0]]
      const data = { offers: offers.map(({ courierId, expiresAt }) => ({ courierId, expiresAt })) }
      const event = internalEvent({ shopId, id }, 'delivery.offered', {
        now: service.clock.now(),
        actor: systemActor,
        data,
      })
      await service.services.db.transaction().execute((trx) => insertEvent(trx, event))
    }

    test('an offered trip is sent to the courier, and not a second time when it is offered again', async () => {
      const { key, made } = await offer()
      await work.once()
      await notifyOffers(made)
      await work.once()

      assert.deepEqual(
        whatsApp.sent().map(([name]) => name),
        ['colis_courier_offer_v2'],
      )
      assert.equal(whatsApp.asked[0]?.body.to, `22901${couriers}`)
      assert.deepEqual(
        whatsApp.asked[0]?.body.template.components[0]?.parameters.map(({ text }) =>
          text.replaceAll(/[\u00a0\u202f]/g, ' '),
        ),
        asked,
      )
      assert.deepEqual(await stateOf(key, 'COURIER_OFFER'), ['SENT', 1, null])
    })

    test('an offered trip is sent to every courier it is offered to', async () => {
      const { made } = await offer()
      const other = { ...made, courierId: await registered() }
      await notifyOffers(made, other)
      await work.relay()
      const rows = await listMessages(service.services.db, { deliveryId: made.deliveryId, limit: 10 })
      assert.deepEqual(
        rows.map(({ kind, courier_id }) => `${kind} ${courier_id}`).sort(),
        [other.courierId, made.courierId].map((id) => `COURIER_OFFER ${id}`).sort(),
      )
    })

    test('an offer that was not sent to the courier in time is sent when the trip is offered again', async () => {
      const { key, made } = await offer()
      service.clock.forward(minute)
      await work.once()
      const expiresAt = new Date(service.clock.now().getTime() + minute)
      await notifyOffers({ ...made, expiresAt })
      await work.once()
      assert.deepEqual(await stateOf(key, 'COURIER_OFFER'), ['SENT', 1, null])
      assert.equal(whatsApp.asked.length, 1)
    })

    test('an offer is no longer sent once another courier has the trip, or the offer has expired', async () => {
      const { key: taken } = await offer('ASSIGNED')
      await work.once()
      assert.deepEqual(await stateOf(taken, 'COURIER_OFFER'), ['SKIPPED', 1, 'NO_LONGER_TRUE'])
      const { key: late } = await offer()
      service.clock.forward(minute)
      await work.once()
      assert.deepEqual(await stateOf(late, 'COURIER_OFFER'), ['SKIPPED', 1, 'TOO_LATE'])
      assert.deepEqual(whatsApp.sent(), [])
    })
  })

  const signIn = {
    standing: 'KNOWN' as const,
    network: null,
    courierId: '019f0000-0000-7000-8000-0000000000c1',
    phone: '+2290197000042',
    code: '739201',
    expiresAt: new Date(Date.parse(testStart) + 10 * minute),
  }
  const contents = async () =>
    (
      await sql<{ content: { code: string } | null }>`select content from messages`.execute(
        service.services.db,
      )
    ).rows

  describe('a sign-in code', () => {
    before(() => registered(signIn.courierId))

    test('a sign-in code is sent to the courier’s phone in their language, and then cleared', async () => {
      await sendSignInCode(service.services, { ...signIn, language: 'en' })
      assert.deepEqual(await contents(), [{ content: { code: signIn.code } }])
      await work.once()
      const [asked] = whatsApp.asked
      assert.deepEqual(whatsApp.sent(), [['colis_sign_in_code_v2', '2290197000042']])
      assert.equal(asked?.body.template.language.code, 'en')
      assert.equal(asked?.body.template.components[0]?.parameters[0]?.text, signIn.code)
      assert.deepEqual(await contents(), [{ content: null }])
    })

    test('a sign-in code that was not sent in time is not sent, and is cleared', async () => {
      whatsApp.answering = refuses(500, 131000)
      await sendSignInCode(service.services, signIn)
      await work.once()
      assert.deepEqual(await contents(), [{ content: { code: signIn.code } }])
      service.clock.forward(10 * minute)
      await work.once()
      assert.equal(whatsApp.asked.length, 1)
      assert.deepEqual(await contents(), [{ content: null }])
    })

    test('a sign-in code that the provider refuses for good is cleared', async () => {
      whatsApp.answering = refuses(400, 131026)
      await sendSignInCode(service.services, signIn)
      await work.once()
      assert.deepEqual(await contents(), [{ content: null }])
    })

    test('a sign-in code that is never sent is cleared when it has expired', async () => {
      await sendSignInCode(service.services, signIn)
      service.clock.forward(10 * minute - 1)
      await purgeMessages(service.services)
      assert.deepEqual(await contents(), [{ content: { code: signIn.code } }])
      service.clock.forward(1)
      await purgeMessages(service.services)
      assert.deepEqual(await contents(), [{ content: null }])
    })

    test('a sign-in code is not enqueued when its transaction fails', async () => {
      const failing = service.services.db.transaction().execute(async (trx) => {
        await sendSignInCode({ ...service.services, db: trx }, signIn)
        throw new Error('not today')
      })
      await assert.rejects(failing, /not today/)
      assert.deepEqual(await contents(), [])
    })
  })

  test('messages are deleted after 30 days, in small batches', async () => {
    const insert = (count: number, at: Date) =>
      sql`insert into messages (id, kind, created_at, due_at, state)
        select gen_random_uuid(), 'DELIVERED', ${at}, ${at}, 'SENT' from generate_series(1, ${count})`.execute(
        service.services.db,
      )
    const count = async () => (await contents()).length
    await insert(2_001, service.clock.now())
    await insert(1, new Date(service.clock.now().getTime() + 1))

    service.clock.forward(30 * day)
    assert.equal(await purgeMessages(service.services), false)
    assert.equal(await count(), 2_002)
    service.clock.forward(1)
    assert.equal(await purgeMessages(service.services), true)
    assert.equal(await count(), 2)
    assert.equal(await purgeMessages(service.services), false)
    assert.equal(await count(), 1)
  })

  describe('a message that is sent again', () => {
    test('a failed message that is sent again gets all its attempts again', async () => {
      whatsApp.answering = refuses(400, 131026)
      const key = await bringTo(service, shop, 'AWAITING_LOCATION')
      await work.once()
      whatsApp.answering = accepts
      const { id } = await messageOf(service, key, 'POSITION_LINK')
      await resendMessage(service.services, id)
      assert.deepEqual(await stateOf(key), ['PENDING', 0, null])
      await work.once()
      assert.deepEqual(await stateOf(key), ['SENT', 1, null])
    })

    test('a message is sent again however old it is, as long as it is still true', async () => {
      const key = await bringTo(service, shop, 'DELIVERED')
      await work.once()
      service.clock.forward(3 * day)
      const { id } = await messageOf(service, key, 'DELIVERED')
      await resendMessage(service.services, id)
      await work.once()
      assert.deepEqual(await stateOf(key, 'DELIVERED'), ['SENT', 1, null])
      assert.equal(whatsApp.sent().filter(([name]) => name === 'colis_delivered_v2').length, 2)
    })

    test('a message that is being sent cannot be sent again, and neither can an unknown one', async () => {
      const held: (() => void)[] = []
      whatsApp.answering = (response, asked) => held.push(() => accepts(response, asked))
      const key = await bringTo(service, shop, 'AWAITING_LOCATION')
      await work.relay()
      const sender = work.start()
      await whatsApp.hasBeenAsked(1)
      const { id } = await messageOf(service, key, 'POSITION_LINK')
      await assert.rejects(resendMessage(service.services, id), { code: 'MESSAGE_UNDER_WAY' })
      for (const release of held) release()
      await sender.stop()
      const unknown = newId(service.clock.now())
      await assert.rejects(resendMessage(service.services, unknown), { code: 'MESSAGE_NOT_FOUND' })
    })
  })

  test('a message without a channel is held and logged once, and sent once a channel is configured', async () => {
    const key = await bringTo(service, shop, 'AWAITING_LOCATION')
    const without = messageWork(service, { routes: [] })
    service.logged.length = 0
    await without.once()
    await until(() => service.logged.length > 0, 'a line in the log')
    const [line] = service.logged.map((text) => JSON.parse(text))
    assert.equal(line.level, 40)
    assert.match(line.msg, /^messages are held until there is a channel for them/)
    assert.equal(line.kinds.length, kindNames.length)
    assert.deepEqual(await stateOf(key), ['PENDING', 0, null])

    await work.once()
    assert.deepEqual(await stateOf(key), ['SENT', 1, null])
  })
})

onServer((open) => {
  test('two processes that send at once send each message once', async (t) => {
    const whatsApp = await openWhatsAppServer()
    const database = await open()
    const service = await openService(database, whatsApp.env)
    const second = await openSecondService(database.url, whatsApp.env)
    t.after(async () => {
      await second.close()
      await service.close()
      await whatsApp.close()
    })
    const shop = await service.openShop()
    for (let orders = 0; orders < 60; orders += 1) assert.equal((await shop.order()).status, 201)
    const works = [service, service, second].map((each) => messageWork(each))

    await Promise.all(works.map((each) => each.relay()))
    const senders = works.map((each) => each.start())
    await whatsApp.hasBeenAsked(60)
    await Promise.all(senders.map((sender) => sender.stop()))

    const emitted = whatsApp.asked.map(({ body }) => body.biz_opaque_callback_data)
    assert.equal(new Set(emitted).size, 60)
    assert.equal(emitted.length, 60)
    assert.deepEqual(
      works.flatMap(({ reportedErrors }) => reportedErrors),
      [],
    )
  })
})
