import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { listEntriesOfDelivery } from '../../src/domain/money/ledger/ledger-store.ts'
import type { MoneyOrder, OrderOutcome } from '../../src/domain/money/mobile-money/mobile-money-provider.ts'
import { enqueuePaymentRequests } from '../../src/domain/money/mobile-money/start-payment-requests.ts'
import { newTransfer } from '../../src/domain/money/transfers/transfer-row.ts'
import { insertTransfer } from '../../src/domain/money/transfers/transfer-store.ts'
import { type OpenTestDatabase, onEachDatabase } from '../support/databases.ts'
import { act } from '../support/delivery-verbs.ts'
import { consumeAll } from '../support/event-work.ts'
import { openFedapayServer } from '../support/fedapay-server.ts'
import { settleAll } from '../support/money-work.ts'
import { openMtnServer } from '../support/mtn-server.ts'
import { openService, type TestService, type TestShop, testStart } from '../support/open-service.ts'
import type { ProviderServer } from '../support/provider-server.ts'
import { moneyOrder, type ProviderWork, providerWork } from '../support/provider-work.ts'
import { openWaveServer } from '../support/wave-server.ts'

/** What every adapter has to prove, against a server that speaks its provider's documented shape. */
const servers: Record<string, () => Promise<ProviderServer>> = {
  'MTN MoMo': openMtnServer,
  FedaPay: openFedapayServer,
  Wave: openWaveServer,
}

const minuteMs = 60_000
const secure = { mode: 'CASH_ON_DELIVERY', goodsAmount: 5000, collection: 'SECURE' }

onEachDatabase((open) => {
  for (const [label, openServer] of Object.entries(servers))
    describe(label, () => contract(label, open, openServer))
})

