import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, beforeEach, describe, test } from 'node:test'
import type { DeliveryKey } from '../src/domain/deliveries/delivery-store.ts'
import { assignCourier } from '../src/domain/deliveries/transitions/assign-courier.ts'
import { type AccountKind, shownBalance } from '../src/domain/money/ledger/ledger-account.ts'
import { listBalances } from '../src/domain/money/ledger/ledger-store.ts'
import { everyNumberBy } from '../src/domain/money/mobile-money/mobile-money-provider.ts'
import { listPaymentRequests } from '../src/domain/money/mobile-money/payment-request-store.ts'
import { processDueRequests } from '../src/domain/money/mobile-money/process-payment-requests.ts'
import { recordRefund } from '../src/domain/money/mobile-money/record-refund.ts'
import { requestPaymentAgain } from '../src/domain/money/mobile-money/request-payment-again.ts'
import { settleSurplus } from '../src/domain/money/mobile-money/settle-surplus.ts'
import { enqueuePaymentRequests } from '../src/domain/money/mobile-money/start-payment-requests.ts'
import { checkLedger } from '../src/domain/money/settlement/check-ledger.ts'
import { beginDueTransfers } from '../src/domain/money/transfers/begin-due-transfers.ts'
import { processDueTransfers } from '../src/domain/money/transfers/process-transfers.ts'
import {
  listOverpaid,
  listTransfersTo,
  type TransferTarget,
} from '../src/domain/money/transfers/transfer-store.ts'
import { findWaitingMoney } from '../src/domain/monitoring/health/waiting-money-store.ts'
import { changeShop } from '../src/domain/shops/change-shop.ts'
import { wakeOrders } from '../src/doors/provider-callbacks/wake-order.ts'
import { courierAt } from './support/courier-work.ts'
import { onServer } from './support/databases.ts'
import { act, bringTo, rowOf } from './support/delivery-verbs.ts'
import { consumeAll } from './support/event-work.ts'
import { beginBooks, secure, settleAll } from './support/money-work.ts'
import { center, openService, type TestService, type TestShop, testStart } from './support/open-service.ts'
import { withRules } from './support/rules.ts'
import { type ScriptedProvider, scriptedProvider } from './support/scripted-provider.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs

