import assert from 'node:assert/strict'
import { test } from 'node:test'
import { priceDifferences } from './price-differences.ts'

const trips = (...differences: number[]) =>
  differences.map((difference, at) => ({
    reference: `COL-${at}`,
    todayFcfa: 1000,
    draftFcfa: 1000 + difference,
  }))

test('dearer, cheaper and unchanged trips are counted, summed and spread over bars', () => {
  assert.deepEqual(priceDifferences(trips(25, 0, -50, 75, 0)), {
    trips: 5,
    dearer: 2,
    cheaper: 1,
    same: 2,
    todayFcfa: 5000,
    draftFcfa: 5050,
    medianFcfa: 0,
    mostCheaper: { reference: 'COL-2', todayFcfa: 1000, draftFcfa: 950 },
    mostDearer: { reference: 'COL-3', todayFcfa: 1000, draftFcfa: 1075 },
    histogram: [
      { fromFcfa: -50, toFcfa: -25, count: 1 },
      { fromFcfa: -25, toFcfa: 0, count: 0 },
      { fromFcfa: 0, toFcfa: 25, count: 2 },
      { fromFcfa: 25, toFcfa: 50, count: 1 },
      { fromFcfa: 50, toFcfa: 75, count: 0 },
      { fromFcfa: 75, toFcfa: 100, count: 1 },
    ],
  })
})

test('without trips nothing differs', () => {
  const { trips: count, medianFcfa, mostCheaper, mostDearer, histogram } = priceDifferences([])
  assert.deepEqual(
    { count, medianFcfa, mostCheaper, mostDearer, histogram },
    { count: 0, medianFcfa: 0, mostCheaper: null, mostDearer: null, histogram: [] },
  )
})

for (const [what, differences] of [
  ['a franc', [0, 1]],
  ['thousands', [-3000, 4500]],
  ['more than any width', [-2_000_000, 2_000_000]],
  ['nothing', [0, 0]],
] as const)
  test(`differences of ${what} fill at most twelve bars, which hold every trip`, () => {
    const { histogram } = priceDifferences(trips(...differences))
    assert.ok(histogram.length >= 1 && histogram.length <= 12)
    assert.equal(
      histogram.reduce((sum, { count }) => sum + count, 0),
      differences.length,
    )
  })
