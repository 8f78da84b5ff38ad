import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { OpeningHours } from '../../shops/opening/opening-hours.ts'
import { type CityOpening, nextOpening, readSpecialDays } from './city-opening.ts'

const shut: OpeningHours = {
  monday: [],
  tuesday: [],
  wednesday: [],
  thursday: [],
  friday: [],
  saturday: [],
  sunday: [],
}
const working: OpeningHours = {
  ...shut,
  monday: [
    ['08:00', '12:00'],
    ['14:00', '18:30'],
  ],
  tuesday: [['08:00', '18:30']],
  saturday: [['20:00', '02:00']],
}
const christmas = { date: '2026-12-25', name: 'Noël', spans: [] }
const opening = (change: Partial<CityOpening> = {}): CityOpening => ({
  hours: working,
  specialDays: [],
  refusesWhenClosed: true,
  ...change,
})

/** A Monday is 23 November 2026; Porto-Novo is an hour ahead of UTC. */
const cases: [when: string, at: string, expected: string | null, CityOpening?][] = [
  ['a second before it opens', '2026-11-23T06:59:59Z', '2026-11-23T07:00:00Z'],
  ['as it opens', '2026-11-23T07:00:00Z', null],
  ['a second before noon', '2026-11-23T10:59:59Z', null],
  ['as it closes for noon', '2026-11-23T11:00:00Z', '2026-11-23T13:00:00Z'],
  ['in the evening', '2026-11-23T17:30:00Z', '2026-11-24T07:00:00Z'],
  ['on a day without hours', '2026-11-25T09:00:00Z', '2026-11-28T19:00:00Z'],
  ['after midnight, still of Saturday', '2026-11-29T00:30:00Z', null],
  ['as Saturday’s night is over', '2026-11-29T01:00:00Z', '2026-11-30T07:00:00Z'],
  ['at any time without hours', '2026-11-29T01:00:00Z', null, opening({ hours: null })],
  [
    'on a closed day without hours',
    '2026-12-25T12:00:00Z',
    '2026-12-25T23:00:00Z',
    opening({ hours: null, specialDays: [christmas] }),
  ],
  [
    'on a special day before its hours',
    '2026-11-23T08:00:00Z',
    '2026-11-23T09:00:00Z',
    opening({ specialDays: [{ date: '2026-11-23', name: 'Fête', spans: [['10:00', '13:00']] }] }),
  ],
  [
    'in the night before a closed day, which goes on',
    '2026-11-29T00:30:00Z',
    null,
    opening({ specialDays: [{ date: '2026-11-29', name: 'Fête', spans: [] }] }),
  ],
  [
    'two years later on a closed day that comes back every year',
    '2028-12-25T08:00:00Z',
    '2028-12-25T23:00:00Z',
    opening({ hours: null, specialDays: [{ ...christmas, isYearly: true }] }),
  ],
  [
    'a year before a day from which on it comes back',
    '2025-12-25T08:00:00Z',
    null,
    opening({ hours: null, specialDays: [{ ...christmas, isYearly: true }] }),
  ],
  [
    'on a day that comes back, in a year that says otherwise',
    '2027-12-25T08:00:00Z',
    '2027-12-25T09:00:00Z',
    opening({
      hours: null,
      specialDays: [
        { ...christmas, isYearly: true },
        { date: '2027-12-25', name: 'Noël', spans: [['10:00', '13:00']] },
      ],
    }),
  ],
  [
    'on 28 February of a year without the 29th that comes back',
    '2027-02-28T12:00:00Z',
    null,
    opening({ hours: null, specialDays: [{ date: '2024-02-29', name: 'Fête', spans: [], isYearly: true }] }),
  ],
  [
    'before a closed day that follows the weekend',
    '2026-11-29T10:00:00Z',
    '2026-12-01T07:00:00Z',
    opening({ specialDays: [{ date: '2026-11-30', name: 'Fête', spans: [] }] }),
  ],
]
for (const [when, at, expected, given = opening()] of cases)
  test(`a city ${expected === null ? 'is open' : `opens at ${expected}`}, asked ${when}`, () =>
    assert.deepEqual(
      nextOpening(given, new Date(at), 'Africa/Porto-Novo'),
      expected === null ? null : new Date(expected),
    ))

test('a city that never opens says so', () =>
  assert.equal(
    nextOpening(opening({ hours: shut }), new Date('2026-11-23T08:00:00Z'), 'Africa/Porto-Novo'),
    'UNKNOWN',
  ))

test('the clock is that of the city: Abidjan opens an hour after Porto-Novo', () => {
  const at = new Date('2026-11-23T07:30:00Z')
  assert.equal(nextOpening(opening(), at, 'Africa/Porto-Novo'), null)
  assert.deepEqual(nextOpening(opening(), at, 'Africa/Abidjan'), new Date('2026-11-23T08:00:00Z'))
})

test('an opening after clocks change is the time that they then show', () => {
  const always = opening({ hours: { ...shut, sunday: [['09:00', '10:00']] } })
  const saturday = new Date('2026-10-24T12:00:00Z')
  assert.deepEqual(nextOpening(always, saturday, 'Europe/Paris'), new Date('2026-10-25T08:00:00Z'))
})

test('a day that comes back every year is kept beside one of a date, and says so', () => {
  const days = [
    { ...christmas, isYearly: true },
    { ...christmas, date: '2027-12-25' },
  ]
  assert.deepEqual(readSpecialDays(days), days)
})

test('special days are kept by date', () =>
  assert.deepEqual(readSpecialDays([christmas, { ...christmas, date: '2026-12-01' }]), [
    { ...christmas, date: '2026-12-01' },
    christmas,
  ]))

const refused: [string, unknown][] = [
  ['no list', christmas],
  ['a date twice', [christmas, christmas]],
  [
    'a day twice that comes back every year',
    [
      { ...christmas, isYearly: true },
      { ...christmas, date: '2028-12-25', isYearly: true },
    ],
  ],
  ['a date that does not exist', [{ ...christmas, date: '2026-02-30' }]],
  ['another form of date', [{ ...christmas, date: '25/12/2026' }]],
  ['no name', [{ date: '2026-12-25', spans: [] }]],
  ['a long name', [{ ...christmas, name: 'x'.repeat(61) }]],
  [
    'spans that overlap',
    [
      {
        ...christmas,
        spans: [
          ['08:00', '12:00'],
          ['11:00', '13:00'],
        ],
      },
    ],
  ],
  ['101 days', Array.from({ length: 101 }, (_, at) => ({ ...christmas, date: `${2000 + at}-12-25` }))],
]
for (const [what, value] of refused)
  test(`special days with ${what} are none`, () => assert.equal(readSpecialDays(value), undefined))
