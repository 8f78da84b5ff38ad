import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { manualClock } from '../../src/base/kernel/clock.ts'
import type { RefundOrder } from '../../src/domain/money/mobile-money/mobile-money-provider.ts'
import { mtnReference } from '../../src/domain/money/mobile-money/providers/mtn-order.ts'
import { type MtnAccount, payByMtn } from '../../src/domain/money/mobile-money/providers/pay-by-mtn.ts'
import { type MtnServer, openMtnServer } from '../support/mtn-server.ts'
import { testStart } from '../support/open-service.ts'
import { moneyOrder } from '../support/provider-work.ts'

let server: MtnServer
let alerts: [string, Record<string, string>][]
const clock = manualClock(testStart)
before(async () => {
  server = await openMtnServer()
})
beforeEach(() => {
  alerts = []
  server.asked.length = 0
  clock.forward(86_400_000)
})
after(() => server.close())

const accountOf = ({ env, url }: MtnServer, changes: Partial<MtnAccount> = {}): MtnAccount => ({
  baseUrl: url,
  targetEnvironment: env.MTN_TARGET_ENVIRONMENT ?? '',
  collection: {
    subscriptionKey: env.MTN_COLLECTION_SUBSCRIPTION_KEY ?? '',
    apiUser: env.MTN_COLLECTION_API_USER ?? '',
    apiKey: env.MTN_COLLECTION_API_KEY ?? '',
  },
  disbursement: {
    subscriptionKey: env.MTN_DISBURSEMENT_SUBSCRIPTION_KEY ?? '',
    apiUser: env.MTN_DISBURSEMENT_API_USER ?? '',
    apiKey: env.MTN_DISBURSEMENT_API_KEY ?? '',
  },
  callbackUrl: undefined,
  ...changes,
})
const adapter = (changes: Partial<MtnAccount> = {}, of = server) =>
  payByMtn(accountOf(of, changes), {
    clock,
    alertOperator: (message, about) => void alerts.push([message, about]),
  })

test('the reference of an order is a UUID of version 4, the same for every call and another for every order', () => {
  const [one, other] = [moneyOrder(), moneyOrder()]
  assert.match(mtnReference(one.id), /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)
  assert.equal(mtnReference(one.id), mtnReference(one.id))
  assert.notEqual(mtnReference(one.id), mtnReference(other.id))
})

test('a request to pay is sent as MTN documents it, with a token for its product', async () => {
  const order = moneyOrder()
  await adapter({ callbackUrl: 'https://colis.test/mobile-money/mtn' }).requestToPay(order)
  const [token, request, ...others] = server.asked
  assert.deepEqual(others, [])
  assert.equal(token?.call, 'POST /collection/token/')
  assert.equal(request?.call, 'POST /collection/v1_0/requesttopay')
  assert.deepEqual(request?.json, {
    amount: '5600',
    currency: 'XOF',
    externalId: order.id,
    payer: { partyIdType: 'MSISDN', partyId: '2290197000001' },
    payerMessage: 'Colis LIV-2QX7',
    payeeNote: 'Colis LIV-2QX7',
  })
  const { headers } = request ?? assert.fail()
  assert.equal(headers['x-reference-id'], mtnReference(order.id))
  assert.equal(headers['x-target-environment'], 'mtnbenin')
  assert.equal(headers['ocp-apim-subscription-key'], 'collection-subscription')
  assert.equal(headers['x-callback-url'], `https://colis.test/mobile-money/mtn/${order.id}`)
})

test('one token serves all requests, also those at the same time, until shortly before its end', async () => {
  const mtn = adapter()
  await Promise.all([mtn.requestToPay(moneyOrder()), mtn.requestToPay(moneyOrder())])
  await mtn.paymentStatus(moneyOrder())
  assert.equal(server.count(/token/), 1)
  clock.forward(3_600_000 - 59_000)
  await mtn.paymentStatus(moneyOrder())
  assert.equal(server.count(/token/), 2)
  await mtn.payoutStatus(moneyOrder())
  assert.equal(server.count(/disbursement\/token/), 1)
})

