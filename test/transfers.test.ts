import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, beforeEach, describe, test } from 'node:test'
import { sql } from 'kysely'
import type { Currency } from '../src/contract/vocabulary.ts'
import { findCourier } from '../src/domain/couriers/courier-store.ts'
import type { DeliveryKey } from '../src/domain/deliveries/delivery-store.ts'
import { assignCourier } from '../src/domain/deliveries/transitions/assign-courier.ts'
import { type AccountKind, shownBalance } from '../src/domain/money/ledger/ledger-account.ts'
import { listBalances } from '../src/domain/money/ledger/ledger-store.ts'
import {
  everyNumberBy,
  ProviderAway,
  sharesOf,
} from '../src/domain/money/mobile-money/mobile-money-provider.ts'
import { processDueRequests } from '../src/domain/money/mobile-money/process-payment-requests.ts'
import { recordRefund } from '../src/domain/money/mobile-money/record-refund.ts'
import { listDueRefunds } from '../src/domain/money/mobile-money/refund-store.ts'
import { enqueuePaymentRequests } from '../src/domain/money/mobile-money/start-payment-requests.ts'
import { checkLedger } from '../src/domain/money/settlement/check-ledger.ts'
import { settleDeliveries } from '../src/domain/money/settlement/settle-deliveries.ts'
import { beginDueTransfers } from '../src/domain/money/transfers/begin-due-transfers.ts'
import { processDueTransfers } from '../src/domain/money/transfers/process-transfers.ts'
import { recordPayout } from '../src/domain/money/transfers/record-payout.ts'
import { retryTransfer } from '../src/domain/money/transfers/retry-transfer.ts'
import { listTransfers, listTransfersTo } from '../src/domain/money/transfers/transfer-store.ts'
import { findWaitingMoney } from '../src/domain/monitoring/health/waiting-money-store.ts'
import { resetShop } from '../src/domain/sandbox/reset-shop.ts'
import { changeShop } from '../src/domain/shops/change-shop.ts'
import { courierAt, registerCourier } from './support/courier-work.ts'
import { onEachDatabase, onServer } from './support/databases.ts'
import { act, bringTo, rowOf } from './support/delivery-verbs.ts'
import { consumeAll } from './support/event-work.ts'
import { center, openService, type TestService, type TestShop, testStart } from './support/open-service.ts'
import { withRules } from './support/rules.ts'
import { type ScriptedProvider, scriptedProvider } from './support/scripted-provider.ts'
import { ownerWithPhone } from './support/shop-members.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const secure = { payment: { mode: 'CASH_ON_DELIVERY', goodsAmount: 5000, collection: 'SECURE' } }
const operator = { kind: 'CLI' } as const

/** What sends money of a service under test, with the provider that a test gives it. */
function transferWork(service: TestService, provider = scriptedProvider()) {
  const reported: string[] = []
  const alerts: string[] = []
  const services = {
    ...service.services,
    actor: operator,
    mobileMoney: { providers: everyNumberBy(provider) },
    onError: (message: string, error: unknown) =>
      void reported.push(`${message} ${(error as Error).message}`),
    alertOperator: (message: string) => void alerts.push(message),
  }
  const follow = (owner = randomUUID()) => processDueTransfers(services, owner)
  return {
    services,
    provider,
    reported,
    alerts,
    follow,
    settle: () => consumeAll(service.services, settleDeliveries(service.services)),
    begin: () => beginDueTransfers(services),
    /** What is due is begun, once it is known that what was refused before still is, sent, and its answer heard. */
    async payAll() {
      for (let round = 0; round < 3; round += 1) {
        await beginDueTransfers(services)
        await follow()
        service.clock.forward(minuteMs)
      }
    },
  }
}
type TransferWork = ReturnType<typeof transferWork>

