import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import fc from 'fast-check'
import { readZoneFile, type ZoneFile } from './zone-file.ts'
import { distanceToShapeMeters, holdsPoint, publicOutline, turnsLeft } from './zone-shape.ts'

const square = positions('2.4 6.35, 2.41 6.35, 2.41 6.36, 2.4 6.36, 2.4 6.35')
const inside = positions('2.404 6.354, 2.404 6.356, 2.406 6.356, 2.406 6.354, 2.404 6.354')

test('a zone file with small faults is repaired, and the notes list what was repaired', () => {
  const file = readZoneFile(readGeojson('../../../test/support/zones-with-quirks.geojson'), {
    nameProperty: 'quartier',
  })
  assert.deepEqual(file.faults, [])
  assert.deepEqual(
    file.zones.map(({ name, shape }) => ({ name, shape })),
    [
      { name: 'Marché', shape: [[positions('2.4 6.35, 2.41 6.35, 2.41 6.36, 2.4 6.36, 2.4 6.35')]] },
      {
        name: 'Lagune',
        shape: [[positions('2.41 6.35, 2.415 6.35, 2.42 6.35, 2.42 6.36, 2.41 6.36, 2.41 6.35')]],
      },
      {
        name: 'Îles',
        shape: [
          [
            positions('2.42 6.35, 2.43 6.35, 2.43 6.36, 2.42 6.36, 2.42 6.35'),
            positions('2.424 6.354, 2.424 6.356, 2.426 6.356, 2.426 6.354, 2.424 6.354'),
          ],
          [positions('2.435 6.35, 2.44 6.35, 2.44 6.355, 2.435 6.35')],
        ],
      },
      {
        name: 'Plage',
        shape: [[positions('2.4 6.34, 2.405 6.34, 2.41 6.34, 2.41 6.35, 2.4 6.35, 2.4 6.34')]],
      },
    ],
  )
  assert.deepEqual(file.notes, [
    'Marché: rings turned: 1',
    'Lagune: altitudes dropped: 4, rings closed: 1, duplicate points removed: 1',
    'Îles: rings turned: 1',
    'Plage: spike points removed: 2',
  ])
})

test('a correct zone file has no notes, and each zone comes with its measures', () => {
  const { zones, faults, notes } = read([feature('Ganhi', polygon(square, inside))])
  assert.deepEqual([faults, notes], [[], []])
  const [zone] = zones
  // 0.01 degree is 1,111.95 m north and, at 6.355 degrees north, 1,105.12 m east; the hole is a 25th.
  assertNear(zone?.areaSquareMeters, 1111.95 * 1105.12 * (24 / 25), 100)
  assertNear(zone?.center.lng, 2.405, 1e-6)
  assertNear(zone?.center.lat, 6.355, 1e-6)
})

test('a single Feature is read as a zone file of one zone', () => {
  const file = readZoneFile(feature('Ganhi', polygon(square)), { nameProperty: 'name' })
  assert.deepEqual(
    file.zones.map(({ name }) => name),
    ['Ganhi'],
  )
})

test('a last position a centimetre from the first closes the ring', () => {
  const nearly = [...square.slice(0, -1), [2.4, 6.35 - 5e-8]]
  const { zones, faults, notes } = read([feature('Ganhi', polygon(nearly))])
  assert.deepEqual([zones[0]?.shape, faults, notes], [[[square]], [], ['Ganhi: rings closed: 1']])
})

test('a hole may touch the outline at a corner', () => {
  const touching = positions('2.4 6.355, 2.405 6.356, 2.405 6.354, 2.4 6.355')
  assert.deepEqual(read([feature('Ganhi', polygon(square, touching))]).faults, [])
})

