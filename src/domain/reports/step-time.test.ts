import assert from 'node:assert/strict'
import { test } from 'node:test'
import { stepTime } from './step-time.ts'

for (const [times, median, ninth] of [
  [[], null, null],
  [[7], 7, 7],
  [[1, 9], 1, 9],
  [[1, 2, 3, 4, 5, 6, 7, 8, 9, 10], 5, 9],
  [[30, 30, 30, 1], 30, 30],
] as const)
  test(`half of ${JSON.stringify(times)} took ${median} minutes at most, nine in ten ${ninth}`, () => {
    const counts = [...Map.groupBy(times, (minutes) => minutes)].map(([minutes, each]) => ({
      ...{ minutes, count: each.length },
    }))
    assert.deepEqual(stepTime(counts), { count: times.length, median, ninth })
  })
