import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { manualClock } from '../../src/base/kernel/clock.ts'
import type { MoneyOrder } from '../../src/domain/money/mobile-money/mobile-money-provider.ts'
import { payByFedapay } from '../../src/domain/money/mobile-money/providers/pay-by-fedapay.ts'
import { type FedapayServer, openFedapayServer } from '../support/fedapay-server.ts'
import { testStart } from '../support/open-service.ts'
import { moneyOrder } from '../support/provider-work.ts'

let server: FedapayServer
let alerts: string[]
const clock = manualClock(testStart)
before(async () => {
  server = await openFedapayServer()
})
beforeEach(() => {
  alerts = []
  server.asked.length = 0
  clock.forward(86_400_000)
})
after(() => server.close())

const adapter = (mode: string | undefined = 'mtn_open') =>
  payByFedapay(
    {
      baseUrl: `${server.url}/v1`,
      secretKey: server.env.FEDAPAY_SECRET_KEY ?? '',
      returnUrl: 'https://colis.test/paid',
      modeOf: () => mode,
    },
    { clock, alertOperator: (message) => void alerts.push(message) },
  )

/** Creates an order and carries it out; returns it as the loop keeps it. */
async function place(
  order: MoneyOrder,
  call: (order: MoneyOrder) => Promise<{ state: string; providerRef?: string }>,
) {
  const first = await call(order)
  assert.equal(first.state, 'PREPARED')
  const prepared = { ...order, providerRef: first.providerRef ?? '' }
  assert.equal((await call(prepared)).state, 'PENDING')
  return prepared
}

test('a payment is created, and moves nothing until it is sent to the phone', async () => {
  const order = moneyOrder()
  const feda = adapter()
  const rang = server.prompts.length
  const first = await feda.requestToPay(order)
  assert.equal(server.prompts.length, rang)
  const { id } = server.heldOf('transaction', order.id)
  assert.deepEqual(first, { state: 'PREPARED', providerRef: String(id) })
  assert.deepEqual(server.asked.find(({ call }) => call === 'POST /v1/transactions')?.json, {
    description: 'Colis LIV-2QX7',
    amount: 5600,
    currency: { iso: 'XOF' },
    merchant_reference: order.id,
    callback_url: 'https://colis.test/paid',
  })
  await feda.requestToPay({ ...order, providerRef: String(id) })
  assert.deepEqual(server.prompts.at(-1), {
    id,
    mode: 'mtn_open',
    phone: { number: '+2290197000001', country: 'bj' },
  })
})

test('an order that was created by a call whose answer was lost is found again by our name for it', async () => {
  const order = moneyOrder()
  const feda = adapter()
  server.failing(/^POST \/v1\/transactions$/, 'LOST_AFTER')
  await assert.rejects(feda.requestToPay(order), /no answer/)
  assert.equal((await feda.requestToPay(order)).state, 'PREPARED')
  assert.equal(server.held.transaction.filter((each) => each.merchant_reference === order.id).length, 1)
})

test('an order whose name is taken while it is created is found, and not created again', async () => {
  const order = moneyOrder()
  const feda = adapter()
  server.failing(/merchant/, { status: 404, json: { message: 'Objet non trouvé' } })
  await feda.requestToPay(order)
  server.failing(/merchant/, { status: 404, json: { message: 'Objet non trouvé' } })
  assert.equal((await feda.requestToPay(order)).state, 'PREPARED')
  assert.equal(server.held.transaction.filter((each) => each.merchant_reference === order.id).length, 1)
})

test('a phone rings once for an order, whoever repeats the call whose answer was lost', async () => {
  const order = moneyOrder()
  const feda = adapter()
  const rang = server.prompts.length
  const first = await feda.requestToPay(order)
  const prepared = { ...order, providerRef: 'providerRef' in first ? (first.providerRef ?? null) : null }
  server.failing(/\/token$/, 'LOST_BEFORE')
  await assert.rejects(feda.requestToPay(prepared), /no answer/)
  server.failing(/^POST \/v1\/mtn_open$/, 'LOST_AFTER')
  await assert.rejects(feda.requestToPay(prepared), /no answer/)
  assert.equal(server.prompts.length - rang, 1)
  for (const again of [feda, adapter()])
    assert.deepEqual(await again.requestToPay(prepared), {
      state: 'PENDING',
      providerRef: prepared.providerRef,
    })
  assert.equal(server.prompts.length - rang, 1)
})

