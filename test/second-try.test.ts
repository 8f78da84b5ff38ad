import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { sql } from 'kysely'
import { cliActor, customerActor } from '../src/base/kernel/actor.ts'
import { ApiError } from '../src/contract/errors.ts'
import { followArrivals } from '../src/domain/arrivals/follow-arrivals.ts'
import { watchDeliveries } from '../src/domain/board/watch-deliveries.ts'
import { checkCourier } from '../src/domain/couriers/check-courier.ts'
import { quoteCancellation } from '../src/domain/deliveries/cancelling/quote-cancellation.ts'
import { changeDelivery } from '../src/domain/deliveries/changing/change-delivery.ts'
import type { DeliveryRow } from '../src/domain/deliveries/delivery-row.ts'
import type { DeliveryKey } from '../src/domain/deliveries/delivery-store.ts'
import { declarePaid } from '../src/domain/deliveries/payment/declare-paid.ts'
import { searchAllDeliveries } from '../src/domain/deliveries/searching/search-all-deliveries.ts'
import { searchDeliveries } from '../src/domain/deliveries/searching/search-deliveries.ts'
import { askSecondTry } from '../src/domain/deliveries/second-try/ask-second-try.ts'
import { quoteSecondTry } from '../src/domain/deliveries/second-try/quote-second-try.ts'
import { assignCourier } from '../src/domain/deliveries/transitions/assign-courier.ts'
import { returnParcel } from '../src/domain/deliveries/transitions/return-parcel.ts'
import { returnWithCode } from '../src/domain/deliveries/transitions/return-with-code.ts'
import { assignChosenCourier } from '../src/domain/matching/overseeing/assign-chosen-courier.ts'
import { readScreen } from '../src/domain/matching/read-screen.ts'
import { resumeSearch } from '../src/domain/matching/search-store.ts'
import { shownBalance } from '../src/domain/money/ledger/ledger-account.ts'
import { listEntriesOfDelivery } from '../src/domain/money/ledger/ledger-store.ts'
import { payAsSimulatedCustomer } from '../src/domain/money/mobile-money/pay-as-simulated-customer.ts'
import { checkLedger } from '../src/domain/money/settlement/check-ledger.ts'
import { setOutAgain } from '../src/domain/tours/set-out-again.ts'
import { openStatuses, statusFilter } from '../src/web/exports/delivery-filter.ts'
import { courierAt, eastOfShop, offersOf, searchOnce } from './support/courier-work.ts'
import { onEachDatabase, onServer } from './support/databases.ts'
import { act, bringTo, eventsOf, rowOf } from './support/delivery-verbs.ts'
import { consumeAll } from './support/event-work.ts'
import { beginBooks, settleAll } from './support/money-work.ts'
import { center, openService, type TestService, type TestShop, testStart } from './support/open-service.ts'
import { setRules } from './support/rules.ts'

const cash = { payment: { mode: 'CASH_ON_DELIVERY', goodsAmount: 5000, collection: 'SECURE' } }
const direct = { payment: { mode: 'CASH_ON_DELIVERY', goodsAmount: 5000, collection: 'DIRECT' } }
/** 14:00 to 16:00 UTC of the day of the test. */
const today = { from: '2026-11-21T14:00:00.000Z', to: '2026-11-21T16:00:00.000Z' }
const tomorrow = { from: '2026-11-22T08:00:00.000Z', to: '2026-11-22T10:00:00.000Z' }