function contract(label: string, open: OpenTestDatabase, openServer: () => Promise<ProviderServer>): void {
  let server: ProviderServer
  let service: TestService
  let shop: TestShop
  let work: ProviderWork
  let day = 0
  before(async () => {
    server = await openServer()
    service = await openService(await open(), server.env)
    shop = await service.openShop()
  })
  beforeEach(async () => {
    const { db } = service.services
    await db.updateTable('payment_requests').set({ due_at: null }).execute()
    await db.deleteFrom('money_transfers').execute()
    // Each test has a day of its own, so that no pause and no alert reaches into the next.
    day += 1
    service.clock.set(new Date(Date.parse(testStart) + day * 24 * 60 * minuteMs).toISOString())
    service.logged.length = 0
    work = providerWork(service, shop, server)
  })
  after(async () => {
    await service.close()
    await server.close()
  })

  const stateOf = async (key: Parameters<ProviderWork['requestOf']>[0]) => [
    (await work.requestOf(key)).state,
    await work.paymentOf(key),
  ]

  /** A payout of 12,000 FCFA to the shop, which is still to be sent. */
  async function dueTransfer(): Promise<string> {
    const { db, clock } = service.services
    const { id } = moneyOrder()
    const about = {
      kind: 'SHOP_PAYOUT',
      shop_id: shop.shopId,
      currency: 'XOF',
      amount_fcfa: 12_000,
      provider: server.name,
      phone: '+2290197000002',
    } as const
    await db
      .transaction()
      .execute((trx) =>
        insertTransfer(trx, newTransfer(about, { id, now: clock.now(), reference: `VRS-${id.slice(-6)}` })),
      )
    return id
  }

  async function outcomeOf(transferId: string) {
    const { state, reason } = await service.services.db
      .selectFrom('money_transfers')
      .select(['money_transfers.state', 'money_transfers.reason'])
      .where('money_transfers.id', '=', transferId)
      .executeTakeFirstOrThrow()
    return [state, reason]
  }

  test('a customer is asked once, pays, and the payment is confirmed', async () => {
    const before = server.charges()
    const key = await work.pickedUp()
    await work.round()
    assert.deepEqual(await stateOf(key), ['ASKED', 'AWAITING_CUSTOMER'])
    const { id, provider } = await work.requestOf(key)
    assert.equal(provider, server.name)
    await work.roundAfter(2_000)
    assert.deepEqual(await stateOf(key), ['ASKED', 'AWAITING_CUSTOMER'])
    server.pays(id)
    await work.roundAfter(3_000)

    assert.deepEqual(await stateOf(key), ['PAID', 'PAID'])
    assert.equal(server.charges() - before, 1)
    assert.deepEqual([work.reported, work.alerts()], [[], []])
    work.assertDiscreet()
  })

  test('a shop that moves its delivery on in a sandbox does not pay for a customer whom the provider asks', async () => {
    const advance = (id: string) => shop.post(`/sandbox/deliveries/${id}/advance`, { outcome: 'DELIVERED' })
    const { body: made } = await shop.order({ payment: secure })
    const refused = await advance(made.id)
    assert.deepEqual(
      [refused.status, refused.body.code, refused.body.details],
      [409, 'PAYMENT_NOT_SIMULATED', { provider: server.name }],
    )
    const key = { shopId: shop.shopId, id: made.id }
    await consumeAll(service.services, enqueuePaymentRequests(work.deps))
    await work.round()
    assert.equal((await advance(made.id)).status, 409)
    await settleAll(service)
    assert.deepEqual(await stateOf(key), ['ASKED', 'AWAITING_CUSTOMER'])
    assert.deepEqual(await listEntriesOfDelivery(service.services.db, made.id), [])

    server.refuses((await work.requestOf(key)).id)
    await work.roundAfter(20 * minuteMs)
    const [, unpaid] = await stateOf(key)
    assert.ok(unpaid === 'REFUSED' || unpaid === 'FAILED')
    assert.equal((await advance(made.id)).status, 409)
    assert.equal(await work.paymentOf(key), unpaid)
  })

  test('a payment that the provider reports lets the sandbox hand the parcel over', async () => {
    const key = await work.pickedUp()
    await work.round()
    server.pays((await work.requestOf(key)).id)
    await work.roundAfter(3_000)
    const { status } = await shop.post(`/sandbox/deliveries/${key.id}/advance`, { outcome: 'DELIVERED' })
    assert.equal(status, 200)
  })

  test('what a customer paid is booked where it lies, less what the provider keeps as its fee', async () => {
    const key = await work.pickedUp()
    await work.round()
    server.pays((await work.requestOf(key)).id)
    await work.roundAfter(2_000)
    await settleAll(service)
    const booked = await listEntriesOfDelivery(service.services.db, key.id)
    const { name, keepsFcfa } = server
    assert.deepEqual(
      booked.map(({ kind, owner, amountFcfa }) => [kind, owner, amountFcfa]),
      [
        ['CUSTOMER_MONEY', '', -5_600],
        ...(keepsFcfa > 0 ? [['PROVIDER_FEES', name, keepsFcfa]] : []),
        ['PROVIDER_FLOAT', name, 5_600 - keepsFcfa],
      ],
    )
  })

  test('a customer who says no, or too late, can be asked again', async () => {
    const key = await work.pickedUp()
    await work.round()
    server.refuses((await work.requestOf(key)).id)
    await work.roundAfter(2_000)
    const [state, payment] = await stateOf(key)
    assert.ok(['REFUSED', 'FAILED'].includes(state ?? ''), state)
    assert.equal(payment, state)
  })

  for (const [what, fault] of [
    ['was lost before it arrived', 'LOST_BEFORE'],
    ['was lost on its way back', 'LOST_AFTER'],
    ['was too long', 'HUGE'],
    ['was a 500', { status: 500 }],
  ] as const)
    test(`an order whose answer ${what} is made again, and charged once`, async () => {
      const before = server.charges()
      const key = await work.pickedUp()
      server.failing(server.calls.make, fault)
      await work.round()
      await work.roundAfter(2_000)
      await work.roundAfter(2_000)
      const { id, state } = await work.requestOf(key)
      assert.equal(state, 'ASKED')
      server.pays(id)
      await work.roundAfter(3_000)
      assert.deepEqual(await stateOf(key), ['PAID', 'PAID'])
      assert.equal(server.charges() - before, 1)
      assert.ok(work.reported.length > 0)
      work.assertDiscreet()
    })

  test('an answer that does not end is not waited for, and charged once', async () => {
    const before = server.charges()
    const key = await work.pickedUp()
    server.failing(server.calls.make, 'SLOW')
    await work.round(200)
    await work.roundAfter(2_000)
    assert.equal((await work.requestOf(key)).state, 'ASKED')
    assert.equal(server.charges() - before, 1)
  })

  test('a status that cannot be read, is slow, too long, or a 500 moves nothing', async () => {
    const key = await work.pickedUp()
    await work.round()
    const { id } = await work.requestOf(key)
    server.pays(id)
    for (const fault of ['GARBLED', 'HUGE', 'LOST_AFTER', { status: 500 }, { status: 503 }] as const) {
      server.failing(server.calls.status, fault)
      await work.roundAfter(15_000)
      assert.deepEqual(await stateOf(key), ['ASKED', 'AWAITING_CUSTOMER'], JSON.stringify(fault))
    }
    server.failing(server.calls.status, 'SLOW')
    service.clock.forward(15_000)
    await work.round(200)
    assert.deepEqual(await stateOf(key), ['ASKED', 'AWAITING_CUSTOMER'])
    await work.roundAfter(15_000)
    assert.deepEqual(await stateOf(key), ['PAID', 'PAID'])
  })

  test('a provider that asks for less is left alone for as long as it asks', async () => {
    const key = await work.pickedUp()
    await work.round()
    const { id } = await work.requestOf(key)
    server.pays(id)
    server.failing(server.calls.status, { status: 429, headers: { 'retry-after': '20' } })
    await work.roundAfter(2_000)
    const asked = server.asked.length
    await work.roundAfter(15_000)
    assert.equal(server.asked.length, asked, 'it was called during its pause')
    await work.roundAfter(15_000)
    assert.deepEqual(await stateOf(key), ['PAID', 'PAID'])
    assert.match(work.reported.join(), /answered 429/)
  })

  test('credentials that are refused move nothing, and alert the operator once an hour', async () => {
    const key = await work.pickedUp()
    await work.round()
    server.pays((await work.requestOf(key)).id)
    server.refuseCredentials(true)
    await work.roundAfter(2_000)
    await work.roundAfter(15_000)
    assert.deepEqual(await stateOf(key), ['ASKED', 'AWAITING_CUSTOMER'])
    const [alert, ...others] = work.alerts()
    assert.deepEqual(others, [])
    assert.match(alert ?? '', /does not accept/)
    server.refuseCredentials(false)
    await work.roundAfter(15_000)
    assert.deepEqual(await stateOf(key), ['PAID', 'PAID'])
    work.assertDiscreet()
  })

  test('a payment after the deadline is found, and counts while the parcel is on its way', async () => {
    const key = await work.pickedUp()
    await work.round()
    const { id } = await work.requestOf(key)
    await work.roundAfter(11 * minuteMs)
    assert.deepEqual(await stateOf(key), ['FAILED', 'FAILED'])
    server.pays(id)
    await work.roundAfter(15 * minuteMs)
    assert.deepEqual(await stateOf(key), ['PAID', 'PAID'])
  })

  test('a payment for a parcel that failed meanwhile is to be given back', async () => {
    const key = await work.pickedUp()
    await work.round()
    await act(service, key, 'fail')
    await work.roundAfter(15_000)
    const request = await work.requestOf(key)
    assert.equal(request.state, 'WITHDRAWN')
    server.pays(request.id)
    await work.roundAfter(15 * minuteMs)
    const late = await work.requestOf(key)
    assert.equal(late.state, 'PAID')
    assert.ok(late.refund_due_at)
  })

  for (const [what, told] of [
    ['amount', { amount: 560 }],
    ['currency', { currency: 'GNF' }],
    ['reference', { reference: 'another-order' }],
  ] as const) {
    test(`a status with another ${what} never counts as paid, and alerts the operator`, async () => {
      const key = await work.pickedUp()
      await work.round()
      server.pays((await work.requestOf(key)).id, told)
      await work.roundAfter(2_000)
      await work.roundAfter(15_000)
      assert.deepEqual(await stateOf(key), ['ASKED', 'AWAITING_CUSTOMER'])
      assert.deepEqual(work.alerts(), [
        'A mobile-money provider tells something else of an order than was ordered.',
      ])
      await work.roundAfter(11 * minuteMs)
      assert.deepEqual(await stateOf(key), ['FAILED', 'FAILED'])
    })

    test(`a payout whose status has another ${what} never counts as sent, and alerts the operator`, async () => {
      const id = await dueTransfer()
      await work.transferRound()
      server.arrives(id, told)
      await work.transferRound(10_000)
      await work.transferRound(60_000)
      assert.deepEqual(await outcomeOf(id), ['SENT', null])
      assert.deepEqual(work.alerts(), [
        'A mobile-money provider tells something else of an order than was ordered.',
      ])
    })
  }

  for (const [what, fault] of [
    ['was lost on its way back', 'LOST_AFTER'],
    ['was a 500', { status: 500 }],
  ] as const)
    test(`a transfer whose answer ${what} is asked for before it is sent again, and leaves once`, async () => {
      const before = server.sent()
      const id = await dueTransfer()
      server.failing(server.calls.payOut, fault)
      await work.transferRound()
      await work.transferRound(10_000)
      // FedaPay is left alone for ten minutes, since it may list what it has started as if it had not.
      await work.transferRound(11 * 60_000)
      assert.equal(server.sent() - before, 1)
      server.arrives(id)
      await work.transferRound(15 * 60_000)
      assert.deepEqual([await outcomeOf(id), work.alerts()], [['PAID', null], []])
      assert.equal(server.sent() - before, 1)
    })

  describe('the adapter alone', () => {
    /** Carries an order out as the port asks: a prepared one by a second call. */
    async function place(order: MoneyOrder, call: (order: MoneyOrder) => Promise<OrderOutcome>) {
      const first = await call(order)
      return first.state === 'PREPARED' ? call({ ...order, providerRef: first.providerRef }) : first
    }

    test('an order that never arrived is unknown, and one that is repeated is charged once', async () => {
      const { provider } = work
      const order = moneyOrder()
      const before = server.charges()
      assert.deepEqual(await provider.paymentStatus(order), { state: 'UNKNOWN' })
      assert.equal((await place(order, provider.requestToPay)).state, 'PENDING')
      assert.equal((await place(order, provider.requestToPay)).state, 'PENDING')
      assert.equal(server.charges() - before, 1)
      assert.equal((await provider.paymentStatus(order)).state, 'PENDING')
    })

    test('a payout is sent once, however often it is repeated, and arrives', async () => {
      const { provider } = work
      const order = moneyOrder()
      const before = server.sent()
      assert.deepEqual(await provider.payoutStatus(order), { state: 'UNKNOWN' })
      const sent = await place(order, provider.payOut)
      assert.equal(sent.state, 'PENDING')
      assert.equal((await place(order, provider.payOut)).state, 'PENDING')
      assert.equal(server.sent() - before, 1)
      server.arrives(order.id)
      assert.equal((await provider.payoutStatus(order)).state, 'PAID')
      assert.equal((await place(order, provider.payOut)).state, server.name === 'mtn' ? 'PENDING' : 'PAID')
      assert.equal(server.sent() - before, 1)
    })

    test('two calls for one order at the same moment charge once', async () => {
      if (label === 'Wave') return // Sessions move nothing until one is opened: see wave.test.ts.
      const { provider } = work
      const order = moneyOrder()
      const before = server.charges()
      await Promise.allSettled([place(order, provider.requestToPay), place(order, provider.requestToPay)])
      assert.equal(server.charges() - before, 1)
    })
  })
}
