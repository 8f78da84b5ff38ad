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
  [30, 7, [0, 5, 10, 15, 20, 25]],
  [8, 7, [0, 2, 4, 6]],
] as const)
  test(`of ${places} places ${expected.length} are named`, () =>
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
  assert.match(drawn, /^<svg class="fig" viewBox="0 0 480 270" role="img" aria-label="Two days">/)
  assert.deepEqual(drawn.match(/class="b\d" d="[^"]+"/g), [
    'class="b0" d="M93.8 128h134.4V246h-134.4z"',
    'class="b1" d="M93.8 10h134.4V128h-134.4z"',
  ])
  assert.match(drawn, /<title>two<\/title>/)
})

test('a line breaks where nothing is known, and its lowest point is marked and named', () => {
  const drawn = lineFigure({
    label: 'Shares',
    points: [0.9, null, 0.8, 0.95].map((value, at) => ({ name: `${at}`, value })),
    shareText: (share) => `${Math.round(share * 100)} %`,
  })
  assert.match(drawn, /class="curve" d="M60 88h0M704 160h0L1026 52"/)
  assert.match(drawn, /class="strong end" x="692" y="164">80 %</)
})

test('a line of one point, and one of none, are drawn', () => {
  const shareText = (share: number) => `${share}`
  assert.match(lineFigure({ label: '', points: [{ name: 'a', value: 1 }], shareText }), /M543 16h0/)
  assert.match(
    lineFigure({ label: '', points: [{ name: 'a', value: null }], shareText }),
    /class="curve" d=""/,
  )
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
