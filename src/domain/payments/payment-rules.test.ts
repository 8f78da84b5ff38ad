import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ApiError } from '../../base/contract/errors.ts'
import { type PaymentStatus, paymentStatuses } from '../../base/contract/vocabulary.ts'
import { amountToCollect } from './amount-to-collect.ts'
import { collectionFee } from './collection-fee.ts'
import { orderAmounts, type PaymentTerms, paymentTerms } from './order-amounts.ts'
import {
  firstPaymentStatus,
  isSettled,
  openedPayment,
  type PaymentTransition,
  paymentStatusAfter,
  paymentTransitions,
  wasDenied,
  withdrawnPayment,
} from './payment-status.ts'

// Written out by hand from decision 33, so that a slip in the table shows up here.
const allowed = new Map<string, PaymentStatus>([
  ['NOT_REQUESTED request', 'AWAITING_CUSTOMER'],
  ['FAILED requestAgain', 'AWAITING_CUSTOMER'],
  ['REFUSED requestAgain', 'AWAITING_CUSTOMER'],
  ['AWAITING_CUSTOMER declarePaid', 'AWAITING_MERCHANT'],
  ['AWAITING_CUSTOMER confirm', 'PAID'],
  ['AWAITING_MERCHANT confirm', 'PAID'],
  ['AWAITING_CUSTOMER refuse', 'REFUSED'],
  ['AWAITING_CUSTOMER fail', 'FAILED'],
  ['AWAITING_CUSTOMER withdraw', 'NOT_REQUESTED'],
  ['AWAITING_MERCHANT withdraw', 'NOT_REQUESTED'],
  ['AWAITING_MERCHANT deny', 'AWAITING_CUSTOMER'],
])

for (const status of paymentStatuses) {
  for (const transition of Object.keys(paymentTransitions) as PaymentTransition[]) {
    const next = allowed.get(`${status} ${transition}`)
    test(`${transition} ${next ? `takes a payment from ${status} to ${next}` : `is refused for a payment that is ${status}`}`, () => {
      const delivery = { payment_status: status, status: 'IN_TRANSIT' } as const
      if (next) assert.equal(paymentStatusAfter(transition, delivery), next)
      else {
        const from = paymentStatuses.filter((each) => allowed.has(`${each} ${transition}`))
        assert.throws(
          () => paymentStatusAfter(transition, delivery),
          new ApiError('PAYMENT_TRANSITION_REFUSED', { paymentStatus: status, status: 'IN_TRANSIT', from }),
        )
      }
    })
  }
}

test('a payment emits an internal event when it is asked for again, declared or denied, and a public one when it is confirmed (spec 6.2)', () => {
  const emitting = Object.entries(paymentTransitions).flatMap(([name, { emits }]) =>
    emits ? [[name, emits]] : [],
  )
  assert.deepEqual(emitting, [
    ['requestAgain', 'payment.requested'],
    ['declarePaid', 'payment.declared'],
    ['deny', 'payment.denied'],
    ['confirm', 'payment.confirmed'],
  ])
})

for (const [statuses, expected] of [
  [['AWAITING_MERCHANT', 'AWAITING_CUSTOMER'], true],
  [['NOT_REQUESTED', 'AWAITING_CUSTOMER', 'AWAITING_MERCHANT', 'AWAITING_CUSTOMER'], true],
  [['NOT_REQUESTED', 'AWAITING_CUSTOMER'], false],
  [['AWAITING_CUSTOMER', 'AWAITING_MERCHANT', 'AWAITING_CUSTOMER', 'AWAITING_MERCHANT'], false],
  [['AWAITING_MERCHANT', 'AWAITING_CUSTOMER', 'PAID'], false],
  [[], false],
] as const) {
  test(`a payment with the statuses ${statuses.join(', ') || 'of none'} was ${expected ? '' : 'not '}denied by the shop`, () =>
    assert.equal(wasDenied(statuses), expected))
}

test('a parcel may be handed over when nothing is due or it is paid', () => {
  assert.deepEqual(paymentStatuses.filter(isSettled), ['NOT_DUE', 'PAID'])
})

test('a payment begins as not due only when nothing is collected', () => {
  assert.equal(firstPaymentStatus(0), 'NOT_DUE')
  assert.equal(firstPaymentStatus(1), 'NOT_REQUESTED')
})

test('picking up the parcel opens a payment that was not requested yet, and no other', () => {
  const opened = paymentStatuses.filter((status) => openedPayment(status) !== status)
  assert.deepEqual(opened, ['NOT_REQUESTED'])
  assert.equal(openedPayment('NOT_REQUESTED'), 'AWAITING_CUSTOMER')
})

test('withdrawing changes a payment that was requested, and leaves one that is settled or refused', () => {
  const after = paymentStatuses.map((status) => `${status} ${withdrawnPayment(status)}`)
  assert.deepEqual(after, [
    'NOT_DUE NOT_DUE',
    'NOT_REQUESTED NOT_REQUESTED',
    'AWAITING_CUSTOMER NOT_REQUESTED',
    'AWAITING_MERCHANT NOT_REQUESTED',
    'AWAITING_SENDER AWAITING_SENDER',
    'PAID PAID',
    'FAILED FAILED',
    'REFUSED REFUSED',
  ])
})

