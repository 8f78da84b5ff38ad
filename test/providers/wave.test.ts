import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { manualClock } from '../../src/base/kernel/clock.ts'
import type { RefundOrder } from '../../src/domain/money/mobile-money/mobile-money-provider.ts'
import { payByWave } from '../../src/domain/money/mobile-money/providers/pay-by-wave.ts'
import { testStart } from '../support/open-service.ts'
import { moneyOrder } from '../support/provider-work.ts'
import { openWaveServer, type WaveServer } from '../support/wave-server.ts'

let server: WaveServer
const clock = manualClock(testStart)
before(async () => {
  server = await openWaveServer()
})
beforeEach(() => {
  server.asked.length = 0
  clock.forward(86_400_000)
})
after(() => server.close())

const adapter = () =>
  payByWave(
    { baseUrl: server.url, apiKey: server.env.WAVE_API_KEY ?? '', returnUrl: 'https://colis.test/paid' },
    { clock, alertOperator: () => {} },
  )

test('a session is opened under our name for the order, and its page is told', async () => {
  const order = moneyOrder({ phone: '+221771234567' })
  const asked = await adapter().requestToPay(order)
  const { id } = server.sessionOf(order.id)
  assert.deepEqual(asked, { state: 'PENDING', providerRef: id, payLink: `https://pay.wave.com/c/${id}` })
  assert.deepEqual(
    server.asked.map(({ call }) => call),
    [`GET /v1/checkout/sessions/search?client_reference=${order.id}`, 'POST /v1/checkout/sessions'],
  )
  assert.deepEqual(server.asked[1]?.json, {
    amount: '5600',
    currency: 'XOF',
    client_reference: order.id,
    success_url: 'https://colis.test/paid',
    error_url: 'https://colis.test/paid',
  })
})

test('a session whose answer was lost is found again, with the same page', async () => {
  const order = moneyOrder()
  server.failing(/^POST \/v1\/checkout/, 'LOST_AFTER')
  await assert.rejects(adapter().requestToPay(order), /no answer/)
  const found = await adapter().requestToPay(order)
  const { id } = server.sessionOf(order.id)
  assert.deepEqual(found, { state: 'PENDING', providerRef: id, payLink: `https://pay.wave.com/c/${id}` })
  assert.equal(server.sessions.filter((each) => each.client_reference === order.id).length, 1)
})

test('of several sessions of one order the one that was paid counts', async () => {
  const order = moneyOrder()
  await Promise.all([adapter().requestToPay(order), adapter().requestToPay(order)])
  const both = server.sessions.filter((each) => each.client_reference === order.id)
  const [first, last] = [both[0], both.at(-1)]
  assert.ok(first && last)
  Object.assign(first, { checkout_status: 'expired', payment_status: 'cancelled' })
  Object.assign(last, { checkout_status: 'complete', payment_status: 'succeeded' })
  assert.deepEqual(await adapter().paymentStatus(order), { state: 'PAID', providerRef: last.id })
})

test('every session of an order is expired, and one that was paid meanwhile counts', async () => {
  const wave = adapter()
  const [open, paid, unknown] = [moneyOrder(), moneyOrder(), moneyOrder()]
  await Promise.all([wave.requestToPay(open), wave.requestToPay(open), wave.requestToPay(paid)])
  server.pays(paid.id)
  const ends = await Promise.all([open, paid, unknown].map((order) => wave.cancelPayment?.(order)))
  assert.deepEqual(
    ends.map((end) => end?.state),
    ['REFUSED', 'PAID', 'UNKNOWN'],
  )
  const left = server.sessions.filter(({ client_reference }) => client_reference === open.id)
  assert.ok(left.length > 0 && left.every(({ checkout_status }) => checkout_status === 'expired'))
  assert.deepEqual(await wave.paymentStatus(open), ends[0])
})

test('an attempt that failed leaves the session open, and one that expired is over', async () => {
  const wave = adapter()
  const order = moneyOrder()
  await wave.requestToPay(order)
  const session = server.sessionOf(order.id)
  session.last_payment_error = { code: 'insufficient-funds', message: '…' }
  assert.equal((await wave.paymentStatus(order)).state, 'PENDING')
  Object.assign(session, { checkout_status: 'complete', payment_status: 'cancelled' })
  assert.deepEqual(await wave.paymentStatus(order), {
    state: 'REFUSED',
    reason: 'FUNDS_TOO_LOW',
    providerRef: session.id,
  })
  session.checkout_status = 'expired'
  assert.deepEqual(await wave.paymentStatus({ ...order, providerRef: session.id }), {
    state: 'REFUSED',
    reason: 'EXPIRED',
    providerRef: session.id,
  })
})

for (const link of ['javascript:alert(1)', 'http://pay.wave.com/c/1', 'https://user@pay.wave.com/', '', 7])
  test(`a page at ${link} is never shown to a customer`, async () => {
    const order = moneyOrder()
    await adapter().requestToPay(order)
    server.sessionOf(order.id).wave_launch_url = link
    await assert.rejects(adapter().requestToPay(order), /cannot be understood/)
  })

