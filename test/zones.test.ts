import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { importZones } from '../src/domain/zones/import-zones.ts'
import { areaSquareMeters, centerOf, type ZoneShape } from '../src/domain/zones/zone-shape.ts'
import { onEachDatabase } from './support/databases.ts'
import { openService, type TestService } from './support/open-service.ts'

type Zone = { id: string; name: string; city: string; shape: number[][][][] }

onEachDatabase((open) => {
  let service: TestService
  before(async () => {
    service = await openService(await open())
  })
  after(() => service.close())
  beforeEach(() => setZones(service, 'Cotonou', { West: west, East: east }))
  beforeEach(() => setZones(service, 'Parakou', {}))

  test('the zones are listed with their names, cities and outlines, and the extent of them all (spec 2.12)', async () => {
    const shop = await service.openShop()

    const { status, body } = await shop.get('/zones')

    const idOf = (name: string) => body.zones.find((zone: Zone) => zone.name === name).id
    assert.match(idOf('East'), /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    assert.notEqual(idOf('East'), idOf('West'))
    assert.deepEqual(
      { status, body },
      {
        status: 200,
        body: {
          bbox: [2.4, 6.35, 2.44, 6.39],
          zones: [
            { id: idOf('East'), name: 'East', city: 'Cotonou', shape: east },
            { id: idOf('West'), name: 'West', city: 'Cotonou', shape: west },
          ],
        },
      },
    )
  })

  test('every shop sees the same zones', async () => {
    const [shop, other] = [await service.openShop(), await service.openShop({ country: 'TG' })]
    assert.deepEqual((await shop.get('/zones')).body, (await other.get('/zones')).body)
  })

  test('the extent holds the zones of every city', async () => {
    const shop = await service.openShop()
    await setZones(service, 'Parakou', { Banikanni: [[box(2.62, 2.64, 9.33, 9.35)]] })

    const { body } = await shop.get('/zones')

    assert.deepEqual(body.bbox, [2.4, 6.35, 2.64, 9.35])
    assert.deepEqual(
      body.zones.map(({ name, city }: Zone) => [name, city]),
      [
        ['Banikanni', 'Parakou'],
        ['East', 'Cotonou'],
        ['West', 'Cotonou'],
      ],
    )
  })

  test('an outline of many parts and holes keeps them, each a closed ring (spec 2.12)', async () => {
    const shop = await service.openShop()
    const island = box(2.53, 2.57, 6.33, 6.37).toReversed()
    const lagoon = [[box(2.5, 2.6, 6.3, 6.4), island], [box(2.7, 2.8, 6.3, 6.4)]]
    await setZones(service, 'Cotonou', { Lagune: lagoon })

    const [zone] = (await shop.get('/zones')).body.zones

    assert.deepEqual(zone.shape, lagoon)
  })

  test('coordinates have at most 5 decimals, outlines are closed and simplified (spec 2.12)', async () => {
    const shop = await service.openShop()
    const round = circle(2.41, 6.37, 0.0123456789, 720)
    await setZones(service, 'Cotonou', { Rond: round })

    const { bbox, zones } = (await shop.get('/zones')).body
    const [ring] = zones[0].shape[0]

    assert.equal(decimals([bbox, zones]) <= 5, true)
    assert.deepEqual(ring.at(0), ring.at(-1))
    assert.ok(ring.length >= 8 && ring.length < 100, `${ring.length} of 721 positions`)
    for (const [lng, lat] of ring) {
      // Half a unit of the fifth decimal on each axis.
      assert.ok(Math.abs(Math.hypot(lng - 2.41, lat - 6.37) - 0.0123456789) < 0.00001)
    }
  })

  test('the extent of the zones is that of the outlines shown', async () => {
    const shop = await service.openShop()
    await setZones(service, 'Cotonou', { Rond: circle(2.41, 6.37, 0.0123456789, 720) })

    const { bbox, zones } = (await shop.get('/zones')).body

    const positions: number[][] = zones[0].shape.flat(2)
    const [lngs, lats] = [positions.map(([lng = 0]) => lng), positions.map(([, lat = 0]) => lat)]
    assert.deepEqual(bbox, [Math.min(...lngs), Math.min(...lats), Math.max(...lngs), Math.max(...lats)])
  })

  test('without an active zone the extent is null (spec 2.12)', async () => {
    const shop = await service.openShop()
    await setZones(service, 'Cotonou', {})

    const { status, body } = await shop.get('/zones')

    assert.deepEqual({ status, body }, { status: 200, body: { bbox: null, zones: [] } })
  })
})

const west = [[box(2.4, 2.42, 6.35, 6.39)]]
const east = [[box(2.42, 2.44, 6.35, 6.39)]]

/** Gives a city these zones and no other, and has the service see it. */
async function setZones(
  { services }: TestService,
  city: string,
  shapes: Record<string, ZoneShape>,
): Promise<void> {
  const { cities } = services.pricing.map.current()
  await importZones(services, {
    cityId: cities.find(({ name }) => name === city)?.id ?? '',
    drafts: Object.entries(shapes).map(([name, shape]) => ({
      name,
      shape,
      areaSquareMeters: areaSquareMeters(shape),
      center: centerOf(shape),
    })),
    priority: 0,
    replaceOthers: true,
    isDryRun: false,
  })
  await services.pricing.map.reload()
}

/** A ring around a box, counter-clockwise as RFC 7946 has it. */
function box(west: number, east: number, south: number, north: number): number[][] {
  return [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ]
}

/** A ring of `count` positions around a centre, closed. */
function circle(lng: number, lat: number, radius: number, count: number): ZoneShape {
  const at = (step: number) => {
    const angle = (2 * Math.PI * (step % count)) / count
    return [lng + radius * Math.cos(angle), lat + radius * Math.sin(angle)]
  }
  return [[Array.from({ length: count + 1 }, (_, step) => at(step))]]
}

/** The most decimals that any number in `value` is written with. */
function decimals(value: unknown): number {
  const written = JSON.stringify(value).matchAll(/\d+\.(\d+)/g)
  return Math.max(0, ...[...written].map(([, fraction = '']) => fraction.length))
}
