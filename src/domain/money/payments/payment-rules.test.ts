import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { ApiError } from '../../../contract/errors.ts'
import { type PaymentStatus, paymentStatuses } from '../../../contract/vocabulary.ts'
import { amountToCollect } from './amount-to-collect.ts'
import { boundsText, type CollectedOrder, type Collecting, refuseUnpayable, unbounded } from './collecting.ts'
import { collectionFee } from './collection-fee.ts'
import { orderAmounts, type PaymentTerms, paymentTerms } from './order-amounts.ts'
import {
  awaitsTrip,
  customersPayment,
  firstPaymentStatus,
  isSettled,
  openedPayment,
  type PaymentTransition,
  paymentStatusAfter,
  paymentTransitions,
  tripPayment,
  wasDenied,
  withdrawnPayment,
} from './payment-status.ts'

// Written out by hand from decisions 33 and 256, so that a slip in the table shows up here.
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
  ['AWAITING_SENDER payTrip', 'PAID'],
  ['AWAITING_SENDER payTripFirst', 'NOT_REQUESTED'],
  ['AWAITING_SENDER refuseTrip', 'REFUSED'],
  ['AWAITING_SENDER lapseTrip', 'FAILED'],
  ['AWAITING_SENDER dropTrip', 'NOT_DUE'],
])

