import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  isDay,
  localDay,
  localMonthText,
  mondayOf,
  monthAfter,
  monthBounds,
  wallClock,
} from './local-time.ts'

for (const [at, timeZone, from, until] of [
  ['2026-11-21T10:00:00Z', 'Africa/Porto-Novo', '2026-11-20T23:00:00.000Z', '2026-11-21T23:00:00.000Z'],
  ['2026-11-21T22:59:59.999Z', 'Africa/Porto-Novo', '2026-11-20T23:00:00.000Z', '2026-11-21T23:00:00.000Z'],
  ['2026-11-21T23:00:00Z', 'Africa/Porto-Novo', '2026-11-21T23:00:00.000Z', '2026-11-22T23:00:00.000Z'],
  ['2026-12-31T23:30:00Z', 'Africa/Porto-Novo', '2026-12-31T23:00:00.000Z', '2027-01-01T23:00:00.000Z'],
  ['2026-11-21T23:30:00Z', 'Africa/Abidjan', '2026-11-21T00:00:00.000Z', '2026-11-22T00:00:00.000Z'],
  ['2026-10-25T12:00:00Z', 'Europe/Paris', '2026-10-24T22:00:00.000Z', '2026-10-25T23:00:00.000Z'],
] as const)
  test(`the day of ${at} in ${timeZone} begins at ${from} and ends at ${until}`, () => {
    const day = localDay(new Date(at), timeZone)
    assert.deepEqual([day.from.toISOString(), day.until.toISOString()], [from, until])
  })

for (const [at, timeZone, shown] of [
  ['2026-11-21T10:00:59Z', 'Africa/Porto-Novo', '2026-11-21T11:00:00.000Z'],
  ['2026-12-31T23:30:00Z', 'Africa/Porto-Novo', '2027-01-01T00:30:00.000Z'],
  ['2026-07-01T10:00:00Z', 'Europe/Paris', '2026-07-01T12:00:00.000Z'],
] as const)
  test(`at ${at} clocks in ${timeZone} show ${shown.slice(0, 16)}`, () => {
    assert.equal(wallClock(new Date(at), timeZone).toISOString(), shown)
  })

test('a day is one of the calendar', () => {
  for (const day of ['2026-11-21', '2028-02-29']) assert.equal(isDay(day), true, day)
  for (const day of ['', '2026-02-29', '2026-13-01', '1999-01-01', '2026-1-1', '2026-11-21T00:00'])
    assert.equal(isDay(day), false, day)
})

for (const [month, timeZone, from, until] of [
  ['2026-11', 'Africa/Porto-Novo', '2026-10-31T23:00:00.000Z', '2026-11-30T23:00:00.000Z'],
  ['2026-12', 'Africa/Douala', '2026-11-30T23:00:00.000Z', '2026-12-31T23:00:00.000Z'],
  ['2028-02', 'Africa/Abidjan', '2028-02-01T00:00:00.000Z', '2028-03-01T00:00:00.000Z'],
] as const)
  test(`${month} in ${timeZone} lasts from ${from} until ${until}`, () => {
    const bounds = monthBounds(month, timeZone)
    assert.deepEqual([bounds.from.toISOString(), bounds.until.toISOString()], [from, until])
    assert.equal(localMonthText(bounds.from, timeZone), month)
    assert.equal(localMonthText(new Date(bounds.until.getTime() - 1), timeZone), month)
    assert.equal(localMonthText(bounds.until, timeZone), monthAfter(month, 1))
  })

test('months and weeks pass into the next year', () => {
  assert.deepEqual(
    [monthAfter('2026-12', 1), monthAfter('2027-01', -1), monthAfter('2026-11', 14), mondayOf('2027-01-03')],
    ['2027-01', '2026-12', '2028-01', '2026-12-28'],
  )
})
