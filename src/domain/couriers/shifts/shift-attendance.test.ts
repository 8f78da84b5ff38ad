import assert from 'node:assert/strict'
import { test } from 'node:test'
import { attendanceOf } from './shift-attendance.ts'
import { isShiftSpan, leavableUntil } from './shift-bounds.ts'

const at = (time: string) => new Date(`2026-11-23T${time}:00.000Z`)
const shift = { beginsAt: at('08:00'), endsAt: at('14:00') }
const [never, before, now] = [
  { wasOnDuty: false, isOnDuty: false },
  { wasOnDuty: true, isOnDuty: false },
  { wasOnDuty: true, isOnDuty: true },
]

for (const [time, duty, expected] of [
  ['07:59', now, 'TO_COME'],
  ['08:00', never, 'TO_COME'],
  ['08:14', never, 'TO_COME'],
  ['08:15', never, 'MISSING'],
  ['08:05', now, 'ON_DUTY'],
  ['09:30', before, 'CAME'],
  ['13:59', never, 'MISSING'],
  ['14:00', now, 'CAME'],
  ['14:00', never, 'MISSING'],
  // Who goes on duty for another shift after it did not come to this one.
  ['15:00', { wasOnDuty: false, isOnDuty: true }, 'MISSING'],
] as const)
  test(`at ${time} a courier who is ${JSON.stringify(duty)} is ${expected}`, () =>
    assert.equal(attendanceOf(shift, duty, at(time)), expected))

test('a shift lasts from half an hour to sixteen hours', () => {
  const lasting = (minutes: number) =>
    isShiftSpan({ beginsAt: at('00:00'), endsAt: new Date(at('00:00').getTime() + minutes * 60_000) })
  assert.deepEqual([0, 29, 30, 960, 961].map(lasting), [false, false, true, true, false])
})

test('a shift is left until so many hours before it', () =>
  assert.deepEqual(leavableUntil(shift, 3), at('05:00')))