test('what FedaPay keeps of a payment and of a payout is told', async () => {
  const feda = adapter()
  const paid = await place(moneyOrder(), feda.requestToPay)
  server.pays(paid.id)
  assert.deepEqual(await feda.paymentStatus(paid), {
    state: 'PAID',
    providerRef: paid.providerRef,
    feeFcfa: 56,
  })
  const sent = await place(moneyOrder(), feda.payOut)
  server.arrives(sent.id)
  assert.deepEqual(await feda.payoutStatus(sent), {
    state: 'PAID',
    providerRef: sent.providerRef,
    feeFcfa: 150,
  })
})

test('a customer of an operator that asks nobody pays on a page, where they may try again until it expires', async () => {
  const feda = adapter('wave_ci')
  const order = moneyOrder()
  const first = await feda.requestToPay(order)
  assert.equal(first.state, 'PREPARED')
  const prepared = { ...order, providerRef: 'providerRef' in first ? (first.providerRef ?? null) : null }
  const asked = await feda.requestToPay(prepared)
  assert.deepEqual(asked, {
    state: 'PENDING',
    providerRef: prepared.providerRef,
    payLink: `https://sandbox-process.fedapay.com/token-of-${prepared.providerRef}`,
  })
  server.refuses(order.id)
  assert.equal((await feda.paymentStatus(prepared)).state, 'PENDING')
  server.heldOf('transaction', order.id).status = 'expired'
  assert.deepEqual(await feda.paymentStatus(prepared), {
    state: 'REFUSED',
    reason: 'EXPIRED',
    providerRef: prepared.providerRef,
  })
})

for (const [status, code, reason] of [
  ['declined', null, 'PAYER_REFUSED'],
  ['declined', 'NOT_ENOUGH_FUNDS', 'FUNDS_TOO_LOW'],
  ['declined', 'PAYER_LIMIT_REACHED', 'LIMIT_REACHED'],
  ['canceled', 'INSUFFICIENT_FUNDS', 'FUNDS_TOO_LOW'],
  ['canceled', null, 'PROVIDER_FAILED'],
  ['expired', null, 'EXPIRED'],
] as const)
  test(`a payment that is ${status} (${code}) ends as ${reason}`, async () => {
    const feda = adapter()
    const order = await place(moneyOrder(), feda.requestToPay)
    Object.assign(server.heldOf('transaction', order.id), { status, last_error_code: code })
    const { providerRef } = order
    assert.deepEqual(await feda.paymentStatus(order), { state: 'REFUSED', reason, providerRef })
  })

for (const [code, reason] of [
  ['LIMIT_EXCEEDED', 'LIMIT_REACHED'],
  ['RECIPIENT_BALANCE_LIMIT', 'LIMIT_REACHED'],
  ['INVALID_PHONE_NUMBER', 'NUMBER_REFUSED'],
  ['SYSTEM_ERROR', 'PROVIDER_FAILED'],
] as const)
  test(`a payout that failed for ${code} ends as ${reason}`, async () => {
    const feda = adapter()
    const order = await place(moneyOrder(), feda.payOut)
    server.fails(order.id, code)
    const { providerRef } = order
    assert.deepEqual(await feda.payoutStatus(order), { state: 'REFUSED', reason, providerRef })
  })

for (const code of ['INSUFFICIENT_BALANCE', 'LOW_BALANCE_OR_PAYEE_LIMIT_REACHED_OR_NOT_ALLOWED'])
  for (const [balances, reason] of [
    [[{ currency_id: 1, amount: 100, mode: 'moov' }], 'FLOAT_TOO_LOW'],
    [
      [
        { currency_id: 1, amount: 100, mode: 'moov' },
        { currency_id: 1, amount: 90_000, mode: 'mtn' },
      ],
      'FLOAT_TOO_LOW',
    ],
    [[{ currency_id: 1, amount: 90_000 }], 'LIMIT_REACHED'],
    [[], 'PROVIDER_FAILED'],
  ] as const)
    test(`a payout that failed for ${code} is read beside ${JSON.stringify(balances)}: ${reason}`, async () => {
      const feda = adapter('moov')
      const order = await place(moneyOrder(), feda.payOut)
      server.fails(order.id, code)
      server.failing(/GET .*balances/, { status: 200, json: { 'v1/balances': balances } })
      const { providerRef } = order
      assert.deepEqual(await feda.payoutStatus(order), { state: 'REFUSED', reason, providerRef })
    })

