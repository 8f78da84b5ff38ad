import assert from 'node:assert/strict'
import { test } from 'node:test'
import { closedMonthBounds, monthsToClose } from './ledger-month.ts'

const benin = 'Africa/Porto-Novo'
const at = (text: string) => new Date(text)

test('a month is closed with those since the last closed one, or since the books began', () => {
  const beganAt = at('2026-08-31T23:30:00Z')
  const first = monthsToClose('2026-10', { lastClosed: null, beganAt, timeZone: benin })
  assert.deepEqual(first, [
    { month: '2026-09', openSince: at('2026-09-30T23:00:00Z') },
    { month: '2026-10', openSince: at('2026-10-31T23:00:00Z') },
  ])
  const lastClosed = first.at(-1) ?? null
  assert.deepEqual(monthsToClose('2026-11', { lastClosed, beganAt, timeZone: benin }), [
    { month: '2026-11', openSince: at('2026-11-30T23:00:00Z') },
  ])
  assert.deepEqual(
    monthsToClose('2026-05', { lastClosed: null, beganAt, timeZone: benin }).map(({ month }) => month),
    ['2026-05'],
  )
})

// Closed as a month of UTC, or while another time zone was set.
test('a closed month begins where the one before it ended', () => {
  const ends = new Map([['2026-10', at('2026-11-01T00:00:00Z')]])
  const cases = [
    ['2026-10', '2026-09-30T23:00:00Z', '2026-11-01T00:00:00Z'],
    ['2026-11', '2026-11-01T00:00:00Z', '2026-11-30T23:00:00Z'],
    ['2026-12', '2026-11-30T23:00:00Z', '2026-12-31T23:00:00Z'],
  ] as const
  for (const [month, from, until] of cases)
    assert.deepEqual(closedMonthBounds(month, ends, benin), { from: at(from), until: at(until) }, month)
})