/** Providers that say of an order that it failed, and later that it was paid (decision 244). */
onServer((open) => {
  let service: TestService
  let shop: TestShop
  let provider: ScriptedProvider
  let alerts: string[]
  before(async () => {
    service = await openService(await open())
    await beginBooks(service)
  })
  beforeEach(async () => {
    service.clock.set(testStart)
    provider = scriptedProvider()
    alerts = []
    const { db } = service.services
    // What earlier tests left is nobody's any more, so that each sees its own.
    await db
      .updateTable('shops')
      .set({ suspended_at: new Date(testStart), suspension_reason: 'Of an earlier test.' })
      .execute()
    await db.updateTable('payment_requests').set({ due_at: null }).execute()
    await db.deleteFrom('payout_runs').execute()
    shop = await service.openShop()
    await changeShop(acting(), shop.shopId, { payoutRhythm: 'AT_ONCE', payoutMinimumFcfa: 1 })
  })
  after(() => service.close())

  const acting = () => ({
    ...service.services,
    actor: { kind: 'CLI' } as const,
    mobileMoney: { providers: everyNumberBy(provider) },
    rules: withRules(service.services, { COURIER_PAYOUTS: 'DAILY', COURIER_PAYOUT_MINIMUM_FCFA: 1 }),
    onError: () => {},
    alertOperator: (message: string) => void alerts.push(message),
  })
  const begin = () => beginDueTransfers(acting())
  const followTransfers = () => processDueTransfers(acting(), randomUUID())
  const followRequests = () => processDueRequests(acting(), randomUUID())
  const callBack = (id: string) => wakeOrders({ db: service.services.db, clock: service.clock })(id)
  const toShop = (): TransferTarget => ({ shop: shop.shopId })
  const transfersTo = (target: TransferTarget) => listTransfersTo(service.services.db, target, 10)
  const states = async (target: TransferTarget) => (await transfersTo(target)).map(({ state }) => state)
  const idOfNewest = async (target: TransferTarget) => (await transfersTo(target))[0]?.id ?? ''
  const requestsOf = (key: DeliveryKey) => listPaymentRequests(service.services.db, key)
  const requestStates = async (key: DeliveryKey) => (await requestsOf(key)).map(({ state }) => state)
  const paymentOf = async (key: DeliveryKey) => (await rowOf(service, key)).payment_status
  async function balance(kind: AccountKind, owner: string): Promise<number> {
    const [found] = await listBalances(service.services.db, { kinds: [kind], owner })
    return shownBalance(kind, found?.balanceFcfa ?? 0)
  }
  /** What the books contradict, of this test alone. */
  async function faultsOf(...subjects: string[]): Promise<unknown[]> {
    const { faults } = await checkLedger(service.services)
    return faults
      .filter(({ subject }) => subjects.some((each) => subject.includes(each)))
      .map(({ rule, expectedFcfa, foundFcfa }) => [rule, expectedFcfa, foundFcfa])
  }

  async function pickedUp(): Promise<DeliveryKey> {
    const key = await bringTo(service, shop, 'IN_TRANSIT', secure)
    await consumeAll(service.services, enqueuePaymentRequests(acting()))
    return key
  }

  /** A parcel that is on its way and whose customer paid 5,600. */
  async function paid(): Promise<DeliveryKey> {
    const key = await pickedUp()
    provider.answers('PAID')
    await followRequests()
    service.clock.forward(2_000)
    await followRequests()
    return key
  }

  /** A parcel that was paid for and handed over: its shop is owed 4,900. */
  async function sale(): Promise<DeliveryKey> {
    const key = await paid()
    await act(service, key, 'handOver')
    await settleAll(service)
    return key
  }

  /** Whatever is due is begun, and each is asked about until nothing is. */
  async function sendAll(): Promise<void> {
    for (let round = 0; round < 4; round += 1) {
      await begin()
      await followTransfers()
      service.clock.forward(minuteMs)
    }
  }

  /** A payout that the provider refused for a reason that passes. */
  async function refusedPayout(): Promise<string> {
    await sale()
    provider.answers('FAILED')
    await begin()
    await followTransfers()
    service.clock.forward(minuteMs)
    await followTransfers()
    assert.deepEqual(await states(toShop()), ['REFUSED'])
    return idOfNewest(toShop())
  }

  describe('a payout that was refused and is paid all the same', () => {
    test('is heard of by polling alone, booked once, and not sent anew', async () => {
      const id = await refusedPayout()
      assert.equal(await balance('SHOP_SALES', shop.shopId), 4_900)

      provider.changesItsMind(id, 'PAID')
      service.clock.forward(20 * minuteMs)
      await followTransfers()
      assert.deepEqual(await states(toShop()), ['PAID'])
      assert.deepEqual([await balance('SHOP_SALES', shop.shopId), alerts], [0, []])

      service.clock.forward(2 * hourMs)
      await sendAll()
      assert.deepEqual([await states(toShop()), provider.sent.size], [['PAID'], 1])
      assert.deepEqual(await faultsOf(shop.shopId), [])
    })

    test('is asked about before another is sent, and the other is not sent', async () => {
      const id = await refusedPayout()
      provider.changesItsMind(id, 'PAID')
      provider.answers('PAID')
      // Nobody asks until the hour after which it is tried again is over.
      service.clock.forward(hourMs + minuteMs)
      await sendAll()
      assert.deepEqual([await states(toShop()), provider.sent.size], [['PAID'], 1])
      assert.equal(await balance('SHOP_SALES', shop.shopId), 0)
    })

    test('is asked about again before money goes to another number', async () => {
      await sale()
      provider.answers({ state: 'REFUSED', reason: 'NUMBER_REFUSED' })
      await begin()
      await followTransfers()
      service.clock.forward(minuteMs)
      await followTransfers()
      const id = await idOfNewest(toShop())
      provider.changesItsMind(id, 'PAID')
      provider.answers('PAID')
      // Longer than it is asked about by itself.
      service.clock.forward(30 * hourMs)
      await changeShop(acting(), shop.shopId, { payoutPhone: '+2290196000077' })
      await sendAll()
      assert.deepEqual([await states(toShop()), provider.sent.size], [['PAID'], 1])
    })

    test('holds another back while its provider does not answer, or says that it is under way', async () => {
      const id = await refusedPayout()
      service.clock.forward(hourMs)
      provider.answers('PAID')
      provider.goAway()
      await sendAll()
      assert.deepEqual(await states(toShop()), ['REFUSED'])
      provider.comeBack()
      provider.changesItsMind(id, 'PENDING')
      service.clock.forward(10 * minuteMs)
      await sendAll()
      assert.deepEqual(await states(toShop()), ['REFUSED'])

      provider.changesItsMind(id, 'FAILED')
      service.clock.forward(10 * minuteMs)
      await sendAll()
      assert.deepEqual([await states(toShop()), provider.sent.size], [['PAID', 'REFUSED'], 2])
    })

    test('is woken by a callback a week later', async () => {
      const id = await refusedPayout()
      await changeShop(acting(), shop.shopId, { payoutMinimumFcfa: 100_000 })
      for (let day = 0; day < 7; day += 1) {
        service.clock.forward(24 * hourMs)
        await followTransfers()
      }
      const calls = provider.calls.length
      provider.changesItsMind(id, 'PAID')
      await followTransfers()
      assert.deepEqual(await states(toShop()), ['REFUSED'])
      await callBack(id)
      await followTransfers()
      assert.deepEqual([await states(toShop()), provider.calls.length], [['PAID'], calls])
      assert.deepEqual(await faultsOf(shop.shopId), [])
    })

    test('after another was sent is made up for by the next sales, and a person is told until then', async () => {
      const id = await refusedPayout()
      provider.answers('PAID')
      service.clock.forward(hourMs)
      await sendAll()
      assert.deepEqual(await states(toShop()), ['PAID', 'REFUSED'])

      provider.changesItsMind(id, 'PAID')
      await callBack(id)
      await followTransfers()
      assert.deepEqual(await states(toShop()), ['PAID', 'PAID'])
      assert.equal(alerts.length, 1)
      assert.equal(await balance('SHOP_SALES', shop.shopId), -4_900)
      assert.deepEqual(await faultsOf(shop.shopId), [['PAID_TWICE', 0, 4_900]])
      const told = (await listOverpaid(service.services.db, 50)).map(({ kind, amountFcfa }) => [
        kind,
        amountFcfa,
      ])
      assert.deepEqual(told, [['SHOP_PAYOUT', 4_900]])
      const { count, amountFcfa } = (await findWaitingMoney(service.services.db, service.clock.now()))
        .paidTwice
      assert.deepEqual([count, amountFcfa], [1, 4_900])

      await sale()
      await sendAll()
      assert.deepEqual([await balance('SHOP_SALES', shop.shopId), provider.sent.size], [0, 2])
      assert.deepEqual(await faultsOf(shop.shopId), [])
      await sale()
      await sendAll()
      assert.deepEqual([await balance('SHOP_SALES', shop.shopId), provider.sent.size], [0, 3])
    })

    test('while another is under way is booked beside it, and both end', async () => {
      const id = await refusedPayout()
      provider.answers('PENDING')
      service.clock.forward(hourMs)
      await sendAll()
      assert.deepEqual(await states(toShop()), ['SENT', 'REFUSED'])
      provider.changesItsMind(id, 'PAID')
      await callBack(id)
      await followTransfers()
      assert.deepEqual(await states(toShop()), ['SENT', 'PAID'])
      assert.deepEqual([await faultsOf(shop.shopId), alerts.length], [[['PAID_TWICE', 0, 4_900]], 1])
      provider.answers('FAILED')
      service.clock.forward(hourMs)
      await followTransfers()
      assert.deepEqual(await states(toShop()), ['REFUSED', 'PAID'])
      assert.deepEqual([await faultsOf(shop.shopId), await balance('SHOP_SALES', shop.shopId)], [[], 0])
    })

    test('does not settle fees a second time that another payout has settled', async () => {
      await changeShop(acting(), shop.shopId, { payoutNetsFees: true })
      const prepaid = await bringTo(service, shop, 'IN_TRANSIT', { payment: { mode: 'PREPAID' } })
      await act(service, prepaid, 'handOver')
      const id = await refusedPayout()
      const feesFcfa = await balance('SHOP_FEES', shop.shopId)
      assert.ok(feesFcfa > 0)
      provider.answers('PAID')
      service.clock.forward(hourMs)
      await sendAll()
      assert.equal(await balance('SHOP_FEES', shop.shopId), 0)

      provider.changesItsMind(id, 'PAID')
      await callBack(id)
      await followTransfers()
      const tooMuch = [await balance('SHOP_SALES', shop.shopId), await balance('SHOP_FEES', shop.shopId)]
      assert.deepEqual(tooMuch, [-(4_900 - feesFcfa), 0])
      assert.deepEqual(await faultsOf((await transfersTo(toShop()))[0]?.reference ?? ''), [])
    })

    test('is charged to a shop that bears what it cost, and the books are checked for that', async () => {
      const { db } = service.services
      await db.updateTable('shop_terms').set({ payout_fees_by: 'SHOP' }).execute()
      const id = await refusedPayout()
      await db.updateTable('shop_terms').set({ payout_fees_by: 'COMPANY' }).execute()
      provider.changesItsMind(id, { state: 'PAID', feeFcfa: 50 })
      service.clock.forward(20 * minuteMs)
      await followTransfers()
      const left = [await balance('SHOP_SALES', shop.shopId), await balance('SHOP_FEES', shop.shopId)]
      assert.deepEqual(left, [0, 50])
      const [payout] = await transfersTo(toShop())
      assert.deepEqual(await faultsOf(payout?.reference ?? ''), [])
      await db.updateTable('money_transfers').set({ fee_by: 'COMPANY' }).where('id', '=', id).execute()
      assert.deepEqual(await faultsOf(payout?.reference ?? ''), [
        ['TRANSFERS', 4_900, 4_950],
        ['TRANSFERS', 4_900, 4_950],
      ])
      await db.updateTable('money_transfers').set({ fee_by: 'SHOP' }).where('id', '=', id).execute()
    })

    test('is booked once though ten workers and a worker that died ask about it', async () => {
      const id = await refusedPayout()
      provider.changesItsMind(id, 'PAID')
      service.clock.forward(20 * minuteMs)
      // One that has claimed it and hears nothing any more.
      const heard = Promise.withResolvers<void>()
      const arrived = Promise.withResolvers<void>()
      provider.onceLooked = () => {
        arrived.resolve()
        return heard.promise
      }
      const dead = followTransfers()
      await arrived.promise
      provider.onceLooked = async () => {}
      service.clock.forward(10 * minuteMs)
      await Promise.all(Array.from({ length: 10 }, followTransfers))
      heard.resolve()
      await dead
      assert.deepEqual(await states(toShop()), ['PAID'])
      assert.deepEqual([await balance('SHOP_SALES', shop.shopId), await faultsOf(shop.shopId)], [0, []])
    })
  })

  test('a courier’s payout that was refused is asked about before another is sent', async () => {
    const courierId = await courierAt(service, center)
    const key = await bringTo(service, shop, 'SEARCHING_COURIER', { payment: { mode: 'PREPAID' } })
    await assignCourier(service.services, key, {
      id: courierId,
      firstName: 'Afi',
      phone: '+2290197000002',
      vehicleType: 'MOTO',
      plateNumber: null,
    })
    await act(service, key, 'pickUp')
    await act(service, key, 'handOver')
    await settleAll(service)
    const target = { courier: courierId }
    provider.answers('FAILED')
    service.clock.forward(24 * hourMs)
    await begin()
    await followTransfers()
    service.clock.forward(minuteMs)
    await followTransfers()
    assert.deepEqual(await states(target), ['REFUSED'])
    provider.changesItsMind(await idOfNewest(target), 'PAID')
    provider.answers('PAID')
    service.clock.forward(24 * hourMs)
    await sendAll()
    assert.deepEqual(await states(target), ['PAID'])
    assert.deepEqual([await balance('COURIER_EARNINGS', courierId), await faultsOf(courierId)], [0, []])
  })

  describe('a refund that was refused and is paid all the same', () => {
    async function refusedRefund(): Promise<{ key: DeliveryKey; requestId: string }> {
      const key = await paid()
      await act(service, key, 'cancel')
      await consumeAll(service.services, enqueuePaymentRequests(acting()))
      await followRequests()
      await settleAll(service)
      provider.answers('FAILED')
      await begin()
      await followTransfers()
      service.clock.forward(minuteMs)
      await followTransfers()
      const [request] = await requestsOf(key)
      assert.deepEqual(await states({ payment: request?.id ?? '' }), ['REFUSED'])
      return { key, requestId: request?.id ?? '' }
    }

    test('gives the customer their money back once', async () => {
      const { key, requestId } = await refusedRefund()
      const target = { payment: requestId }
      provider.changesItsMind(await idOfNewest(target), 'PAID')
      provider.answers('PAID')
      service.clock.forward(hourMs + minuteMs)
      await sendAll()
      assert.deepEqual([await states(target), provider.sent.size], [['PAID'], 1])
      const [request] = await requestsOf(key)
      assert.equal(request?.refund_note, (await transfersTo(target))[0]?.reference)
      const { reference } = await rowOf(service, key)
      assert.deepEqual([await faultsOf(reference), alerts], [[], []])
    })

    test('after another gave it back, or a person, is put before a person', async () => {
      const { key, requestId } = await refusedRefund()
      const target = { payment: requestId }
      const id = await idOfNewest(target)
      const { reference } = await rowOf(service, key)
      provider.answers('PAID')
      service.clock.forward(hourMs)
      await sendAll()
      assert.deepEqual(await states(target), ['PAID', 'REFUSED'])
      provider.changesItsMind(id, 'PAID')
      await callBack(id)
      await followTransfers()
      assert.deepEqual([await states(target), alerts.length], [['PAID', 'PAID'], 1])
      assert.deepEqual(await faultsOf(reference), [['PAID_TWICE', 5_600, 11_200]])

      const other = await refusedRefund()
      await recordRefund(acting(), { ...other.key, requestId: other.requestId, note: 'En espèces' })
      const second = await idOfNewest({ payment: other.requestId })
      provider.changesItsMind(second, 'PAID')
      await callBack(second)
      await followTransfers()
      assert.deepEqual(await faultsOf((await rowOf(service, other.key)).reference), [
        ['PAID_TWICE', 5_600, 11_200],
      ])
      assert.equal(alerts.length, 2)

      const listed = (await listOverpaid(service.services.db, 50)).filter(({ name }) => name === reference)
      assert.deepEqual(
        listed.map(({ kind, amountFcfa }) => [kind, amountFcfa]),
        [['CUSTOMER_REFUND', 5_600]],
      )
      const settled = { shopId: key.shopId, requestId, note: 'Rendu au bureau' }
      await settleSurplus(acting(), settled)
      assert.deepEqual(await faultsOf(reference), [])
      await assert.rejects(settleSurplus(acting(), settled), { code: 'REFUND_NOT_FOUND' })
    })

    test('while another is under way is put before a person once that is paid too', async () => {
      const { key, requestId } = await refusedRefund()
      const target = { payment: requestId }
      const id = await idOfNewest(target)
      const { reference } = await rowOf(service, key)
      provider.answers('PENDING')
      service.clock.forward(hourMs)
      await sendAll()
      provider.changesItsMind(id, 'PAID')
      await callBack(id)
      await followTransfers()
      assert.deepEqual([await states(target), alerts, await faultsOf(reference)], [['SENT', 'PAID'], [], []])
      provider.answers('PAID')
      service.clock.forward(hourMs)
      await followTransfers()
      assert.deepEqual([await states(target), alerts.length], [['PAID', 'PAID'], 1])
      assert.deepEqual(await faultsOf(reference), [['PAID_TWICE', 5_600, 11_200]])
    })
  })

  describe('a payment that failed and is made all the same', () => {
    /** A customer was asked, and the provider says that they cannot pay. */
    async function failed(answer: 'FAILED' | 'REFUSED' = 'FAILED'): Promise<DeliveryKey> {
      const key = await pickedUp()
      await followRequests()
      provider.answers(answer)
      service.clock.forward(2_000)
      await followRequests()
      assert.deepEqual([await paymentOf(key), await requestStates(key)], [answer, [answer]])
      return key
    }
    const idOf = async (key: DeliveryKey, number: number) => (await requestsOf(key))[number - 1]?.id ?? ''

    for (const answer of ['FAILED', 'REFUSED'] as const)
      test(`after ${answer} is heard of by polling alone, and the parcel is paid for`, async () => {
        const key = await failed(answer)
        provider.changesItsMind(await idOf(key, 1), 'PAID')
        service.clock.forward(3 * minuteMs)
        await followRequests()
        assert.deepEqual([await paymentOf(key), await requestStates(key)], ['PAID', ['PAID']])
        await settleAll(service)
        assert.deepEqual(await faultsOf((await rowOf(service, key)).reference), [])
      })

    test('before the customer is asked anew is asked about first, and they are not asked', async () => {
      const key = await failed()
      provider.changesItsMind(await idOf(key, 1), 'PAID')
      provider.answers('PENDING')
      await requestPaymentAgain(acting(), key)
      await followRequests()
      service.clock.forward(2_000)
      await followRequests()
      service.clock.forward(2_000)
      await followRequests()
      assert.deepEqual([await paymentOf(key), provider.asked.size], ['PAID', 1])
      assert.deepEqual(await requestStates(key), ['PAID', 'WITHDRAWN'])
    })

    test('keeps the customer from being asked anew while its provider does not answer', async () => {
      const key = await failed()
      provider.goAway()
      await requestPaymentAgain(acting(), key)
      await followRequests()
      assert.deepEqual([provider.asked.size, await requestStates(key)], [1, ['FAILED', 'DUE']])
      provider.comeBack()
      provider.answers('PENDING')
      service.clock.forward(5_000)
      await followRequests()
      assert.deepEqual([provider.asked.size, await requestStates(key)], [2, ['FAILED', 'ASKED']])
    })

    test('while the customer is asked anew pays for the parcel, and a second payment is given back', async () => {
      const key = await failed()
      provider.answers('PENDING')
      await requestPaymentAgain(acting(), key)
      await followRequests()
      provider.changesItsMind(await idOf(key, 1), 'PAID')
      await callBack(await idOf(key, 1))
      await followRequests()
      assert.equal(await paymentOf(key), 'PAID')
      provider.changesItsMind(await idOf(key, 2), 'PAID')
      for (let round = 0; round < 3; round += 1) {
        service.clock.forward(minuteMs)
        await followRequests()
      }
      await settleAll(service)
      assert.deepEqual(await requestStates(key), ['PAID', 'PAID'])
      provider.answers('PAID')
      await sendAll()
      assert.deepEqual(await states({ payment: await idOf(key, 2) }), ['PAID'])
      assert.deepEqual(await faultsOf((await rowOf(service, key)).reference), [])
    })

    test('after the new request was paid and the parcel handed over is given back', async () => {
      const key = await failed()
      provider.answers('PENDING')
      await requestPaymentAgain(acting(), key)
      await followRequests()
      provider.changesItsMind(await idOf(key, 2), 'PAID')
      service.clock.forward(minuteMs)
      await followRequests()
      await act(service, key, 'handOver')
      provider.changesItsMind(await idOf(key, 1), 'PAID')
      service.clock.forward(20 * hourMs)
      await followRequests()
      await settleAll(service)
      provider.answers('PAID')
      await sendAll()
      assert.deepEqual(await states({ payment: await idOf(key, 1) }), ['PAID'])
      assert.deepEqual(await states({ payment: await idOf(key, 2) }), [])
      assert.deepEqual(await faultsOf((await rowOf(service, key)).reference), [])
    })

    test('after the delivery was cancelled is given back', async () => {
      const key = await failed()
      await act(service, key, 'cancel')
      provider.changesItsMind(await idOf(key, 1), 'PAID')
      service.clock.forward(20 * hourMs)
      await followRequests()
      await settleAll(service)
      provider.answers('PAID')
      await sendAll()
      assert.deepEqual(await states({ payment: await idOf(key, 1) }), ['PAID'])
      assert.deepEqual(await faultsOf((await rowOf(service, key)).reference), [])
    })

    test('is woken by a callback once it is asked about no more', async () => {
      const key = await failed()
      await act(service, key, 'cancel')
      service.clock.forward(30 * hourMs)
      await followRequests()
      const [request] = await requestsOf(key)
      assert.equal(request?.due_at, null)
      provider.changesItsMind(request?.id ?? '', 'PAID')
      await callBack(request?.id ?? '')
      await followRequests()
      assert.deepEqual(await requestStates(key), ['PAID'])
    })
  })

  test('what nobody has paid in time is cancelled with a provider that offers to, and asked for anew', async () => {
    const cancelled: string[] = []
    provider.cancelPayment = async ({ id }) => {
      cancelled.push(id)
      provider.changesItsMind(id, 'FAILED')
      return { state: 'REFUSED', reason: 'EXPIRED' }
    }
    const [late, calledBack] = [await pickedUp(), await pickedUp()]
    await followRequests()
    await act(service, calledBack, 'cancel')
    service.clock.forward(5_000)
    await followRequests()
    assert.deepEqual(cancelled, [(await requestsOf(calledBack))[0]?.id])
    service.clock.forward(10 * minuteMs)
    await followRequests()
    assert.deepEqual(cancelled[1], (await requestsOf(late))[0]?.id)
    assert.deepEqual([await paymentOf(late), await requestStates(calledBack)], ['FAILED', ['WITHDRAWN']])
    await requestPaymentAgain(acting(), late)
    await followRequests()
    assert.deepEqual(await requestStates(late), ['FAILED', 'ASKED'])
  })
})