test('a payout that was started is not started again, whatever FedaPay lists it as meanwhile', async () => {
  const feda = adapter()
  const order = await place(moneyOrder(), feda.payOut)
  server.heldOf('payout', order.id).status = 'pending'
  assert.equal((await feda.payoutStatus(order)).state, 'PENDING')
  assert.equal((await feda.payOut(order)).state, 'PENDING')
  assert.equal(server.count(/payouts\/start/), 1)
  clock.forward(11 * 60_000)
  assert.equal((await feda.payoutStatus(order)).state, 'PREPARED')
})

test('a payout whose start had no answer is not started again while FedaPay may still list it as pending', async () => {
  const feda = adapter()
  const order = moneyOrder()
  const first = await feda.payOut(order)
  const prepared = { ...order, providerRef: 'providerRef' in first ? (first.providerRef ?? null) : null }
  server.failing(/payouts\/start/, 'LOST_AFTER')
  await assert.rejects(feda.payOut(prepared), /no answer/)
  server.heldOf('payout', order.id).status = 'pending'
  assert.equal((await feda.payOut(prepared)).state, 'PENDING')
  assert.equal(server.count(/payouts\/start/), 1)
  clock.forward(11 * 60_000)
  assert.equal((await feda.payOut(prepared)).state, 'PENDING')
  assert.equal(server.count(/payouts\/start/), 2)
})

test('a payout that another process started is not given up while FedaPay still lists it as pending', async () => {
  const order = await place(moneyOrder(), adapter().payOut)
  server.heldOf('payout', order.id).status = 'pending'
  server.failing(/payouts\/start/, { status: 400, json: { message: 'Dépôt déjà traité' } })
  await assert.rejects(adapter().payOut(order), /refuses to start/)
  assert.match(alerts[0] ?? '', /refuses to start/)
  server.arrives(order.id)
  assert.equal((await adapter().payoutStatus(order)).state, 'PAID')
})

test('a payout that FedaPay refuses to start is started later, and one whose start was lost has left', async () => {
  const feda = adapter()
  const refused = moneyOrder()
  const first = await feda.payOut(refused)
  const prepared = { ...refused, providerRef: 'providerRef' in first ? (first.providerRef ?? null) : null }
  server.failing(/payouts\/start/, { status: 400, json: { message: 'Solde insuffisant' } })
  await assert.rejects(feda.payOut(prepared), /refuses to start/)
  server.failing(/payouts\/start/, 'LOST_AFTER')
  await assert.rejects(feda.payOut(prepared), /no answer/)
  assert.equal((await feda.payOut(prepared)).state, 'PENDING')
  assert.equal(server.heldOf('payout', refused.id).status, 'started')
  assert.equal(server.held.payout.filter((each) => each.merchant_reference === refused.id).length, 1)
})

test('a payout to a number without an operator in the routes is refused, and the operator is told', async () => {
  const feda = payByFedapay(
    {
      baseUrl: `${server.url}/v1`,
      secretKey: server.env.FEDAPAY_SECRET_KEY ?? '',
      returnUrl: 'https://colis.test/paid',
      modeOf: () => undefined,
    },
    { clock, alertOperator: (message) => void alerts.push(message) },
  )
  assert.deepEqual(await feda.payOut(moneyOrder()), { state: 'REFUSED', reason: 'PROVIDER_FAILED' })
  assert.match(alerts[0] ?? '', /MOBILE_MONEY_ROUTES/)
})

test('an order in a currency that FedaPay does not name is never carried out', async () => {
  const order = moneyOrder({ currency: 'XAF' })
  await assert.rejects(adapter().requestToPay(order), /another currency/)
  assert.equal(alerts.length, 1)
  const { id } = server.heldOf('transaction', order.id)
  await assert.rejects(adapter().requestToPay({ ...order, providerRef: String(id) }), /another currency/)
  assert.ok(server.prompts.every((prompt) => prompt.id !== id))
})

test('the key is tried without an order, and the balances are told', async () => {
  const [probe] = await adapter().probe()
  assert.deepEqual(
    [probe?.serves, probe?.outcome, probe?.balances],
    ['BOTH', 'ACCEPTED', [{ name: 'mtn', amount: '90500', currency: 'XOF' }]],
  )
  assert.equal(server.count(/^(POST|PUT)/), 0)
  server.refuseCredentials(true)
  const [refused] = await adapter().probe()
  assert.equal(refused?.outcome, 'REFUSED')
  server.refuseCredentials(false)
})

test('FedaPay gives nothing back by its API', () => {
  assert.equal(adapter().refunds, undefined)
})