test('a token that ends in the middle is renewed once, and the request is made once', async () => {
  const mtn = adapter()
  await mtn.paymentStatus(moneyOrder())
  server.endTokens()
  const before = server.charges()
  assert.deepEqual(await mtn.requestToPay(moneyOrder()), { state: 'PENDING' })
  assert.deepEqual([server.charges() - before, server.count(/token/), alerts], [1, 2, []])
  server.endTokens()
  await Promise.all([mtn.requestToPay(moneyOrder()), mtn.requestToPay(moneyOrder())])
  assert.deepEqual([server.charges() - before, server.count(/token/)], [3, 3])
})

test('in the sandbox of MTN amounts are in euro, there and back', async () => {
  const sandbox = await openMtnServer('sandbox')
  const mtn = adapter({}, sandbox)
  const order = moneyOrder()
  await mtn.requestToPay(order)
  assert.equal(sandbox.asked.at(-1)?.json.currency, 'EUR')
  sandbox.pays(order.id)
  assert.equal((await mtn.paymentStatus(order)).state, 'PAID')
  sandbox.pays(order.id, { currency: 'XOF' })
  await assert.rejects(mtn.paymentStatus(order), /another currency/)
  await sandbox.close()
})

for (const [code, payment, transfer] of [
  ['APPROVAL_REJECTED', 'PAYER_REFUSED', 'PROVIDER_FAILED'],
  ['EXPIRED', 'EXPIRED', 'PROVIDER_FAILED'],
  ['COULD_NOT_PERFORM_TRANSACTION', 'EXPIRED', 'PROVIDER_FAILED'],
  ['PAYER_NOT_FOUND', 'NUMBER_REFUSED', 'PROVIDER_FAILED'],
  ['PAYEE_NOT_FOUND', 'PROVIDER_FAILED', 'NUMBER_REFUSED'],
  ['PAYEE_NOT_ALLOWED_TO_RECEIVE', 'PROVIDER_FAILED', 'NUMBER_REFUSED'],
  ['PAYEE_LIMIT_REACHED', 'PROVIDER_FAILED', 'LIMIT_REACHED'],
  ['PAYER_LIMIT_REACHED', 'LIMIT_REACHED', 'PROVIDER_FAILED'],
  ['SENDER_ACCOUNT_NOT_ACTIVE', 'NUMBER_REFUSED', 'PROVIDER_FAILED'],
  ['NOT_ALLOWED', 'PROVIDER_FAILED', 'PROVIDER_FAILED'],
  ['INTERNAL_PROCESSING_ERROR', 'FUNDS_TOO_LOW', 'PROVIDER_FAILED'],
  ['internal processing error', 'FUNDS_TOO_LOW', 'PROVIDER_FAILED'],
] as const)
  test(`${code} ends a payment as ${payment} and a transfer as ${transfer}`, async () => {
    const mtn = adapter()
    const [asked, sent] = [moneyOrder(), moneyOrder()]
    await mtn.requestToPay(asked)
    await mtn.payOut(sent)
    server.fails(asked.id, code)
    server.fails(sent.id, code)
    assert.deepEqual(await mtn.paymentStatus(asked), { state: 'REFUSED', reason: payment })
    assert.deepEqual(await mtn.payoutStatus(sent), { state: 'REFUSED', reason: transfer })
  })

