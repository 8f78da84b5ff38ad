import assert from 'node:assert/strict'
import { test } from 'node:test'
import { barFigure } from './bar-figure.ts'
import { figureCard } from './figure-card.ts'
import { namedPlaces, scaleTicks } from './figure-scale.ts'
import { heatFigure, heatOf } from './heat-figure.ts'
import { lineFigure } from './line-figure.ts'
import { rowFigure } from './row-figure.ts'

for (const [most, expected] of [
  [0, [0, 1]],
  [1, [0, 1]],
  [3, [0, 1, 2, 3]],
  [12, [0, 5, 10, 15]],
  [29_000, [0, 10_000, 20_000, 30_000]],
  [100, [0, 25, 50, 75, 100]],
  [401, [0, 200, 400, 600]],
] as const)
  test(`a scale up to ${most} is ${expected.join(', ')}`, () => assert.deepEqual(scaleTicks(most), expected))

for (const [places, most, expected] of [
  [0, 7, []],
  [3, 7, [0, 1, 2]],
  [30, 7, [4, 9, 14, 19, 24, 29]],
  [8, 7, [1, 3, 5, 7]],
] as const)
  test(`of ${places} places ${expected.length} are named, the last one always`, () =>
    assert.deepEqual([...namedPlaces(places, most)], expected))

for (const [value, most, expected] of [
  [0, 0, 0],
  [0, 48, 0],
  [1, 48, 1],
  [12, 48, 1],
  [13, 48, 2],
  [36, 48, 3],
  [48, 48, 4],
] as const)
  test(`${value} of ${most} is as hot as ${expected}`, () => assert.equal(heatOf(value, most), expected))

const tickText = (value: number) => `${value}`

test('the parts of a bar stand upon each other, from the bottom of the scale to its top', () => {
  const drawn = barFigure({
    label: 'Two days',
    bars: [
      { name: '1', title: 'one', parts: [50, 50] },
      { name: '2', title: 'two', parts: [0, -5] },
    ],
    tickText,
  })
  assert.match(drawn, /^<svg class="fig named" role="img" aria-label="Two days">/)
  assert.deepEqual(drawn.match(/<rect [^>]+>/g), [
    '<rect class="b0" x="9%" width="32%" y="116" height="96"/>',
    '<rect class="b1" x="9%" width="32%" y="20" height="96"/>',
  ])
  assert.match(drawn, /<title>two<\/title>/)
})

test('what went wrong has its number above the bar, and the day that is not over is marked and named', () => {
  const day = (name: string, parts: number[], isNow = false) => ({ name, title: name, parts, isNow })
  const drawn = barFigure({
    ...{ label: 'Days', tickText, isTimed: true, badPart: 1 },
    bars: [day('26', [3, 1]), day('27', [4, 0]), day('28', [2, 0], true)],
  })
  assert.match(drawn, /<rect class="bad" [^>]+><text class="mid bad" x="16.67%" y="15">1<\/text>/)
  assert.equal(drawn.match(/class="mid bad"/g)?.length, 1)
  assert.match(drawn, /<g class="now"><title>28<\/title>/)
  assert.match(drawn, /<text class="mid strong" x="83.33%" y="230">28<\/text>/)
})

for (const [days, kind] of [
  [31, 'timed'],
  [32, 'timed many'],
] as const)
  test(`${days} days are drawn as “${kind}”`, () => {
    const bars = Array.from({ length: days }, (_, at) => ({ name: `${at}`, title: '', parts: [at] }))
    assert.match(barFigure({ label: '', bars, tickText, isTimed: true }), new RegExp(`class="fig ${kind}"`))
  })

test('of many names a phone shows every second one, the last one always', () => {
  const bars = Array.from({ length: 14 }, (_, at) => ({ name: `d${at}`, title: '', parts: [at] }))
  const drawn = barFigure({ label: '', bars, tickText, isTimed: true })
  assert.deepEqual(
    [...drawn.matchAll(/<text class="(mid|end)( more)?"[^>]*>(d\d+)</g)].map(([, , more, name]) => [
      name,
      more !== undefined,
    ]),
    [
      ...[
        ['d1', false],
        ['d3', true],
        ['d5', false],
        ['d7', true],
      ],
      ...[
        ['d9', false],
        ['d11', true],
        ['d13', false],
      ],
    ],
  )
})