for (const name of [
  'urn:ogc:def:crs:OGC:1.3:CRS84',
  'urn:ogc:def:crs:OGC::CRS84',
  'urn:ogc:def:crs:OGC::CRS84h',
  'OGC:CRS84',
  'EPSG:4326',
  'urn:ogc:def:crs:EPSG::4326',
  'http://www.opengis.net/def/crs/EPSG/0/4326',
]) {
  test(`the coordinate system ${name} is read as WGS 84`, () => {
    const file = {
      ...collection([feature('Ganhi', polygon(square))]),
      crs: { type: 'name', properties: { name } },
    }
    assert.deepEqual(readZoneFile(file, { nameProperty: 'name' }).faults, [])
  })
}

const notGeojson =
  'This is not a GeoJSON FeatureCollection: export the zones as GeoJSON features, each with its name.'
const wrongFiles: [what: string, json: unknown, fault: string][] = [
  ['null', null, notGeojson],
  ['a text', '{"type":"FeatureCollection"}', notGeojson],
  ['a list', [feature('Ganhi', polygon(square))], notGeojson],
  ['a bare geometry', polygon(square), notGeojson],
  ['a collection without a list', { type: 'FeatureCollection', features: {} }, notGeojson],
  ['TopoJSON', { type: 'Topology', objects: {} }, 'This is TopoJSON: export the zones as GeoJSON.'],
  ['an empty collection', collection([]), 'The file has no features: draw at least one zone.'],
  [
    'a projected file',
    {
      ...collection([feature('Ganhi', polygon(square))]),
      crs: { type: 'name', properties: { name: 'urn:ogc:def:crs:EPSG::32631' } },
    },
    'Its coordinate system is "urn:ogc:def:crs:EPSG::32631": export the zones in WGS 84 longitude and latitude (EPSG:4326).',
  ],
  [
    'a file with a linked coordinate system',
    {
      ...collection([feature('Ganhi', polygon(square))]),
      crs: { type: 'link', properties: { href: 'http://example.com/crs' } },
    },
    'Its coordinate system is one without a name: export the zones in WGS 84 longitude and latitude (EPSG:4326).',
  ],
]
for (const [what, json, fault] of wrongFiles) {
  test(`as a zone file, ${what} is refused as a whole`, () => {
    assert.deepEqual(readZoneFile(json, { nameProperty: 'name' }), {
      zones: [],
      faults: [{ feature: 'the file', fault }],
      notes: [],
    })
  })
}

test('a projected feature, or geometry, is refused with one fault', () => {
  const crs = { type: 'name', properties: { name: 'EPSG:32631' } }
  const faults = [
    {
      feature: 'Ganhi',
      fault:
        'Its coordinate system is "EPSG:32631": export the zones in WGS 84 longitude and latitude (EPSG:4326).',
    },
  ]
  const projected = { ...feature('Ganhi', polygon(square)), crs }
  assert.deepEqual(readZoneFile(projected, { nameProperty: 'name' }), { zones: [], faults, notes: [] })
  assert.deepEqual(read([feature('Ganhi', { ...polygon(square), crs })]).faults, faults)
})

const wrongNames: [what: string, properties: unknown, fault: string][] = [
  [
    'other properties',
    { nom: 'Ganhi', code: 1 },
    'It has no property "name" to take its name from: it has "nom", "code". Add it, or choose one of these as the name property.',
  ],
  [
    'very many properties',
    Object.fromEntries(Array.from({ length: 14 }, (_, index) => [`p${index}`, index])),
    'It has no property "name" to take its name from: it has "p0", "p1", "p2", "p3", "p4", "p5", "p6", "p7", "p8", "p9", "p10", "p11" and 2 more. Add it, or choose one of these as the name property.',
  ],
  [
    'no properties',
    null,
    'It has no property "name" to take its name from: it has no properties at all. Add it.',
  ],
  ['a list for a name', { name: [12] }, 'Its name, property "name", is not text: write a text.'],
  ['a null name', { name: null }, 'Its name, property "name", is not text: write a text.'],
  ['a blank name', { name: ' \t ' }, 'Its name, property "name", is blank: write the name of the zone.'],
  [
    'a line break in its name',
    { name: 'Ganhi\nSud' },
    'Its name, property "name", holds a control character: type the name anew.',
  ],
  [
    'a name of 61 characters',
    { name: 'é'.repeat(61) },
    'Its name has 61 characters: shorten it to at most 60.',
  ],
]
for (const [what, properties, fault] of wrongNames) {
  test(`a feature with ${what} is refused`, () => {
    const sound = feature('Ganhi', polygon(square))
    const { zones, faults } = read([sound, { type: 'Feature', properties, geometry: polygon(square) }])
    assert.deepEqual(faults, [{ feature: 'feature 2', fault }])
    assert.equal(zones.length, 1)
  })
}

