import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { OpeningHours } from './opening-hours.ts'
import { type OpeningState, openingState } from './opening-state.ts'

const shut: OpeningHours = {
  monday: [],
  tuesday: [],
  wednesday: [],
  thursday: [],
  friday: [],
  saturday: [],
  sunday: [],
}
const week: OpeningHours = {
  ...shut,
  monday: [
    ['08:00', '12:00'],
    ['14:00', '18:30'],
  ],
  saturday: [['20:00', '02:00']],
  sunday: [['22:00', '03:00']],
}

/** A Monday is 23 November 2026; Porto-Novo is an hour ahead of UTC. */
const cases: [string, string, OpeningState][] = [
  ['before it opens', '2026-11-23T06:59:59Z', { kind: 'OPENS', at: '08:00' }],
  ['as it opens', '2026-11-23T07:00:00Z', { kind: 'OPEN', until: '12:00' }],
  ['a minute before noon', '2026-11-23T10:59:59Z', { kind: 'OPEN', until: '12:00' }],
  ['as it closes for noon', '2026-11-23T11:00:00Z', { kind: 'OPENS', at: '14:00' }],
  ['in the afternoon', '2026-11-23T15:00:00Z', { kind: 'OPEN', until: '18:30' }],
  ['in the evening', '2026-11-23T17:30:00Z', { kind: 'CLOSED_BY_NOW' }],
  ['on a day without hours', '2026-11-24T09:00:00Z', { kind: 'CLOSED_TODAY' }],
  ['after midnight on Sunday, still of Saturday', '2026-11-22T00:30:00Z', { kind: 'OPEN', until: '02:00' }],
  ['when Saturday’s night is over', '2026-11-22T01:00:00Z', { kind: 'OPENS', at: '22:00' }],
  ['late on Sunday', '2026-11-22T22:30:00Z', { kind: 'OPEN', until: '03:00' }],
  ['early on Monday, still of Sunday', '2026-11-23T01:30:00Z', { kind: 'OPEN', until: '03:00' }],
  [
    'on Monday between Sunday’s night and the morning',
    '2026-11-23T02:30:00Z',
    { kind: 'OPENS', at: '08:00' },
  ],
]
for (const [when, now, expected] of cases)
  test(`a place is ${expected.kind} ${when}`, () =>
    assert.deepEqual(openingState(week, new Date(now), 'Africa/Porto-Novo'), expected))

test('the clock is that of the place: Abidjan is an hour behind Porto-Novo', () => {
  const now = new Date('2026-11-23T07:30:00Z')
  assert.deepEqual(openingState(week, now, 'Africa/Porto-Novo'), { kind: 'OPEN', until: '12:00' })
  assert.deepEqual(openingState(week, now, 'Africa/Abidjan'), { kind: 'OPENS', at: '08:00' })
})

test('spans that touch are one, over midnight too', () => {
  const hours: OpeningHours = { ...shut, monday: [['18:00', '00:00']], tuesday: [['00:00', '04:00']] }
  const now = new Date('2026-11-23T20:00:00Z')
  assert.deepEqual(openingState(hours, now, 'Africa/Porto-Novo'), { kind: 'OPEN', until: '04:00' })
})

test('a place that does not close for a day or more is open without an end', () => {
  const always = Object.fromEntries(
    Object.keys(shut).map((day) => [day, [['00:00', '00:00']]]),
  ) as OpeningHours
  for (const now of ['2026-11-22T22:59:00Z', '2026-11-23T00:00:00Z'])
    assert.deepEqual(openingState(always, new Date(now), 'Africa/Porto-Novo'), { kind: 'OPEN', until: null })
  const wholeDay: OpeningHours = { ...shut, monday: [['00:00', '00:00']] }
  const [midnight, later] = [new Date('2026-11-22T23:00:00Z'), new Date('2026-11-22T23:01:00Z')]
  assert.deepEqual(openingState(wholeDay, midnight, 'Africa/Porto-Novo'), { kind: 'OPEN', until: null })
  assert.deepEqual(openingState(wholeDay, later, 'Africa/Porto-Novo'), { kind: 'OPEN', until: '00:00' })
})
