import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rulesOf } from '../../rules.ts'
import { reachOfRound, vehiclesFor, wideningRadii } from './search-round.ts'

test('each search round reaches farther and asks more couriers, up to the whole city and fifty', () => {
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
    assert.deepEqual(reachOfRound(rulesOf(), round, 30_000), { radiusMeters, offers }, `round ${round}`)
})

test('a search circle is split into growing circles, each twice as wide as the one before', () => {
  assert.deepEqual(wideningRadii(400), [400])
  assert.deepEqual(wideningRadii(500), [500])
  assert.deepEqual(wideningRadii(2_000), [500, 1_000, 2_000])
  assert.deepEqual(wideningRadii(3_000), [375, 750, 1_500, 3_000])
})

test('a large parcel is not offered to motorcycles', () => {
  assert.deepEqual(vehiclesFor('SMALL'), ['MOTO', 'TRICYCLE', 'CAR'])
  assert.deepEqual(vehiclesFor('MEDIUM'), ['MOTO', 'TRICYCLE', 'CAR'])
  assert.deepEqual(vehiclesFor('LARGE'), ['TRICYCLE', 'CAR'])
})
