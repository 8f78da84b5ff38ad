import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isShownByMonth, listMonths, rangeBefore, reportRange } from './report-range.ts'

const range = (firstDay: string, lastDay: string) => ({ firstDay, lastDay })

for (const [from, to, expected] of [
  ['2026-11-01', '2026-11-30', range('2026-11-01', '2026-11-30')],
  ['2026-11-01', '2026-11-01', range('2026-11-01', '2026-11-01')],
  ['2026-11-02', '2026-11-01', 'BACKWARDS'],
  ['2026-02-30', '2026-03-01', 'NO_DAY'],
  ['', '2026-03-01', 'NO_DAY'],
  ['2024-01-01', '2024-12-31', range('2024-01-01', '2024-12-31')],
  ['2024-01-01', '2025-01-01', 'TOO_LONG'],
] as const)
  test(`from ${from} to ${to} is ${JSON.stringify(expected)}`, () =>
    assert.deepEqual(reportRange(from, to), expected))

for (const [from, to, expected] of [
  ['2026-11-01', '2026-11-30', '2026-10-01 2026-10-31'],
  ['2026-01-01', '2026-03-31', '2025-10-01 2025-12-31'],
  ['2026-11-10', '2026-11-16', '2026-11-03 2026-11-09'],
] as const)
  test(`just before ${from} to ${to} come ${expected}`, () =>
    assert.equal(Object.values(rangeBefore(range(from, to))).join(' '), expected))

test('a range touches its months', () =>
  assert.deepEqual(listMonths(range('2025-12-31', '2026-02-01')), ['2025-12', '2026-01', '2026-02']))

test('62 days are shown by day, 63 by month', () => {
  assert.equal(isShownByMonth(range('2026-10-01', '2026-12-01')), false)
  assert.equal(isShownByMonth(range('2026-10-01', '2026-12-02')), true)
})