const order = {
  mode: 'CASH_ON_DELIVERY',
  feePayer: 'CUSTOMER',
  goodsAmountFcfa: 15_000,
  priceFcfa: 900,
} as const
const collected: [what: string, order: Parameters<typeof amountToCollect>[0], amount: number][] = [
  ['goods and trip when the customer bears the trip', order, 15_900],
  ['goods alone when the shop bears the trip', { ...order, feePayer: 'MERCHANT' }, 15_000],
  ['the trip alone when the goods are paid', { ...order, goodsAmountFcfa: 0 }, 900],
  [
    'nothing when goods are paid and the shop bears the trip',
    { ...order, goodsAmountFcfa: 0, feePayer: 'MERCHANT' },
    0,
  ],
  ['nothing when prepaid', { ...order, mode: 'PREPAID' }, 0],
]
for (const [what, given, amount] of collected) {
  test(`the customer pays ${what} (decision 32)`, () => assert.equal(amountToCollect(given), amount))
}

const rule = { percent: 1.5, minimumFcfa: 100 }
const sale = { mode: 'CASH_ON_DELIVERY', collection: 'SECURE', goodsAmountFcfa: 15_000 } as const
const fees: [what: string, sale: Parameters<typeof collectionFee>[1], fee: number][] = [
  ['a percentage of the goods', sale, 225],
  ['rounded up to a franc', { ...sale, goodsAmountFcfa: 15_001 }, 226],
  ['at least the minimum', { ...sale, goodsAmountFcfa: 1 }, 100],
  ['at the bound of the contract', { ...sale, goodsAmountFcfa: 10_000_000 }, 150_000],
  ['nothing without goods', { ...sale, goodsAmountFcfa: 0 }, 0],
  ['nothing when the shop collects', { ...sale, collection: 'DIRECT' }, 0],
  ['nothing when prepaid', { ...sale, mode: 'PREPAID' }, 0],
]
for (const [what, given, fee] of fees) {
  test(`the collection fee is ${what} (decision 30)`, () => assert.equal(collectionFee(rule, given), fee))
}

const terms: PaymentTerms = {
  mode: 'CASH_ON_DELIVERY',
  collection: 'SECURE',
  feePayer: 'CUSTOMER',
  goodsAmountFcfa: 15_000,
}
const amounts: [
  what: string,
  terms: PaymentTerms,
  priceFcfa: number,
  ...amounts: [number, number, string],
][] = [
  ['goods and trip through the service', terms, 900, 15_900, 225, 'NOT_REQUESTED'],
  ['goods and trip to the shop', { ...terms, collection: 'DIRECT' }, 900, 15_900, 0, 'NOT_REQUESTED'],
  ['a trip that the shop bears', { ...terms, feePayer: 'MERCHANT' }, 900, 15_000, 225, 'NOT_REQUESTED'],
  ['no goods', { ...terms, goodsAmountFcfa: 0 }, 900, 900, 0, 'NOT_REQUESTED'],
  ['no goods and a free trip', { ...terms, goodsAmountFcfa: 0 }, 0, 0, 0, 'NOT_DUE'],
  [
    'no goods and a shop that bears the trip',
    { ...terms, goodsAmountFcfa: 0, feePayer: 'MERCHANT' },
    900,
    0,
    0,
    'NOT_DUE',
  ],
  ['a prepaid order', { ...terms, mode: 'PREPAID' }, 900, 0, 0, 'NOT_DUE'],
]
for (const [what, given, priceFcfa, amountToCollectFcfa, codFeeFcfa, paymentStatus] of amounts) {
  test(`for ${what}, ${amountToCollectFcfa} is collected, ${codFeeFcfa} withheld, and the payment begins as ${paymentStatus}`, () => {
    assert.deepEqual(orderAmounts(given, { priceFcfa, feeRule: rule }), {
      amountToCollectFcfa,
      codFeeFcfa,
      paymentStatus,
    })
  })
}

const directShop = { default_collection: 'DIRECT', payout_phone: null } as const
const secureShop = { default_collection: 'SECURE', payout_phone: '+2290197000099' } as const

test('an order without payment details has no goods, and its customer bears the trip (spec 2.5)', () => {
  assert.deepEqual(paymentTerms({ mode: 'PREPAID' }, directShop), {
    mode: 'PREPAID',
    collection: 'DIRECT',
    feePayer: 'CUSTOMER',
    goodsAmountFcfa: 0,
  })
  const sent = { mode: 'CASH_ON_DELIVERY', goodsAmount: 15_000, feePayer: 'MERCHANT' } as const
  assert.deepEqual(paymentTerms(sent, secureShop), { ...terms, feePayer: 'MERCHANT' })
})

test('the collection of a sale is that of the order, or else the default of the shop (spec 2.5)', () => {
  assert.equal(paymentTerms({ mode: 'PREPAID' }, secureShop).collection, 'SECURE')
  assert.equal(paymentTerms({ mode: 'PREPAID', collection: 'DIRECT' }, secureShop).collection, 'DIRECT')
})

test('SECURE collection without a payout number is refused (spec 4.4-4)', () => {
  assert.equal(paymentTerms({ mode: 'PREPAID' }, directShop).collection, 'DIRECT')
  assert.throws(
    () => paymentTerms({ mode: 'PREPAID', collection: 'SECURE' }, directShop),
    new ApiError('PAYOUT_ACCOUNT_REQUIRED'),
  )
})
