import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dayAfter } from '../../base/kernel/local-time.ts'
import { listDays } from './report-range.ts'
import { type ReportSpan, spansOf } from './report-spans.ts'

const inText = ({ sign, length, firstDay, lastDay }: ReportSpan) =>
  `${sign > 0 ? '+' : '-'}${length} ${firstDay} ${lastDay}`

for (const [firstDay, lastDay, expected] of [
  ['2026-11-03', '2026-11-03', ['+DAY 2026-11-03 2026-11-03']],
  ['2026-11-03', '2026-11-06', ['+DAY 2026-11-03 2026-11-06']],
  ['2026-11-01', '2026-11-30', ['+MONTH 2026-11-01 2026-11-30']],
  ['2026-11-02', '2026-11-30', ['-DAY 2026-11-01 2026-11-01', '+MONTH 2026-11-01 2026-11-30']],
  ['2026-11-11', '2026-11-30', ['+TEN_DAYS 2026-11-11 2026-11-30']],
  ['2026-02-21', '2026-02-28', ['+TEN_DAYS 2026-02-21 2026-02-28']],
  ['2025-01-01', '2025-12-31', ['+QUARTER 2025-01-01 2025-12-31']],
  ['2024-12-31', '2025-01-01', ['+DAY 2024-12-31 2025-01-01']],
  [
    '2025-11-14',
    '2026-11-14',
    [
      '-DAY 2025-11-11 2025-11-13',
      '+TEN_DAYS 2025-11-11 2025-11-30',
      '+MONTH 2025-12-01 2025-12-31',
      '+QUARTER 2026-01-01 2026-09-30',
      '+MONTH 2026-10-01 2026-10-31',
      '+TEN_DAYS 2026-11-01 2026-11-10',
      '+DAY 2026-11-11 2026-11-14',
    ],
  ],
] as const)
  test(`${firstDay} to ${lastDay} is made of ${expected.join(', ')}`, () =>
    assert.deepEqual(spansOf({ firstDay, lastDay }).map(inText), expected))

test('of days and months alone a range is made of these', () => {
  const spans = spansOf({ firstDay: '2025-12-02', lastDay: '2026-03-31' }, ['MONTH'])
  assert.deepEqual(spans.map(inText), ['-DAY 2025-12-01 2025-12-01', '+MONTH 2025-12-01 2026-03-31'])
})

/** How many rows a span has of each key, each with the days that it is the sum of. */
function rowsOf({ length, firstDay, lastDay }: ReportSpan): string[][] {
  const begins = {
    DAY: () => true,
    TEN_DAYS: (day: string) => /-(01|11|21)$/.test(day),
    MONTH: (day: string) => day.endsWith('-01'),
    QUARTER: (day: string) => /-(01|04|07|10)-01$/.test(day),
  }[length]
  const rows: string[][] = []
  for (const day of listDays({ firstDay, lastDay }))
    if (begins(day)) rows.push([day])
    else rows.at(-1)?.push(day)
  assert.ok(begins(firstDay) && begins(dayAfter(lastDay, 1)), 'spans are whole')
  return rows
}

test('every range has each of its days once and no other, from 18 rows of a key at most', () => {
  for (let first = 0; first < 366; first += 37)
    for (const days of [1, 2, 9, 17, 30, 45, 62, 91, 130, 200, 300, 365, 366]) {
      const firstDay = dayAfter('2023-11-28', first)
      const range = { firstDay, lastDay: dayAfter(firstDay, days - 1) }
      for (const lengths of [undefined, ['MONTH'], []] as const) {
        const counts = new Map<string, number>()
        const spans = spansOf(range, lengths)
        for (const span of spans)
          for (const day of rowsOf(span).flat()) counts.set(day, (counts.get(day) ?? 0) + span.sign)
        const counted = [...counts].filter(([, count]) => count !== 0).toSorted()
        assert.deepEqual(
          counted,
          listDays(range).map((day) => [day, 1]),
        )
        if (!lengths) assert.ok(spans.flatMap(rowsOf).length <= 18)
      }
    }
})