test('a payout carries our id as its idempotency key, and its fee is told', async () => {
  const wave = adapter()
  const order = moneyOrder({ phone: '+221771234567' })
  const sent = await wave.payOut(order)
  const [request] = server.asked
  assert.equal(request?.headers['idempotency-key'], order.id)
  assert.deepEqual(request?.json, {
    currency: 'XOF',
    receive_amount: '5600',
    mobile: '+221771234567',
    client_reference: order.id,
    payment_reason: 'Colis LIV-2QX7',
  })
  server.arrives(order.id)
  const providerRef = 'providerRef' in sent ? (sent.providerRef ?? null) : null
  assert.deepEqual(await wave.payoutStatus({ ...order, providerRef }), {
    state: 'PAID',
    providerRef,
    feeFcfa: 50,
  })
})

for (const [code, status, reason] of [
  ['insufficient-funds', 422, 'FLOAT_TOO_LOW'],
  ['recipient-limit-exceeded', 422, 'LIMIT_REACHED'],
  ['recipient-account-blocked', 422, 'NUMBER_REFUSED'],
  ['recipient-account-inactive', 422, 'NUMBER_REFUSED'],
  ['recipient-minor', 422, 'NUMBER_REFUSED'],
  ['country-mismatch', 400, 'NUMBER_REFUSED'],
  ['request-validation-error', 400, 'PROVIDER_FAILED'],
] as const)
  test(`${code} ends a payout as ${reason}, at once or later`, async () => {
    const wave = adapter()
    server.failing(/^POST \/v1\/payout/, { status, json: { code, message: '…' } })
    assert.deepEqual(await wave.payOut(moneyOrder()), { state: 'REFUSED', reason })
    const later = moneyOrder()
    await wave.payOut(later)
    server.fails(later.id, code)
    const outcome = await wave.payoutStatus(later)
    assert.deepEqual([outcome.state, 'reason' in outcome && outcome.reason], ['REFUSED', reason])
  })

test('a refusal of a payout counts only while Wave does not have it from an earlier call', async () => {
  const wave = adapter()
  const order = moneyOrder()
  await wave.payOut(order)
  server.failing(/^POST \/v1\/payout/, { status: 422, json: { code: 'insufficient-funds', message: '…' } })
  assert.equal((await wave.payOut(order)).state, 'PENDING')
  assert.equal((await wave.payOut({ ...order, reference: 'LIV-OTHER' })).state, 'PENDING')
  assert.equal(server.payouts.filter((each) => each.client_reference === order.id).length, 1)
})

test('a payment is given back once, also when the answer was lost', async () => {
  const wave = adapter()
  const paid = moneyOrder()
  await wave.requestToPay(paid)
  server.pays(paid.id)
  const { id } = server.sessionOf(paid.id)
  const refund: RefundOrder = { ...moneyOrder(), payment: { id: paid.id, providerRef: id } }
  assert.deepEqual(await wave.refunds?.status(refund), { state: 'UNKNOWN' })
  server.failing(/refund/, 'LOST_AFTER')
  await assert.rejects(wave.refunds?.give(refund) ?? Promise.resolve(), /no answer/)
  assert.deepEqual(await wave.refunds?.give(refund), { state: 'PAID', providerRef: id })
  const byOurName = { ...refund, payment: { id: paid.id, providerRef: null } }
  assert.deepEqual(await wave.refunds?.give(byOurName), { state: 'PAID', providerRef: id })
  assert.ok(server.refunded.has(id))
})

test('a payment that Wave cannot give back is refused, for a person to see to', async () => {
  const wave = adapter()
  const unpaid = moneyOrder()
  await wave.requestToPay(unpaid)
  const { id } = server.sessionOf(unpaid.id)
  const give = (payment: RefundOrder['payment']) => wave.refunds?.give({ ...moneyOrder(), payment })
  assert.deepEqual(await give({ id: unpaid.id, providerRef: id }), {
    state: 'REFUSED',
    reason: 'PROVIDER_FAILED',
  })
  assert.deepEqual(await give({ id: moneyOrder().id, providerRef: null }), {
    state: 'REFUSED',
    reason: 'PROVIDER_FAILED',
  })
})

test('the key is tried without an order, and the balance is told', async () => {
  const [probe] = await adapter().probe()
  assert.deepEqual(
    [probe?.serves, probe?.outcome, probe?.balances],
    ['BOTH', 'ACCEPTED', [{ name: null, amount: '310000', currency: 'XOF' }]],
  )
  server.refuseCredentials(true)
  const [refused] = await adapter().probe()
  assert.deepEqual(
    [refused?.outcome, refused?.detail],
    ['REFUSED', 'Wave does not accept WAVE_API_KEY (disabled-wallet).'],
  )
  server.refuseCredentials(false)
})