onEachDatabase((open) => {
  let service: TestService
  let work: TransferWork
  let provider: ScriptedProvider
  let shop: TestShop
  before(async () => {
    service = await openService(await open())
    await service.services.db
      .updateTable('ledger_beginning')
      .set({ began_at: new Date('2026-01-01T00:00:00Z') } as never)
      .execute()
  })
  beforeEach(async () => {
    service.clock.set(testStart)
    work = transferWork(service)
    provider = work.provider
    // What earlier tests left is paid, so that each sees its own.
    await service.services.db
      .updateTable('shops')
      .set({ suspended_at: new Date(testStart), suspension_reason: 'Of an earlier test.' })
      .execute()
    shop = await service.openShop()
    await terms({ payoutRhythm: 'AT_ONCE' })
  })
  after(() => service.close())

  const terms = (change: Parameters<typeof changeShop>[2]) => changeShop(work.services, shop.shopId, change)
  const sentTo = () => listTransfersTo(service.services.db, { shop: shop.shopId }, 10)
  const states = async () => (await sentTo()).map(({ state, amount_fcfa }) => [state, amount_fcfa])
  /** What does not get through to the shop, as operators are alerted of it; without what other tests left. */
  async function stuckFcfa(): Promise<number> {
    const trx = await service.services.db.startTransaction().execute()
    await trx.deleteFrom('money_transfers').where('money_transfers.shop_id', '<>', shop.shopId).execute()
    await trx.deleteFrom('money_transfers').where('money_transfers.shop_id', 'is', null).execute()
    const { amountFcfa } = (await findWaitingMoney(trx, service.clock.now())).transfers
    await trx.rollback().execute()
    return amountFcfa
  }
  const faults = async () => (await checkLedger(service.services)).faults
  const balance = async (kind: AccountKind, owner: string, currency: Currency = 'XOF') => {
    const found = await listBalances(service.services.db, { kinds: [kind], owner })
    return shownBalance(kind, found.find((each) => each.currency === currency)?.balanceFcfa ?? 0)
  }

  /** A parcel that was paid through the provider and handed over: its sale of 4,900 is owed to the shop. */
  async function sale(input: object = secure): Promise<DeliveryKey> {
    const key = await paid(input)
    await act(service, key, 'handOver')
    await work.settle()
    return key
  }

  async function paid(input: object = secure, of = shop): Promise<DeliveryKey> {
    const key = await bringTo(service, of, 'IN_TRANSIT', input)
    await consumeAll(service.services, enqueuePaymentRequests(work.services))
    provider.answers('PAID')
    for (let round = 0; round < 2; round += 1) {
      await processDueRequests(work.services, randomUUID())
      service.clock.forward(2_000)
    }
    return key
  }

  describe('payouts to shops', () => {
    test('a sale is paid out at once, is booked at every step, and leaves nothing owed', async () => {
      await sale()
      const held = await balance('PROVIDER_FLOAT', 'scripted')
      assert.equal(await balance('SHOP_SALES', shop.shopId), 4900)

      await work.begin()
      const [begun] = await sentTo()
      assert.deepEqual(await states(), [['DUE', 4900]])
      assert.equal(begun?.phone, '+2290197000099')
      assert.match(begun?.reference ?? '', /^PAY-[0-9A-HJKMNP-TV-Z]{8}$/)
      assert.equal(await balance('SHOP_SALES', shop.shopId), 0)
      assert.equal(await balance('MONEY_SENT', 'scripted'), 4900)
      assert.deepEqual(await faults(), [])

      await work.follow()
      assert.deepEqual(await states(), [['SENT', 4900]])
      assert.deepEqual(await faults(), [])
      provider.answers({ state: 'PAID', feeFcfa: 49, providerRef: 'TX-1' })
      service.clock.forward(2_000)
      await work.follow()
      assert.deepEqual(await states(), [['PAID', 4900]])
      assert.deepEqual((await sentTo())[0]?.provider_ref, 'TX-1')
      assert.equal(await balance('MONEY_SENT', 'scripted'), 0)
      assert.equal(await balance('PROVIDER_FLOAT', 'scripted'), held - 4949)
      assert.equal(await balance('PROVIDER_FEES', 'scripted'), 49)
      assert.deepEqual([await faults(), work.reported, work.alerts], [[], [], []])
      await work.payAll()
      assert.equal((await sentTo()).length, 1)
    })

    test('a shop that is paid each day is paid once from 19:00 on, and then for all that came since', async () => {
      await terms({ payoutRhythm: 'DAILY' })
      // 19:00 in Porto-Novo is 18:00 in UTC.
      service.clock.set('2026-11-23T17:00:00Z')
      await work.begin()
      await sale()
      service.clock.set('2026-11-23T17:59:59Z')
      await work.begin()
      assert.deepEqual(await states(), [])
      service.clock.set('2026-11-23T18:00:00Z')
      await work.payAll()
      assert.deepEqual(await states(), [['PAID', 4900]])
      await sale()
      await sale()
      await work.payAll()
      assert.equal((await sentTo()).length, 1)
      service.clock.set('2026-11-24T18:00:01Z')
      await work.payAll()
      assert.deepEqual(await states(), [
        ['PAID', 9800],
        ['PAID', 4900],
      ])
      assert.deepEqual(await faults(), [])
    })

    test('a shop that is paid each week is paid on its day', async () => {
      await terms({ payoutRhythm: 'WEEKLY' })
      // A Thursday.
      service.clock.set('2026-12-10T12:00:00Z')
      await work.begin()
      await sale()
      service.clock.set('2026-12-11T17:59:59Z')
      await work.begin()
      assert.deepEqual(await states(), [])
      service.clock.set('2026-12-11T18:00:00Z')
      await work.payAll()
      assert.deepEqual(await states(), [['PAID', 4900]])
    })

    test('less than the minimum waits until there is enough', async () => {
      await terms({ payoutMinimumFcfa: 5_000 })
      await sale()
      await work.payAll()
      assert.deepEqual(await states(), [])
      await sale()
      await work.payAll()
      assert.deepEqual(await states(), [['PAID', 9800]])
    })

    test('what the shop owes is taken off where it agreed to that, and not otherwise', async () => {
      const prepaid = await bringTo(service, shop, 'IN_TRANSIT', {})
      await act(service, prepaid, 'handOver')
      await sale()
      assert.equal(await balance('SHOP_FEES', shop.shopId), 600)
      await terms({ payoutNetsFees: true })
      await work.payAll()
      assert.deepEqual(
        (await sentTo()).map(({ amount_fcfa, netted_fcfa }) => [amount_fcfa, netted_fcfa]),
        [[4300, 600]],
      )
      assert.deepEqual([await balance('SHOP_FEES', shop.shopId), await faults()], [0, []])

      await terms({ payoutNetsFees: false })
      await act(service, await bringTo(service, shop, 'IN_TRANSIT', {}), 'handOver')
      await sale()
      await work.payAll()
      assert.deepEqual([(await states())[0], await balance('SHOP_FEES', shop.shopId)], [['PAID', 4900], 600])
    })

    test('a payout or refund that cannot be begun holds up no other, and is begun once it can', async () => {
      const vain = await paid()
      await act(service, vain, 'fail')
      await consumeAll(service.services, enqueuePaymentRequests(work.services))
      await processDueRequests(work.services, randomUUID())
      const [, other] = [await sale(), await service.openShop()]
      await changeShop(work.services, other.shopId, {
        payoutRhythm: 'AT_ONCE',
        payoutPhone: '+2290197000098',
      })
      await act(service, await paid(secure, other), 'handOver')
      await work.settle()
      const { db } = service.services
      const refuse = (about: string) =>
        sql`alter table money_transfers add constraint trouble check (${sql.raw(about)}) not valid`.execute(
          db,
        )
      const sentTo = async (target: { shop: string }) =>
        (await listTransfersTo(db, target, 5)).map(({ state }) => state)

      await refuse(`phone is not null and phone <> '+2290197000099'`)
      try {
        await assert.rejects(work.begin(), AggregateError)
        assert.deepEqual([await states(), await sentTo({ shop: other.shopId })], [[], ['DUE']])
      } finally {
        await sql`alter table money_transfers drop constraint trouble`.execute(db)
      }
      await work.begin()
      assert.deepEqual(await states(), [['DUE', 4900]])
      const refunds = await db
        .selectFrom('money_transfers')
        .select('money_transfers.state')
        .where('money_transfers.delivery_id', '=', vain.id)
        .execute()
      assert.deepEqual(refunds, [{ state: 'DUE' }])
      await work.payAll()
    })

    test('a payout whose answer was lost is asked for before it is sent again, and sent once', async () => {
      await sale()
      provider.onceAsked = () => Promise.reject(new ProviderAway('The answer was lost.'))
      await work.begin()
      await work.follow()
      provider.onceAsked = async () => {}
      assert.deepEqual(await states(), [['DUE', 4900]])
      assert.equal(provider.sent.size, 1)
      const calls = provider.calls.length

      service.clock.forward(2_000)
      await work.follow()
      assert.deepEqual([await states(), provider.calls.length], [[['PAID', 4900]], calls])
      assert.equal(work.reported.length, 1)
    })

    test('a payout is sent by the loop of its provider, so that another provider holds up none of its own', async () => {
      const other = { ...scriptedProvider(), name: 'other' }
      const providers = { ...everyNumberBy(provider), all: [other, provider] }
      const services = { ...work.services, mobileMoney: { providers } }
      await sale()
      await work.begin()

      const followed: (string | undefined)[] = []
      for (const share of sharesOf(providers)) {
        await processDueTransfers(services, randomUUID(), share)
        followed.push((await sentTo())[0]?.state)
      }

      assert.deepEqual(followed, ['DUE', 'SENT', 'SENT'])
      provider.answers('PAID')
      await work.payAll()
    })

    test('a payout that never arrived is sent again under the same id', async () => {
      await sale()
      provider.goAway()
      await work.begin()
      await work.follow()
      provider.comeBack()
      const [{ id } = { id: '' }] = await sentTo()
      assert.equal(provider.sent.size, 0)
      service.clock.forward(2_000)
      await work.follow()
      assert.deepEqual([[...provider.sent.keys()], await states()], [[id], [['SENT', 4900]]])
    })

    test('an order that is only prepared is sent once its reference is kept', async () => {
      await sale()
      await work.begin()
      const calls: (string | null)[] = []
      provider.payOut = async (order) => {
        calls.push(order.providerRef)
        return order.providerRef === null ? { state: 'PREPARED', providerRef: 'P-1' } : { state: 'PENDING' }
      }
      await work.follow()
      assert.deepEqual(calls, [null, 'P-1'])
      assert.deepEqual([(await sentTo())[0]?.provider_ref, await states()], ['P-1', [['SENT', 4900]]])
    })

    test('what is under way is known though a payout of a process whose clock is ahead was noted before it', async () => {
      await sale()
      service.clock.forward(2_000)
      const payee = { kind: 'SHOP_PAYOUT', id: shop.shopId, currency: 'XOF' } as const
      await recordPayout(work.services, { payee, amountFcfa: 900, note: 'Au bureau' })
      service.clock.forward(-2_000)
      await work.begin()
      await sale()

      await work.begin()

      const again = recordPayout(work.services, { payee, amountFcfa: 1, note: 'Au bureau encore' })
      await assert.rejects(again, { code: 'TRANSFER_UNDER_WAY' })
      assert.deepEqual(await states(), [
        ['PAID', 900],
        ['DUE', 4_000],
      ])
    })

    test('a worker that stalls longer than its lease does not end what another has taken over', async () => {
      await sale()
      await work.begin()
      await work.follow()
      const [arrived, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      provider.onceLooked = () => {
        arrived.resolve()
        return answered.promise
      }
      service.clock.forward(2_000)
      const stalled = work.follow()
      await arrived.promise
      provider.onceLooked = async () => {}
      service.clock.forward(121_000)
      await work.follow()
      const [ended] = await sentTo()
      answered.resolve()
      await stalled
      assert.deepEqual([(await sentTo())[0], ended?.state, await faults()], [ended, 'PAID', []])
    })

    test('a number that is refused holds the payout, tells the owner once, and waits for another number', async () => {
      await terms({ ownerEmail: 'owner@example.com' })
      await sale()
      await work.begin()
      await work.follow()
      provider.answers({ state: 'REFUSED', reason: 'NUMBER_REFUSED' })
      await work.payAll()
      assert.deepEqual(await states(), [['REFUSED', 4900]])
      assert.equal(await balance('SHOP_SALES', shop.shopId), 4900)
      assert.deepEqual(await faults(), [])
      const held = await service.services.db
        .selectFrom('messages')
        .select(['messages.kind', 'messages.recipient', 'messages.content'])
        .where('messages.shop_id', '=', shop.shopId)
        .where('messages.kind', '=', 'PAYOUT_HELD')
        .execute()
      assert.deepEqual(
        held.map(({ content }) => content),
        [{ newEnd: '0099', amountFcfa: 4900 }],
      )
      assert.deepEqual(work.alerts, [
        'A transfer was refused for its number: see to it on the page of payouts.',
      ])

      provider.answers('PAID')
      service.clock.forward(30 * 24 * hourMs)
      await work.payAll()
      assert.equal((await sentTo()).length, 1)
      await terms({ payoutPhone: '0197000043' })
      await work.payAll()
      assert.deepEqual(
        (await sentTo()).map(({ state, phone }) => [state, phone]),
        [
          ['PAID', '+2290197000043'],
          ['REFUSED', '+2290197000099'],
        ],
      )
      assert.deepEqual(await faults(), [])
    })

    test('an owner who has no address is told on the phone that the number is refused', async () => {
      await ownerWithPhone(service, shop.shopId, '+2290197000047')
      await sale()
      provider.answers({ state: 'REFUSED', reason: 'NUMBER_REFUSED' })
      await work.payAll()

      const told = await service.services.db
        .selectFrom('messages')
        .select(['messages.kind', 'messages.content'])
        .where('messages.shop_id', '=', shop.shopId)
        .where('messages.kind', 'in', ['PAYOUT_HELD', 'PAYOUT_HELD_PHONE'])
        .execute()
      assert.deepEqual(told, [{ kind: 'PAYOUT_HELD_PHONE', content: { newEnd: '0099', amountFcfa: 4900 } }])
    })

    test('a held payout is sent again when somebody asks for it, once', async () => {
      await sale()
      provider.answers({ state: 'REFUSED', reason: 'NUMBER_REFUSED' })
      await work.payAll()
      const [{ id } = { id: '' }] = await sentTo()
      const held = await listTransfers(service.services.db, 'HELD', {
        now: service.clock.now(),
        limit: 10,
      })
      assert.ok(held.some((each) => each.id === id))
      const other = await service.openShop()
      await assert.rejects(retryTransfer(work.services, { id, shopId: other.shopId }), {
        code: 'TRANSFER_NOT_HELD',
      })
      await retryTransfer(work.services, { id, shopId: shop.shopId })
      await assert.rejects(retryTransfer(work.services, { id, shopId: shop.shopId }), {
        code: 'TRANSFER_NOT_HELD',
      })
      provider.answers('PAID')
      await work.payAll()
      assert.deepEqual(
        (await sentTo()).map(({ state }) => state),
        ['PAID', 'REFUSED'],
      )
    })

    test('a refusal that passes is tried again after an hour, then after two', async () => {
      await sale()
      provider.answers({ state: 'REFUSED', reason: 'FLOAT_TOO_LOW' })
      await work.payAll()
      const [first] = await sentTo()
      assert.equal(Number(first?.retry_at) - Number(first?.ended_at), hourMs)
      service.clock.forward(hourMs)
      await work.payAll()
      const [second] = await sentTo()
      assert.equal(Number(second?.retry_at) - Number(second?.ended_at), 2 * hourMs)
      assert.equal((await sentTo()).length, 2)
      assert.deepEqual(
        new Set(work.alerts),
        new Set([
          'A transfer was refused because too little lies on the account scripted: add to it, and note that on the page of the day.',
        ]),
      )
      provider.answers('PAID')
      service.clock.forward(2 * hourMs)
      await work.payAll()
      assert.deepEqual((await states())[0], ['PAID', 4900])
      assert.deepEqual(await faults(), [])
    })

    test('what is more than one payout may be follows as soon as that was paid, whatever the day', async () => {
      work.services.rules = withRules(work.services, { PAYOUT_MAXIMUM_FCFA: 3_000 })
      // A Thursday.
      service.clock.set('2027-01-07T12:00:00Z')
      await act(service, await bringTo(service, shop, 'IN_TRANSIT', {}), 'handOver')
      await sale()
      await terms({ payoutRhythm: 'WEEKLY', payoutNetsFees: true, payoutMinimumFcfa: 1_000 })
      service.clock.set('2027-01-08T18:00:00Z')
      await work.payAll()
      await work.payAll()
      await sale()
      await work.payAll()
      assert.deepEqual(await states(), [
        ['PAID', 1300],
        ['PAID', 3000],
      ])
      assert.deepEqual([await balance('SHOP_SALES', shop.shopId), await faults()], [4900, []])
    })

    test('what is left of a large payout waits for its day where it is less than the shop wants to be paid', async () => {
      work.services.rules = withRules(work.services, { PAYOUT_MAXIMUM_FCFA: 4_000 })
      service.clock.set('2027-01-14T12:00:00Z')
      await sale()
      await terms({ payoutRhythm: 'WEEKLY', payoutMinimumFcfa: 4_500 })
      service.clock.set('2027-01-15T18:00:00Z')
      await work.payAll()
      await sale()
      await work.payAll()
      assert.deepEqual(await states(), [['PAID', 4000]])
      service.clock.set('2027-01-22T18:00:00Z')
      await work.payAll()
      assert.deepEqual((await states())[0], ['PAID', 4000])
      assert.deepEqual(await faults(), [])
    })

    test('a payout that is under way for a day, or that too little lies with the provider for, is stuck', async () => {
      await sale()
      provider.answers('PENDING')
      await work.payAll()
      service.clock.forward(24 * hourMs - 4 * minuteMs)
      assert.equal(await stuckFcfa(), 0)
      service.clock.forward(2 * minuteMs)
      assert.equal(await stuckFcfa(), 4900)
      provider.answers({ state: 'REFUSED', reason: 'FLOAT_TOO_LOW' })
      service.clock.forward(hourMs)
      await work.follow()
      assert.deepEqual([(await states())[0]?.[0], await stuckFcfa()], ['REFUSED', 4900])
      provider.answers('PAID')
      service.clock.forward(hourMs)
      await work.payAll()
      assert.deepEqual([(await states())[0]?.[0], await stuckFcfa()], ['PAID', 0])
    })

    test('from the third refusal in a row on a person is asked to look why', async () => {
      await sale()
      provider.answers({ state: 'REFUSED', reason: 'LIMIT_REACHED' })
      for (let tries = 0; tries < 3; tries += 1) {
        await work.payAll()
        assert.deepEqual(
          work.alerts,
          tries < 2
            ? []
            : [
                'A transfer was refused 3 times in a row (LIMIT_REACHED): ask scripted why, and see to it on the page of payouts.',
              ],
        )
        const waiting = await listTransfers(service.services.db, 'HELD', {
          now: service.clock.now(),
          limit: 50,
        })
        assert.ok(waiting.some(({ shop_id }) => shop_id === shop.shopId))
        assert.equal(await stuckFcfa(), tries < 2 ? 0 : 4900)
        service.clock.forward(24 * hourMs)
      }
    })

    test('a shop that is suspended, or that no provider serves, is paid nothing until that has changed', async () => {
      await sale()
      const suspend = (at: Date | null) =>
        service.services.db
          .updateTable('shops')
          .set({ suspended_at: at, suspension_reason: at && 'To be looked into.' })
          .where('shops.id', '=', shop.shopId)
          .execute()
      await suspend(new Date(testStart))
      await work.payAll()
      assert.deepEqual(await states(), [])
      await suspend(null)
      const unserved = { ...everyNumberBy(provider), forPhone: () => undefined }
      await beginDueTransfers({ ...work.services, mobileMoney: { providers: unserved } })
      assert.deepEqual(await states(), [])
      await work.payAll()
      assert.deepEqual(await states(), [['PAID', 4900]])
    })
  })

  describe('money that is given back', () => {
    const refundsOf = async (key: DeliveryKey) => {
      const all = await service.services.db
        .selectFrom('money_transfers')
        .selectAll()
        .where('money_transfers.delivery_id', '=', key.id)
        .orderBy('money_transfers.created_at')
        .execute()
      return all.map(({ state, amount_fcfa }) => [state, amount_fcfa])
    }
    /** A parcel that was paid for and does not come. */
    async function paidInVain(): Promise<DeliveryKey> {
      const key = await paid()
      await act(service, key, 'fail')
      await consumeAll(service.services, enqueuePaymentRequests(work.services))
      await processDueRequests(work.services, randomUUID())
      return key
    }
    const dueOf = async ({ id }: DeliveryKey) =>
      (await listDueRefunds(service.services.db, 100)).find(({ deliveryId }) => deliveryId === id)

    test('what was paid for a parcel that does not come is given back by the provider', async () => {
      const key = await paidInVain()
      await work.begin()
      assert.deepEqual([await refundsOf(key), await faults()], [[['DUE', 5600]], []])
      const due = await dueOf(key)
      assert.equal(due?.isSent, true)
      await assert.rejects(
        recordRefund(work.services, { ...key, requestId: due?.requestId ?? '', note: 'By hand.' }),
        { code: 'REFUND_NOT_FOUND' },
      )
      await work.payAll()
      assert.deepEqual([await refundsOf(key), await dueOf(key)], [[['PAID', 5600]], undefined])
      await work.settle()
      assert.deepEqual([await faults(), work.alerts], [[], []])
      await work.payAll()
      assert.equal((await refundsOf(key)).length, 1)
    })

    test('a refund that the provider refuses waits for a person, who may give it back by hand', async () => {
      const key = await paidInVain()
      await work.begin()
      await work.follow()
      provider.answers({ state: 'REFUSED', reason: 'NUMBER_REFUSED' })
      await work.payAll()
      const due = await dueOf(key)
      assert.deepEqual([await refundsOf(key), due?.isSent], [[['REFUSED', 5600]], false])
      const held = async () =>
        (await listTransfers(service.services.db, 'HELD', { now: service.clock.now(), limit: 50 })).filter(
          ({ delivery_id }) => delivery_id === key.id,
        )
      const [waiting] = await held()
      assert.equal(waiting?.isHeld, true)
      await recordRefund(work.services, { ...key, requestId: due?.requestId ?? '', note: 'Given by hand.' })
      assert.deepEqual(await held(), [])
      await assert.rejects(retryTransfer(work.services, { id: waiting.id, shopId: null }), {
        code: 'TRANSFER_NOT_HELD',
      })
      provider.answers('PAID')
      service.clock.forward(48 * hourMs)
      await work.payAll()
      await work.settle()
      assert.deepEqual([(await refundsOf(key)).length, await faults()], [1, []])
    })

    test('a refund that is under way ends though the sandbox of its shop is emptied meanwhile', async () => {
      const key = await paidInVain()
      const sent = await balance('MONEY_SENT', 'scripted')
      await work.begin()
      await resetShop(service.services, shop.shopId)
      await work.payAll()
      assert.deepEqual(
        [await refundsOf(key), await balance('MONEY_SENT', 'scripted')],
        [[['PAID', 5600]], sent],
      )
      assert.deepEqual(work.reported, [])
    })

    test('where the provider cannot give money back, the operator is alerted and it is listed', async () => {
      const { refunds: _, ...without } = provider
      const unable = {
        ...without,
        requestToPay: provider.requestToPay,
        paymentStatus: provider.paymentStatus,
      }
      work.services.mobileMoney.providers = everyNumberBy(unable as ScriptedProvider)
      const key = await paidInVain()
      await work.payAll()
      assert.deepEqual([await refundsOf(key), (await dueOf(key))?.isSent], [[], false])
      assert.deepEqual(work.alerts, ['A customer paid for a parcel that was not delivered: refund it.'])
    })
  })

  describe('payouts to couriers', () => {
    async function earned(by?: string): Promise<{ courierId: string; payFcfa: number }> {
      const courierId = by ?? (await courierAt(service, center))
      const key = await bringTo(service, shop, 'SEARCHING_COURIER', {})
      await assignCourier(service.services, key, {
        id: courierId,
        firstName: 'Afi',
        phone: '+2290197000002',
        vehicleType: 'MOTO',
        plateNumber: null,
      })
      for (const step of ['pickUp', 'handOver'] as const) await act(service, key, step)
      await work.settle()
      return { courierId, payFcfa: (await rowOf(service, key)).courier_pay_fcfa ?? 0 }
    }
    const transfersTo = (courierId: string) => listTransfersTo(service.services.db, { courier: courierId }, 5)
    const statesTo = async (courierId: string) =>
      (await transfersTo(courierId)).map(({ state, amount_fcfa }) => [state, amount_fcfa])
    const withCouriers = (
      COURIER_PAYOUTS: 'MANUAL' | 'DAILY' | 'WEEKLY',
      COURIER_PAYOUT_MINIMUM_FCFA = 1,
    ) => {
      work.services.rules = withRules(work.services, { COURIER_PAYOUTS, COURIER_PAYOUT_MINIMUM_FCFA })
    }

    test('what a courier earned is paid to their own number when its day has come', async () => {
      withCouriers('DAILY')
      service.clock.set('2027-02-02T10:00:00Z')
      await work.begin()
      const { courierId, payFcfa } = await earned()
      assert.ok(payFcfa > 0)
      provider.answers('PAID')
      await work.payAll()
      assert.deepEqual(await transfersTo(courierId), [])
      service.clock.set('2027-02-02T18:00:00Z')
      await work.payAll()
      const [transfer] = await transfersTo(courierId)
      assert.deepEqual([transfer?.state, transfer?.amount_fcfa], ['PAID', payFcfa])
      assert.deepEqual([await balance('COURIER_EARNINGS', courierId), await faults()], [0, []])
    })

    test('couriers who are paid each week are paid on its day', async () => {
      withCouriers('WEEKLY')
      // A Thursday.
      service.clock.set('2027-02-11T12:00:00Z')
      await work.begin()
      const { courierId, payFcfa } = await earned()
      service.clock.set('2027-02-12T17:59:59Z')
      await work.begin()
      assert.deepEqual(await statesTo(courierId), [])
      service.clock.set('2027-02-12T18:00:00Z')
      provider.answers('PAID')
      await work.payAll()
      assert.deepEqual(await statesTo(courierId), [['PAID', payFcfa]])
      assert.deepEqual(await faults(), [])
    })

    test('less than the minimum stays owed to a courier until there is enough', async () => {
      withCouriers('DAILY', 500)
      service.clock.set('2027-02-15T18:00:00Z')
      provider.answers('PAID')
      const { courierId, payFcfa } = await earned()
      assert.ok(payFcfa < 500)
      await work.payAll()
      assert.deepEqual(await statesTo(courierId), [])
      await earned(courierId)
      service.clock.set('2027-02-16T18:00:00Z')
      await work.payAll()
      assert.deepEqual(await statesTo(courierId), [['PAID', 2 * payFcfa]])
    })

    test('a courier’s number that is refused holds the payout and tells the courier, until another try', async () => {
      withCouriers('DAILY')
      service.clock.set('2027-02-23T10:00:00Z')
      await work.begin()
      const { courierId, payFcfa } = await earned()
      const phone = (await findCourier(service.services.db, courierId))?.phone ?? ''
      provider.answers({ state: 'REFUSED', reason: 'NUMBER_REFUSED' })
      service.clock.set('2027-02-23T18:00:00Z')
      await work.payAll()
      const [held] = await transfersTo(courierId)
      assert.deepEqual([held?.state, held?.retry_at], ['REFUSED', null])
      assert.deepEqual([await balance('COURIER_EARNINGS', courierId), await faults()], [payFcfa, []])
      const messages = async () =>
        service.services.db
          .selectFrom('messages')
          .select(['messages.kind', 'messages.content', 'messages.shop_id', 'messages.recipient'])
          .where('messages.courier_id', '=', courierId)
          .execute()
      assert.deepEqual(await messages(), [
        {
          kind: 'COURIER_PAYOUT_HELD',
          content: { newEnd: phone.slice(-4), amountFcfa: payFcfa },
          shop_id: null,
          recipient: null,
        },
      ])
      assert.doesNotMatch(JSON.stringify(work.alerts), new RegExp(phone.slice(-8)))

      provider.answers('PAID')
      service.clock.set('2027-02-25T18:00:00Z')
      await work.payAll()
      assert.equal((await transfersTo(courierId)).length, 1)
      const asCourier = (id: string) => ({ ...work.services, actor: { kind: 'COURIER' as const, id } })
      const ask = (by: string, of = courierId) =>
        retryTransfer(asCourier(by), { id: held?.id ?? '', shopId: null, courierId: of })
      const other = await registerCourier(service)
      await assert.rejects(ask(other), { code: 'ROLE_REQUIRED' })
      await assert.rejects(ask(other, other), { code: 'TRANSFER_NOT_HELD' })
      await ask(courierId)
      await assert.rejects(ask(courierId), { code: 'TRANSFER_NOT_HELD' })
      await work.payAll()
      assert.deepEqual(
        (await transfersTo(courierId)).map(({ state }) => state),
        ['PAID', 'REFUSED'],
      )
      assert.deepEqual([(await messages()).length, await faults()], [1, []])
    })

    test('a courier may ask for another try a quarter of an hour after the last', async () => {
      withCouriers('DAILY')
      service.clock.set('2027-02-26T10:00:00Z')
      await work.begin()
      const { courierId } = await earned()
      provider.answers({ state: 'REFUSED', reason: 'NUMBER_REFUSED' })
      service.clock.set('2027-02-26T18:00:00Z')
      await work.payAll()
      const [held] = await transfersTo(courierId)
      const ended = held?.ended_at ?? new Date(Number.NaN)
      const actor = { kind: 'COURIER' as const, id: courierId }
      const ask = () =>
        retryTransfer({ ...work.services, actor }, { id: held?.id ?? '', shopId: null, courierId })
      service.clock.set(new Date(ended.getTime() + 15 * minuteMs - 1).toISOString())
      await assert.rejects(ask(), { code: 'TRANSFER_NOT_HELD' })
      service.clock.forward(1)
      await ask()
    })

    test('a courier may not ask for another try of what a limit refused, but the operator may', async () => {
      withCouriers('DAILY')
      service.clock.set('2027-03-01T10:00:00Z')
      await work.begin()
      const { courierId } = await earned()
      provider.answers({ state: 'REFUSED', reason: 'LIMIT_REACHED' })
      service.clock.set('2027-03-01T18:00:00Z')
      await work.payAll()
      const [{ id } = { id: '' }] = await transfersTo(courierId)
      service.clock.forward(3_600_000)
      const actor = { kind: 'COURIER' as const, id: courierId }
      await assert.rejects(retryTransfer({ ...work.services, actor }, { id, shopId: null, courierId }), {
        code: 'TRANSFER_NOT_HELD',
      })
      await retryTransfer(work.services, { id, shopId: null })
    })

    test('a courier who is paid by hand is owed less, and never more than nothing', async () => {
      withCouriers('MANUAL')
      service.clock.set('2027-03-09T18:00:00Z')
      const { courierId, payFcfa } = await earned()
      await work.payAll()
      assert.deepEqual(await transfersTo(courierId), [])
      const payee = { kind: 'COURIER_PAYOUT', id: courierId, currency: 'XOF' } as const
      const pay = (amountFcfa: number) =>
        recordPayout(work.services, { payee, amountFcfa, note: 'Paid at the office.' })
      await assert.rejects(pay(payFcfa + 1), { code: 'NOT_OWED' })
      await assert.rejects(pay(0), { code: 'NOT_OWED' })
      await pay(payFcfa)
      await assert.rejects(pay(1), { code: 'NOT_OWED' })
      assert.deepEqual([await balance('COURIER_EARNINGS', courierId), await faults()], [0, []])
      await assert.rejects(
        recordPayout(work.services, {
          payee: { ...payee, id: randomUUID() },
          amountFcfa: 1,
          note: 'To nobody.',
        }),
        { code: 'PAYEE_NOT_FOUND' },
      )
    })
  })
})

onServer((open) => {
  test('ten who begin and ten who send at once pay each of twenty shops once', async () => {
    const service = await openService(await open())
    const work = transferWork(service)
    await service.services.db
      .updateTable('ledger_beginning')
      .set({ began_at: new Date('2026-01-01T00:00:00Z') } as never)
      .execute()
    const shops: TestShop[] = []
    for (let made = 0; made < 20; made += 1) {
      const shop = await service.openShop()
      shops.push(shop)
      await changeShop(work.services, shop.shopId, { payoutRhythm: 'AT_ONCE' })
      await bringTo(service, shop, 'IN_TRANSIT', secure)
    }
    await consumeAll(service.services, enqueuePaymentRequests(work.services))
    work.provider.answers('PAID')
    for (let round = 0; round < 2; round += 1) {
      await processDueRequests(work.services, randomUUID())
      service.clock.forward(2_000)
    }
    const { db } = service.services
    const deliveries = await db.selectFrom('deliveries').select(['shop_id', 'id']).execute()
    for (const { shop_id, id } of deliveries) await act(service, { shopId: shop_id, id }, 'handOver')

    await Promise.all([
      ...Array.from({ length: 4 }, () => work.settle()),
      ...Array.from({ length: 10 }, () => work.begin()),
    ])
    await Promise.all(Array.from({ length: 10 }, () => work.begin()))
    for (let round = 0; round < 4; round += 1) {
      service.clock.forward(15_000)
      await Promise.all(Array.from({ length: 10 }, () => work.follow()))
    }
    const transfers = await db.selectFrom('money_transfers').selectAll().execute()
    assert.deepEqual(
      transfers.map(({ state, amount_fcfa }) => [state, amount_fcfa]),
      shops.map(() => ['PAID', 4900]),
    )
    assert.equal(new Set(transfers.map(({ shop_id }) => shop_id)).size, 20)
    assert.equal(work.provider.sent.size, 20)
    assert.deepEqual([(await checkLedger(service.services)).faults, work.reported], [[], []])
    await service.close()
  })
})
