import assert from 'node:assert/strict'
import { test } from 'node:test'
import { courierPayFcfa, reachOfRound, type SearchRules, vehiclesFor, wideningRadii } from './search-round.ts'

const rules: SearchRules = {
  radiusMeters: 2_000,
  offersPerRound: 5,
  growthPercent: 50,
  roundSeconds: 30,
  offerSeconds: 90,
  positionSeconds: 120,
  payPercent: 80,
}

test('each round reaches farther and asks more, up to the end of the city and fifty couriers', () => {
  const rows = [
    [1, 2_000, 5],
    [2, 3_000, 8],
    [3, 4_500, 11],
    [4, 6_750, 17],
    [5, 10_125, 25],
    [7, 22_781, 50],
    [8, 30_000, 50],
    [90, 30_000, 50],
    [2_000, 30_000, 50],
  ] as const
  for (const [round, radiusMeters, offers] of rows)
    assert.deepEqual(reachOfRound(rules, round, 30_000), { radiusMeters, offers }, `round ${round}`)
})

test('without growth every round is like the first', () => {
  for (const round of [1, 2, 50])
    assert.deepEqual(reachOfRound({ ...rules, growthPercent: 0 }, round, 30_000), {
      radiusMeters: 2_000,
      offers: 5,
    })
})

test('a circle is searched from its middle, in circles twice as wide each', () => {
  assert.deepEqual(wideningRadii(400), [400])
  assert.deepEqual(wideningRadii(500), [500])
  assert.deepEqual(wideningRadii(2_000), [500, 1_000, 2_000])
  assert.deepEqual(wideningRadii(3_000), [375, 750, 1_500, 3_000])
})

test('a large parcel does not go on a motorcycle', () => {
  assert.deepEqual(vehiclesFor('SMALL'), ['MOTO', 'TRICYCLE', 'CAR'])
  assert.deepEqual(vehiclesFor('MEDIUM'), ['MOTO', 'TRICYCLE', 'CAR'])
  assert.deepEqual(vehiclesFor('LARGE'), ['TRICYCLE', 'CAR'])
})

test('the courier earns a share of the trip before discounts, rounded up to a franc', () => {
  const line = (amountFcfa: number) => ({ line: 'BASE', exactFcfa: amountFcfa, amountFcfa }) as const
  const rows = [
    [[500], 80, 400],
    [[500, 300], 80, 640],
    [[525], 75, 394],
    [[1_001], 50, 501],
    [[0], 80, 0],
    [[500], 0, 0],
    [[500], 100, 500],
  ] as const
  for (const [amounts, percent, pay] of rows)
    assert.equal(courierPayFcfa({ lines: amounts.map(line) }, percent), pay, `${percent} % of ${amounts}`)
})
