import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { areaSquareMeters, type Ring, type ZoneShape } from '../zone-shape.ts'
import { movedSquareMeters } from './moved-area.ts'
import { zoneOverlaps } from './zone-overlaps.ts'
import { type SplitRefusal, zoneSplit } from './zone-split.ts'
import { maxPositions, readZoneText } from './zone-text.ts'

const box = (west: number, east: number, south = 6.35, north = 6.39): ZoneShape => [
  [
    [
      [west, south],
      [east, south],
      [east, north],
      [west, north],
      [west, south],
    ],
  ],
]
const zone = (name: string, shape: ZoneShape) => ({ name, shape, areaSquareMeters: areaSquareMeters(shape) })
const assertNear = (actual: number, expected: number) =>
  assert.ok(Math.abs(actual - expected) < expected * 1e-6 + 1, `${actual} is not near ${expected}`)

test('zones side by side neither overlap nor leave a gap', () => {
  const { overlaps, gaps, coveredSquareMeters } = zoneOverlaps([
    zone('West', box(2.4, 2.42)),
    zone('East', box(2.42, 2.44)),
  ])
  assert.deepEqual([overlaps, gaps], [[], []])
  assertNear(coveredSquareMeters, areaSquareMeters(box(2.4, 2.44)))
})

test('where two zones lie over each other is found, with its area', () => {
  const { overlaps } = zoneOverlaps([zone('West', box(2.4, 2.425)), zone('East', box(2.42, 2.44))])
  assert.deepEqual(
    overlaps.map(({ zones }) => zones),
    [['West', 'East']],
  )
  assertNear(overlaps[0]?.areaSquareMeters ?? 0, areaSquareMeters(box(2.42, 2.425)))
})

test('a gap that zones enclose is found, with its area', () => {
  const around = [
    zone('Sud', box(2.4, 2.44, 6.35, 6.36)),
    zone('Nord', box(2.4, 2.44, 6.38, 6.39)),
    zone('Ouest', box(2.4, 2.41, 6.36, 6.38)),
    zone('Est', box(2.43, 2.44, 6.36, 6.38)),
  ]
  const { overlaps, gaps } = zoneOverlaps(around)
  assert.deepEqual(overlaps, [])
  assert.equal(gaps.length, 1)
  assertNear(gaps[0]?.areaSquareMeters ?? 0, areaSquareMeters(box(2.41, 2.43, 6.36, 6.38)))
})

test('a line across a zone makes two of it whose areas sum to its own, the larger first', () => {
  const shape = box(2.4, 2.44)
  const split = zoneSplit(shape, [
    [2.43, 6.34],
    [2.431, 6.37],
    [2.43, 6.4],
  ])
  assert.ok('parts' in split)
  const [one = 0, other = 0] = split.parts.map(areaSquareMeters)
  assert.ok(one > other)
  assertNear(one + other, areaSquareMeters(shape))
  assert.deepEqual(zoneOverlaps(split.parts.map((part, at) => zone(String(at), part))).overlaps, [])
})

test('a zone with a hole is split through its hole', () => {
  const shape: ZoneShape = [
    [
      ...(box(2.4, 2.44)[0] ?? []),
      ...(box(2.41, 2.43, 6.36, 6.38)[0] ?? []).map((ring) => ring.toReversed()),
    ],
  ]
  const split = zoneSplit(shape, [
    [2.39, 6.37],
    [2.45, 6.37],
  ])
  assert.ok('parts' in split)
  const [one = 0, other = 0] = split.parts.map(areaSquareMeters)
  assertNear(one + other, areaSquareMeters(shape))
})

const lines: [string, SplitRefusal, Ring][] = [
  ['of one point', 'TOO_FEW_POINTS', [[2.42, 6.37]]],
  [
    'of the same point twice',
    'TOO_FEW_POINTS',
    [
      [2.45, 6.3],
      [2.45, 6.3],
    ],
  ],
  [
    'that ends inside',
    'ENDS_INSIDE',
    [
      [2.39, 6.37],
      [2.42, 6.37],
    ],
  ],
  [
    'that passes by',
    'CUTS_NOTHING',
    [
      [2.39, 6.34],
      [2.45, 6.34],
    ],
  ],
  [
    'that crosses itself',
    'CROSSES_ITSELF',
    [
      [2.39, 6.37],
      [2.43, 6.37],
      [2.41, 6.38],
      [2.41, 6.36],
      [2.45, 6.3],
    ],
  ],
  [
    'of too many points',
    'TOO_MANY_POINTS',
    Array.from({ length: 201 }, (_, at): Ring[number] => [2.3 + at / 1000, 6.37]),
  ],
]
for (const [what, refusal, line] of lines)
  test(`a line ${what} splits nothing: ${refusal}`, () =>
    assert.deepEqual(zoneSplit(box(2.4, 2.44), line), { refusal }))

