import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type City, pointInZone, serviceMap, type Zone } from './service-map.ts'

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
const second: City = { ...city, id: 'second', name: 'Second', center: { lat: 6.37, lng: 2.55 } }

const square = (id: string, west: number, east: number, more: Partial<Zone> = {}): Zone => ({
  id,
  cityId: 'cotonou',
  name: id,
  shape: [
    [
      [
        [west, 6.35],
        [east, 6.35],
        [east, 6.39],
        [west, 6.39],
        [west, 6.35],
      ],
    ],
  ],
  areaSquareMeters: (east - west) * 1e9,
  center: { lat: 6.37, lng: (west + east) / 2 },
  priority: 0,
  ...more,
})

const found = (zones: Zone[], lat: number, lng: number) => {
  const location = serviceMap([city, second], zones).locate({ lat, lng })
  return location && `${location.city.id}/${location.zone?.id ?? 'no zone'}`
}

test('a point is found in its city and zone (decision 9)', () => {
  assert.equal(found([square('a', 2.4, 2.42), square('b', 2.42, 2.44)], 6.37, 2.41), 'cotonou/a')
  assert.equal(found([square('a', 2.4, 2.42), square('b', 2.42, 2.44)], 6.37, 2.43), 'cotonou/b')
})

const stands: [what: string, zone: Zone, others: Zone[]][] = [
  ['without neighbours is its centre', square('whole', 2.4, 2.44), []],
  [
    'is inside the zone even where its centre is not',
    square('whole', 2.4, 2.44, { center: { lat: 6.37, lng: 2.5 } }),
    [],
  ],
  [
    'avoids a zone that takes precedence',
    square('whole', 2.4, 2.44, { center: { lat: 6.37, lng: 2.41 } }),
    [square('corner', 2.405, 2.415)],
  ],
  ['is its centre where no other point is found', square('whole', 2.4, 2.44), [square('in', 2.415, 2.425)]],
]
for (const [what, zone, others] of stands) {
  test(`the representative point of a zone ${what}`, () => {
    const { lat, lng } = pointInZone(serviceMap([city], [zone, ...others]), zone)
    assert.deepEqual([lat.toFixed(6), lng.toFixed(6)], ['6.370000', '2.420000'])
  })
}

test('a served point in no zone has a city and no zone (decision 9)', () => {
  assert.equal(found([square('a', 2.4, 2.42)], 6.42, 2.41), 'cotonou/no zone')
  assert.equal(found([], 6.37, 2.41), 'cotonou/no zone')
})

test('a point beyond every radius is not served', () => {
  assert.equal(found([square('a', 2.4, 2.42)], 7, 2.41), undefined)
})

test('a point within the radius of two cities belongs to the nearer centre', () => {
  assert.equal(found([], 6.37, 2.48), 'cotonou/no zone')
  assert.equal(found([], 6.37, 2.49), 'second/no zone')
})

test('a zone beyond the radius of its city is still served', () => {
  assert.equal(found([square('far', 2.2, 2.22)], 6.37, 2.21), 'cotonou/far')
})

test('of overlapping zones highest priority wins, then the smallest, then the first (decision 31)', () => {
  const [large, small] = [square('large', 2.4, 2.44), square('small', 2.4, 2.42)]
  assert.equal(found([large, small], 6.37, 2.41), 'cotonou/small')
  assert.equal(found([{ ...large, priority: 1 }, small], 6.37, 2.41), 'cotonou/large')
  assert.equal(found([square('b', 2.4, 2.42), square('a', 2.4, 2.42)], 6.37, 2.41), 'cotonou/a')
})

test('a point on the border of two zones is inside one of them (decision 31)', () => {
  assert.equal(found([square('b', 2.42, 2.44), square('a', 2.4, 2.42)], 6.37, 2.42), 'cotonou/a')
})

test('the nearest zone is found with the distance to its border', () => {
  const map = serviceMap([city], [square('a', 2.4, 2.42), square('b', 2.42, 2.44)])
  const nearest = map.nearestZone({ lat: 6.37, lng: 2.45 })
  assert.equal(nearest?.name, 'b')
  assert.ok(Math.abs((nearest?.distanceMeters ?? 0) - 1105) < 10, String(nearest?.distanceMeters))
  assert.equal(serviceMap([city], []).nearestZone({ lat: 0, lng: 0 }), undefined)
})

test('the nearest zone of a city is found, though a zone of another city is nearer', () => {
  const other = { ...city, id: 'other' }
  const map = serviceMap(
    [city, other],
    [square('a', 2.4, 2.42), { ...square('b', 2.42, 2.44), cityId: 'other' }],
  )
  assert.equal(map.nearestZone({ lat: 6.37, lng: 2.45 }, city.id)?.name, 'a')
  assert.equal(map.nearestZone({ lat: 6.37, lng: 2.45 }, 'none'), undefined)
})

test('zones of a city that is not served are ignored', () => {
  assert.equal(found([square('stray', 2.4, 2.42, { cityId: 'gone' })], 6.37, 2.41), 'cotonou/no zone')
})
