import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, beforeEach, describe, test } from 'node:test'
import { startBackground } from '../src/app.ts'
import type { DeliveryKey } from '../src/domain/deliveries/delivery-store.ts'
import { changePayment } from '../src/domain/deliveries/payment/change-payment.ts'
import { listEntriesOfDelivery } from '../src/domain/money/ledger/ledger-store.ts'
import type { MoneyOrder, OrderOutcome } from '../src/domain/money/mobile-money/mobile-money-provider.ts'
import {
  alertingRoutes,
  everyNumberBy,
  noProviders,
  ProviderAway,
  sharesOf,
} from '../src/domain/money/mobile-money/mobile-money-provider.ts'
import { payAsSimulatedCustomer } from '../src/domain/money/mobile-money/pay-as-simulated-customer.ts'
import {
  listPaymentRequests,
  listPickedUpToPay,
  takeDueRequests,
} from '../src/domain/money/mobile-money/payment-request-store.ts'
import { processDueRequests } from '../src/domain/money/mobile-money/process-payment-requests.ts'
import { requestPaymentAgain } from '../src/domain/money/mobile-money/request-payment-again.ts'
import { simulatedProvider } from '../src/domain/money/mobile-money/simulated-provider.ts'
import {
  enqueuePaymentRequests,
  startPaymentRequests,
} from '../src/domain/money/mobile-money/start-payment-requests.ts'
import { checkLedger } from '../src/domain/money/settlement/check-ledger.ts'
import { findPaymentHealth } from '../src/domain/monitoring/health/health-store.ts'
import { onEachDatabase, onServer } from './support/databases.ts'
import {
  act,
  assertVerbRefused,
  bringTo,
  eventsOf,
  rowOf,
  transitionRefused,
} from './support/delivery-verbs.ts'
import { consumeAll, failsAfter } from './support/event-work.ts'
import { beginBooks, settleAll } from './support/money-work.ts'
import {
  openService,
  plainOrder,
  productionSettings,
  type TestService,
  type TestShop,
  testStart,
} from './support/open-service.ts'
import { type ScriptedAnswer, type ScriptedProvider, scriptedProvider } from './support/scripted-provider.ts'
import { until } from './support/until.ts'

const minuteMs = 60_000
const secure = { payment: { mode: 'CASH_ON_DELIVERY', goodsAmount: 5000, collection: 'SECURE' } }

/** Mobile money of a service under test, with the provider that a test gives it: one that cannot give money back. */
function mobileMoneyWork(service: TestService, provider = scriptedProvider({ givesBack: false })) {
  const reportedErrors: string[] = []
  const services = {
    ...service.services,
    mobileMoney: { providers: everyNumberBy(provider) },
    onError: (message: string, error: unknown) =>
      void reportedErrors.push(`${message} ${(error as Error).message}`),
  }
  return {
    services,
    provider,
    reportedErrors,
    relay: () => consumeAll(service.services, enqueuePaymentRequests(services)),
    /** One round of one worker. */
    round: (owner = randomUUID()) => processDueRequests(services, owner),
    /** Moves the clock and does one round. */
    roundAfter: async (ms: number) => {
      service.clock.forward(ms)
      await processDueRequests(services, randomUUID())
    },
  }
}
type MobileMoneyWork = ReturnType<typeof mobileMoneyWork>

