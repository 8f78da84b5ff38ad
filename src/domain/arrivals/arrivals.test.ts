import assert from 'node:assert/strict'
import { test } from 'node:test'
import { arrivalRange, isShown, minutesUntil } from './arrival-range.ts'
import { paceAt, paceOf, secondsFor } from './trip-pace.ts'

const now = new Date('2026-11-21T10:00:00.000Z')
const after = (seconds: number) => new Date(now.getTime() + seconds * 1_000)

const ranges: [
  what: string,
  seconds: number,
  rough: number,
  expected: { from: number; to: number } | null,
][] = [
  ['who is at the door', 0, 0, { from: 0, to: 5 }],
  ['who needs 4 min', 240, 0, { from: 0, to: 10 }],
  ['who needs 10 min', 600, 0, { from: 5, to: 20 }],
  ['who needs 20 min', 1_200, 0, { from: 15, to: 35 }],
  ['who needs 10 min to an area that takes 3 more', 600, 180, { from: 5, to: 25 }],
  ['who needs 58 min', 3_480, 0, { from: 40, to: 90 }],
  ['who needs an hour', 3_600, 0, null],
  ['who is in an area that takes an hour', 60, 3_600, null],
]
for (const [what, seconds, rough, expected] of ranges) {
  const said = expected ? `“in ${expected.from} to ${expected.to} min”` : 'nothing'
  test(`of a courier ${what} ${said} is said`, () => {
    const range = arrivalRange(now, seconds, rough)
    assert.deepEqual(range && minutesUntil(range, now), expected)
  })
}

test('a range that is nearly over still says five minutes', () =>
  assert.deepEqual(minutesUntil({ earliestAt: after(-600), latestAt: after(10) }, now), { from: 0, to: 5 }))

test('an estimate is shown for three minutes, and not once the courier is late', () => {
  assert.ok(isShown({ estimatedAt: after(-180), latestAt: after(1) }, now))
  assert.ok(!isShown({ estimatedAt: after(-181), latestAt: after(600) }, now))
  assert.ok(!isShown({ estimatedAt: now, latestAt: now }, now))
})

const paces = [
  { cityId: 'a', hour: 8, secondsPerKm: 300, trips: 20 },
  { cityId: 'a', hour: 9, secondsPerKm: 90, trips: 19 },
  { cityId: 'a', hour: -1, secondsPerKm: 240, trips: 400 },
  { cityId: 'b', hour: -1, secondsPerKm: 500, trips: 3 },
]
for (const [what, cityId, hour, expected] of [
  ['with enough trips at this hour', 'a', 8, 300],
  ['with few trips at this hour', 'a', 9, 240],
  ['with no trip at this hour', 'a', 23, 240],
  ['with few trips', 'b', 8, 200],
  ['without a trip', 'c', 8, 200],
] as const)
  test(`in a city ${what} a kilometre takes ${expected} s`, () =>
    assert.equal(paceAt(paces, cityId, hour), expected))

test('2.5 km at 200 s a kilometre take 500 s', () => assert.equal(secondsFor(2_500, 200), 500))

for (const [what, meters, seconds, expected] of [
  ['of 2 km in 8 min', 2_000, 480, 240],
  ['of 299 m, which is mostly a staircase', 299, 60, null],
  ['handed over as soon as it was picked up', 5_000, 100, null],
  ['of an hour a kilometre', 1_000, 3_601, null],
] as const)
  test(`a trip ${what} teaches ${expected === null ? 'nothing' : `${expected} s a kilometre`}`, () =>
    assert.equal(paceOf({ meters, seconds }), expected))
