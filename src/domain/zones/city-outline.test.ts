import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cityOutline } from './city-outline.ts'
import { type City, serviceMap, type Zone } from './service-map.ts'
import { areaSquareMeters, centerOf, type ZoneShape } from './zone-shape.ts'

const city: City = {
  id: 'cotonou',
  name: 'Cotonou',
  country: 'BJ',
  center: { lat: 6.37, lng: 2.42 },
  serviceRadiusMeters: 10_000,
  timeZone: 'Africa/Porto-Novo',
  currency: 'XOF',
  raining: false,
  highDemand: false,
  opening: null,
}

const square = (west: number, south: number, side: number): number[][] => [
  [west, south],
  [west + side, south],
  [west + side, south + side],
  [west, south + side],
  [west, south],
]

/** A ring of as many corners, wavy so that none of them lies on a straight line. */
const wavy = (lng: number, lat: number, corners: number): number[][] => {
  const ring = Array.from({ length: corners }, (_, corner) => {
    const angle = (2 * Math.PI * corner) / corners
    const reach = 0.005 + 0.001 * Math.sin(9 * angle)
    return [lng + reach * Math.cos(angle), lat + reach * Math.sin(angle)]
  })
  return [...ring, ring[0] as number[]]
}

const zone = (name: string, shape: ZoneShape): Zone => ({
  id: name,
  cityId: city.id,
  name,
  shape,
  areaSquareMeters: areaSquareMeters(shape),
  center: centerOf(shape),
  priority: 0,
})

const drawn = (zones: Zone[]) => cityOutline(serviceMap([city], zones), city).zones
const cornersOf = (zones: ReturnType<typeof drawn>) =>
  zones.reduce(
    (sum, { polygons }) => sum + polygons.flat().reduce((all, line) => all + line.length / 2, 0),
    0,
  )

test('the parts of a zone and their holes are drawn as polygons', () => {
  const shape = [[square(2.4, 6.3, 0.02), square(2.405, 6.305, 0.01)], [square(2.43, 6.3, 0.01)]]
  assert.deepEqual(
    drawn([zone('A', shape)]).map(({ polygons }) => polygons),
    [
      [
        [
          [63_000, 24_000, 0, 200, 200, 0, 0, -200],
          [63_050, 24_050, 0, 100, 100, 0, 0, -100],
        ],
        [[63_000, 24_300, 0, 100, 100, 0, 0, -100]],
      ],
    ],
  )
})

test('of 150 zones of 400 corners each none is left out, and the page stays light', () => {
  const zones = Array.from({ length: 150 }, (_, index) =>
    zone(`zone ${index}`, [[wavy(2.3 + 0.012 * (index % 15), 6.3 + 0.012 * Math.floor(index / 15), 400)]]),
  )
  const outlined = drawn(zones)
  assert.equal(outlined.length, 150)
  for (const { name, polygons } of outlined)
    assert.ok((polygons[0]?.[0]?.length ?? 0) >= 6, `${name} is drawn`)
  assert.ok(cornersOf(outlined) <= 1_000, `${cornersOf(outlined)} corners`)
})

test('a zone of a few metres beside large ones is still drawn', () => {
  const large = Array.from({ length: 60 }, (_, index) =>
    zone(`large ${index}`, [[wavy(2.3 + 0.012 * index, 6.3, 400)]]),
  )
  const [small] = drawn([zone('a small one', [[square(2.35, 6.4, 0.0004)]]), ...large])
  assert.deepEqual(small?.polygons, [[[64_000, 23_500, 0, 4, 4, 0, 0, -4]]])
})

test('the corner of a zone that is bent holds its name', () => {
  const bent: ZoneShape = [
    [
      [
        [2.4, 6.3],
        [2.44, 6.3],
        [2.44, 6.31],
        [2.41, 6.31],
        [2.41, 6.34],
        [2.4, 6.34],
        [2.4, 6.3],
      ],
    ],
  ]
  const [{ center } = { center: [0, 0] }] = drawn([zone('bent', bent)])
  assert.deepEqual(center, [6.32, 2.405])
})
