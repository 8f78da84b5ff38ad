import assert from 'node:assert/strict'
import { test } from 'node:test'
import { demandNow, isPossibleEnd } from './city-demand.ts'

const now = new Date('2026-11-21T10:00:00.000Z')
const off = { raining: false, highDemand: false, rainingUntil: null, highDemandUntil: null }
const after = (ms: number) => new Date(now.getTime() + ms)

test('what is on ends at its moment, and without one never by itself (decision 184)', () => {
  assert.deepEqual(demandNow(off, now), [])
  assert.deepEqual(demandNow({ ...off, raining: true }, now), [{ demand: 'RAIN', until: null }])
  assert.deepEqual(demandNow({ ...off, raining: true, rainingUntil: now }, now), [])
  const until = after(1)
  assert.deepEqual(demandNow({ ...off, highDemand: true, highDemandUntil: until }, now), [
    { demand: 'HIGH_DEMAND', until },
  ])
  assert.deepEqual(demandNow({ ...off, rainingUntil: until }, now), [])
})

const minuteMs = 60_000
const ends: [aheadMs: number, isPossible: boolean][] = [
  [15 * minuteMs - 1, false],
  [15 * minuteMs, true],
  [24 * 60 * minuteMs, true],
  [24 * 60 * minuteMs + 1, false],
]
for (const [aheadMs, isPossible] of ends)
  test(`an end ${aheadMs} ms ahead is ${isPossible ? 'taken' : 'refused'}`, () =>
    assert.equal(isPossibleEnd(after(aheadMs), now), isPossible))