onEachDatabase((open) => {
  let service: TestService
  let shop: TestShop
  before(async () => {
    service = await openService(await open())
    await beginBooks(service)
    await setRules(service.services, { SECOND_TRY_PERCENT: 50 })
    shop = await service.openShop()
  })
  beforeEach(() => service.clock.set(testStart))
  after(() => service.close())

  const ask = (key: DeliveryKey, window = today, more: object = {}) =>
    shop.post(`/deliveries/${key.id}/second-tries`, { window, ...more })
  const askAsCustomer = (key: DeliveryKey, window = today) =>
    askSecondTry({ ...service.services, actor: customerActor }, key, { asker: 'CUSTOMER', window })
  const row = (key: DeliveryKey) => rowOf(service, key)
  const keyOf = ({ shop_id: shopId, id }: DeliveryRow): DeliveryKey => ({ shopId, id })

  /** A parcel that a courier of the service could not hand over, and still has. */
  async function failedWith(input: object = cash): Promise<{ key: DeliveryKey; courierId: string }> {
    const courierId = await courierAt(service, eastOfShop(100))
    const key = await bringTo(service, shop, 'SEARCHING_COURIER', input)
    await assignCourier(service.services, key, {
      ...{ id: courierId, firstName: 'Koffi', phone: '+2290197000009' },
      ...{ vehicleType: 'MOTO', plateNumber: null },
    })
    await act(service, key, 'pickUp')
    await act(service, key, 'fail')
    return { key, courierId }
  }

  async function booked(key: DeliveryKey) {
    const entries = await listEntriesOfDelivery(service.services.db, key.id)
    return entries
      .map(({ kind, amountFcfa }) => `${kind} ${shownBalance(kind, amountFcfa)}`)
      .toSorted((one, other) => one.localeCompare(other))
  }

  const faults = async () => {
    await settleAll(service)
    return (await checkLedger(service.services)).faults
  }

  describe('asking for it', () => {
    test('a second try is a delivery of its own, and each of the two names the other', async () => {
      const { key } = await failedWith()
      const before = (await shop.get(`/deliveries/${key.id}`)).body

      const { status, body } = await ask(key)

      assert.equal(status, 201, JSON.stringify(body))
      const first = (await shop.get(`/deliveries/${key.id}`)).body
      assert.deepEqual(first, { ...before, secondTryId: body.id })
      assert.equal(body.secondTryOf, key.id)
      assert.equal(body.status, 'SEARCHING_COURIER')
      assert.notEqual(body.reference, first.reference)
      assert.deepEqual([body.externalRef, body.pickupWindow], [null, today])
      assert.deepEqual(
        [body.customer, body.pickup, body.dropoff, body.parcel],
        [first.customer, first.pickup, first.dropoff, first.parcel],
      )
      assert.match(body.pickupCode, /^\d{4}$/)
      const again = { shopId: shop.shopId, id: body.id }
      assert.notEqual((await row(again)).confirmation_code, undefined)
      assert.deepEqual(
        (await eventsOf(service, again)).map(({ type }) => type),
        ['delivery.created'],
      )
      assert.deepEqual(
        (await eventsOf(service, key)).map(({ type }) => type).toSorted(),
        [
          'delivery.courier_assigned',
          'delivery.created',
          'delivery.failed',
          'delivery.location_confirmed',
          'delivery.picked_up',
        ].toSorted(),
      )
    })

    test('the shop that asks pays its trip at the share that the operator sets, the customer the goods', async () => {
      const { key } = await failedWith()
      const { price_fcfa: tripFcfa } = await row(key)
      assert.equal(tripFcfa, 600)

      const { body } = await ask(key)

      assert.deepEqual(
        [body.price, body.payment.feePayer, body.payment.mode, body.payment.amountToCollect],
        [300, 'MERCHANT', 'CASH_ON_DELIVERY', 5000],
      )
    })

    test('the customer who asks pays the trip with what is still due', async () => {
      const { key } = await failedWith()
      const { delivery } = await askAsCustomer(key)
      const { body } = await shop.get(`/deliveries/${delivery.id}`)
      assert.deepEqual(
        [body.payment.feePayer, body.payment.collection, body.payment.amountToCollect],
        ['CUSTOMER', 'SECURE', 5300],
      )

      const prepaid = await failedWith({ payment: { mode: 'PREPAID' } })
      const own = (await askAsCustomer(prepaid.key)).delivery
      assert.deepEqual(
        [own.payment_mode, own.fee_payer, own.goods_amount_fcfa, own.payment_status],
        ['CASH_ON_DELIVERY', 'CUSTOMER', 0, 'NOT_REQUESTED'],
      )
    })

    test('what the shop was paid on its own number is not collected again', async () => {
      const courierId = await courierAt(service, eastOfShop(100))
      const key = await bringTo(service, shop, 'SEARCHING_COURIER', direct)
      await assignCourier(service.services, key, {
        ...{ id: courierId, firstName: 'Koffi', phone: '+2290197000009' },
        ...{ vehicleType: 'MOTO', plateNumber: null },
      })
      await act(service, key, 'pickUp')
      await shop.post(`/deliveries/${key.id}/payment-confirmations`, { received: true })
      await act(service, key, 'fail')
      assert.equal((await ask(key)).body.payment.amountToCollect, 0)
    })

    test('asked again in the same words it answers the same, and to anybody else that it was asked for', async () => {
      const { key } = await failedWith()
      const first = await ask(key)
      const same = await ask(key)
      assert.deepEqual([same.status, same.body], [201, first.body])
      assert.equal(same.headers['idempotent-replayed'], 'true')

      for (const refused of [ask(key, tomorrow), askAsCustomer(key).catch((error) => error)]) {
        const answer = await refused
        assert.equal(answer.body?.code ?? answer.code, 'SECOND_TRY_ASKED')
      }
    })

    test('another price than the one agreed to is refused with the right one', async () => {
      const { key } = await failedWith()
      const { status, body } = await ask(key, today, { expectedPrice: 600 })
      assert.deepEqual([status, body.code, body.details.price], [409, 'PRICE_CHANGED', 300])
      assert.equal((await ask(key, today, { expectedPrice: 300 })).status, 201)
    })

    test('it is refused where nothing failed, where it is off, of what is damaged, and when it is too late', async () => {
      const reasonOf = async (key: DeliveryKey, window = today) =>
        (await ask(key, window)).body.details?.reason
      const { key } = await failedWith()
      assert.equal(await reasonOf(await bringTo(service, shop, 'IN_TRANSIT')), 'NOT_FAILED')
      assert.equal(await reasonOf(await bringTo(service, shop, 'CANCELLED')), 'NOT_FAILED')
      assert.equal(await reasonOf(await bringTo(service, shop, 'DELIVERED')), 'NOT_FAILED')

      await setRules(service.services, { SECOND_TRY_PERCENT: 0 })
      assert.equal(await reasonOf(key), 'OFF')
      await setRules(service.services, { SECOND_TRY_PERCENT: 50 })

      const damaged = await failedWith()
      await service.services.db
        .updateTable('deliveries')
        .set({ failure_code: 'PARCEL_DAMAGED' })
        .where('deliveries.id', '=', damaged.key.id)
        .execute()
      assert.equal(await reasonOf(damaged.key), 'PARCEL_DAMAGED')

      assert.equal(
        await reasonOf(key, { from: '2026-11-22T22:30:00Z', to: '2026-11-22T23:30:00Z' }),
        'WINDOW',
      )
      assert.equal((await ask(key, { from: '2026-11-21T08:00:00Z', to: '2026-11-21T12:00:00Z' })).status, 422)
      // Midnight of the day after, on the clocks of Cotonou.
      service.clock.set('2026-11-22T23:00:00.000Z')
      assert.equal(
        await reasonOf(key, { from: '2026-11-23T08:00:00Z', to: '2026-11-23T10:00:00Z' }),
        'TOO_LATE',
      )
    })

    test('goods that the customer says they paid are not collected again before the shop has answered', async () => {
      const courierId = await courierAt(service, eastOfShop(100))
      const key = await bringTo(service, shop, 'SEARCHING_COURIER', direct)
      await assignCourier(service.services, key, await checkCourier(service.services.db, courierId))
      await act(service, key, 'pickUp')
      await declarePaid(service.services, key)
      await act(service, key, 'fail')
      const { status, body } = await ask(key)
      assert.deepEqual([status, body.details?.reason], [409, 'PAYMENT_UNANSWERED'])
      assert.deepEqual(await quoteSecondTry(service.services, await row(key), 'SHOP'), [])
    })

    test('the way is measured once for all spans', async () => {
      const first = await row((await failedWith()).key)
      const { pricing } = service.services
      let measured = 0
      const measureTrip: typeof pricing.measureTrip = (...trip) => {
        measured += 1
        return pricing.measureTrip(...trip)
      }
      const slots = await quoteSecondTry(
        { ...service.services, pricing: { ...pricing, measureTrip } },
        first,
        'SHOP',
      )
      assert.ok(slots.length > 5)
      assert.equal(measured, 1)
    })

    test('nothing is offered of what could not be ordered', async () => {
      const first = await row((await failedWith()).key)
      const { services } = service
      const { pricing } = services
      const offered = async (changed: Partial<typeof services> = {}) =>
        (await quoteSecondTry({ ...services, ...changed }, first, 'SHOP')).length > 0
      const bounded = (boundsIn: typeof pricing.collecting.boundsIn) =>
        offered({ pricing: { ...pricing, collecting: { ...pricing.collecting, boundsIn } } })
      const set = (change: {
        suspended_at?: Date | null
        suspension_reason?: string | null
        approved_at?: Date | null
      }) => services.db.updateTable('shops').set(change).where('shops.id', '=', shop.shopId).execute()

      assert.equal(await offered(), true)
      assert.equal(await offered({ blockedCustomers: { isBlocked: () => true } }), false)
      assert.equal(await bounded(() => undefined), false)
      assert.equal(await bounded(() => ({ minFcfa: 100, maxFcfa: 4_999 })), false)
      await set({ suspended_at: service.clock.now(), suspension_reason: 'Impayés' })
      assert.equal(await offered(), false)
      await set({ suspended_at: null, suspension_reason: null, approved_at: null })
      assert.equal(await offered(), false)
      await set({ approved_at: service.clock.now() })
    })

    test('a parcel is brought three times at most', async () => {
      let { key } = await failedWith()
      for (const tries of [2, 3]) {
        const { delivery } = await askAsCustomer(key)
        assert.equal(delivery.second_try_of, key.id, `try ${tries}`)
        await returnParcel(service.services, key)
        key = keyOf(delivery)
        for (const verb of ['assign', 'pickUp', 'fail'] as const) await act(service, key, verb)
      }
      assert.equal((await ask(key)).body.details?.reason, 'TRIES_USED_UP')
    })

    test('one that was cancelled or expired with no courier can be asked for again, and three in all', async () => {
      const { key } = await failedWith()
      const made: DeliveryKey[] = []
      for (const end of ['cancel', 'expire', 'cancel'] as const) {
        const { status, body } = await ask(key)
        assert.equal(status, 201, JSON.stringify(body))
        made.push({ shopId: shop.shopId, id: body.id })
        assert.equal((await shop.get(`/deliveries/${key.id}`)).body.secondTryId, body.id)
        assert.equal((await ask(key, tomorrow)).body.code, 'SECOND_TRY_ASKED')
        await act(service, { shopId: shop.shopId, id: body.id }, end)
      }
      assert.equal(new Set(made.map(({ id }) => id)).size, 3)
      for (const each of made)
        assert.equal((await shop.get(`/deliveries/${each.id}`)).body.secondTryOf, key.id)
      assert.equal((await ask(key)).body.details.reason, 'TRIES_USED_UP')
      assert.deepEqual(await quoteSecondTry(service.services, await row(key), 'SHOP'), [])
      const lines = await service.services.db
        .selectFrom('audit_lines')
        .select(['audit_lines.before', 'audit_lines.after'])
        .where('audit_lines.subject_id', '=', key.id)
        .where('audit_lines.action', '=', 'ask-second-try')
        .execute()
      const references = await Promise.all(made.map(async (each) => (await row(each)).reference))
      const named = (line: unknown) => (line as { secondTry: string | null }).secondTry
      assert.deepEqual(
        new Map(lines.map(({ before, after }) => [named(after), named(before)])),
        new Map(references.map((reference, index) => [reference, references[index - 1] ?? null])),
      )
    })

    test('a customer asks for no other after one that was cancelled, but after one that expired', async () => {
      const { key } = await failedWith()
      const end = async (how: 'cancel' | 'expire') => {
        const { second_try_id: id } = await row(key)
        await act(service, { shopId: shop.shopId, id: id ?? '' }, how)
      }
      await ask(key)
      await end('cancel')
      await assert.rejects(askAsCustomer(key), (error) => {
        assert.ok(error instanceof ApiError)
        assert.deepEqual([error.code, error.params], ['SECOND_TRY_REFUSED', { reason: 'CANCELLED' }])
        return true
      })
      const offered = async (asker: 'CUSTOMER' | 'SHOP') =>
        (await quoteSecondTry(service.services, await row(key), asker)).length > 0
      assert.deepEqual([await offered('CUSTOMER'), await offered('SHOP')], [false, true])
      await ask(key)
      await end('expire')
      assert.equal(await offered('CUSTOMER'), true)
      assert.equal((await askAsCustomer(key)).isReplay, false)
    })

    test('the next one takes over whom the one that ended was for, and where', async () => {
      const { key } = await failedWith()
      const ended = { shopId: shop.shopId, id: (await ask(key)).body.id }
      const { dropoff_lat, dropoff_lng } = await row(ended)
      const dropoff = { lat: (dropoff_lat ?? 0) + 0.0001, lng: dropoff_lng ?? 0 }
      await changeDelivery(service.services, ended, { dropoff, customer: { phone: '0197000044' } })
      await act(service, ended, 'cancel')
      const { body } = await ask(key)
      const next = await row({ shopId: shop.shopId, id: body.id })
      assert.deepEqual([next.customer_phone, next.dropoff_lat], ['+2290197000044', dropoff.lat])
      assert.equal(next.goods_amount_fcfa, 5000)
      assert.notEqual((await row(key)).customer_phone, next.customer_phone)
    })

    test('the courier who has the parcel takes it out again for the newest, and searches go on with it', async () => {
      const { key, courierId } = await failedWith()
      await act(service, { shopId: shop.shopId, id: (await ask(key)).body.id }, 'cancel')
      const { body } = await ask(key)
      service.clock.set('2026-11-21T14:00:00.000Z')
      const given = await setOutAgain(service.services, courierId, key)
      assert.deepEqual([given.id, given.status], [body.id, 'IN_TRANSIT'])
      assert.equal((await ask(key)).body.id, body.id)

      // Cancelled with the parcel on its way, it makes no room for another.
      await act(service, keyOf(given), 'cancel')
      assert.equal((await ask(key, tomorrow)).body.code, 'SECOND_TRY_ASKED')
    })

    test('another drop-off of a second try is priced at the same share', async () => {
      const { key } = await failedWith()
      const { body } = await ask(key)
      const again = { shopId: shop.shopId, id: body.id }
      const { dropoff_lat, dropoff_lng, price_fcfa } = await row(again)
      const moved = { lat: (dropoff_lat ?? 0) + 0.0001, lng: dropoff_lng ?? 0 }
      await changeDelivery(service.services, again, { dropoff: moved })
      assert.equal((await row(again)).price_fcfa, price_fcfa)
    })
  })

  describe('with the courier who has the parcel', () => {
    test('nobody else is searched for, and they see when they may set out again and for what', async () => {
      const { key, courierId } = await failedWith()
      const { body } = await ask(key)
      service.clock.set('2026-11-21T13:45:00.000Z')
      await courierAt(service, eastOfShop(50))
      await searchOnce(service)
      assert.deepEqual(await offersOf(service, body.id), [])

      const shown = async (at: string) =>
        (await readScreen(service.services, courierId, new Date(at)))?.carried?.secondTry
      assert.equal((await shown('2026-11-21T13:39:59.000Z'))?.isOpen, false)
      assert.equal((await shown('2026-11-21T13:40:00.000Z'))?.isOpen, true)
    })

    test('they take it out again: the first delivery stays failed and ends, the second is picked up', async () => {
      const { key, courierId } = await failedWith()
      const { body } = await ask(key)
      await assert.rejects(setOutAgain(service.services, courierId, key), { code: 'TRANSITION_REFUSED' })
      service.clock.set('2026-11-21T13:45:00.000Z')

      const given = await setOutAgain(service.services, courierId, key)

      assert.deepEqual([given.id, given.status, given.courier_id], [body.id, 'IN_TRANSIT', courierId])
      const first = await row(key)
      assert.deepEqual([first.status, first.return_code, first.return_fee_fcfa], ['FAILED', null, 0])
      assert.ok(first.ended_at)
      assert.deepEqual((await eventsOf(service, keyOf(given))).map(({ type }) => type).toSorted(), [
        'delivery.courier_assigned',
        'delivery.created',
        'delivery.picked_up',
      ])
      const screen = await readScreen(service.services, courierId, service.clock.now())
      assert.deepEqual([screen?.carried?.key.id, screen?.beside.length], [body.id, 0])
      assert.equal((await setOutAgain(service.services, courierId, key)).id, body.id)
      await assert.rejects(returnParcel(service.services, key), { code: 'TRANSITION_REFUSED' })
      assert.equal((await ask(key)).status, 201)
    })

    test('nobody else is given it before the parcel is back, and the board does not call it late', async () => {
      const { key } = await failedWith()
      const { body } = await ask(key)
      const again = { shopId: shop.shopId, id: body.id }
      const other = await checkCourier(service.services.db, await courierAt(service, eastOfShop(50)))
      const board = watchDeliveries(service.services.db, service.services)
      const waitSince = async () => (await board.read(service.clock.now())).rows.get(again.id)?.waitSince
      await assert.rejects(assignCourier(service.services, again, other), { code: 'PARCEL_NOT_BACK' })
      assert.equal(await waitSince(), Date.parse(today.to))
      await returnParcel(service.services, key)
      assert.equal(await waitSince(), Date.parse(today.from) - 20 * 60_000)
      assert.equal((await assignCourier(service.services, again, other)).status, 'ASSIGNED')
    })

    test('a search that was begun anew offers it to nobody before the parcel is back', async () => {
      const { key } = await failedWith()
      const { body } = await ask(key)
      await courierAt(service, eastOfShop(50))
      service.clock.set('2026-11-21T13:45:00.000Z')
      await service.services.db
        .transaction()
        .execute((trx) => resumeSearch(trx, { shopId: shop.shopId, id: body.id }, service.clock.now()))
      await searchOnce(service)
      assert.deepEqual(await offersOf(service, body.id), [])
    })

    test('once taken out again, the first one is not among those under way, and nothing comes back', async () => {
      const { key, courierId } = await failedWith()
      await ask(key)
      const open = statusFilter(openStatuses)
      const shown = async () => {
        const search = { typed: '', country: 'BJ', olderThan: undefined }
        const { db } = service.services
        const own = await searchDeliveries(db, shop.shopId, { ...search, filter: open }, 100)
        const shops = { ...open, shopIds: [shop.shopId] }
        const all = await searchAllDeliveries(db, { ...search, filter: shops, allCityIds: [] }, 100)
        return [own, all].map(({ rows }) => rows.some(({ id }) => id === key.id))
      }
      assert.deepEqual(await shown(), [true, true])
      assert.equal((await quoteCancellation(service.services, key)).reason, 'PARCEL_COMING_BACK')
      service.clock.set('2026-11-21T14:00:00.000Z')
      await setOutAgain(service.services, courierId, key)
      assert.deepEqual(await shown(), [false, false])
      assert.equal((await quoteCancellation(service.services, key)).reason, 'ENDED')
    })

    test('its ride teaches no pace, unless it began at the shop', async () => {
      const learnt = async ({ isBack }: { isBack: boolean }) => {
        service.clock.set(testStart)
        const { key, courierId } = await failedWith({ payment: { mode: 'PREPAID' } })
        const again = { shopId: shop.shopId, id: (await ask(key)).body.id as string }
        service.clock.set('2026-11-21T14:00:00.000Z')
        if (isBack) {
          await returnParcel(service.services, key)
          for (const verb of ['assign', 'pickUp'] as const) await act(service, again, verb)
        } else await setOutAgain(service.services, courierId, key)
        await consumeAll(service.services, followArrivals(service.services))
        service.clock.forward(12 * 60_000)
        await act(service, again, 'handOver')
        await consumeAll(service.services, followArrivals(service.services))
        const { trip_seconds: seconds } = await service.services.db
          .selectFrom('arrivals')
          .select('arrivals.trip_seconds')
          .where('arrivals.delivery_id', '=', again.id)
          .executeTakeFirstOrThrow()
        return seconds !== null
      }
      assert.equal(await learnt({ isBack: true }), true)
      assert.equal(await learnt({ isBack: false }), false)
    })

    test('asked for twice at once, or as the parcel comes back, it is made once', async () => {
      for (const from of ['return', 'ask twice'] as const) {
        service.clock.set(testStart)
        const { key } = await failedWith()
        const other = from === 'return' ? returnParcel(service.services, key) : ask(key)
        const [asked] = await Promise.all([ask(key), other])
        const first = await row(key)
        assert.equal(asked.status, 201, JSON.stringify(asked.body))
        assert.equal(first.second_try_id, asked.body.id)
        assert.equal(first.status, from === 'return' ? 'RETURNED' : 'FAILED')
        const { rows } = await sql<{ count: number }>`
          select count(*)::integer as count from deliveries where second_try_of = ${key.id}
        `.execute(service.services.db)
        assert.equal(rows[0]?.count, 1)
      }
    })

    test('the bag keeps its number', async () => {
      const { key, courierId } = await failedWith()
      await service.services.db
        .updateTable('deliveries')
        .set({ courier_slot: 3 })
        .where('deliveries.id', '=', key.id)
        .execute()
      await ask(key)
      service.clock.set('2026-11-21T14:00:00.000Z')
      assert.equal((await setOutAgain(service.services, courierId, key)).courier_slot, 3)
    })

    test('another courier, less pay than was shown, and a try that was cancelled are refused', async () => {
      const { key, courierId } = await failedWith()
      const { body } = await ask(key)
      service.clock.set('2026-11-21T14:00:00.000Z')
      const other = await courierAt(service, eastOfShop(50))
      await assert.rejects(setOutAgain(service.services, other, key), { code: 'DELIVERY_NOT_FOUND' })
      await assert.rejects(setOutAgain(service.services, courierId, key, 10_000), { code: 'OFFER_GONE' })
      await act(service, { shopId: shop.shopId, id: body.id }, 'cancel')
      await assert.rejects(setOutAgain(service.services, courierId, key), { code: 'TRANSITION_REFUSED' })
      const { return_code: code } = await row(key)
      assert.equal((await returnWithCode(service.services, key, code ?? '')).status, 'RETURNED')
    })
  })

  describe('back at the shop', () => {
    test('it is searched for once the parcel is back, from the shop', async () => {
      const { key } = await failedWith()
      const { body } = await ask(key)
      service.clock.set('2026-11-21T13:45:00.000Z')
      const near = await courierAt(service, eastOfShop(50))
      await searchOnce(service)
      assert.deepEqual(await offersOf(service, body.id), [])

      await returnParcel(service.services, key)
      await searchOnce(service)

      const offers = await offersOf(service, body.id)
      assert.ok(offers.some((offer) => offer.courierId === near))
      assert.equal((await row(key)).return_fee_fcfa, 500)
    })

    test('back shortly before its deadline, it has as long to find a courier as a new order', async () => {
      for (const bringBack of [
        (key: DeliveryKey) => returnParcel(service.services, key),
        async (key: DeliveryKey) => returnWithCode(service.services, key, (await row(key)).return_code ?? ''),
      ]) {
        service.clock.set(testStart)
        const { key } = await failedWith()
        const again = { shopId: shop.shopId, id: (await ask(key)).body.id }
        const before = (await row(again)).due_at?.getTime() ?? 0
        service.clock.set(new Date(before - 60_000).toISOString())
        await bringBack(key)
        const { COURIER_DEADLINE_MINUTES } = service.services.rules.current()
        assert.equal((await row(again)).due_at?.getTime(), before + (COURIER_DEADLINE_MINUTES - 1) * 60_000)
      }
    })

    test('it may be asked for after the return as well', async () => {
      const { key } = await failedWith()
      await returnParcel(service.services, key)
      const { body } = await ask(key, tomorrow)
      assert.equal(body.status, 'SEARCHING_COURIER')
      assert.equal((await row(key)).status, 'RETURNED')
    })
  })

  describe('the books', () => {
    test('a parcel that was taken out again is collected and paid once, and the books agree', async () => {
      const { key, courierId } = await failedWith()
      const { body } = await ask(key)
      service.clock.set('2026-11-21T14:00:00.000Z')
      const given = keyOf(await setOutAgain(service.services, courierId, key))
      await payAsSimulatedCustomer(service.services, given)
      await act(service, given, 'handOver')

      assert.deepEqual(await faults(), [])
      const [first, second] = [await row(key), await row(given)]
      assert.deepEqual(await booked(key), [
        `COURIER_EARNINGS ${first.courier_pay_fcfa}`,
        `COURIER_PAY ${first.courier_pay_fcfa}`,
      ])
      assert.deepEqual(await booked(given), [
        'COLLECTION_REVENUE 100',
        `COURIER_EARNINGS ${second.courier_pay_fcfa}`,
        `COURIER_PAY ${second.courier_pay_fcfa}`,
        'CUSTOMER_MONEY -5000',
        'CUSTOMER_MONEY 5000',
        'PROVIDER_FLOAT 5000',
        'SHOP_SALES 4600',
        'TRIP_REVENUE 300',
      ])
      assert.equal(body.price, 300)
    })

    test('what was paid for the first one is owed back, and the second collects anew', async () => {
      const courierId = await courierAt(service, eastOfShop(100))
      const key = await bringTo(service, shop, 'SEARCHING_COURIER', cash)
      await assignCourier(service.services, key, {
        ...{ id: courierId, firstName: 'Koffi', phone: '+2290197000009' },
        ...{ vehicleType: 'MOTO', plateNumber: null },
      })
      await act(service, key, 'pickUp')
      await payAsSimulatedCustomer(service.services, key)
      await act(service, key, 'fail')
      const { delivery } = await askAsCustomer(key)
      assert.equal(delivery.payment_status, 'NOT_REQUESTED')
      service.clock.set('2026-11-21T14:00:00.000Z')
      const given = keyOf(await setOutAgain(service.services, courierId, key))
      await payAsSimulatedCustomer(service.services, given)
      await act(service, given, 'handOver')

      await settleAll(service)
      const entries = await listEntriesOfDelivery(service.services.db, key.id)
      const held = entries.filter(({ kind }) => kind === 'CUSTOMER_MONEY')
      assert.equal(
        held.reduce((sum, { kind, amountFcfa }) => sum + shownBalance(kind, amountFcfa), 0),
        5600,
      )
      assert.ok((await booked(given)).includes('CUSTOMER_MONEY -5300'))
    })
  })
})