test('a line breaks where nothing is known, and its lowest point is marked and named', () => {
  const drawn = lineFigure({
    label: 'Shares',
    points: [0.9, null, 0.8, 0.95].map((value, at) => ({ name: `${at}`, value })),
    shareText: (share) => `${Math.round(share * 100)} %`,
  })
  assert.deepEqual(drawn.match(/<line class="curve" [^>]+>/g), [
    '<line class="curve" x1="0%" y1="100" x2="0%" y2="100"/>',
    '<line class="curve" x1="66.67%" y1="184" x2="100%" y2="58"/>',
  ])
  assert.match(drawn, /<svg class="spot" x="66.67%" y="184">.*\n<text class="strong end" x="-12" y="4">80 %</)
})

test('a line of one point, and one of none, are drawn', () => {
  const shareText = (share: number) => `${share}`
  const one = lineFigure({ label: '', points: [{ name: 'a', value: 1, isNow: true }], shareText })
  assert.match(one, /class="curve" x1="50%" y1="16" x2="50%" y2="16"/)
  assert.match(one, /<circle class="now" cx="50%" cy="16" r="5"\/>/)
  const none = lineFigure({ label: '', points: [{ name: 'a', value: null }], shareText })
  assert.doesNotMatch(none, /class="curve"|<circle|class="spot"/)
})

test('a heat map writes each value in its cell, and leaves a cell of nothing empty', () => {
  const drawn = heatFigure({
    label: 'By hour',
    columns: ['8 h', '9 h'],
    rows: [{ name: 'Un quartier au nom très long', values: [4, 0] }],
  })
  assert.match(drawn, /width="188" height="52" viewBox="0 0 188 52"/)
  assert.match(drawn, /Un quartier au n…/)
  assert.match(drawn, /class="h4"[^>]*><text class="mid on-h4" x="137" y="41">\s*4<\/text>/)
  assert.match(drawn, /class="h0"[^>]*>\s*<\/svg>/)
})

const table = {
  heads: ['Day', 'Parcels'],
  rows: [['2026-11-21', 1_234] as const, ['2026-11-22', null] as const],
}

test('a lying bar has its parts one after the other, and its value behind', () => {
  const drawn = rowFigure({ label: 'By courier', rows: [{ name: 'Codjo', parts: [3, 1], valueText: '4' }] })
  assert.deepEqual(drawn.match(/class="b\d" d="[^"]+"/g), [
    'class="b0" d="M186 4h139.5v20h-139.5z"',
    'class="b1" d="M325.5 4h46.5v20h-46.5z"',
  ])
  assert.match(drawn, /<text class="strong" x="378" y="19">4<\/text>/)
})

test('markup in names and sentences stays text', () => {
  const evil = '<b>"x"</b>'
  const drawn = [
    barFigure({ label: evil, bars: [{ name: evil, title: evil, parts: [1] }], tickText: () => evil }),
    heatFigure({ label: evil, columns: [evil], rows: [{ name: evil, values: [1] }] }),
    rowFigure({ label: evil, rows: [{ name: evil, parts: [1], valueText: evil }] }),
    lineFigure({ label: evil, points: [{ name: evil, value: 1 }], shareText: () => evil }),
    figureCard(
      {
        ...{ title: evil, about: evil, keys: [evil], figure: '<svg></svg>', csvHref: evil },
        table: { heads: [evil, evil], rows: [[evil, evil]] },
      },
      'fr',
    ),
  ].join('')
  assert.doesNotMatch(drawn, /<b>|"x"/)
})

test('numbers stand folded below their figure, and below what is said where there is none', () => {
  const about = { title: 'Parcels', about: 'two days', table }
  const figure = figureCard({ ...about, figure: '<svg></svg>' }, 'fr')
  assert.match(figure, /<details class="figures"><summary>Les chiffres<\/summary>/)
  assert.match(figure, /<th scope="row">2026-11-21<\/th><td class="number">1.234<\/td>/)
  assert.match(figure, /<td class="number">–<\/td>/)
  assert.match(figureCard(about, 'fr'), /<p class="empty">Rien ces jours-là.<\/p>/)
  assert.doesNotMatch(figureCard({ ...about, keys: ['Left'] }, 'fr'), /<figcaption|<svg/)
})