test('a zone name of 60 characters is accepted, however many bytes they take', () => {
  for (const letter of ['é', 'e\u0301', '🛵']) {
    const { zones, faults } = read([feature(letter.repeat(60), polygon(square))])
    assert.deepEqual([zones[0]?.name, faults], [letter.normalize('NFC').repeat(60), []])
  }
})

test('a zone name that is used twice is refused, whatever its capitals and the spaces around it', () => {
  const names = ['Akpakpa', 'Ganhi', ' AKPAKPA', 'Akpakpà', 'akpakpa']
  const { zones, faults } = read(names.map((name) => feature(name, polygon(square))))
  assert.deepEqual(faults, [
    { feature: 'Akpakpa', fault: 'Its name is also that of feature 3, 5: give each its own name.' },
    { feature: 'AKPAKPA', fault: 'Its name is also that of feature 1, 5: give each its own name.' },
    { feature: 'akpakpa', fault: 'Its name is also that of feature 1, 3: give each its own name.' },
  ])
  assert.deepEqual(
    zones.map(({ name }) => name),
    ['Ganhi', 'Akpakpà'],
  )
})

const wrongGeometries: [what: string, geometry: unknown, fault: string][] = [
  ['without a geometry', null, 'It has no geometry: draw its outline, or take the feature out.'],
  [
    'that is a point',
    { type: 'Point', coordinates: [2.4, 6.35] },
    'It is a Point: draw the zone as a Polygon or a MultiPolygon, or take the feature out.',
  ],
  [
    'that is a collection',
    { type: 'GeometryCollection', geometries: [] },
    'It is a GeometryCollection: draw the zone as a Polygon or a MultiPolygon, or take the feature out.',
  ],
  [
    'whose geometry has no type',
    { coordinates: [square] },
    'It has a geometry without a type: draw the zone as a Polygon or a MultiPolygon, or take the feature out.',
  ],
  ['with an empty Polygon', polygon(), 'Its geometry is empty: draw its outline.'],
  ['with an empty MultiPolygon', multiPolygon(), 'Its geometry is empty: draw its outline.'],
  ['without coordinates', { type: 'Polygon' }, 'Its geometry is empty: draw its outline.'],
  [
    'with an empty polygon beside a sound one',
    multiPolygon([square], []),
    'Its polygon 2 is empty: draw its outline.',
  ],
  [
    'whose ring is a number',
    { type: 'Polygon', coordinates: [7] },
    'Its outline is not a list of positions: draw it anew.',
  ],
  [
    'with positions that are no numbers',
    polygon([...square.slice(0, 2), ['2.41', 6.355], [2.41, Number.NaN], [2.41], null, ...square.slice(2)]),
    'Its outline is not made of pairs of numbers: correct position 3, 4, 5, 6.',
  ],
  [
    'with an infinite coordinate in a hole',
    multiPolygon([square], [square, [[2.4, Number.POSITIVE_INFINITY]]]),
    'Its hole 1 of polygon 2 is not made of pairs of numbers: correct position 1.',
  ],
  [
    'in metres of UTM',
    polygon(positions('434500 702100, 435500 702100, 435500 703100, 434500 702100')),
    'Its coordinates are not degrees (for example 434500, 702100) but look like metres of a map projection: export the zones in WGS 84 longitude and latitude (EPSG:4326).',
  ],
  [
    'with latitude first, where a longitude is no latitude',
    polygon(positions('14.69 -117.44, 14.7 -117.44, 14.7 -117.45, 14.69 -117.44')),
    'A latitude is beyond 90 degrees (for example 14.69, -117.44): longitude and latitude look swapped. GeoJSON wants longitude first.',
  ],
  [
    'beyond the longitudes',
    polygon(positions('179 6, 181 6, 181 7, 179 6')),
    'A position is not on Earth (for example 181, 6): longitudes go from -180 to 180 and latitudes from -90 to 90 degrees. Correct it.',
  ],
  [
    'with two points',
    polygon(positions('2.4 6.35, 2.41 6.35, 2.41 6.35, 2.4 6.35')),
    'Its outline has fewer than 3 different points: draw it anew.',
  ],
  ['with an empty ring', polygon([]), 'Its outline has fewer than 3 different points: draw it anew.'],
  [
    'drawn along one line',
    polygon(positions('2.4 6.35, 2.41 6.36, 2.42 6.37, 2.4 6.35')),
    'Its outline encloses no area: draw it anew, or take it out.',
  ],
  [
    'of half a square metre',
    polygon(positions('2.4 6.35, 2.40001 6.35, 2.40001 6.350001, 2.4 6.35')),
    'Its outline encloses no area: draw it anew, or take it out.',
  ],
  [
    'that crosses itself',
    polygon(positions('2.4 6.35, 2.41 6.36, 2.41 6.35, 2.4 6.36, 2.4 6.35')),
    'Its outline crosses or touches itself near longitude 2.40500, latitude 6.35500: redraw it there.',
  ],
  [
    'that would cross itself once closed',
    polygon(positions('2.4 6.35, 2.41 6.36, 2.41 6.35, 2.4 6.36')),
    'Its outline crosses or touches itself near longitude 2.40500, latitude 6.35500: redraw it there.',
  ],
  [
    'whose hole crosses itself',
    polygon(square, positions('2.402 6.352, 2.408 6.358, 2.408 6.352, 2.402 6.358, 2.402 6.352')),
    'Its hole 1 crosses or touches itself near longitude 2.40500, latitude 6.35500: redraw it there.',
  ],
  [
    'whose hole is elsewhere',
    multiPolygon([square], [square, positions('2.5 6.35, 2.51 6.35, 2.51 6.36, 2.5 6.35')]),
    'Its hole 1 of polygon 2 leaves the outline near longitude 2.50000, latitude 6.35000: keep it inside, or take it out.',
  ],
  [
    'whose second hole sticks out',
    polygon(square, inside, positions('2.408 6.352, 2.408 6.353, 2.42 6.3525, 2.408 6.352')),
    'Its hole 2 leaves the outline near longitude 2.42000, latitude 6.35250: keep it inside, or take it out.',
  ],
  [
    'whose hole cuts through a bay, with all its corners inside',
    polygon(
      positions('2.4 6.35, 2.43 6.35, 2.43 6.36, 2.415 6.351, 2.4 6.36, 2.4 6.35'),
      positions('2.401 6.3505, 2.401 6.356, 2.429 6.356, 2.401 6.3505'),
    ),
    'Two of its rings cross near longitude 2.42058, latitude 6.35435: redraw them there.',
  ],
  [
    'of two polygons that cross',
    multiPolygon([square], [positions('2.405 6.355, 2.415 6.355, 2.415 6.365, 2.405 6.365, 2.405 6.355')]),
    'Its polygons 1 and 2 lie over each other near longitude 2.40500, latitude 6.36000: join them.',
  ],
  [
    'of a polygon inside another',
    multiPolygon([square], [positions('2.402 6.352, 2.404 6.352, 2.404 6.354, 2.402 6.354, 2.402 6.352')]),
    'Its polygons 1 and 2 lie over each other near longitude 2.40300, latitude 6.35300: join them.',
  ],
  [
    'of one polygon drawn twice, and another apart',
    multiPolygon([positions('2.5 6.35, 2.51 6.35, 2.51 6.36, 2.5 6.35')], [square], [square]),
    'Its polygons 2 and 3 lie over each other near longitude 2.40500, latitude 6.35500: join them.',
  ],
  [
    'whose hole is its outline',
    polygon(square, square.toReversed()),
    'Its holes leave nothing of it: take them out.',
  ],
]
for (const [what, geometry, fault] of wrongGeometries) {
  test(`a feature ${what} is refused`, () => {
    const { zones, faults } = read([feature('Ganhi', geometry)])
    assert.deepEqual(faults, [{ feature: 'Ganhi', fault }])
    assert.deepEqual(zones, [])
  })
}