for (const code of ['NOT_ENOUGH_FUNDS', 'LOW_BALANCE_OR_PAYEE_LIMIT_REACHED_OR_NOT_ALLOWED'])
  for (const [balance, reason, isTold] of [
    [{ availableBalance: '5599', currency: 'XOF' }, 'FLOAT_TOO_LOW', false],
    // It does not hold the fee as well.
    [{ availableBalance: '5600', currency: 'XOF' }, 'FLOAT_TOO_LOW', false],
    [{ availableBalance: '5712.00', currency: 'XOF' }, 'LIMIT_REACHED', false],
    [{ availableBalance: '900000', currency: 'XOF' }, 'LIMIT_REACHED', false],
    [{ availableBalance: '900000', currency: 'EUR' }, 'PROVIDER_FAILED', true],
    [{ availableBalance: '-', currency: 'XOF' }, 'PROVIDER_FAILED', true],
    [{}, 'PROVIDER_FAILED', true],
  ] as const)
    test(`${code} of a transfer is read beside the balance: ${JSON.stringify(balance)} is ${reason}`, async () => {
      const mtn = adapter()
      const [asked, sent] = [moneyOrder(), moneyOrder()]
      await mtn.requestToPay(asked)
      await mtn.payOut(sent)
      server.fails(asked.id, code)
      server.fails(sent.id, code)
      server.failing(/GET .*disbursement.*balance/, { status: 200, json: balance })
      assert.deepEqual(await mtn.payoutStatus(sent), { state: 'REFUSED', reason })
      assert.deepEqual(await mtn.paymentStatus(asked), { state: 'REFUSED', reason: 'FUNDS_TOO_LOW' })
      assert.equal(server.count(/balance/), 1)
      assert.deepEqual(
        alerts.map(([message]) => message),
        isTold
          ? [
              'A provider refused to send money, for its balance or for the limit of the receiver: see the balance in its portal.',
            ]
          : [],
      )
    })

for (const [code, kind] of [
  ['PAYEE_NOT_ALLOWED_TO_RECEIVE', 'payment'],
  ['PAYEE_LIMIT_REACHED', 'payment'],
  ['PAYER_LIMIT_REACHED', 'payout'],
  ['SENDER_ACCOUNT_NOT_ACTIVE', 'payout'],
] as const)
  test(`${code} of a ${kind} is about the service's own account, which the operator is told`, async () => {
    const mtn = adapter()
    const order = moneyOrder()
    await (kind === 'payment' ? mtn.requestToPay(order) : mtn.payOut(order))
    server.fails(order.id, code)
    const outcome = await (kind === 'payment' ? mtn.paymentStatus(order) : mtn.payoutStatus(order))
    assert.deepEqual(outcome, { state: 'REFUSED', reason: 'PROVIDER_FAILED' })
    const product = kind === 'payment' ? 'collection' : 'disbursement'
    assert.deepEqual(alerts, [
      [
        'MTN refuses orders for the account of the service itself: ask MTN what the code means.',
        { product, code },
      ],
    ])
  })

test('a number that MTN answers 500 for is refused, unless an earlier call had arrived', async () => {
  const mtn = adapter()
  const order = moneyOrder()
  const unknown = { status: 500, json: { code: 'PAYER_NOT_FOUND', message: '…' } }
  server.failing(/^POST .*requesttopay/, unknown)
  assert.deepEqual(await mtn.requestToPay(order), { state: 'REFUSED', reason: 'NUMBER_REFUSED' })
  await mtn.requestToPay(order)
  server.failing(/^POST .*requesttopay/, unknown)
  assert.deepEqual(await mtn.requestToPay(order), { state: 'PENDING' })
  server.failing(/^POST .*requesttopay/, { status: 500, json: { code: 'NOT_ENOUGH_FUNDS', message: '…' } })
  await assert.rejects(mtn.requestToPay(moneyOrder()), /500/)
})

test('a refusal of a request counts only while MTN does not have it from an earlier call', async () => {
  const mtn = adapter()
  const order = moneyOrder()
  server.failing(/^POST .*requesttopay/, { status: 400, json: { code: 'PAYER_NOT_FOUND', message: '…' } })
  assert.deepEqual(await mtn.requestToPay(order), { state: 'REFUSED', reason: 'NUMBER_REFUSED' })
  await mtn.requestToPay(order)
  server.failing(/^POST .*requesttopay/, { status: 400, json: { code: 'REQUEST_REJECTED', message: '…' } })
  assert.deepEqual(await mtn.requestToPay(order), { state: 'PENDING' })
})

