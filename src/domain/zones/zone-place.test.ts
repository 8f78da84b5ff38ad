import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ZoneDraft } from './zone-file.ts'
import { faultOfNewCity, zonesFarFromCity } from './zone-place.ts'

const cotonou = { name: 'Cotonou', center: { lat: 6.3654, lng: 2.4183 }, serviceRadiusMeters: 10_000 }

test('a zone in its city, and one that reaches well beyond its radius, are accepted', () => {
  assert.deepEqual(zonesFarFromCity([zone('Ganhi', 2.42, 6.36), zone('Ouidah', 2.08, 6.36)], cotonou), [])
})

test('swapped latitude and longitude are detected, though both are degrees', () => {
  assert.deepEqual(zonesFarFromCity([zone('Ganhi', 2.42, 6.36), zone('Akpakpa', 6.36, 2.42)], cotonou), [
    {
      zone: 'Akpakpa',
      en: 'It reaches 620 km from the middle of Cotonou: longitude and latitude look swapped. GeoJSON wants longitude first.',
      fr: 'Elle s’étend à 620 km du centre de Cotonou : longitude et latitude semblent inversées. GeoJSON veut la longitude d’abord.',
    },
  ])
})

test('a zone in another city is refused, and so is one that covers half a country', () => {
  assert.deepEqual(zonesFarFromCity([zone('Paris', 2.35, 48.85), zone('Sud', 1, 6, 2)], cotonou), [
    {
      zone: 'Paris',
      en: 'It reaches 4725 km from the middle of Cotonou: is it a zone of Cotonou?',
      fr: 'Elle s’étend à 4725 km du centre de Cotonou : est-ce bien une zone de Cotonou ?',
    },
    {
      zone: 'Sud',
      en: 'It reaches 240 km from the middle of Cotonou: is it a zone of Cotonou?',
      fr: 'Elle s’étend à 240 km du centre de Cotonou : est-ce bien une zone de Cotonou ?',
    },
  ])
})

test('a new city may be founded around zones inside its country or beside it', () => {
  for (const drafts of [[zone('Ganhi', 2.42, 6.36)], [zone('Ailleurs', -20, -20)]]) {
    assert.equal(faultOfNewCity(drafts, circle(5_000), 'BJ'), undefined)
  }
})

test('a new city is refused when its coordinates are swapped, and when it is as wide as a country', () => {
  assert.deepEqual(faultOfNewCity([zone('Ganhi', 6.36, 2.42)], circle(5_000), 'BJ'), {
    zone: null,
    en: 'The zones are not in BJ: longitude and latitude look swapped. GeoJSON wants longitude first.',
    fr: 'Les zones ne sont pas dans le pays BJ : longitude et latitude semblent inversées. GeoJSON veut la longitude d’abord.',
  })
  assert.deepEqual(faultOfNewCity([zone('Tout', 1, 6, 6)], circle(480_000), 'BJ'), {
    zone: null,
    en: 'The zones lie as far as 480 km from their middle: that is no city.',
    fr: 'Les zones s’étendent à 480 km de leur centre : ce n’est pas une ville.',
  })
})

const circle = (serviceRadiusMeters: number) => ({ center: { lat: 0, lng: 0 }, serviceRadiusMeters })

/** A square of `size` degrees whose south-west corner is given. */
function zone(name: string, lng: number, lat: number, size = 0.01): ZoneDraft {
  const ring = [
    [lng, lat],
    [lng + size, lat],
    [lng + size, lat + size],
    [lng, lat + size],
    [lng, lat],
  ]
  return { name, shape: [[ring]], areaSquareMeters: 1, center: { lat, lng } }
}