for (const status of paymentStatuses) {
  for (const transition of Object.keys(paymentTransitions) as PaymentTransition[]) {
    const next = allowed.get(`${status} ${transition}`)
    test(`${transition} ${next ? `takes a payment to ${next}` : 'is refused'} from ${status}`, () => {
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

test('a payment emits internal events, and a public one when it is confirmed (spec 6.2)', () => {
  const emitting = Object.entries(paymentTransitions).flatMap(([name, { emits }]) =>
    emits ? [[name, emits]] : [],
  )
  assert.deepEqual(emitting, [
    ['requestAgain', 'payment.requested'],
    ['declarePaid', 'payment.declared'],
    ['deny', 'payment.denied'],
    ['confirm', 'payment.confirmed'],
    ['payTrip', 'payment.confirmed'],
    ['payTripFirst', 'payment.trip_paid'],
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
  test(`a payment of ${statuses.join(', ') || 'no status'} was ${expected ? '' : 'not '}denied`, () =>
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
    'AWAITING_SENDER NOT_DUE',
    'PAID PAID',
    'FAILED FAILED',
    'REFUSED REFUSED',
  ])
})

test('a trip paid first is the payment where nothing is collected, and comes before it elsewhere', () => {
  assert.deepEqual([tripPayment(0), tripPayment(1)], ['payTrip', 'payTripFirst'])
  assert.deepEqual(paymentStatuses.filter(awaitsTrip), ['AWAITING_SENDER'])
})

test('a customer sees nothing of a trip that the shop pays first', () => {
  const seen = paymentStatuses.map((status) => customersPayment(status, 1))
  assert.deepEqual(
    seen,
    paymentStatuses.map((status) => (status === 'AWAITING_SENDER' ? 'NOT_REQUESTED' : status)),
  )
  for (const status of paymentStatuses) assert.equal(customersPayment(status, 0), 'NOT_DUE')
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
  ['at least the minimum', { ...sale, goodsAmountFcfa: 101 }, 100],
  ['all of a sale that is the minimum', { ...sale, goodsAmountFcfa: 100 }, 100],
  ['never more than the sale', { ...sale, goodsAmountFcfa: 99 }, 99],
  ['never more than a sale of one franc', { ...sale, goodsAmountFcfa: 1 }, 1],
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
  const collects = `${amountToCollectFcfa} is collected, ${codFeeFcfa} withheld`
  test(`for ${what}, ${collects}, and the payment begins as ${paymentStatus}`, () => {
    assert.deepEqual(orderAmounts(given, { priceFcfa, feeRule: rule }), {
      amountToCollectFcfa,
      codFeeFcfa,
      paymentStatus,
    })
  })
}

/** Bénin is served, and Togo is not; DIRECT needs a number of the shop. */
const collecting: Collecting = {
  boundsIn: (country) => (country === 'BJ' ? { minFcfa: 100, maxFcfa: 2_000_000 } : undefined),
  needsShopNumber: true,
}
const served = { country: 'BJ', collecting }
const unserved = { country: 'TG', collecting }

const directShop = { default_collection: 'DIRECT', payout_phone: null } as const
const secureShop = { default_collection: 'SECURE', payout_phone: '+2290197000099' } as const

test('an order without payment details has no goods, and its customer bears the trip (spec 2.5)', () => {
  assert.deepEqual(paymentTerms({ mode: 'PREPAID' }, directShop, served), {
    mode: 'PREPAID',
    collection: 'DIRECT',
    feePayer: 'CUSTOMER',
    goodsAmountFcfa: 0,
  })
  const sent = { mode: 'CASH_ON_DELIVERY', goodsAmount: 15_000, feePayer: 'MERCHANT' } as const
  assert.deepEqual(paymentTerms(sent, secureShop, served), { ...terms, feePayer: 'MERCHANT' })
})

test('the collection of a sale is that of the order, or else the default of the shop (spec 2.5)', () => {
  assert.equal(paymentTerms({ mode: 'PREPAID' }, secureShop, served).collection, 'SECURE')
  assert.equal(
    paymentTerms({ mode: 'PREPAID', collection: 'DIRECT' }, secureShop, served).collection,
    'DIRECT',
  )
})

test('SECURE collection without a payout number is refused (spec 4.4-4)', () => {
  assert.equal(paymentTerms({ mode: 'PREPAID' }, directShop, served).collection, 'DIRECT')
  assert.throws(
    () => paymentTerms({ mode: 'PREPAID', collection: 'SECURE' }, directShop, served),
    new ApiError('PAYOUT_ACCOUNT_REQUIRED'),
  )
})

describe('how an order can be collected (decision 252)', () => {
  const own = { default_collection: 'SECURE', payout_phone: '+2290197000099' } as const
  const numberless = { default_collection: 'DIRECT', payout_phone: null } as const
  const pay = { mode: 'CASH_ON_DELIVERY' } as const
  const prepaid = { mode: 'PREPAID' } as const
  const secure = { ...pay, collection: 'SECURE' } as const
  const direct = { ...pay, collection: 'DIRECT' } as const
  const inSandbox = { ...served, collecting: { boundsIn: () => unbounded, needsShopNumber: false } }
  const noNumber = new ApiError('PAYOUT_ACCOUNT_REQUIRED')
  const noProvider = new ApiError('COLLECTION_UNAVAILABLE', { country: 'TG' })

  for (const [title, sent, shop, place, expected] of [
    ['SECURE where a provider serves the country', secure, own, served, 'SECURE'],
    ['the setting of the shop where it is served', pay, own, served, 'SECURE'],
    ['DIRECT instead of that setting where nobody serves the country', pay, own, unserved, 'DIRECT'],
    ['DIRECT for a prepaid order there', prepaid, own, unserved, 'DIRECT'],
    ['DIRECT on the number of the shop', direct, own, unserved, 'DIRECT'],
    ['no SECURE where nobody serves the country', secure, own, unserved, noProvider],
    ['no SECURE of a prepaid order there either', { ...secure, mode: 'PREPAID' }, own, unserved, noProvider],
    ['no SECURE without a number, served or not', secure, numberless, unserved, noNumber],
    ['no DIRECT without a number', direct, numberless, served, noNumber],
    ['nothing by default without a number', pay, numberless, unserved, noNumber],
    ['prepaid orders without a number', prepaid, numberless, unserved, 'DIRECT'],
    ['DIRECT without a number in a sandbox', pay, numberless, inSandbox, 'DIRECT'],
    ['but no SECURE', secure, numberless, inSandbox, noNumber],
  ] as const)
    test(title, () => {
      if (typeof expected === 'string') assert.equal(paymentTerms(sent, shop, place).collection, expected)
      else assert.throws(() => paymentTerms(sent, shop, place), expected)
    })
})

describe('what can be paid at once by mobile money (decision 253)', () => {
  const bounds = { minFcfa: 100, maxFcfa: 2_000_000 }
  const order: CollectedOrder = {
    mode: 'CASH_ON_DELIVERY',
    collection: 'SECURE',
    feePayer: 'CUSTOMER',
    goodsAmountFcfa: 5_000,
    priceFcfa: 600,
  }
  for (const [title, change, refusedFcfa] of [
    ['an amount within the bounds', {}, null],
    ['the least', { goodsAmountFcfa: 100, feePayer: 'MERCHANT' }, null],
    ['less', { goodsAmountFcfa: 99, feePayer: 'MERCHANT' }, 99],
    ['the most', { goodsAmountFcfa: 1_999_400 }, null],
    ['more, by the price of the trip', { goodsAmountFcfa: 1_999_401 }, 2_000_001],
    ['that, where the shop pays for the trip', { goodsAmountFcfa: 1_999_401, feePayer: 'MERCHANT' }, null],
    [
      'that, while it is open who pays for the trip',
      { goodsAmountFcfa: 1_999_401, feePayer: undefined },
      null,
    ],
    ['too much whoever pays for the trip', { goodsAmountFcfa: 2_000_001, feePayer: undefined }, 2_000_601],
    ['nothing at all', { goodsAmountFcfa: 0, feePayer: 'MERCHANT' }, null],
    ['any amount to the shop itself', { goodsAmountFcfa: 9_000_000, collection: 'DIRECT' }, null],
    ['any amount that is paid already', { goodsAmountFcfa: 9_000_000, mode: 'PREPAID' }, null],
  ] as const)
    test(`${title}: ${refusedFcfa === null ? 'accepted' : 'refused'}`, () => {
      const check = () => refuseUnpayable({ ...order, ...change }, bounds)
      if (refusedFcfa === null) check()
      else
        assert.throws(check, new ApiError('PAYMENT_AMOUNT_REFUSED', { amountFcfa: refusedFcfa, ...bounds }))
    })

  test('where nothing bounds a payment, or nobody serves a country any more, nothing is refused', () => {
    refuseUnpayable({ ...order, goodsAmountFcfa: 10_000_000 }, unbounded)
    refuseUnpayable({ ...order, goodsAmountFcfa: 10_000_000 }, undefined)
    assert.equal(boundsText(unbounded, 'fr'), undefined)
    assert.equal(boundsText(bounds, 'en'), '100\u00a0FCFA to 2,000,000\u00a0FCFA')
  })
})