test('an address where there is no API is not taken for an order that never arrived', async () => {
  const mtn = adapter({ baseUrl: `${server.url}/elsewhere` })
  await assert.rejects(mtn.paymentStatus(moneyOrder()), /MTN/)
  server.failing(/GET/, { status: 404, json: { statusCode: 404, message: 'Resource not found' } })
  await assert.rejects(adapter().paymentStatus(moneyOrder()), /answer 404 of MTN/)
})

test('what only another setting ends alerts the operator with its code', async () => {
  const mtn = adapter({ targetEnvironment: 'mtnghana' })
  await assert.rejects(mtn.requestToPay(moneyOrder()), /answered 500 \(NOT_ALLOWED_TARGET_ENVIRONMENT\)/)
  await assert.rejects(mtn.requestToPay(moneyOrder()))
  assert.deepEqual(alerts, [
    [
      'MTN refuses every order for a setting: see what its code means.',
      { code: 'NOT_ALLOWED_TARGET_ENVIRONMENT' },
    ],
  ])
})

test('a payment is given back by the reference of its request, once, and followed to its end', async () => {
  const mtn = adapter()
  const paid = moneyOrder()
  await mtn.requestToPay(paid)
  const refund: RefundOrder = { ...moneyOrder(), payment: { id: paid.id, providerRef: 'fin-1' } }
  assert.deepEqual(await mtn.refunds?.status(refund), { state: 'UNKNOWN' })
  assert.deepEqual(await mtn.refunds?.give(refund), { state: 'PENDING' })
  assert.deepEqual(await mtn.refunds?.give(refund), { state: 'PENDING' })
  const given = server.asked.filter(({ call }) => call === 'POST /disbursement/v1_0/refund')
  assert.equal(given[0]?.json.referenceIdToRefund, mtnReference(paid.id))
  assert.equal([...server.held.values()].filter(({ kind }) => kind === 'refund').length, 1)
  server.arrives(refund.id)
  assert.equal((await mtn.refunds?.status(refund))?.state, 'PAID')
})

test('without the product Disbursement nothing is sent, and the operator is told why', async () => {
  const mtn = adapter({ disbursement: undefined })
  assert.equal(mtn.refunds, undefined)
  assert.deepEqual(await mtn.payOut(moneyOrder()), {
    state: 'REFUSED',
    reason: 'PROVIDER_FAILED',
    wasNeverSent: true,
  })
  assert.match(alerts[0]?.[0] ?? '', /MTN_DISBURSEMENT_SUBSCRIPTION_KEY/)
  assert.equal(server.asked.length, 0)
})

test('a payout that was sent is not given up when the product Disbursement is taken out of the settings', async () => {
  const order = moneyOrder()
  assert.equal((await adapter().payOut(order)).state, 'PENDING')
  await assert.rejects(adapter({ disbursement: undefined }).payoutStatus(order), /MTN_DISBURSEMENT/)
  server.arrives(order.id)
  assert.equal((await adapter().payoutStatus(order)).state, 'PAID')
})

test('the credentials of both products are tried without an order', async () => {
  const probes = await adapter().probe()
  assert.deepEqual(
    probes.map(({ serves, outcome, balances }) => [serves, outcome, balances]),
    [
      ['PAYMENTS', 'ACCEPTED', [{ name: null, amount: '125000', currency: 'XOF' }]],
      ['PAYOUTS', 'ACCEPTED', [{ name: null, amount: '125000', currency: 'XOF' }]],
    ],
  )
  assert.equal(server.count(/requesttopay|transfer|refund/), 0)
  server.refuseCredentials(true)
  const [refused] = await adapter().probe()
  assert.equal(refused?.outcome, 'REFUSED')
  assert.doesNotMatch(refused?.detail ?? '', /api-key|subscription-/)
  server.refuseCredentials(false)
  server.failing(/token/, 'LOST_BEFORE')
  assert.equal((await adapter().probe())[0]?.outcome, 'AWAY')
})
