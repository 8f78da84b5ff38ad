import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import pointInPolygon from '@turf/boolean-point-in-polygon'
import selfCrossings from '@turf/kinks'
import type { Polygon, Position } from 'geojson'
import { distanceMeters } from '../../../base/kernel/point.ts'
import { knownCities } from './known-cities.ts'
import { type KnownZone, knownZones } from './known-zones.ts'

const zonedCities = [...new Set(knownZones.map((zone) => zone.city))]

describe('known cities', () => {
  test('the known cities are in the fourteen countries of the CFA franc, each with its own currency', () => {
    const currencies = new Set(knownCities.map(({ country, currency }) => `${country} ${currency}`))
    const west = ['BF XOF', 'BJ XOF', 'CI XOF', 'GW XOF', 'ML XOF', 'NE XOF', 'SN XOF', 'TG XOF']
    const central = ['CF XAF', 'CG XAF', 'CM XAF', 'GA XAF', 'GQ XAF', 'TD XAF']
    assert.deepEqual([...currencies].sort(), [...west, ...central].sort())
  })

  test('no two known cities of a country have the same name', () => {
    const names = knownCities.map((city) => `${city.country} ${city.name}`)
    assert.equal(new Set(names).size, names.length)
  })

  test('every time zone of the known cities is known to Intl', () => {
    for (const { timeZone } of knownCities) {
      assert.doesNotThrow(() => new Intl.DateTimeFormat('fr', { timeZone }), timeZone)
    }
  })

  test('known cities lie between Dakar and the Central African Republic, Pointe-Noire and the Sahara', () => {
    for (const { name, lat, lng } of knownCities) {
      assert.ok(lat > -5.1 && lat < 23.5, `${name} ${lat}`)
      assert.ok(lng > -17.6 && lng < 27.5, `${name} ${lng}`)
    }
  })

  test('the centres of two known cities are at least 8 km apart', () => {
    for (const [index, city] of knownCities.entries()) {
      for (const other of knownCities.slice(index + 1)) {
        assert.ok(distanceMeters(city, other) >= 8_000, `${city.name} and ${other.name}`)
      }
    }
  })

  test('known cities have radii of 8 to 30 km, and round tariffs as usual for couriers on motorbikes', () => {
    for (const { name, serviceRadiusMeters, baseFcfa, perKmFcfa } of knownCities) {
      assert.ok(serviceRadiusMeters >= 8_000 && serviceRadiusMeters <= 30_000, name)
      assert.ok(baseFcfa >= 500 && baseFcfa <= 1500 && baseFcfa % 25 === 0, name)
      assert.ok(perKmFcfa >= 75 && perKmFcfa <= 200 && perKmFcfa % 25 === 0, name)
    }
  })
})

describe('known zones', () => {
  test('the known cities Cotonou, Lomé, Abidjan, Dakar and Douala have six to nine zones each', () => {
    assert.deepEqual(zonedCities, ['Cotonou', 'Lomé', 'Abidjan', 'Dakar', 'Douala'])
    for (const city of zonedCities) {
      const names = zonesOf(city).map((zone) => zone.name)
      assert.ok(names.length >= 6 && names.length <= 9, city)
      assert.equal(new Set(names).size, names.length, city)
    }
  })

  test('every outline of a known zone is one closed ring of 6 to 14 points', () => {
    for (const zone of knownZones) {
      assert.deepEqual(zone.polygon.at(-1), zone.polygon.at(0), zone.name)
      assert.ok(zone.polygon.length >= 6 && zone.polygon.length <= 14, zone.name)
    }
  })

  test('every outline of a known zone turns counter-clockwise', () => {
    for (const zone of knownZones) assert.ok(twiceSignedArea(zone) > 0, zone.name)
  })

  test('no outline of a known zone crosses itself', () => {
    for (const zone of knownZones) assert.equal(selfCrossings(outline(zone)).features.length, 0, zone.name)
  })

  test('a point of a known city lies in one zone at most', () => {
    for (const city of zonedCities) {
      for (const point of gridOver(city, 150)) {
        const names = zonesHolding(city, point)
        assert.ok(names.length <= 1, `${city} ${point}: ${names.join(', ')}`)
      }
    }
  })

  test('every known zone lies within the service radius of its city', () => {
    for (const zone of knownZones) {
      const city = knownCities.find((candidate) => candidate.name === zone.city)
      assert.ok(city, zone.city)
      for (const [lng, lat] of zone.polygon) {
        assert.ok(distanceMeters(city, { lat, lng }) <= city.serviceRadiusMeters, `${zone.city} ${zone.name}`)
      }
    }
  })

  test('the centre of Cotonou and Fidjrossè are each in a zone of Cotonou', () => {
    assert.deepEqual(zonesHolding('Cotonou', [2.4183, 6.3654]), ['Ganhi–Centre'])
    assert.deepEqual(zonesHolding('Cotonou', [2.366, 6.353]), ['Fidjrossè'])
  })
})

function zonesOf(city: string): KnownZone[] {
  return knownZones.filter((zone) => zone.city === city)
}

function zonesHolding(city: string, point: Position): string[] {
  return zonesOf(city)
    .filter((zone) => pointInPolygon(point, outline(zone), { ignoreBoundary: true }))
    .map((zone) => zone.name)
}

function outline(zone: KnownZone): Polygon {
  return { type: 'Polygon', coordinates: [zone.polygon.map(([lng, lat]) => [lng, lat])] }
}

/** The shoelace formula, in square degrees: positive when the ring turns counter-clockwise. */
function twiceSignedArea({ polygon }: KnownZone): number {
  return polygon.slice(1).reduce((sum, [lng, lat], index) => {
    const [previousLng, previousLat] = polygon[index] ?? [lng, lat]
    return sum + previousLng * lat - lng * previousLat
  }, 0)
}

/** `side` by `side` points evenly spread over the bounding box of the zones of a city. */
function gridOver(city: string, side: number): Position[] {
  const points = zonesOf(city).flatMap((zone) => zone.polygon)
  const lngs = spread(
    points.map(([lng]) => lng),
    side,
  )
  const lats = spread(
    points.map(([, lat]) => lat),
    side,
  )
  return lngs.flatMap((lng) => lats.map((lat) => [lng, lat]))
}

function spread(values: number[], count: number): number[] {
  const low = Math.min(...values)
  const step = (Math.max(...values) - low) / count
  return Array.from({ length: count }, (_, index) => low + (index + 0.5) * step)
}
