import assert from 'node:assert/strict'
import { test } from 'node:test'
import { couriersByHour } from './couriers-by-hour.ts'

const at = (time: string) => new Date(`2026-11-23T${time}:00.000Z`)
const there = (from: string, until: string, couriers: number) => ({
  ...{ beginsAt: at(from), endsAt: at(until), couriers },
})

for (const [what, spans, expected] of [
  ['nobody', [], [0, 0, 0]],
  ['two for one hour', [there('08:00', '09:00', 2)], [2, 0, 0]],
  ['one who comes at half past', [there('08:30', '10:15', 1)], [0.5, 1, 0.25]],
  ['some who come before and stay', [there('06:00', '23:00', 3), there('10:00', '11:00', 1)], [3, 3, 4]],
  ['some who left before', [there('06:00', '08:00', 3)], [0, 0, 0]],
] as const)
  test(`${what} make ${expected.join(', ')}`, () =>
    assert.deepEqual(couriersByHour(spans, at('08:00'), 3), expected))
