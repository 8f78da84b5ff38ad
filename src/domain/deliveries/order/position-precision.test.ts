import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isDoor, type PositionSource, roughMeters } from './position-precision.ts'

const places: [source: PositionSource | null, accuracyMeters: number | null, isDoor: boolean][] = [
  ['PHONE', 12, true],
  ['PHONE', 100, true],
  ['PHONE', 101, false],
  ['PHONE', 3_500, false],
  ['PHONE', null, false],
  ['PIN', 27, true],
  ['PIN', 30, true],
  ['PIN', 53, false],
  ['PIN', null, false],
  ['TYPED', 11, true],
  ['TYPED', 111, false],
  ['TYPED', null, false],
  ['ZONE', null, false],
  ['ZONE', 5, false],
  ['SHOP', null, true],
  [null, null, true],
]
for (const [source, accuracyMeters, expected] of places)
  test(`a place by ${source}, to within ${accuracyMeters} m, is ${expected ? 'a' : 'no'} door`, () =>
    assert.equal(isDoor({ source, accuracyMeters }), expected))

for (const [source, accuracyMeters, expected] of [
  ['PHONE', 100, 0],
  ['PHONE', 350, 350],
  ['ZONE', 900, 900],
  ['PIN', null, null],
  ['SHOP', null, 0],
  [null, null, 0],
] as const)
  test(`a place by ${source}, to within ${accuracyMeters} m, is ${expected ?? 'any'} m off`, () =>
    assert.equal(roughMeters({ source, accuracyMeters }), expected))
