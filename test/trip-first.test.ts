import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, beforeEach, test } from 'node:test'
import type { DeliveryKey } from '../src/domain/deliveries/delivery-store.ts'
import { confirmPayment } from '../src/domain/deliveries/payment/confirm-payment.ts'
import { cancelUnpaidTrips } from '../src/domain/deliveries/trip-first/cancel-unpaid-trip.ts'
import { sumTripsUnderWay } from '../src/domain/deliveries/trip-first/trip-first-store.ts'
import { tripOfShop } from '../src/domain/deliveries/trip-first/trip-of-shop.ts'
import { listBalances } from '../src/domain/money/ledger/ledger-store.ts'
import { everyNumberBy } from '../src/domain/money/mobile-money/mobile-money-provider.ts'
import { payAsSimulatedCustomer } from '../src/domain/money/mobile-money/pay-as-simulated-customer.ts'
import { listPaymentRequests } from '../src/domain/money/mobile-money/payment-request-store.ts'
import { processDueRequests } from '../src/domain/money/mobile-money/process-payment-requests.ts'
import { requestPaymentAgain } from '../src/domain/money/mobile-money/request-payment-again.ts'
import { requestTripPayment } from '../src/domain/money/mobile-money/request-trip-payment.ts'
import { simulatedProvider } from '../src/domain/money/mobile-money/simulated-provider.ts'
import { enqueuePaymentRequests } from '../src/domain/money/mobile-money/start-payment-requests.ts'
import { checkLedger } from '../src/domain/money/settlement/check-ledger.ts'
import { setShopTerms } from '../src/domain/shops/terms/set-shop-terms.ts'
import type { ShopTerms } from '../src/domain/shops/terms/shop-terms.ts'
import { onServer } from './support/databases.ts'
import { act, assertVerbRefused, bringTo, eventsOf, rowOf } from './support/delivery-verbs.ts'
import { consumeAll } from './support/event-work.ts'
import { beginBooks, settleAll } from './support/money-work.ts'
import { east, openService, type TestService, type TestShop, testStart } from './support/open-service.ts'
import { insertPromo } from './support/promo-code.ts'
import { type ScriptedProvider, scriptedProvider } from './support/scripted-provider.ts'

const minuteMs = 60_000
/** From the centre of Cotonou to the customer: 500 FCFA to begin with, 100 a kilometre from the third on. */
const there = { dropoff: { ...east, label: 'Maison' } }
const tripFcfa = 600
const noTerms: Partial<ShopTerms> = { maxOwedFcfa: null, newShopTrips: 0, tripMinutes: 15 }
const terms = { collection: 'SECURE', goodsAmount: 5000, mode: 'CASH_ON_DELIVERY' }