test('polygons of a zone may share a border, touch at a corner, and fill a hole of another', () => {
  const beside = positions('2.41 6.35, 2.42 6.35, 2.42 6.36, 2.41 6.36, 2.41 6.35')
  const atCorner = positions('2.42 6.36, 2.43 6.36, 2.43 6.37, 2.42 6.36')
  const { zones, faults } = read([
    feature('Ganhi', multiPolygon([square, inside], [inside], [beside], [atCorner])),
  ])
  assert.deepEqual(faults, [])
  assert.equal(zones[0]?.shape.length, 4)
})

test('an entry of a zone file that is not a feature is refused by its position', () => {
  const fault = 'It is not a GeoJSON Feature: give it a type "Feature", properties and a geometry.'
  assert.deepEqual(read([null, polygon(square)]).faults, [
    { feature: 'feature 1', fault },
    { feature: 'feature 2', fault },
  ])
})

test('every fault of every feature of a zone file is reported at once', () => {
  const bowTie = positions('2.4 6.35, 2.41 6.36, 2.41 6.35, 2.4 6.36, 2.4 6.35')
  const { zones, faults } = read([
    feature('', multiPolygon([bowTie], [[[2.4, 'x']]], [positions('200 6, 201 6, 201 7, 200 6')])),
    feature('Ganhi', null),
    feature('Jonquet', polygon(square)),
  ])
  assert.deepEqual(
    zones.map(({ name }) => name),
    ['Jonquet'],
  )
  assert.deepEqual(
    faults.map(({ feature, fault }) => `${feature}: ${fault.split(':')[0]}`),
    [
      'feature 1: Its name, property "name", is blank',
      'feature 1: Its outline of polygon 2 is not made of pairs of numbers',
      'feature 1: A position is not on Earth (for example 200, 6)',
      'feature 1: Its outline of polygon 1 crosses or touches itself near longitude 2.40500, latitude 6.35500',
      'Ganhi: It has no geometry',
    ],
  )
})