onEachDatabase((open) => {
  let service: TestService
  let shop: TestShop
  let work: MobileMoneyWork
  let provider: ScriptedProvider
  before(async () => {
    service = await openService(await open())
    shop = await service.openShop()
  })
  beforeEach(async () => {
    service.clock.set(testStart)
    service.logged.length = 0
    await service.services.db.updateTable('payment_requests').set({ due_at: null }).execute()
    work = mobileMoneyWork(service)
    provider = work.provider
  })
  after(() => service.close())

  const requestsOf = async (key: DeliveryKey) =>
    (await listPaymentRequests(service.services.db, key)).map(({ number, state }) => [number, state])
  const paymentOf = async (key: DeliveryKey) => (await rowOf(service, key)).payment_status
  const timesPublished = async (key: DeliveryKey) =>
    (await eventsOf(service, key)).filter(({ type }) => type === 'payment.confirmed').length
  const operatorAlerts = () =>
    service.logged.map((line) => JSON.parse(line)).filter(({ level }: { level: number }) => level >= 50)

  /** A parcel that is on its way, whose customer is still to be asked. */
  async function pickedUp(input: object = secure): Promise<DeliveryKey> {
    const key = await bringTo(service, shop, 'IN_TRANSIT', input)
    await work.relay()
    return key
  }

  /** The same, and the customer has been asked. */
  async function asked(): Promise<DeliveryKey> {
    const key = await pickedUp()
    await work.round()
    return key
  }

  describe('enqueueing a request to pay', () => {
    test('a request to pay is enqueued once, for the amount to collect, when the parcel is picked up (decision 33)', async () => {
      const key = await pickedUp()

      const [request, ...others] = await listPaymentRequests(service.services.db, key)
      assert.deepEqual(others, [])
      assert.deepEqual(request, {
        shop_id: key.shopId,
        id: request?.id,
        delivery_id: key.id,
        number: 1,
        amount_fcfa: 5600,
        payer: 'CUSTOMER',
        provider: 'scripted',
        provider_ref: null,
        payer_phone: null,
        pay_link: null,
        fee_fcfa: 0,
        state: 'DUE',
        reason: null,
        due_at: new Date(testStart),
        attempts: 0,
        deadline_at: new Date('2026-11-21T10:10:00.000Z'),
        lease_owner: null,
        created_at: new Date(testStart),
        ended_at: null,
        refund_due_at: null,
        refunded_at: null,
        refund_note: null,
        surplus_fcfa: 0,
        surplus_settled_fcfa: 0,
      })
    })

    test('requests to pay are enqueued only for the events that are relayed, each in its own shop', async () => {
      const { db } = service.services
      const other = await service.openShop()
      const picked = [
        await bringTo(service, shop, 'IN_TRANSIT', secure),
        await bringTo(service, other, 'IN_TRANSIT', secure),
      ]
      const waiting = await bringTo(service, shop, 'IN_TRANSIT', secure)
      await work.relay()
      const pickUpOf = async (key: DeliveryKey) =>
        (await eventsOf(service, key)).find(({ type }) => type === 'delivery.picked_up')?.id ?? ''
      const handed = await Promise.all(
        picked.map(async (key) => ({ shopId: key.shopId, id: await pickUpOf(key) })),
      )
      // An identifier is unique within its shop: another shop's event may have the same one as an event that
      // is relayed.
      await db
        .updateTable('events')
        .set({ id: handed[1]?.id ?? '' })
        .where('events.shop_id', '=', waiting.shopId)
        .where('events.id', '=', await pickUpOf(waiting))
        .execute()

      const found = await db.transaction().execute((trx) => listPickedUpToPay(trx, handed))

      assert.deepEqual(found.map(({ id }) => id).sort(), picked.map(({ id }) => id).sort())
    })

    for (const [what, status, input] of [
      ['a prepaid parcel', 'IN_TRANSIT', {}],
      [
        'a payment straight to the shop',
        'IN_TRANSIT',
        { payment: { ...secure.payment, collection: 'DIRECT' } },
      ],
      ['a parcel still at the shop', 'ASSIGNED', secure],
      ['a delivery that ended before its event was relayed', 'FAILED', secure],
    ] as const) {
      test(`no request to pay is enqueued for ${what}`, async () => {
        const key = await bringTo(service, shop, status, input)
        await work.relay()
        assert.deepEqual(await requestsOf(key), [])
      })
    }

    test('a request to pay is enqueued in the transaction that relays the event, or not at all', async () => {
      const key = await bringTo(service, shop, 'IN_TRANSIT', secure)

      const breaks = failsAfter(enqueuePaymentRequests(work.services))
      await assert.rejects(consumeAll(service.services, breaks), /fails afterwards/)
      assert.deepEqual(await requestsOf(key), [])
      await work.relay()
      assert.deepEqual(await requestsOf(key), [[1, 'DUE']])
    })
  })

  describe('the customer', () => {
    test('the customer is asked once and pays, and then the parcel is handed over (decision 34)', async () => {
      const key = await asked()
      const { reference } = await rowOf(service, key)
      const [request] = await listPaymentRequests(service.services.db, key)
      const expected = {
        id: request?.id,
        phone: '+2290197000001',
        amountFcfa: 5600,
        currency: 'XOF',
        reference,
        providerRef: null,
      }
      assert.deepEqual([request?.state, request?.provider, provider.calls], ['ASKED', 'scripted', [expected]])

      await work.roundAfter(2_000)
      assert.deepEqual([await paymentOf(key), await requestsOf(key)], ['AWAITING_CUSTOMER', [[1, 'ASKED']]])
      provider.answers('PAID')
      await work.roundAfter(2_000)

      assert.deepEqual(await requestsOf(key), [[1, 'PAID']])
      const { body } = await shop.get(`/deliveries/${key.id}`)
      assert.deepEqual([body.payment.status, body.payment.paidAt], ['PAID', '2026-11-21T10:00:04.000Z'])
      assert.equal(await timesPublished(key), 1)
      assert.equal((await act(service, key, 'handOver')).status, 'DELIVERED')
      await work.roundAfter(60 * minuteMs)
      assert.deepEqual([provider.calls.length, await timesPublished(key), operatorAlerts()], [1, 1, []])
    })

    for (const [answer, transition] of [
      ['REFUSED', 'refuses'],
      ['FAILED', 'cannot pay'],
    ] as const) {
      test(`a customer who ${transition} is asked again by a new request, and pays`, async () => {
        const key = await asked()
        provider.answers(answer)
        await work.roundAfter(2_000)
        assert.deepEqual([await paymentOf(key), await requestsOf(key)], [answer, [[1, answer]]])

        await requestPaymentAgain(work.services, key)
        assert.deepEqual(await paymentOf(key), 'AWAITING_CUSTOMER')
        await work.round()
        provider.answers('PAID')
        await work.roundAfter(2_000)

        assert.deepEqual(
          [await paymentOf(key), await requestsOf(key)],
          [
            'PAID',
            [
              [1, answer],
              [2, 'PAID'],
            ],
          ],
        )
        assert.deepEqual([provider.asked.size, await timesPublished(key)], [2, 1])
      })
    }

    test('the payment of a customer who does not respond fails exactly at the deadline', async () => {
      const key = await asked()
      service.clock.set('2026-11-21T10:09:59.999Z')
      await work.round()
      assert.deepEqual(await paymentOf(key), 'AWAITING_CUSTOMER')

      service.clock.set('2026-11-21T10:10:00.000Z')
      await work.round()

      assert.deepEqual([await paymentOf(key), await requestsOf(key)], ['FAILED', [[1, 'FAILED']]])
    })

    test('a customer who pays exactly at the deadline has paid', async () => {
      const key = await asked()
      provider.answers('PAID')

      service.clock.set('2026-11-21T10:10:00.000Z')
      await work.round()

      assert.deepEqual([await paymentOf(key), await requestsOf(key)], ['PAID', [[1, 'PAID']]])
    })

    test('a customer who pays after the deadline has paid, as long as the parcel is on its way', async () => {
      const key = await asked()
      await work.roundAfter(10 * minuteMs)
      assert.equal(await paymentOf(key), 'FAILED')

      provider.answers('PAID')
      await work.roundAfter(15 * minuteMs)

      assert.deepEqual([await paymentOf(key), await requestsOf(key)], ['PAID', [[1, 'PAID']]])
      assert.deepEqual([await timesPublished(key), operatorAlerts()], [1, []])
    })

    test('paying the first request while the second is open withdraws the second', async () => {
      const key = await asked()
      await work.roundAfter(10 * minuteMs)
      await requestPaymentAgain(work.services, key)
      await work.round()
      const [first, second] = [...provider.asked.keys()]
      const { paymentStatus } = provider
      provider.paymentStatus = async (order) =>
        order.id === first ? { state: 'PAID' } : paymentStatus(order)

      await work.roundAfter(3 * minuteMs)
      await work.roundAfter(15_000)

      assert.deepEqual(await requestsOf(key), [
        [1, 'PAID'],
        [2, 'WITHDRAWN'],
      ])
      assert.deepEqual([await paymentOf(key), await timesPublished(key), operatorAlerts()], ['PAID', 1, []])

      provider.paymentStatus = async () => ({ state: 'PAID' })
      await work.roundAfter(15 * minuteMs)
      assert.deepEqual(operatorAlerts().map(giveBack), [{ deliveryId: key.id, paymentRequestId: second }])
    })
  })

  describe('asking again', () => {
    test('a payment is not requested again while it is awaited, paid or not yet requested', async () => {
      const key = await asked()
      await assert.rejects(requestPaymentAgain(work.services, key), { code: 'PAYMENT_TRANSITION_REFUSED' })
      provider.answers('PAID')
      await work.roundAfter(2_000)
      await assert.rejects(requestPaymentAgain(work.services, key), { code: 'PAYMENT_TRANSITION_REFUSED' })
      const early = await bringTo(service, shop, 'ASSIGNED', secure)
      await assert.rejects(requestPaymentAgain(work.services, early), { code: 'PAYMENT_TRANSITION_REFUSED' })
      assert.deepEqual([await requestsOf(key), await requestsOf(early)], [[[1, 'PAID']], []])
    })

    test('a payment is not requested again after a failed hand-over', async () => {
      const key = await asked()
      provider.answers('REFUSED')
      await work.roundAfter(2_000)
      await act(service, key, 'fail')

      await assertVerbRefused(
        requestPaymentAgain(work.services, key),
        transitionRefused('FAILED', ['IN_TRANSIT']),
      )
      assert.deepEqual(await requestsOf(key), [[1, 'REFUSED']])
    })

    test('a payment straight to the shop is not requested again by the service', async () => {
      const direct = { payment: { ...secure.payment, collection: 'DIRECT' } }
      const key = await bringTo(service, shop, 'IN_TRANSIT', direct)

      await assertVerbRefused(requestPaymentAgain(work.services, key), {
        status: 409,
        code: 'COLLECTION_REFUSED',
        en: 'This payment goes straight to the shop: the service does not ask for it.',
        fr: 'Ce paiement va directement à la boutique : le service ne le demande pas.',
        details: { collection: 'DIRECT' },
      })
    })
  })

  describe('a delivery that ends during a payment', () => {
    for (const [verb, state] of [
      ['fail', 'FAILED'],
      ['cancel', 'CANCELLED'],
    ] as const) {
      test(`a delivery that becomes ${state} withdraws its request to pay, and the customer is not asked`, async () => {
        const key = await pickedUp()
        await act(service, key, verb)

        await work.roundAfter(1_000)
        await work.roundAfter(60 * minuteMs)

        assert.deepEqual([await requestsOf(key), provider.calls], [[[1, 'WITHDRAWN']], []])
        assert.deepEqual(
          [await paymentOf(key), work.reportedErrors, operatorAlerts()],
          ['NOT_REQUESTED', [], []],
        )
      })

      test(`a payment made after the delivery is ${state} stays withdrawn, and alerts the operator once`, async () => {
        const key = await asked()
        await act(service, key, verb)
        await work.roundAfter(2_000)
        assert.deepEqual([await requestsOf(key), operatorAlerts()], [[[1, 'WITHDRAWN']], []])

        provider.answers('PAID')
        await work.roundAfter(minuteMs)
        await work.roundAfter(minuteMs)

        assert.deepEqual([await paymentOf(key), await requestsOf(key)], ['NOT_REQUESTED', [[1, 'PAID']]])
        assert.equal(await timesPublished(key), 0)
        const [request] = await listPaymentRequests(service.services.db, key)
        assert.deepEqual(operatorAlerts().map(giveBack), [
          { deliveryId: key.id, paymentRequestId: request?.id },
        ])
      })

      test(`a delivery that becomes ${state} while the provider reports PAID alerts the operator once`, async () => {
        const key = await asked()
        provider.answers('PAID')
        provider.onceLooked = async () => void (await act(service, key, verb))

        await work.roundAfter(2_000)

        assert.deepEqual([await paymentOf(key), await requestsOf(key)], ['NOT_REQUESTED', [[1, 'PAID']]])
        assert.deepEqual([await timesPublished(key), operatorAlerts().length], [0, 1])
      })
    }

    test('a payment made after the hand-over failed is booked, and held for the customer (decision 199)', async () => {
      await beginBooks(service)
      const key = await asked()
      await act(service, key, 'fail')
      await work.roundAfter(2_000)
      await settleAll(service)
      provider.answers('PAID')
      await work.roundAfter(minuteMs)
      await settleAll(service)

      const booked = await listEntriesOfDelivery(service.services.db, key.id)
      assert.deepEqual(
        booked.map(({ postingKind, kind, amountFcfa }) => [postingKind, kind, amountFcfa]),
        [
          ['PAYMENT_RECEIVED', 'CUSTOMER_MONEY', -5600],
          ['PAYMENT_RECEIVED', 'PROVIDER_FLOAT', 5600],
        ],
      )
      assert.deepEqual((await checkLedger(service.services)).faults, [])
    })

    const parcelLost = 'A customer paid for a parcel that was not delivered: refund it.'

    for (const [what, ends] of [
      ['fails', ['fail']],
      ['fails and is returned', ['fail', 'return']],
      ['is cancelled', ['cancel']],
    ] as const) {
      test(`a delivery that ${what} after its customer has paid alerts the operator once (decision 74)`, async () => {
        const key = await asked()
        provider.answers('PAID')
        await work.roundAfter(2_000)
        assert.deepEqual(operatorAlerts(), [])

        for (const verb of ends) {
          await act(service, key, verb)
          await work.relay()
          await work.roundAfter(minuteMs)
          await work.roundAfter(minuteMs)
        }

        const [request] = await listPaymentRequests(service.services.db, key)
        assert.deepEqual([request?.state, request?.due_at, await paymentOf(key)], ['PAID', null, 'PAID'])
        assert.deepEqual(
          operatorAlerts().map(({ msg, deliveryId, paymentRequestId }) => ({
            msg,
            deliveryId,
            paymentRequestId,
          })),
          [{ msg: parcelLost, deliveryId: key.id, paymentRequestId: request?.id }],
        )
        assert.deepEqual([provider.calls.length, await timesPublished(key), work.reportedErrors], [1, 1, []])
      })
    }

    test('a delivery that fails after its customer has paid twice alerts the operator once for each payment', async () => {
      const key = await asked()
      await work.roundAfter(10 * minuteMs)
      await requestPaymentAgain(work.services, key)
      await work.round()
      const [first, second] = [...provider.asked.keys()]
      const { paymentStatus } = provider
      provider.paymentStatus = async (order) =>
        order.id === second ? { state: 'PAID' } : paymentStatus(order)
      await work.roundAfter(2_000)
      provider.paymentStatus = async () => ({ state: 'PAID' })
      await work.roundAfter(15 * minuteMs)
      assert.deepEqual(operatorAlerts().map(giveBack), [{ deliveryId: key.id, paymentRequestId: first }])

      await act(service, key, 'fail')
      await work.relay()
      await work.roundAfter(minuteMs)

      assert.deepEqual(
        operatorAlerts().map(({ msg, paymentRequestId }) => [msg === parcelLost, paymentRequestId]),
        [
          [false, first],
          [true, second],
        ],
      )
    })

    test('both payments are given back though the later one was noted by a process whose clock is behind', async () => {
      const key = await asked()
      await work.roundAfter(10 * minuteMs)
      await requestPaymentAgain(work.services, key)
      await work.round()
      const [, second] = [...provider.asked.keys()]
      const { paymentStatus } = provider
      provider.paymentStatus = async (order) =>
        order.id === second ? { state: 'PAID' } : paymentStatus(order)
      await work.roundAfter(5 * minuteMs)
      provider.paymentStatus = async () => ({ state: 'PAID' })
      await service.services.db
        .updateTable('payment_requests')
        .set({ due_at: new Date(testStart) })
        .where('payment_requests.state', '=', 'FAILED')
        .execute()
      await work.roundAfter(-2_000)

      await act(service, key, 'fail')
      await work.relay()
      await work.roundAfter(minuteMs)

      const requests = await listPaymentRequests(service.services.db, key)
      assert.deepEqual(
        requests.map(({ state, refund_due_at }) => [state, refund_due_at !== null]),
        [
          ['PAID', true],
          ['PAID', true],
        ],
      )
    })

    test('no refund alert is logged for a payment that went straight to the shop', async () => {
      const direct = await pickedUp({ payment: { ...secure.payment, collection: 'DIRECT' } })
      await changePayment(service.services, direct, 'confirm')

      await act(service, direct, 'cancel')
      await work.relay()
      await work.roundAfter(minuteMs)
      await work.roundAfter(15 * minuteMs)

      assert.deepEqual([await requestsOf(direct), operatorAlerts()], [[], []])
    })

    test('what a customer can see to is kept, and counts for no failure of the provider', async () => {
      const ended: unknown[] = []
      service.clock.forward(1_000 * 24 * 60 * minuteMs)
      const since = service.clock.now()
      for (const reason of ['FUNDS_TOO_LOW', 'PROVIDER_FAILED', 'PAYER_REFUSED'] as const) {
        const key = await asked()
        provider.answers({ state: 'REFUSED', reason })
        await work.roundAfter(2_000)
        const [request] = await listPaymentRequests(service.services.db, key)
        ended.push([request?.state, request?.reason])
        provider.answers('PENDING')
      }
      assert.deepEqual(ended, [
        ['FAILED', 'FUNDS_TOO_LOW'],
        ['FAILED', 'PROVIDER_FAILED'],
        ['REFUSED', 'PAYER_REFUSED'],
      ])
      const { recent } = await findPaymentHealth(service.services.db, since)
      assert.deepEqual(recent, { ended: 3, failed: 1 })
    })

    test('what the simulated customer of a sandbox paid is given back like any other payment', async () => {
      const key = await asked()
      const providers = everyNumberBy({ ...provider, isSimulated: true })
      const mobileMoney = { ...work.services.mobileMoney, providers }
      await payAsSimulatedCustomer({ ...work.services, mobileMoney }, key)
      await act(service, key, 'fail')
      await work.relay()
      await work.roundAfter(minuteMs)
      provider.answers('PAID')
      await work.roundAfter(15 * minuteMs)

      const [request] = await listPaymentRequests(service.services.db, key)
      assert.deepEqual([request?.state, request?.refund_due_at !== null], ['PAID', true])
      assert.equal(operatorAlerts().length, 1)
    })

    test('the alert of a paid delivery that ends is logged when its event is relayed, or not at all', async () => {
      const key = await asked()
      provider.answers('PAID')
      await work.roundAfter(2_000)
      await act(service, key, 'cancel')

      const breaks = failsAfter(enqueuePaymentRequests(work.services))
      await assert.rejects(consumeAll(service.services, breaks), /fails afterwards/)
      await work.round()
      assert.deepEqual(operatorAlerts(), [])
      await work.relay()
      await work.round()
      assert.equal(operatorAlerts().length, 1)
    })

    test('a withdrawn request is polled for a day after its deadline, and then no more', async () => {
      const key = await asked()
      await act(service, key, 'cancel')
      await work.roundAfter(2_000)

      await work.roundAfter(24 * 60 * minuteMs)
      assert.notEqual((await listPaymentRequests(service.services.db, key))[0]?.due_at, null)
      await work.roundAfter(15 * minuteMs)

      assert.equal((await listPaymentRequests(service.services.db, key))[0]?.due_at, null)
    })

    for (const [what, takeIt, isPolled] of [
      ['a request that was never due before it ended is not polled, for nobody was asked', false, false],
      ['a request whose worker died is polled when it has ended, for it may have been made', true, true],
    ] as const)
      test(what, async () => {
        const { db } = service.services
        const [withdrawn, overdue] = [await pickedUp(), await pickedUp()]
        if (takeIt)
          await takeDueRequests(db, {
            owner: randomUUID(),
            now: service.clock.now(),
            leaseEnds: new Date(service.clock.now().getTime() + minuteMs),
            limit: 10,
          })
        await act(service, withdrawn, 'cancel')

        await work.roundAfter(10 * minuteMs)

        const ends = await Promise.all([withdrawn, overdue].map((key) => listPaymentRequests(db, key)))
        assert.deepEqual(
          ends.flat().map(({ state, due_at }) => [state, due_at !== null]),
          [
            ['WITHDRAWN', isPolled],
            ['FAILED', isPolled],
          ],
        )
      })
  })

  describe('the provider', () => {
    test('a provider that is down is called again until it is back, and the customer is asked only once', async () => {
      const key = await pickedUp()
      provider.goAway()
      await work.round()
      await work.roundAfter(2_000)
      assert.deepEqual([await requestsOf(key), work.reportedErrors.length], [[[1, 'DUE']], 2])

      provider.comeBack()
      await work.roundAfter(2_000)
      provider.goAway()
      await work.roundAfter(2_000)
      assert.deepEqual([await requestsOf(key), await paymentOf(key)], [[[1, 'ASKED']], 'AWAITING_CUSTOMER'])
      provider.comeBack()
      provider.answers('PAID')
      await work.roundAfter(5_000)

      assert.deepEqual([await requestsOf(key), await paymentOf(key)], [[[1, 'PAID']], 'PAID'])
      assert.deepEqual([provider.calls.length, work.reportedErrors.length], [1, 3])
    })

    test('a customer whom an earlier call may have asked pays though the call that repeated it was refused', async () => {
      const key = await pickedUp()
      provider.onceAsked = () => Promise.reject(new ProviderAway('The answer was lost.'))
      await work.round()
      provider.requestToPay = async () => ({ state: 'REFUSED', reason: 'PROVIDER_FAILED' })
      await work.roundAfter(2_000)
      assert.deepEqual([await requestsOf(key), await paymentOf(key)], [[[1, 'FAILED']], 'FAILED'])

      provider.answers('PAID')
      await work.roundAfter(minuteMs)

      assert.deepEqual([await requestsOf(key), await paymentOf(key)], [[[1, 'PAID']], 'PAID'])
    })

    test('a request that the provider refuses at once is polled, since it may be paid all the same', async () => {
      const key = await pickedUp()
      provider.requestToPay = async () => ({ state: 'REFUSED', reason: 'NUMBER_REFUSED' })
      await work.round()
      const [request] = await listPaymentRequests(service.services.db, key)
      const due_at = new Date(service.clock.now().getTime() + 2_000)
      assert.deepEqual([request?.state, request?.due_at], ['FAILED', due_at])
    })

    test('a provider that never responds does not hold up other requests', async () => {
      const [key, other] = [await pickedUp(), await pickedUp()]
      provider.onceAsked = () => (provider.calls.length === 1 ? new Promise(() => {}) : Promise.resolve())

      await processDueRequests({ ...work.services, answerMs: 20 }, randomUUID())

      const states = [...(await requestsOf(key)), ...(await requestsOf(other))]
      assert.deepEqual(states.map(([, state]) => state).sort(), ['ASKED', 'DUE'])
      assert.deepEqual(work.reportedErrors, [
        'The mobile-money provider did not respond; it is asked again. It took too long.',
      ])
    })

    test('a payment fails when the provider stays down until the deadline', async () => {
      const key = await pickedUp()
      provider.goAway()
      await work.round()

      await work.roundAfter(10 * minuteMs)

      assert.deepEqual([await requestsOf(key), await paymentOf(key)], [[[1, 'FAILED']], 'FAILED'])
    })

    test('a provider that is not configured alerts the operator once, and the payment fails at the deadline', async () => {
      const emitted: string[] = []
      const missing = {
        providers: alertingRoutes(noProviders, (message) => void emitted.push(message)),
      }
      const services = { ...work.services, mobileMoney: missing }
      const key = await bringTo(service, shop, 'IN_TRANSIT', secure)
      await consumeAll(service.services, enqueuePaymentRequests(services))

      for (const seconds of [0, 2, 2, 600]) {
        service.clock.forward(seconds * 1_000)
        await processDueRequests(services, randomUUID())
      }

      assert.deepEqual(emitted, ['No mobile-money provider is configured: set MOBILE_MONEY_PROVIDER.'])
      assert.equal(await paymentOf(key), 'FAILED')
    })

    test('a request that nobody could make is made once a provider serves the number', async () => {
      const key = await bringTo(service, shop, 'IN_TRANSIT', secure)
      const unserved = { providers: noProviders }
      await consumeAll(service.services, enqueuePaymentRequests({ ...work.services, mobileMoney: unserved }))
      await processDueRequests({ ...work.services, mobileMoney: unserved }, randomUUID())
      service.clock.forward(2_000)

      // It is followed by the loop of those that no provider has.
      for (const share of sharesOf(work.services.mobileMoney.providers))
        await processDueRequests(work.services, randomUUID(), share)

      assert.equal(provider.asked.size, 1)
      assert.deepEqual(await requestsOf(key), [[1, 'ASKED']])
    })

    test('a provider that does not respond holds up nobody whom another serves', async () => {
      const [arrived, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<OrderOutcome>()]
      const slow = {
        ...scriptedProvider(),
        name: 'slow',
        requestToPay: () => {
          arrived.resolve()
          return answered.promise
        },
      }
      const providers = {
        ...everyNumberBy(provider),
        all: [slow, provider],
        named: (name: string) => [slow, provider].find((each) => each.name === name),
        forPhone: (phone: string) => (phone === '+2290197000077' ? slow : provider),
      }
      const services = {
        ...work.services,
        answerMs: minuteMs,
        mobileMoney: { providers },
      }
      const first = await bringTo(service, shop, 'IN_TRANSIT', {
        ...secure,
        customer: { lastName: 'Dossou', firstName: 'Afi', phone: '+2290197000077' },
      })
      await consumeAll(service.services, enqueuePaymentRequests(services))
      const loops = startPaymentRequests(services)
      await arrived.promise

      const second = await bringTo(service, shop, 'IN_TRANSIT', secure)
      await consumeAll(service.services, enqueuePaymentRequests(services))
      provider.answers('PAID')
      for (const loop of loops) loop.wake()
      await until(async () => (await requestsOf(second))[0]?.[1] === 'ASKED', 'the customer to be asked')
      service.clock.forward(2_000)
      for (const loop of loops) loop.wake()
      await until(async () => (await paymentOf(second)) === 'PAID', 'the payment')

      assert.deepEqual(await requestsOf(first), [[1, 'DUE']])
      answered.resolve({ state: 'PENDING' })
      await Promise.all(loops.map((loop) => loop.stop()))
      assert.deepEqual(await requestsOf(first), [[1, 'ASKED']])
    })

    test('the provider is called while no transaction is open', async () => {
      const key = await pickedUp()
      provider.onceAsked = async () => void (await rowOf(service, key))
      provider.onceLooked = async () => void (await rowOf(service, key))

      await work.round()
      provider.answers('PAID')
      await work.roundAfter(2_000)

      assert.deepEqual([await paymentOf(key), work.reportedErrors], ['PAID', []])
    })

    test('the provider is called again with the same id when a worker stalls before it saved its call', async () => {
      const key = await pickedUp()
      const [arrived, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      provider.onceAsked = () => {
        arrived.resolve()
        return answered.promise
      }
      const silent = work.round()
      await arrived.promise
      provider.onceAsked = async () => {}

      await work.roundAfter(59_999)
      assert.equal(provider.calls.length, 1)
      await work.roundAfter(1)

      assert.deepEqual([provider.calls.length, provider.asked.size], [2, 1])
      const taken = await listPaymentRequests(service.services.db, key)
      assert.equal(taken[0]?.state, 'ASKED')
      answered.resolve()
      await silent
      assert.deepEqual(await listPaymentRequests(service.services.db, key), taken)
    })

    test('a status that reaches a worker that lost its lease is saved by the other worker alone', async () => {
      const key = await asked()
      const answerLate = await delayAnswer('PAID')
      await work.roundAfter(minuteMs)
      const paid = await listPaymentRequests(service.services.db, key)
      assert.equal(paid[0]?.state, 'PAID')

      await answerLate()

      assert.deepEqual(await listPaymentRequests(service.services.db, key), paid)
      assert.deepEqual([await timesPublished(key), operatorAlerts(), work.reportedErrors], [1, [], []])
    })

    test('a late refusal does not change the request that was made since', async () => {
      const key = await asked()
      const answerLate = await delayAnswer('REFUSED')
      await work.roundAfter(minuteMs)
      await requestPaymentAgain(work.services, key)
      const requests = await listPaymentRequests(service.services.db, key)

      await answerLate()

      assert.equal(await paymentOf(key), 'AWAITING_CUSTOMER')
      assert.deepEqual(await listPaymentRequests(service.services.db, key), requests)
    })

    /** Lets a worker wait for the provider; the returned function lets the provider respond. */
    async function delayAnswer(answer: ScriptedAnswer): Promise<() => Promise<void>> {
      provider.answers(answer)
      const [arrived, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      provider.onceLooked = () => {
        arrived.resolve()
        return answered.promise
      }
      service.clock.forward(2_000)
      const slow = work.round()
      await arrived.promise
      provider.onceLooked = async () => {}
      return async () => {
        answered.resolve()
        await slow
      }
    }
  })

  describe('the simulated provider', () => {
    const answersOf: [ending: string, OrderOutcome][] = [
      ['0001', { state: 'PAID' }],
      ['0002', { state: 'REFUSED', reason: 'PAYER_REFUSED' }],
      ['0003', { state: 'REFUSED', reason: 'PROVIDER_FAILED' }],
      ['0004', { state: 'PENDING' }],
    ]
    const orderBy = (phone: string): MoneyOrder => ({
      id: randomUUID(),
      phone,
      amountFcfa: 100,
      currency: 'XOF',
      reference: 'COL-TEST01',
      providerRef: null,
    })
    for (const country of ['+22901970', '+2289012', '+22507010']) {
      for (const [ending, answer] of answersOf) {
        test(`the simulated provider answers after 5 s for ${country}${ending}`, async () => {
          const request = orderBy(`${country}${ending}`)
          await simulatedProvider(service.services).requestToPay(request)

          service.clock.forward(4_999)
          const early = await simulatedProvider(service.services).paymentStatus(request)
          service.clock.forward(1)
          const late = await simulatedProvider(service.services).paymentStatus(request)
          assert.deepEqual([early, late], [{ state: 'PENDING' }, answer])
        })
      }
    }

    test('the simulated provider keeps the first of two calls with one id, and knows no id it was not called with', async () => {
      const own = simulatedProvider(service.services)
      const request = orderBy('+2290197000001')
      await own.requestToPay(request)
      service.clock.forward(5_000)
      await own.requestToPay(request)

      assert.deepEqual(await own.paymentStatus(request), { state: 'PAID' })
      assert.deepEqual(await own.paymentStatus(orderBy('+2290197000001')), { state: 'UNKNOWN' })
    })

    test('the sandbox uses the simulated provider, and production has none', async (t) => {
      assert.equal(service.services.mobileMoney.providers.all[0]?.name, 'simulated')
      const production = await openService(await open(), productionSettings)
      t.after(() => production.close())
      assert.deepEqual(production.services.mobileMoney.providers.all, [])
    })

    for (const [ending, statuses] of [
      ['01', ['PAID']],
      ['02', ['REFUSED']],
      ['03', ['FAILED']],
      ['04', ['AWAITING_CUSTOMER']],
    ] as const) {
      test(`the simulated provider responds for the customer 01970000${ending} in the background`, async () => {
        const customer = { ...plainOrder.customer, phone: `01970000${ending}` }
        const key = await bringTo(service, shop, 'IN_TRANSIT', { ...secure, customer })
        const loops = await startBackground(service.services)
        const request = async () => (await listPaymentRequests(service.services.db, key))[0]
        await until(async () => (await request())?.state === 'ASKED', 'the customer is asked')
        assert.equal(await paymentOf(key), 'AWAITING_CUSTOMER')

        service.clock.forward(5_000)
        await until(
          async () => ((await request())?.attempts ?? 0) >= 2 && (await request())?.lease_owner === null,
          'the provider is asked what became of it',
        )
        await Promise.all(loops.map((loop) => loop.stop()))

        assert.deepEqual([await paymentOf(key)], statuses)
      })
    }
  })

  describe('the step of the sandbox with the simulated provider', () => {
    const advance = async ({ id }: DeliveryKey) => (await shop.post(`/sandbox/deliveries/${id}/advance`)).body

    for (const [what, ending, waitMs, states] of [
      ['before the customer responds', '01', 1_000, ['PAID']],
      ['when the customer has paid', '01', 5_000, ['PAID']],
      ['when the customer has refused', '02', 5_000, ['REFUSED', 'PAID']],
      ['when the payment has failed', '03', 5_000, ['FAILED', 'PAID']],
      ['while the customer does not respond', '04', 60_000, ['PAID']],
    ] as const) {
      test(`the step of the sandbox ${what} confirms the payment once, without an alert (decision 25)`, async () => {
        const work = mobileMoneyWork(service, simulatedProvider(service.services) as ScriptedProvider)
        const customer = { ...plainOrder.customer, phone: `01970000${ending}` }
        const key = await bringTo(service, shop, 'ASSIGNED', { ...secure, customer })

        const inTransit = await advance(key)
        assert.deepEqual([inTransit.status, inTransit.payment.status], ['IN_TRANSIT', 'AWAITING_CUSTOMER'])
        await work.relay()
        await work.round()
        await work.roundAfter(waitMs)
        const delivered = await advance(key)
        assert.deepEqual([delivered.status, delivered.payment.status], ['DELIVERED', 'PAID'])
        for (let round = 0; round < 5; round += 1) await work.roundAfter(minuteMs)

        assert.deepEqual([await paymentOf(key), await timesPublished(key), operatorAlerts()], ['PAID', 1, []])
        assert.deepEqual(
          await requestsOf(key),
          states.map((state, index) => [index + 1, state]),
        )
      })
    }
  })
})

onServer((open) => {
  let service: TestService
  let shop: TestShop
  before(async () => {
    service = await openService(await open())
    shop = await service.openShop()
  })
  after(() => service.close())

  test('ten workers ask each of thirty customers once, and confirm each payment once', async () => {
    const work = mobileMoneyWork(service)
    const keys: DeliveryKey[] = []
    for (let made = 0; made < 30; made += 1) keys.push(await bringTo(service, shop, 'IN_TRANSIT', secure))
    await Promise.all(Array.from({ length: 5 }, () => work.relay()))

    await Promise.all(Array.from({ length: 10 }, () => work.round()))
    assert.deepEqual([work.provider.calls.length, work.provider.asked.size], [30, 30])
    work.provider.answers('PAID')
    service.clock.forward(2_000)
    await Promise.all(Array.from({ length: 10 }, () => work.round()))

    for (const key of keys) {
      assert.equal((await rowOf(service, key)).payment_status, 'PAID')
      const emitted = (await eventsOf(service, key)).filter(({ type }) => type === 'payment.confirmed')
      assert.equal(emitted.length, 1)
    }
    assert.deepEqual(work.reportedErrors, [])
  })

  test('two concurrent calls to request a payment again make one new request', async () => {
    const work = mobileMoneyWork(service)
    work.provider.answers('REFUSED')
    for (let turn = 0; turn < 5; turn += 1) {
      const key = await bringTo(service, shop, 'IN_TRANSIT', secure)
      await work.relay()
      await work.round()
      await work.roundAfter(2_000)

      const calls = await Promise.allSettled([
        requestPaymentAgain(work.services, key),
        requestPaymentAgain(work.services, key),
      ])

      assert.deepEqual(calls.map((call) => call.status).sort(), ['fulfilled', 'rejected'])
      const requests = await listPaymentRequests(service.services.db, key)
      assert.deepEqual(
        requests.map(({ number, state }) => [number, state]),
        [
          [1, 'REFUSED'],
          [2, 'DUE'],
        ],
      )
    }
  })

  test('the payment is confirmed once when the sandbox step and the provider’s status come at the same moment', async () => {
    const work = mobileMoneyWork(service)
    Object.assign(work.provider, { name: 'simulated' })
    for (const answer of ['PAID', 'REFUSED', 'FAILED'] as const) {
      for (let turn = 0; turn < 8; turn += 1) {
        work.provider.answers('PENDING')
        const key = await bringTo(service, shop, 'IN_TRANSIT', secure)
        await work.relay()
        await work.round()
        work.provider.answers(answer)
        service.clock.forward(2_000)

        const [{ body }] = await Promise.all([
          shop.post(`/sandbox/deliveries/${key.id}/advance`),
          work.round(),
        ])

        assert.deepEqual([body.status, body.payment.status], ['DELIVERED', 'PAID'])
        const emitted = (await eventsOf(service, key)).filter(({ type }) => type === 'payment.confirmed')
        assert.equal(emitted.length, 1)
      }
    }
    assert.deepEqual(work.reportedErrors, [])
  })

  test('the operator is alerted of one refund when a cancellation and a PAID status come at the same moment', async () => {
    const work = mobileMoneyWork(service)
    for (let turn = 0; turn < 10; turn += 1) {
      service.logged.length = 0
      work.provider.answers('PENDING')
      const key = await bringTo(service, shop, 'IN_TRANSIT', secure)
      await work.relay()
      await work.round()
      work.provider.answers('PAID')
      service.clock.forward(2_000)

      await Promise.all([act(service, key, 'cancel'), work.round()])
      await work.relay()
      for (let round = 0; round < 3; round += 1) await work.roundAfter(minuteMs)

      const { payment_status: paymentStatus, status } = await rowOf(service, key)
      const emitted = (await eventsOf(service, key)).filter(({ type }) => type === 'payment.confirmed')
      const alerted = service.logged.filter((line) => line.includes('refund it'))
      assert.equal(status, 'CANCELLED')
      assert.deepEqual(
        { emitted: emitted.length, alerted: alerted.length },
        { emitted: paymentStatus === 'PAID' ? 1 : 0, alerted: 1 },
      )
    }
  })
})

/** What a log line about money to refund holds. */
const giveBack = ({ msg, deliveryId, paymentRequestId }: Record<string, unknown>) => {
  assert.equal(msg, 'A customer paid by mobile money when no payment was expected: refund it.')
  return { deliveryId, paymentRequestId }
}