onServer((open) => {
  let service: TestService
  let shop: TestShop
  let provider: ScriptedProvider
  before(async () => {
    service = await openService(await open())
    await beginBooks(service)
  })
  after(() => service.close())
  beforeEach(async () => {
    service.clock.set(testStart)
    shop = await service.openShop({ payoutPhone: '0197000050' })
    provider = scriptedProvider()
    await agree(noTerms)
  })

  /** The terms hold from the next order on. */
  async function agree(change: Partial<ShopTerms>) {
    await setShopTerms({ ...service.services, actor: { kind: 'CLI' } }, change)
    service.services.shops.forget()
  }
  const paysFirst = () => agree({ maxOwedFcfa: 0 })
  const money = (by = everyNumberBy(provider)) => ({
    ...service.services,
    mobileMoney: { providers: by },
    onError: (message: string, error: unknown) => assert.fail(`${message} ${error}`),
  })
  /** Passes on what happened, and follows every request one step. */
  async function follow(deps = money()) {
    await consumeAll(service.services, enqueuePaymentRequests(deps))
    await processDueRequests(deps, randomUUID())
  }
  async function after_(minutes: number, deps = money()) {
    service.clock.forward(minutes * minuteMs)
    await processDueRequests(deps, randomUUID())
    await cancelUnpaidTrips(service.services)
  }
  const statusOf = async (key: DeliveryKey) => {
    const { status, payment_status } = await rowOf(service, key)
    return `${status} ${payment_status}`
  }
  const confirmations = async (key: DeliveryKey) =>
    (await eventsOf(service, key)).filter(({ type }) => type === 'payment.confirmed').length
  const requestsOf = async (key: DeliveryKey) =>
    (await listPaymentRequests(service.services.db, key)).map(
      ({ payer, payer_phone, amount_fcfa, state }) => `${payer} ${payer_phone} ${amount_fcfa} ${state}`,
    )
  /** What the shop owes, negative where it paid more; the books are without fault. */
  async function owedFcfa() {
    await settleAll(service)
    assert.deepEqual((await checkLedger(service.services)).faults, [])
    const balances = await listBalances(service.services.db, { kinds: ['SHOP_FEES'], owner: shop.shopId })
    return balances[0]?.balanceFcfa ?? 0
  }
  /** A delivery whose trip is asked for, and its body as the shop read it. */
  async function asked(input: object = there) {
    await paysFirst()
    const made = await shop.order(input)
    assert.equal(made.status, 201, JSON.stringify(made.body))
    const key = { shopId: shop.shopId, id: made.body.id as string }
    await follow()
    return { key, body: made.body }
  }

  test('no shop pays first unless the operator says so', async () => {
    const { body } = await shop.order(there)
    assert.deepEqual([body.price, body.payment.status], [tripFcfa, 'NOT_DUE'])
  })

  test('a trip that is paid first is searched for at once, and confirmed to the shop once it is paid', async () => {
    const { key, body } = await asked()
    assert.equal(body.status, 'SEARCHING_COURIER')
    assert.deepEqual(body.payment, {
      mode: 'PREPAID',
      goodsAmount: 0,
      feePayer: 'CUSTOMER',
      collection: 'SECURE',
      amountToCollect: 0,
      status: 'AWAITING_SENDER',
      paidAt: null,
    })
    assert.deepEqual(
      [...provider.asked.values()].map(({ phone, amountFcfa }) => [phone, amountFcfa]),
      [['+2290197000050', tripFcfa]],
    )
    await act(service, key, 'assign')
    await assertVerbRefused(act(service, key, 'pickUp'), {
      status: 409,
      code: 'TRIP_NOT_PAID',
      en: 'The parcel can be picked up once the shop has paid for the trip.',
      fr: 'Le colis se retire une fois la course payée par la boutique.',
    })
    provider.answers('PAID')
    await after_(1)
    const { body: read } = await shop.get(`/deliveries/${key.id}`)
    assert.deepEqual(
      [read.status, read.payment.status, read.payment.paidAt],
      ['ASSIGNED', 'PAID', '2026-11-21T10:01:00.000Z'],
    )
    assert.equal(await confirmations(key), 1)
    assert.equal(await owedFcfa(), -tripFcfa)
    await act(service, key, 'pickUp')
    await act(service, key, 'handOver')
    assert.equal(await owedFcfa(), 0)
  })

  test('a shop that says no has the delivery cancelled free of charge, with a sentence', async () => {
    const { key } = await asked()
    await act(service, key, 'assign')
    provider.answers('REFUSED')
    await after_(1)
    const { body } = await shop.get(`/deliveries/${key.id}`)
    assert.deepEqual([body.status, body.payment.status, body.cancellationFee], ['CANCELLED', 'REFUSED', 0])
    const { body: history } = await shop.get(`/deliveries/${key.id}/events`)
    assert.equal(history.at(-1).note, 'Annulée sans frais : le paiement de la course a été refusé.')
    assert.equal(await owedFcfa(), 0)
  })

  test('a trip that is not paid in time is cancelled free of charge, even with its courier at the shop', async () => {
    const { key } = await asked()
    await act(service, key, 'assign')
    await after_(14)
    assert.equal(await statusOf(key), 'ASSIGNED AWAITING_SENDER')
    await after_(1)
    assert.equal(await statusOf(key), 'CANCELLED FAILED')
    assert.equal((await rowOf(service, key)).cancellation_fee_fcfa, 0)
    const { body: history } = await shop.get(`/deliveries/${key.id}/events`)
    assert.equal(history.at(-1).note, 'Annulée sans frais : la course n’a pas été payée à temps.')
    // Whoever pays after all has it on the account, and the next trip is paid from there.
    provider.answers('PAID')
    await after_(60)
    assert.equal(await owedFcfa(), -tripFcfa)
    assert.equal(await confirmations(key), 0)
    const { body: next } = await shop.order(there)
    assert.equal(next.payment.status, 'NOT_DUE')
    const { body: afterIt } = await shop.order(there)
    assert.equal(afterIt.payment.status, 'AWAITING_SENDER')
  })

  test('a request that fails leaves the shop its time to pay again, from another number too', async () => {
    const { key } = await asked()
    provider.answers('FAILED')
    await after_(1)
    assert.equal(await statusOf(key), 'SEARCHING_COURIER AWAITING_SENDER')
    await assertVerbRefused(requestTripPayment(money(), key, '12'), {
      status: 422,
      code: 'TRIP_PHONE_INVALID',
      en: 'The number to pay from is not a possible number of BJ.',
      fr: 'Le numéro qui paie n’est pas un numéro possible (BJ).',
    })
    provider.answers('PENDING')
    await requestTripPayment(money(), key, '0197000051')
    await after_(0)
    // In place of the one that is open.
    await requestTripPayment(money(), key, '0197000052')
    await after_(0)
    assert.deepEqual(await requestsOf(key), [
      `SENDER +2290197000050 ${tripFcfa} FAILED`,
      `SENDER +2290197000051 ${tripFcfa} WITHDRAWN`,
      `SENDER +2290197000052 ${tripFcfa} ASKED`,
    ])
    provider.answers('PAID')
    await after_(1)
    assert.equal(await statusOf(key), 'SEARCHING_COURIER PAID')
    // The second number was asked as well, and paid too: that is on the account.
    await after_(60)
    assert.deepEqual(
      (await requestsOf(key)).map((each) => each.split(' ').at(-1)),
      ['FAILED', 'PAID', 'PAID'],
    )
    assert.equal(await owedFcfa(), -2 * tripFcfa)
    assert.equal(await confirmations(key), 1)
  })

  test('a trip is asked for five times at most', async () => {
    const { key } = await asked()
    for (let time = 0; time < 4; time += 1) await requestTripPayment(money(), key, '0197000051')
    await assertVerbRefused(requestTripPayment(money(), key, '0197000051'), {
      status: 409,
      code: 'TRIP_REQUESTS_USED_UP',
      en: 'This trip was asked for 5 times, which is the most.',
      fr: 'Cette course a déjà fait l’objet de 5 demandes de paiement, le maximum.',
    })
  })

  test('a shop without a number pays from one that it names', async () => {
    shop = await service.openShop({ payoutPhone: null, defaultCollection: 'DIRECT' })
    const { key } = await asked()
    assert.deepEqual(await requestsOf(key), [])
    await requestTripPayment(money(), key, '0197000051')
    await follow()
    provider.answers('PAID')
    await after_(1)
    assert.equal(await statusOf(key), 'SEARCHING_COURIER PAID')
  })

  const modes: [what: string, payment: object, askedFcfa: number | null, then: string][] = [
    ['nothing to collect', { mode: 'PREPAID' }, tripFcfa, 'PAID'],
    [
      'a sale that the customer pays to the shop',
      { ...terms, collection: 'DIRECT' },
      tripFcfa,
      'NOT_REQUESTED',
    ],
    [
      'the same with the trip borne by the shop',
      { ...terms, collection: 'DIRECT', feePayer: 'MERCHANT' },
      tripFcfa,
      'NOT_REQUESTED',
    ],
    ['a sale through the service', terms, null, 'NOT_REQUESTED'],
    [
      'a sale through the service that covers the trip',
      { ...terms, feePayer: 'MERCHANT' },
      null,
      'NOT_REQUESTED',
    ],
    [
      'one that does not cover it',
      { ...terms, feePayer: 'MERCHANT', goodsAmount: 400 },
      tripFcfa + 100 - 400,
      'NOT_REQUESTED',
    ],
    [
      'no sale, and the trip borne by the shop',
      { ...terms, feePayer: 'MERCHANT', goodsAmount: 0 },
      tripFcfa,
      'PAID',
    ],
    ['the trip alone, paid by the customer', { ...terms, goodsAmount: 0 }, null, 'NOT_REQUESTED'],
  ]
  for (const [what, payment, askedFcfa, then] of modes)
    test(`${what}: the shop pays ${askedFcfa ?? 'nothing'} first`, async () => {
      const { key } = await asked({ ...there, payment })
      assert.deepEqual(
        [...provider.asked.values()].map(({ amountFcfa }) => amountFcfa),
        askedFcfa === null ? [] : [askedFcfa],
      )
      provider.answers('PAID')
      await after_(1)
      assert.equal(await statusOf(key), `SEARCHING_COURIER ${then}`)
      assert.equal(await confirmations(key), then === 'PAID' ? 1 : 0)
      await act(service, key, 'assign')
      await act(service, key, 'pickUp')
      const row = await rowOf(service, key)
      if (row.payment_status === 'AWAITING_CUSTOMER' && row.collection === 'SECURE')
        await payAsSimulatedCustomer(service.services, key)
      else if (row.payment_status === 'AWAITING_CUSTOMER') await confirmPayment(service.services, key)
      await act(service, key, 'handOver')
      assert.equal(await confirmations(key), 1)
      assert.equal(await owedFcfa(), 0)
    })

  test('trips under way count as what each will cost the shop, with what its own promo code takes off', async () => {
    await insertPromo(service, { code: 'BOUTIQUE', percent: 50, bearer: 'SHOP', shopIds: [shop.shopId] })
    await insertPromo(service, { code: 'SERVICE', percent: 50 })
    const { db } = service.services
    let expectedFcfa = 0
    for (const promoCode of [undefined, 'BOUTIQUE', 'SERVICE'])
      for (const [, payment] of modes) {
        const { status, body } = await shop.order({ ...there, payment, promoCode })
        assert.equal(status, 201, JSON.stringify(body))
        expectedFcfa += tripOfShop(await rowOf(service, { shopId: shop.shopId, id: body.id }))
        const summed = await db
          .transaction()
          .execute((trx) => sumTripsUnderWay(trx, { shopId: shop.shopId, currency: 'XOF' }))
        assert.equal(summed, expectedFcfa)
      }
  })

  test('a customer is asked for their own payment after the trip was paid', async () => {
    const { key } = await asked({ ...there, payment: { ...terms, feePayer: 'MERCHANT', goodsAmount: 400 } })
    provider.answers('PAID')
    await after_(1)
    await act(service, key, 'assign')
    await act(service, key, 'pickUp')
    await follow()
    await after_(1)
    assert.deepEqual(await requestsOf(key), ['CUSTOMER null 400 PAID', 'SENDER +2290197000050 300 PAID'])
    assert.equal(await statusOf(key), 'IN_TRANSIT PAID')
    await act(service, key, 'handOver')
    assert.equal(await owedFcfa(), 0)
  })

  test('a customer who is asked again is asked on their own number, not on the one that paid the trip', async () => {
    const { key } = await asked({ ...there, payment: { ...terms, feePayer: 'MERCHANT', goodsAmount: 400 } })
    await requestTripPayment(money(), key, '0197000051')
    await follow()
    provider.answers('PAID')
    await after_(1)
    await act(service, key, 'assign')
    await act(service, key, 'pickUp')
    provider.answers('FAILED')
    await follow()
    await after_(1)
    assert.equal(await statusOf(key), 'IN_TRANSIT FAILED')
    await requestPaymentAgain(money(), key)
    const customers = (await requestsOf(key)).filter((each) => each.startsWith('CUSTOMER'))
    assert.deepEqual(customers, ['CUSTOMER null 400 FAILED', 'CUSTOMER null 400 DUE'])
  })

  test('a trip that was paid for nothing stays on the account of the shop, less the fee', async () => {
    const { key } = await asked()
    provider.answers('PAID')
    await after_(1)
    await act(service, key, 'assign')
    await act(service, key, 'pickUp')
    await act(service, key, 'cancel')
    // 300 for cancelling, 500 for the way back.
    assert.equal(await owedFcfa(), 800 - tripFcfa)
    assert.equal(await statusOf(key), 'CANCELLED PAID')
  })

  test('a shop that cancels before it has paid owes nothing, and is asked no more', async () => {
    const { key } = await asked()
    await act(service, key, 'cancel')
    assert.equal(await statusOf(key), 'CANCELLED NOT_DUE')
    await after_(1)
    assert.deepEqual(await requestsOf(key), [`SENDER +2290197000050 ${tripFcfa} WITHDRAWN`])
    provider.answers('PAID')
    await after_(30)
    assert.deepEqual(await requestsOf(key), [`SENDER +2290197000050 ${tripFcfa} PAID`])
    assert.equal(await owedFcfa(), -tripFcfa)
  })

  test('of a payment and a cancellation at once one comes first, and the money is on the account', async () => {
    for (let time = 0; time < 12; time += 1) {
      shop = await service.openShop({ payoutPhone: '0197000050' })
      provider = scriptedProvider()
      const { key } = await asked()
      provider.answers('PAID')
      service.clock.forward(minuteMs)
      await Promise.all([processDueRequests(money(), randomUUID()), act(service, key, 'cancel')])
      const status = await statusOf(key)
      assert.ok(['CANCELLED PAID', 'CANCELLED NOT_DUE'].includes(status), status)
      await after_(30)
      assert.equal(await owedFcfa(), -tripFcfa)
    }
  })

  test('the shop is asked once the customer has said where: nobody pays an estimate', async () => {
    const { key, body } = await asked({})
    assert.deepEqual([body.status, body.payment.status], ['AWAITING_LOCATION', 'AWAITING_SENDER'])
    await after_(60)
    assert.deepEqual([await requestsOf(key), await statusOf(key)], [[], 'AWAITING_LOCATION AWAITING_SENDER'])
    await act(service, key, 'locate')
    await follow()
    assert.deepEqual(await requestsOf(key), [`SENDER +2290197000050 ${tripFcfa} ASKED`])
    await after_(15)
    assert.equal(await statusOf(key), 'CANCELLED FAILED')
  })

  test('a drop-off that changes after the trip was paid leaves it paid, and the difference on the account', async () => {
    const { key } = await asked()
    provider.answers('PAID')
    await after_(1)
    const { body } = await shop.patch(`/deliveries/${key.id}`, {
      dropoff: { lat: 6.37, lng: 2.4105 },
      expectedPrice: 500,
    })
    assert.deepEqual([body.price, body.payment?.status], [500, 'PAID'], JSON.stringify(body))
    await act(service, key, 'assign')
    await act(service, key, 'pickUp')
    await act(service, key, 'handOver')
    assert.equal(await owedFcfa(), 500 - tripFcfa)
  })

  test('a delivery that expires before its trip was paid owes nothing', async () => {
    const { key } = await asked()
    await act(service, key, 'expire')
    assert.equal(await statusOf(key), 'EXPIRED NOT_DUE')
  })

  test('the numbers of the sandbox steer a shop as they steer a customer, and advance pays for it', async () => {
    const simulated = money(everyNumberBy(simulatedProvider(service.services)))
    const endings = [
      ['0197000050', 'SEARCHING_COURIER PAID'],
      ['0197000002', 'CANCELLED REFUSED'],
      ['0197000003', 'SEARCHING_COURIER AWAITING_SENDER'],
      ['0197000004', 'SEARCHING_COURIER AWAITING_SENDER'],
    ] as const
    await paysFirst()
    for (const [payoutPhone, ending] of endings) {
      shop = await service.openShop({ payoutPhone })
      const key = { shopId: shop.shopId, id: (await shop.order(there)).body.id }
      await follow(simulated)
      await after_(1, simulated)
      assert.equal(await statusOf(key), ending, payoutPhone)
    }
    const id = (await shop.order(there)).body.id
    const steps = []
    for (let step = 0; step < 3; step += 1) {
      const { body } = await shop.post(`/sandbox/deliveries/${id}/advance`)
      steps.push(`${body.status} ${body.payment.status}`)
    }
    assert.deepEqual(steps, ['ASSIGNED AWAITING_SENDER', 'IN_TRANSIT PAID', 'DELIVERED PAID'])
    assert.equal(await owedFcfa(), 0)
  })

  test('a shop may owe as much as was agreed, with all shops or with it alone', async () => {
    await agree({ maxOwedFcfa: 2 * tripFcfa })
    const statuses = async (count: number) => {
      const bodies = []
      for (let nth = 0; nth < count; nth += 1) bodies.push((await shop.order(there)).body.payment.status)
      return bodies
    }
    assert.deepEqual(await statuses(3), ['NOT_DUE', 'NOT_DUE', 'AWAITING_SENDER'])
    shop = await service.openShop({ maxOwedFcfa: tripFcfa })
    assert.deepEqual(await statuses(2), ['NOT_DUE', 'AWAITING_SENDER'])
    // What was handed over counts on, by the books.
    shop = await service.openShop()
    for (let nth = 0; nth < 2; nth += 1) await bringTo(service, shop, 'DELIVERED')
    assert.equal((await owedFcfa()) > tripFcfa, true)
    assert.deepEqual(await statuses(1), ['AWAITING_SENDER'])
  })

  test('of orders that come at once no more than the credit go unpaid', async () => {
    await agree({ maxOwedFcfa: 3 * tripFcfa })
    const bodies = await Promise.all(Array.from({ length: 8 }, () => shop.order(there)))
    const free = bodies.filter(({ body }) => body.payment.status === 'NOT_DUE').length
    assert.deepEqual([bodies.map(({ status }) => status), free], [Array(8).fill(201), 3])
  })

  test('a new shop pays first until so many of its parcels were handed over', async () => {
    await agree({ newShopTrips: 1 })
    const first = await shop.order(there)
    assert.equal(first.body.payment.status, 'AWAITING_SENDER')
    for (let step = 0; step < 3; step += 1) await shop.post(`/sandbox/deliveries/${first.body.id}/advance`)
    assert.equal((await shop.order(there)).body.payment.status, 'NOT_DUE')
  })
})
