import { readFileSync, writeFileSync } from 'node:fs'
import { bboxClip } from '@turf/bbox-clip'
import { simplify } from '@turf/simplify'
import { distanceMeters } from '../../base/kernel/point.ts'
import type { Line, Position } from '../../domain/maps/reading/city-features.ts'
import { lineCode } from '../../domain/maps/shores/line-code.ts'
import { type ShoreTile, shoreTileDegrees, tileBox } from '../../domain/maps/shores/shipped-shores.ts'
import { knownCities } from '../../domain/pricing/known/known-cities.ts'
import { francCountries } from '../../domain/zones/franc-countries.ts'

/**
 * Writes `shores.json`, the seas, lagoons, lakes and broad rivers that Colis ships, from the waters of
 * OpenStreetMap as the package @geo-maps/earth-waterbodies-10m has them (the data is under the ODbL). Run
 * when they should be newer:
 *
 *     npm pack @geo-maps/earth-waterbodies-10m@0.6.0 && tar xzf geo-maps-earth-waterbodies-10m-0.6.0.tgz
 *     node src/cli/shores/cut-shores.ts package/map.geo.json
 *
 * Nothing is added to how far the source strays near a known city; elsewhere it may be 150 m more.
 */
const [source] = process.argv.slice(2)
if (source === undefined) throw new Error('Name the map.geo.json of @geo-maps/earth-waterbodies-10m.')

/** How far a line may stray, and how large something must be to be drawn, in metres. */
const near = { strayMeters: 8, leastMeters: 60 }
const far = { strayMeters: 150, leastMeters: 1_500 }

/** How far around a city its tiles are exact, in its service radii. */
const nearRadii = 1.6

type Tile = [x: number, y: number]
type Box = [west: number, south: number, east: number, north: number]

const { geometries } = JSON.parse(readFileSync(source, 'utf8')) as {
  geometries: { coordinates: Line[][] }[]
}
const wanted = wantedTiles()
const tiles = cutTiles(
  wanted,
  geometries.flatMap(({ coordinates }) => coordinates),
).sort(([x, y], [otherX, otherY]) => x - otherX || y - otherY)
const target = new URL('../../domain/maps/shores/shores.json', import.meta.url)
writeFileSync(target, `[\n${tiles.map((tile) => JSON.stringify(tile)).join(',\n')}\n]\n`)
process.stdout.write(`${tiles.length} tiles\n`)

/** The tiles of the fourteen countries, whose extents overlap. */
function wantedTiles(): Tile[] {
  const found = new Map<string, Tile>()
  for (const { extent } of Object.values(francCountries)) {
    const [west, south, east, north] = extent.map((degrees) => Math.floor(degrees / shoreTileDegrees)) as Box
    for (let x = west; x <= east; x += 1)
      for (let y = south; y <= north; y += 1) found.set(`${x},${y}`, [x, y])
  }
  return [...found.values()]
}

/** Cuts in halves, and these again: an ocean is cut a dozen times, not once for each tile. */
function cutTiles(within: readonly Tile[], polygons: readonly Line[][]): ShoreTile[] {
  const [first] = within
  if (!first || polygons.length === 0) return []
  const columns = within.map(([x]) => x)
  const rows = within.map(([, y]) => y)
  const [west, east] = [Math.min(...columns), Math.max(...columns)]
  const [south, north] = [Math.min(...rows), Math.max(...rows)]
  const [southWest, northEast] = [tileBox(west, south), tileBox(east, north)]
  const box: Box = [southWest[0], southWest[1], northEast[2], northEast[3]]
  const clipped = polygons
    .filter(([outline = []]) => overlaps(boxOfRing(outline), box))
    .flatMap((rings) => clippedPolygons(rings, box))
  if (west === east && south === north) return tileOf(first, clipped)
  const isLeft =
    east - west >= north - south
      ? ([x]: Tile) => x <= Math.floor((west + east) / 2)
      : ([, y]: Tile) => y <= Math.floor((south + north) / 2)
  return [
    ...cutTiles(within.filter(isLeft), clipped),
    ...cutTiles(
      within.filter((tile) => !isLeft(tile)),
      clipped,
    ),
  ]
}

function tileOf([x, y]: Tile, polygons: readonly Line[][]): ShoreTile[] {
  const box = tileBox(x, y)
  const { strayMeters, leastMeters } = isNearCity(box) ? near : far
  const areas = polygons
    .map((rings) => withoutPairs(rings, box).filter((ring) => extentMeters(ring) >= leastMeters))
    .filter((rings) => rings.length > 0)
    .map((rings) => rings.map((ring) => lineCode(simplified(ring, strayMeters))))
  return areas.length === 0 ? [] : [[x, y, areas]]
}

/** Where a tile is all land, the ocean around it and the land within it are cut to the same square. */
function withoutPairs(rings: readonly Line[], [west, south, east, north]: Box): Line[] {
  const isSquare = (ring: Line) => areaOf(ring) > 0.999_999 * (east - west) * (north - south)
  const squares = rings.filter(isSquare)
  const others = rings.filter((ring) => !isSquare(ring))
  return squares.length % 2 === 1 ? [...squares.slice(0, 1), ...others] : others
}

/** In square degrees. */
function areaOf(ring: Line): number {
  let sum = 0
  for (const [at, [x, y]] of ring.entries()) {
    const [beforeX, beforeY] = ring.at(at - 1) ?? [x, y]
    sum += beforeX * y - x * beforeY
  }
  return Math.abs(sum) / 2
}

function clippedPolygons(rings: Line[], box: Box): Line[][] {
  const { geometry } = bboxClip({ type: 'Polygon', coordinates: rings }, box)
  const found = geometry.type === 'MultiPolygon' ? geometry.coordinates : [geometry.coordinates]
  return (found as Line[][]).filter(([outline = []]) => outline.length > 3)
}

function simplified(ring: Line, strayMeters: number): Line {
  const tolerance = strayMeters / 111_195
  const line = { type: 'LineString', coordinates: ring } as const
  return simplify(line, { tolerance, highQuality: true }).coordinates as Line
}

function isNearCity([west, south, east, north]: Box): boolean {
  return knownCities.some(({ lat, lng, serviceRadiusMeters }) => {
    const nearest = {
      lat: Math.min(Math.max(lat, south), north),
      lng: Math.min(Math.max(lng, west), east),
    }
    return distanceMeters({ lat, lng }, nearest) <= nearRadii * serviceRadiusMeters
  })
}

function overlaps(one: Box, other: Box): boolean {
  return one[0] < other[2] && other[0] < one[2] && one[1] < other[3] && other[1] < one[3]
}

function extentMeters(ring: Line): number {
  const [west, south, east, north] = boxOfRing(ring)
  return Math.max(east - west, north - south) * 111_195
}

function boxOfRing(ring: Line): Box {
  const box: Box = [180, 90, -180, -90]
  for (const [lng, lat] of ring as Position[]) {
    box[0] = Math.min(box[0], lng)
    box[1] = Math.min(box[1], lat)
    box[2] = Math.max(box[2], lng)
    box[3] = Math.max(box[3], lat)
  }
  return box
}