test('what moves is what was lost and what was gained', () => {
  const moves = [{ id: 'a', before: box(2.4, 2.42), after: box(2.41, 2.43) }]
  assertNear(movedSquareMeters(moves).a ?? 0, areaSquareMeters(box(2.4, 2.41)) * 2)
})

const file = new URL('../../../../../shared/geo/cotonou-arrondissements.geojson', import.meta.url)
test('the thirteen arrondissements of Cotonou neither overlap nor leave gaps', {
  skip: !existsSync(file) && 'shared/geo/cotonou-arrondissements.geojson is not beside the project',
}, () => {
  const options = { nameProperty: 'arrondissement', language: 'fr' } as const
  const { zones, faults } = readZoneText(readFileSync(file, 'utf8'), options)
  assert.deepEqual(faults, [])
  const { overlaps, gaps, coveredSquareMeters } = zoneOverlaps(zones)
  assert.deepEqual([zones.length, overlaps, gaps], [13, [], []])
  assert.equal(Math.round(coveredSquareMeters / 1e6), 69)
})

const polygon = (name: string, ring: unknown) => ({
  type: 'Feature',
  properties: { name },
  geometry: { type: 'Polygon', coordinates: [ring] },
})
const collection = (features: unknown[]) => JSON.stringify({ type: 'FeatureCollection', features })
const circle = (count: number) =>
  Array.from({ length: count + 1 }, (_, at) => {
    const angle = ((at % count) / count) * 2 * Math.PI
    return [2.4 + 0.05 * Math.cos(angle), 6.37 + 0.05 * Math.sin(angle)]
  })
const hostile: [string, string, RegExp][] = [
  ['that is no JSON', '{"type":', /^Il ne peut pas être lu comme JSON/],
  ['of lists within lists', '['.repeat(200_000) + ']'.repeat(200_000), /^Ce n’est pas un élément GeoJSON/],
  [
    'of nested coordinates',
    collection([polygon('A', ['deep'])]).replace('"deep"', '['.repeat(50_000) + ']'.repeat(50_000)),
    /n’est pas fait de paires de nombres/,
  ],
  ['of too many positions', collection([polygon('A', circle(3 * maxPositions))]), /positions : simplifiez/],
  [
    'of too many features',
    collection(Array.from({ length: 501 }, (_, at) => polygon(`Z${at}`, box(2.4, 2.42)[0]?.[0]))),
    /plus de 500 éléments/,
  ],
  [
    'that crosses itself',
    collection([
      polygon('A', [
        [2.4, 6.35],
        [2.44, 6.39],
        [2.44, 6.35],
        [2.4, 6.39],
        [2.4, 6.35],
      ]),
    ]),
    /^Son contour se croise ou se touche lui-même près de longitude 2\.42000/,
  ],
  [
    'with a name of a megabyte',
    collection([polygon('A'.repeat(1_000_000), circle(4))]),
    /^Son nom a 1000000/,
  ],
]
for (const [what, text, fault] of hostile)
  test(`a file ${what} is refused in a few words`, () => {
    const { zones, faults } = readZoneText(text, { nameProperty: 'name', language: 'fr' })
    assert.deepEqual(zones, [])
    assert.match(faults[0]?.fault ?? '', fault)
    assert.ok(JSON.stringify(faults).length < 2_000)
  })

test('altitudes are dropped and rings are wound as they should be', () => {
  const ring = (box(2.4, 2.42)[0]?.[0] ?? []).toReversed().map((position) => [...position, 12])
  const { zones, notes } = readZoneText(collection([polygon('Ganhi', ring)]), {
    nameProperty: 'name',
    language: 'fr',
  })
  assert.deepEqual(
    zones[0]?.shape.flat(2).every((position) => position.length === 2),
    true,
  )
  assert.deepEqual(notes, ['Ganhi : altitudes retirées: 5, contours retournés: 1'])
})
