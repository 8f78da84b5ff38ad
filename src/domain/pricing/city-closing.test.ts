import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { City } from '../zones/service-map.ts'
import { searchCountsFrom, searchRestsUntil } from './city-closing.ts'

const day: [string, string][] = [['08:00', '18:00']]
const week = {
  monday: day,
  tuesday: day,
  wednesday: day,
  thursday: day,
  friday: day,
  saturday: day,
  sunday: [],
}
const city = (refusesWhenClosed = true) =>
  ({
    timeZone: 'Africa/Porto-Novo',
    opening: { hours: week, specialDays: [], refusesWhenClosed },
  }) as unknown as City

/** Cotonou is an hour ahead of UTC: Friday evening, an hour after it closed, and Saturday morning. */
const evening = new Date('2026-11-20T18:00:00Z')
const opens = new Date('2026-11-21T07:00:00Z')
const noon = new Date('2026-11-20T11:00:00Z')
const window = (from: string, to: string) => ({ from: new Date(from), to: new Date(to) })

test('a search counts from now, in a closed city from its opening', () => {
  assert.deepEqual(searchCountsFrom(city(), null, noon), noon)
  assert.deepEqual(searchCountsFrom(city(), null, evening), opens)
  assert.deepEqual(searchCountsFrom(city(false), null, evening), evening)
  assert.deepEqual(searchCountsFrom(undefined, null, evening), evening)
})

test('for a window ahead it counts from its end, whether the city is closed before it or not', () => {
  const ahead = window('2026-11-21T09:00:00Z', '2026-11-21T10:00:00Z')
  assert.deepEqual(searchCountsFrom(city(), ahead, evening), ahead.to)
  const over = window('2026-11-20T15:00:00Z', '2026-11-20T16:00:00Z')
  assert.deepEqual(searchCountsFrom(city(), over, evening), opens)
})

test('a search that began before the city closed does not rest', () => {
  const at = { at: evening, window: null }
  const after = (start: Date) => new Date(start.getTime() + 45 * 60_000)
  assert.deepEqual(searchRestsUntil(city(), { ...at, dueAt: after(opens) }), opens)
  assert.equal(searchRestsUntil(city(), { ...at, dueAt: after(new Date('2026-11-20T17:00:00Z')) }), null)
  assert.equal(searchRestsUntil(city(false), { ...at, dueAt: after(opens) }), null)
  assert.equal(searchRestsUntil(city(), { ...at, dueAt: null }), null)
})
