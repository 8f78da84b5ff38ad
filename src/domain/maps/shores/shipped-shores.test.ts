import assert from 'node:assert/strict'
import { statSync } from 'node:fs'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import type { City } from '../../zones/service-map.ts'
import type { CityDrawing } from '../reading/city-drawing.ts'
import { shippedGround } from './shipped-shores.ts'

const cityAt = (name: string, lat: number, lng: number, serviceRadiusMeters = 15_000): City => ({
  id: name,
  name,
  country: 'BJ',
  center: { lat, lng },
  serviceRadiusMeters,
  timeZone: 'Africa/Porto-Novo',
  currency: 'XOF',
  raining: false,
  highDemand: false,
  opening: null,
})

const drawn = (city: City): CityDrawing => JSON.parse(shippedGround(city, []).draw())

/** Whether a place lies in one of the waters of a drawing. */
function isWater({ origin, grid, water }: CityDrawing, lat: number, lng: number): boolean {
  const [x, y] = [(lng - origin[0]) / grid, (lat - origin[1]) / grid]
  return water.some((rings) => rings.reduce((inside, ring) => inside !== holds(ring, x, y), false))
}

function holds(steps: readonly number[], x: number, y: number): boolean {
  const corners: [number, number][] = []
  for (let at = 0; at + 1 < steps.length; at += 2) {
    const [beforeX, beforeY] = corners.at(-1) ?? [0, 0]
    corners.push([beforeX + (steps[at] ?? 0), beforeY + (steps[at + 1] ?? 0)])
  }
  let isInside = false
  for (const [at, [cornerX, cornerY]] of corners.entries()) {
    const [otherX, otherY] = corners.at(at - 1) ?? [0, 0]
    if (cornerY > y !== otherY > y && x < ((otherX - cornerX) * (y - cornerY)) / (otherY - cornerY) + cornerX)
      isInside = !isInside
  }
  return isInside
}

for (const { city, water, land } of [
  {
    city: cityAt('Cotonou', 6.3654, 2.4183, 17_000),
    water: { 'the sea': [6.33, 2.4], 'Lake Nokoué': [6.43, 2.44] },
    land: { Cadjèhoun: [6.356, 2.398], Godomey: [6.38, 2.34] },
  },
  {
    city: cityAt('Abidjan', 5.3232, -4.0194, 25_000),
    water: { 'the sea': [5.22, -4.02], 'the Ébrié lagoon': [5.3, -4.06] },
    land: { Cocody: [5.35, -3.99], Yopougon: [5.34, -4.08] },
  },
  {
    city: cityAt('Dakar', 14.6698, -17.4323, 28_000),
    water: { 'the sea': [14.66, -17.5], 'the bay of Hann': [14.71, -17.41] },
    land: { Plateau: [14.67, -17.435], Pikine: [14.755, -17.39] },
  },
  {
    city: cityAt('Douala', 4.0503, 9.6972, 20_000),
    water: { 'the Wouri': [4.055, 9.672] },
    land: { Akwa: [4.048, 9.7] },
  },
  {
    city: cityAt('Libreville', 0.3905, 9.4512, 22_000),
    water: { 'the estuary': [0.37, 9.4] },
    land: { Nombakélé: [0.39, 9.47] },
  },
] as const)
  test(`the map of ${city.name} shows its shores before anything is imported`, () => {
    const drawing = drawn(city)
    for (const [name, [lat, lng]] of Object.entries(water)) assert.ok(isWater(drawing, lat, lng), name)
    for (const [name, [lat, lng]] of Object.entries(land)) assert.ok(!isWater(drawing, lat, lng), name)
    assert.ok(gzipSync(JSON.stringify(drawing)).length <= 5_000)
  })

test('a city on the coast that the demo does not know has its sea too, more roughly', () => {
  const drawing = drawn(cityAt('Kribi', 2.94, 9.91))
  assert.ok(isWater(drawing, 2.94, 9.85))
  assert.ok(!isWater(drawing, 2.94, 9.97))
})

test('a city without zones has its name on the map, and one with zones lets them speak', () => {
  const abeche = cityAt('Abéché', 13.8292, 20.8324, 8_000)
  assert.deepEqual(drawn(abeche).places, [[0, 0, 'Abéché', 0]])
  const shape: [number, number][][][] = [
    [
      [
        [20.83, 13.82],
        [20.84, 13.82],
        [20.84, 13.83],
        [20.83, 13.82],
      ],
    ],
  ]
  const zone = {
    id: 'z',
    cityId: 'a',
    name: 'Z',
    shape,
    areaSquareMeters: 1,
    center: abeche.center,
    priority: 0,
  }
  const ground = shippedGround(abeche, [zone])
  assert.deepEqual(JSON.parse(ground.draw()).places, [])
  assert.notEqual(ground.sha256, shippedGround(abeche, []).sha256)
})

test('what is shipped stays small', () =>
  assert.ok(statSync(new URL('./shores.json', import.meta.url)).size < 400_000))
