import assert from 'node:assert/strict'
import { test } from 'node:test'
import vectors from '../../../vectors/prices.json' with { type: 'json' }
import { isNight } from './tariff.ts'
import { type Trip, tripPrice } from './trip-price.ts'

const day = {
  parcelSize: 'SMALL',
  fragile: false,
  localTime: '10:00',
  raining: false,
  highDemand: false,
} as const

type Case = (typeof vectors.cases)[number] &
  Partial<Trip> & { surcharges?: Record<string, number>; discount?: number }

for (const example of vectors.cases as Case[]) {
  const { what, legs, base, price, surcharges = {}, discount = 0, ...rest } = example
  const trip: Trip = {
    ...day,
    rule: 'DISTANCE',
    shopDiscountPercent: 0,
    promo: null,
    ...rest,
    distanceSource: 'GREAT_CIRCLE',
    legs: (legs as unknown as [number, number | null][]).map(([distanceMeters, pairBaseFcfa]) => ({
      distanceMeters,
      pairBaseFcfa,
    })),
  }

  test(`${what} (decisions 27 to 29)`, () => {
    const priced = tripPrice(vectors.tariff, trip)

    assert.equal(priced.baseFcfa, base)
    assert.deepEqual(
      priced.surcharges,
      Object.entries(surcharges).map(([type, amountFcfa]) => ({ type, amountFcfa })),
    )
    assert.equal(priced.discountFcfa, discount)
    assert.equal(priced.priceFcfa, price)
  })
}

test('the working of a price holds version, rule, distance and every line before and after rounding', () => {
  const trip: Trip = {
    ...day,
    fragile: true,
    rule: 'DISTANCE',
    distanceSource: 'ROUTING_SERVER',
    legs: [{ distanceMeters: 2500.4, pairBaseFcfa: null }],
    shopDiscountPercent: 10,
    promo: { percent: null, amountFcfa: 50, bearer: 'SERVICE' },
  }

  assert.deepEqual(tripPrice(vectors.tariff, trip).working, {
    tariffVersion: 3,
    rule: 'DISTANCE',
    distanceMeters: 2500,
    distanceSource: 'ROUTING_SERVER',
    lines: [
      { line: 'BASE', exactFcfa: 600, amountFcfa: 600 },
      { line: 'FRAGILE', exactFcfa: 110, amountFcfa: 125 },
    ],
    discounts: [
      { source: 'SHOP', amountFcfa: 72 },
      { source: 'PROMO_CODE', amountFcfa: 50 },
    ],
  })
})

const nights: [from: string, to: string, time: string, isNight: boolean][] = [
  ['21:00', '06:00', '20:59', false],
  ['21:00', '06:00', '21:00', true],
  ['21:00', '06:00', '23:59', true],
  ['21:00', '06:00', '00:00', true],
  ['21:00', '06:00', '05:59', true],
  ['21:00', '06:00', '06:00', false],
  ['01:00', '05:00', '00:59', false],
  ['01:00', '05:00', '04:59', true],
  ['01:00', '05:00', '05:00', false],
]
for (const [from, to, time, expected] of nights) {
  test(`${time} ${expected ? 'lies' : 'does not lie'} in the night from ${from} to ${to}`, () => {
    assert.equal(isNight({ from, to }, time), expected)
  })
}
