import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type OpeningHours, type OpenSpan, readOpeningHours } from './opening-hours.ts'

const shut: OpeningHours = {
  monday: [],
  tuesday: [],
  wednesday: [],
  thursday: [],
  friday: [],
  saturday: [],
  sunday: [],
}

const kept: [string, OpeningHours][] = [
  ['a place that never opens', shut],
  ['one span', { ...shut, monday: [['08:00', '18:30']] }],
  [
    'spans that touch',
    {
      ...shut,
      monday: [
        ['08:00', '12:00'],
        ['12:00', '18:30'],
      ],
    },
  ],
  ['a span over midnight', { ...shut, saturday: [['20:00', '02:00']] }],
  ['a span from Sunday to Monday', { ...shut, monday: [['02:00', '08:00']], sunday: [['20:00', '02:00']] }],
  ['a whole day', { ...shut, tuesday: [['00:00', '00:00']] }],
  [
    'every day around the clock',
    Object.fromEntries(Object.keys(shut).map((day) => [day, [['06:00', '06:00']]])) as OpeningHours,
  ],
]
for (const [what, hours] of kept)
  test(`opening hours with ${what} are read as they are`, () => {
    assert.deepEqual(readOpeningHours(hours), hours)
  })

test('the spans of a day are put in order', () => {
  const spans: OpenSpan[] = [
    ['14:00', '18:30'],
    ['08:00', '12:00'],
  ]
  const read = readOpeningHours({ ...shut, friday: spans })
  assert.deepEqual(read?.friday, [
    ['08:00', '12:00'],
    ['14:00', '18:30'],
  ])
})

const refused: [string, unknown][] = [
  ['nothing', null],
  ['a text', 'monday'],
  ['a list', []],
  ['no day', {}],
  ['a day too few', { ...shut, sunday: undefined }],
  ['a day too many', { ...shut, holiday: [] }],
  ['another day instead', { ...shut, sunday: undefined, Sunday: [] }],
  ['a day that is no list', { ...shut, monday: { from: '08:00', to: '12:00' } }],
  ['a span that is no list', { ...shut, monday: ['08:00', '12:00'] }],
  ['a span without an end', { ...shut, monday: [['08:00']] }],
  ['a span with three times', { ...shut, monday: [['08:00', '12:00', '14:00']] }],
  ['24:00', { ...shut, monday: [['08:00', '24:00']] }],
  ['a minute 60', { ...shut, monday: [['08:60', '12:00']] }],
  ['an hour of one digit', { ...shut, monday: [['8:00', '12:00']] }],
  ['seconds', { ...shut, monday: [['08:00:00', '12:00:00']] }],
  ['a line feed', { ...shut, monday: [['08:00', '12:00\n']] }],
  ['a number', { ...shut, monday: [[8, 12]] }],
  [
    'spans that overlap',
    {
      ...shut,
      monday: [
        ['08:00', '12:00'],
        ['11:59', '14:00'],
      ],
    },
  ],
  [
    'the same span twice',
    {
      ...shut,
      monday: [
        ['08:00', '12:00'],
        ['08:00', '12:00'],
      ],
    },
  ],
  [
    'a night that overlaps the next day',
    { ...shut, friday: [['20:00', '09:00']], saturday: [['08:00', '12:00']] },
  ],
  [
    'a Sunday night that overlaps Monday',
    { ...shut, sunday: [['20:00', '09:00']], monday: [['08:00', '12:00']] },
  ],
  [
    'five spans in a day',
    { ...shut, monday: ['08', '10', '12', '14', '16'].map((hour) => [`${hour}:00`, `${hour}:30`]) },
  ],
]
for (const [what, value] of refused)
  test(`opening hours with ${what} are none`, () => assert.equal(readOpeningHours(value), undefined))