test('a ring of 1,000 points is read in less than a second', () => {
  const { zones, faults } = read([feature('Ganhi', polygon(star(1000, 2.4, 6.35, [0.01, 0.008])))])
  assert.deepEqual(faults, [])
  assert.equal(zones[0]?.shape[0]?.[0]?.length, 1001)
})

test('reading a zone file never throws, whatever the JSON', () => {
  const word = fc.constantFrom('Feature', 'FeatureCollection', 'Polygon', 'MultiPolygon', 'Ganhi', '')
  const number = fc.oneof(fc.constantFrom(0, 1, 2, 200, 1e6), fc.double())
  const { json } = fc.letrec((tie) => ({
    json: fc.oneof(
      { maxDepth: 8 },
      fc.oneof(word, number, fc.constant(null)),
      fc.array(tie('json'), { maxLength: 5 }),
      fc.record(
        {
          type: word,
          features: tie('json'),
          properties: fc.record({ name: word }),
          geometry: tie('json'),
          coordinates: tie('json'),
          crs: tie('json'),
        },
        { requiredKeys: ['type'] },
      ),
    ),
  }))
  const rings = fc.array(
    fc.array(fc.array(fc.integer({ min: 0, max: 3 }), { maxLength: 3 }), { maxLength: 8 }),
  )
  const drawn = rings.map((coordinates) => feature('Ganhi', { type: 'Polygon', coordinates }))
  const anything = fc.oneof(fc.jsonValue(), json, drawn)
  fc.assert(fc.property(anything, (value) => isZoneFile(readZoneFile(value, { nameProperty: 'name' }))))
})