onServer((open) => {
  let service: TestService
  let shop: TestShop
  before(async () => {
    service = await openService(await open())
    await setRules(service.services, { SECOND_TRY_PERCENT: 50 })
    shop = await service.openShop()
  })
  after(() => service.close())

  async function failed(): Promise<{ key: DeliveryKey; courierId: string }> {
    const courierId = await courierAt(service, center)
    const key = await bringTo(service, shop, 'SEARCHING_COURIER', cash)
    await assignCourier(service.services, key, {
      ...{ id: courierId, firstName: 'Koffi', phone: '+2290197000009' },
      ...{ vehicleType: 'MOTO', plateNumber: null },
    })
    await act(service, key, 'pickUp')
    await act(service, key, 'fail')
    return { key, courierId }
  }

  test('of a customer, a shop and a shop again that ask at once one is heard', async () => {
    for (let round = 0; round < 5; round += 1) {
      service.clock.set(testStart)
      const { key } = await failed()
      const asked = await Promise.allSettled([
        askSecondTry({ ...service.services, actor: customerActor }, key, {
          asker: 'CUSTOMER',
          window: today,
        }),
        askSecondTry(service.services, key, { asker: 'SHOP', window: today }),
        askSecondTry(service.services, key, { asker: 'SHOP', window: today }),
      ])
      const made = asked.flatMap((each) => (each.status === 'fulfilled' ? [each.value.delivery.id] : []))
      const codes = asked.flatMap((each) => (each.status === 'rejected' ? [each.reason.code] : []))
      assert.deepEqual([...new Set(made)], [(await rowOf(service, key)).second_try_id])
      assert.ok(
        codes.every((code) => code === 'SECOND_TRY_ASKED'),
        codes.join(),
      )
      const { count } = await service.services.db
        .selectFrom('deliveries')
        .select((eb) => eb.cast<number>(eb.fn.countAll(), 'integer').as('count'))
        .where('deliveries.second_try_of', '=', key.id)
        .executeTakeFirstOrThrow()
      assert.equal(count, 1)
    }
  })

  test('of two who ask again at once for one that was cancelled one is heard', async () => {
    for (let round = 0; round < 5; round += 1) {
      service.clock.set(testStart)
      const { key } = await failed()
      const { delivery } = await askSecondTry(service.services, key, { asker: 'SHOP', window: today })
      await act(service, { ...key, id: delivery.id }, 'cancel')
      const customer = { ...service.services, actor: customerActor }
      const asked = await Promise.allSettled([
        askSecondTry(customer, key, { asker: 'CUSTOMER', window: today }),
        askSecondTry(service.services, key, { asker: 'SHOP', window: today }),
      ])
      assert.deepEqual(asked.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected'])
      const made = await service.services.db
        .selectFrom('deliveries')
        .select(['deliveries.id', 'deliveries.status'])
        .where('deliveries.second_try_of', '=', key.id)
        .orderBy('deliveries.status')
        .execute()
      assert.deepEqual(
        made.map(({ status }) => status),
        ['CANCELLED', 'SEARCHING_COURIER'],
      )
      assert.equal((await rowOf(service, key)).second_try_id, made[1]?.id)
    }
  })

  test('of a courier who sets out again and a shop that confirms the return one succeeds', async () => {
    for (let round = 0; round < 5; round += 1) {
      service.clock.set(testStart)
      const { key, courierId } = await failed()
      const { delivery } = await askSecondTry(service.services, key, { asker: 'SHOP', window: today })
      service.clock.set('2026-11-21T14:00:00.000Z')
      const outcomes = await Promise.allSettled([
        setOutAgain(service.services, courierId, key),
        returnParcel(service.services, key),
      ])
      assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 1)
      const [first, second] = [await rowOf(service, key), await rowOf(service, { ...key, id: delivery.id })]
      assert.ok(first.ended_at)
      assert.deepEqual(
        [first.status, second.status],
        outcomes[0]?.status === 'fulfilled' ? ['FAILED', 'IN_TRANSIT'] : ['RETURNED', 'SEARCHING_COURIER'],
      )
    }
  })

  describe('a courier who sets out again, and somebody else at the same moment', () => {
    /** What others do to a failed delivery and its second try, by verbs that every door calls. */
    const others = {
      'the shop confirms the return': ({ key }) => returnParcel(service.services, key),
      'those who run the service say that it is back': ({ key }) =>
        returnParcel({ ...service.services, actor: cliActor }, key, 'Vu à la boutique'),
      'the courier enters the return code': ({ key, code }) => returnWithCode(service.services, key, code),
      'the courier sets out again once more': ({ key, courierId }) =>
        setOutAgain(service.services, courierId, key),
      'another courier is named for it': ({ again, otherId }) =>
        assignChosenCourier({ ...service.services, actor: cliActor }, again, otherId, 'Plus près'),
      'the shop cancels it': ({ again }) => act(service, again, 'cancel'),
      'it expires': ({ again }) => act(service, again, 'expire'),
      'the customer asks for another window': ({ key }) =>
        askSecondTry({ ...service.services, actor: customerActor }, key, {
          asker: 'CUSTOMER',
          window: tomorrow,
        }),
    } as const satisfies Record<string, (race: Race) => Promise<unknown>>
    type Race = { key: DeliveryKey; again: DeliveryKey; courierId: string; otherId: string; code: string }

    /** What of two or more acts at once may be refused with; nothing waits for another in a circle. */
    const refusals = new Set([
      'TRANSITION_REFUSED',
      'DELIVERY_NOT_CANCELLABLE',
      'PARCEL_NOT_BACK',
      'SECOND_TRY_ASKED',
      // The parcel went back, or somewhere else, first.
      'SECOND_TRY_REFUSED',
    ])

    async function race(acts: readonly ((race: Race) => Promise<unknown>)[]): Promise<void> {
      service.clock.set(testStart)
      const { key, courierId } = await failed()
      const { delivery } = await askSecondTry(service.services, key, { asker: 'SHOP', window: today })
      const again = { ...key, id: delivery.id }
      service.clock.set('2026-11-21T14:00:00.000Z')
      const otherId = await courierAt(service, center)
      const { return_code: code } = await rowOf(service, key)
      const begun = { key, again, courierId, otherId, code: code ?? '' }
      const ended = await Promise.allSettled(acts.map((each) => each(begun)))
      for (const each of ended)
        if (each.status === 'rejected') assert.ok(refusals.has(each.reason.code), String(each.reason))
      assert.ok(ended.some(({ status }) => status === 'fulfilled'))
      await assertOneOutcome(begun)
    }

    /** The parcel is at one place, and what is booked and told of it is of that place. */
    async function assertOneOutcome({ key, again, courierId, otherId }: Race): Promise<void> {
      const [first, second] = [await rowOf(service, key), await rowOf(service, again)]
      const statuses = `${first.status} ${second.status}`
      const told = (await eventsOf(service, again)).map(({ type }) => type)
      const isOut = first.status === 'FAILED' && first.ended_at !== null
      if (isOut) {
        assert.equal(second.courier_id, courierId, statuses)
        assert.ok(['IN_TRANSIT', 'CANCELLED'].includes(second.status), statuses)
        assert.equal(told.filter((type) => type === 'delivery.picked_up').length, 1)
        assert.deepEqual([first.return_fee_fcfa, first.return_code], [0, null])
      } else {
        assert.notEqual(second.courier_id, courierId, statuses)
        assert.ok(!told.includes('delivery.picked_up'), statuses)
        assert.equal(first.return_fee_fcfa, first.status === 'RETURNED' ? 500 : 0)
        // Only what is back is given to somebody else.
        if (second.courier_id === otherId) assert.equal(first.status, 'RETURNED')
      }
      const { rows } = await sql<{ type: string; count: number }>`
        select events.type, count(*)::integer as count from events
        where events.delivery_id in (${key.id}, ${again.id}) group by events.type
      `.execute(service.services.db)
      const once = ['delivery.set_out_again', 'delivery.returned', 'delivery.cancelled', 'delivery.expired']
      for (const { type, count } of rows) if (once.includes(type)) assert.equal(count, 1, type)
      assert.equal(
        rows.some(({ type }) => type === 'delivery.set_out_again'),
        isOut,
      )
    }

    const setsOut = ({ key, courierId }: Race) => setOutAgain(service.services, courierId, key)
    for (const [what, other] of Object.entries(others))
      test(`${what}: one outcome`, async () => {
        for (let round = 0; round < 3; round += 1)
          await race(round % 2 === 0 ? [setsOut, other] : [other, setsOut])
      })

    test('all of them at once: one outcome', async () => {
      for (let round = 0; round < 5; round += 1) {
        const all = [setsOut, ...Object.values(others)]
        await race([...all.slice(round), ...all.slice(0, round)])
      }
    })
  })

  test('asked for while the courier brings it back, a second try is made either way', async () => {
    for (let round = 0; round < 5; round += 1) {
      service.clock.set(testStart)
      const { key } = await failed()
      const [asked, returned] = await Promise.allSettled([
        askSecondTry(service.services, key, { asker: 'SHOP', window: today }),
        returnParcel(service.services, key),
      ])
      assert.deepEqual([asked.status, returned.status], ['fulfilled', 'fulfilled'])
      await searchOnce(service)
      const { second_try_id: id } = await rowOf(service, key)
      const search = await service.services.db
        .selectFrom('courier_searches')
        .select('courier_searches.due_at')
        .where('courier_searches.delivery_id', '=', id ?? '')
        .executeTakeFirst()
      assert.equal(search?.due_at?.toISOString(), '2026-11-21T13:40:00.000Z')
    }
  })
})
