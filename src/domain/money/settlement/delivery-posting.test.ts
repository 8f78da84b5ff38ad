import assert from 'node:assert/strict'
import { test } from 'node:test'
import { shownBalance } from '../ledger/ledger-account.ts'
import { balancedEntries } from '../ledger/ledger-posting.ts'
import { deliveryPosting, type EndedDelivery } from './delivery-posting.ts'

const at = new Date('2026-11-21T10:00:00Z')
const delivery: EndedDelivery = {
  shop_id: 'shop',
  id: 'one',
  status: 'DELIVERED',
  currency: 'XOF',
  payment_mode: 'CASH_ON_DELIVERY',
  collection: 'SECURE',
  fee_payer: 'CUSTOMER',
  goods_amount_fcfa: 15_000,
  cod_fee_fcfa: 225,
  price_fcfa: 900,
  price_working: {
    lines: [{ amountFcfa: 800 }, { amountFcfa: 200 }],
    discounts: [
      { source: 'SHOP', amountFcfa: 60 },
      { source: 'PROMO_CODE', amountFcfa: 40 },
    ],
  },
  cancellation_fee_fcfa: 0,
  return_fee_fcfa: 0,
  courier_id: 'courier',
  courier_pay_fcfa: 800,
  arrived_at_pickup_at: at,
  ended_at: at,
}
const courier = { COURIER_PAY: 800, COURIER_EARNINGS: 800 }
const ended = { cancellation_fee_fcfa: 300, return_fee_fcfa: 500 }

// Worked out by hand from spec 2.5 and 2.8, and decisions 22, 29, 30, 32 and 167.
const cases: [what: string, change: Partial<EndedDelivery>, booked: Record<string, number>][] = [
  [
    'a sale through the service',
    {},
    {
      TRIP_REVENUE: 1_000,
      DISCOUNTS: 100,
      CUSTOMER_MONEY: -15_900,
      COLLECTION_REVENUE: 225,
      SHOP_SALES: 14_775,
      ...courier,
    },
  ],
  [
    'a sale through the service whose trip the shop bears',
    { fee_payer: 'MERCHANT' },
    {
      TRIP_REVENUE: 1_000,
      DISCOUNTS: 100,
      CUSTOMER_MONEY: -15_000,
      COLLECTION_REVENUE: 225,
      SHOP_SALES: 13_875,
      ...courier,
    },
  ],
  [
    'a sale smaller than the trip that the shop bears',
    { fee_payer: 'MERCHANT', goods_amount_fcfa: 500, cod_fee_fcfa: 100 },
    {
      TRIP_REVENUE: 1_000,
      DISCOUNTS: 100,
      CUSTOMER_MONEY: -500,
      COLLECTION_REVENUE: 100,
      SHOP_FEES: 500,
      ...courier,
    },
  ],
  [
    'a trip alone that the customer paid',
    { goods_amount_fcfa: 0, cod_fee_fcfa: 0 },
    { TRIP_REVENUE: 1_000, DISCOUNTS: 100, CUSTOMER_MONEY: -900, ...courier },
  ],
  [
    'nothing to collect, and the shop bears the trip',
    { fee_payer: 'MERCHANT', goods_amount_fcfa: 0, cod_fee_fcfa: 0 },
    { TRIP_REVENUE: 1_000, DISCOUNTS: 100, SHOP_FEES: 900, ...courier },
  ],
  [
    'a sale that the customer paid to the shop',
    { collection: 'DIRECT', cod_fee_fcfa: 0 },
    { TRIP_REVENUE: 1_000, DISCOUNTS: 100, SHOP_FEES: 900, ...courier },
  ],
  [
    'a prepaid order',
    { payment_mode: 'PREPAID', cod_fee_fcfa: 0 },
    { TRIP_REVENUE: 1_000, DISCOUNTS: 100, SHOP_FEES: 900, ...courier },
  ],
  [
    'a parcel that was brought back',
    { ...ended, status: 'RETURNED', cancellation_fee_fcfa: 0 },
    { RETURN_REVENUE: 500, SHOP_FEES: 500, ...courier },
  ],
  [
    'a parcel that was called back on its way',
    { ...ended, status: 'CANCELLED' },
    { CANCELLATION_REVENUE: 300, RETURN_REVENUE: 500, SHOP_FEES: 800, ...courier },
  ],
  [
    'an order that was cancelled before its courier came',
    { status: 'CANCELLED', arrived_at_pickup_at: null },
    {},
  ],
  ['an order that expired', { status: 'EXPIRED', courier_id: null, courier_pay_fcfa: null }, {}],
]

for (const [what, change, expected] of cases)
  test(`${what} books ${Object.keys(expected).join(', ') || 'nothing'} (decision 198)`, () => {
    const { entries } = deliveryPosting({ ...delivery, ...change }, null)
    const booked = balancedEntries(entries).map(({ kind, amountFcfa }) => [
      kind,
      shownBalance(kind, amountFcfa),
    ])
    assert.deepEqual(Object.fromEntries(booked), expected)
  })

// Of 18 %: 900 include 137, 225 include 34, 100 include 15, 800 include 122 and 500 include 76.
const taxed: [what: string, change: Partial<EndedDelivery>, booked: Record<string, number>][] = [
  [
    'a sale through the service',
    {},
    { TRIP_REVENUE: 848, DISCOUNTS: 85, COLLECTION_REVENUE: 191, VAT_COLLECTED: 171 },
  ],
  [
    'a sale whose trip the shop bears, which is taxed with its fee',
    { fee_payer: 'MERCHANT' },
    { TRIP_REVENUE: 847, DISCOUNTS: 85, COLLECTION_REVENUE: 191, VAT_COLLECTED: 172 },
  ],
  [
    'a prepaid trip',
    { payment_mode: 'PREPAID', collection: 'DIRECT' },
    { TRIP_REVENUE: 848, DISCOUNTS: 85, VAT_COLLECTED: 137 },
  ],
  [
    'what was cancelled and brought back',
    { status: 'RETURNED', ...ended },
    { CANCELLATION_REVENUE: 254, RETURN_REVENUE: 424, VAT_COLLECTED: 122 },
  ],
  ['what earned nothing', { status: 'EXPIRED' }, {}],
]
for (const [what, change, expected] of taxed)
  test(`${what} books its tax to an account of its own (decision 263)`, () => {
    const { entries, vatRate } = deliveryPosting({ ...delivery, ...change }, 1_800)
    const earned = balancedEntries(entries).filter(({ kind }) =>
      /_REVENUE$|^DISCOUNTS$|^VAT_COLLECTED$/.test(kind),
    )
    assert.deepEqual(
      Object.fromEntries(earned.map(({ kind, amountFcfa }) => [kind, shownBalance(kind, amountFcfa)])),
      expected,
    )
    assert.equal(vatRate, 1_800)
  })

test('a posting names its delivery, and belongs to its end', () => {
  const { entries, ...posting } = deliveryPosting(delivery, null)
  assert.deepEqual(posting, {
    cause: 'delivery:one',
    kind: 'DELIVERY_ENDED',
    currency: 'XOF',
    shopId: 'shop',
    deliveryId: 'one',
    happenedAt: at,
    note: null,
    vatRate: null,
  })
})