test('a regular star is accepted in either winding, and its middle is both its centre and inside it', () => {
  const degrees = (min: number, max: number) => fc.double({ min, max, noNaN: true })
  const stars = fc.record({
    points: fc.integer({ min: 2, max: 40 }),
    lng: degrees(-170, 170),
    lat: degrees(-60, 60),
    radius: degrees(0.001, 0.05),
    depth: degrees(0.3, 0.9),
    clockwise: fc.boolean(),
  })
  fc.assert(
    fc.property(stars, ({ points, lng, lat, radius, depth, clockwise }) => {
      const drawn = star(2 * points, lng, lat, [radius, radius * depth])
      const { zones, faults } = read([feature('Ganhi', polygon(clockwise ? drawn.toReversed() : drawn))])
      assert.deepEqual(faults, [])
      const [zone] = zones
      assert.ok(zone && turnsLeft(zone.shape[0]?.[0] as [number, number][]))
      assertNear(zone.center.lng, lng, radius / 1e6)
      assertNear(zone.center.lat, lat, radius / 1e6)
      assert.ok(holdsPoint(zone.shape, zone.center))
      assert.ok(!holdsPoint(zone.shape, { lng: lng + radius * 1.01, lat }))
    }),
  )
})

// Real data whose licence is not stated: read where it is at hand, never copied into the project.
const arrondissements = new URL('../../../../shared/geo/cotonou-arrondissements.geojson', import.meta.url)
const absent =
  !existsSync(arrondissements) && 'shared/geo/cotonou-arrondissements.geojson is not beside the project'

test('the arrondissements of Cotonou are 13 zones without a fault', { skip: absent }, () => {
  const file = readZoneFile(readGeojson(arrondissements), { nameProperty: 'arrondissement' })
  assert.deepEqual(file.faults, [])
  assert.deepEqual(
    file.zones.map(({ name }) => name),
    ['1e', '2e', '3e', '4e', '5e', '6e', '7e', '8e', '9e', '10e', '11e', '12e', '13e'],
  )
  for (const { shape } of file.zones) {
    const outline = publicOutline(shape)
    assert.ok(outline.flat(2).length <= shape.flat(2).length)
    for (const [lng = 0, lat = 0] of shape.flat(2))
      assert.ok(distanceToShapeMeters(outline, { lng, lat }) < 12)
  }
})

function read(features: unknown[]): ZoneFile {
  return readZoneFile(collection(features), { nameProperty: 'name' })
}

function readGeojson(address: string | URL): unknown {
  return JSON.parse(readFileSync(new URL(address, import.meta.url), 'utf8'))
}

function collection(features: unknown[]) {
  return { type: 'FeatureCollection', features }
}

function feature(name: string, geometry: unknown) {
  return { type: 'Feature', properties: { name }, geometry }
}

function polygon(...coordinates: unknown[]) {
  return { type: 'Polygon', coordinates }
}

function multiPolygon(...coordinates: unknown[]) {
  return { type: 'MultiPolygon', coordinates }
}

/** Positions from "lng lat, lng lat, ...". */
function positions(text: string): number[][] {
  return text.split(', ').map((position) => position.split(' ').map(Number))
}

/**
 * A closed counter-clockwise ring of `count` points around a middle, at two distances in turn, in degrees.
 */
function star(count: number, lng: number, lat: number, radii: [number, number]): number[][] {
  const points = Array.from({ length: count }, (_, index) => {
    const turn = (index / count) * 2 * Math.PI
    const radius = index % 2 === 0 ? radii[0] : radii[1]
    return [lng + radius * Math.cos(turn), lat + radius * Math.sin(turn)]
  })
  return [...points, ...points.slice(0, 1)]
}

function isZoneFile({ zones, faults, notes }: ZoneFile): boolean {
  return zones.length + faults.length > 0 && Array.isArray(notes)
}

function assertNear(actual: number | undefined, expected: number, tolerance: number): void {
  assert.ok(
    actual !== undefined && Math.abs(actual - expected) <= tolerance,
    `${actual} is not within ${tolerance} of ${expected}`,
  )
}
