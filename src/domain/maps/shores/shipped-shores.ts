import { createHash } from 'node:crypto'
import { simplify } from '@turf/simplify'
import type { City, Zone } from '../../zones/service-map.ts'
import { cityArea } from '../city-area.ts'
import { waterDrawing } from '../reading/city-drawing.ts'
import { boxOf, type CityArea, type Line } from '../reading/city-features.ts'
import { codedLine } from './line-code.ts'
import shores from './shores.json' with { type: 'json' }

/**
 * One tile of `shores.json`: its column and row, and its areas of water, each its rings as `lineCode` writes
 * them.
 */
export type ShoreTile = [x: number, y: number, areas: string[][]]

/** How wide and high a tile is. */
export const shoreTileDegrees = 0.25

/** Tiles overlap a little, so that no seam shows between them. */
const overlapDegrees = 0.0005

/** The extent [west, south, east, north] of a tile. */
export const tileBox = (x: number, y: number): [number, number, number, number] => [
  x * shoreTileDegrees - overlapDegrees,
  y * shoreTileDegrees - overlapDegrees,
  (x + 1) * shoreTileDegrees + overlapDegrees,
  (y + 1) * shoreTileDegrees + overlapDegrees,
]

/** A map shows more than the circle of its city, on a wide screen above all. */
const shownRadii = 2.5
const maxRadiusMeters = 100_000

/**
 * What comes with every first visit of a map weighs little, under gzip: a phone sees no more of a shore at
 * first.
 */
const groundBytes = 5_000

/** What Colis knows itself of the ground of a city, before anything was imported. */
export type ShippedGround = {
  /** Another one when what is drawn is another. */
  sha256: string
  /** The drawing, as `cityDrawing` writes it. */
  draw: () => string
}

/**
 * The seas, lagoons and rivers around a city, from the data of OpenStreetMap that `cut-shores.ts` cut; and
 * its name, where no zone has one.
 */
export function shippedGround(city: City, zones: readonly Zone[]): ShippedGround {
  const { center, radiusMeters } = cityArea(city, zones)
  const area = { center, radiusMeters: Math.min(shownRadii * radiusMeters, maxRadiusMeters) }
  const name = zones.length === 0 ? city.name : null
  const tiles = tilesOf(area)
  return {
    sha256: createHash('sha256').update(JSON.stringify({ area, name, tiles })).digest('hex'),
    draw: () => groundDrawing(area, tiles, name),
  }
}

function tilesOf(area: CityArea): ShoreTile[] {
  const [west = 0, south = 0, east = 0, north = 0] = boxOf(area).map((degrees) =>
    Math.floor(degrees / shoreTileDegrees),
  )
  return (shores as ShoreTile[]).filter(([x, y]) => x >= west && x <= east && y >= south && y <= north)
}

/** Outside of the city's own circle shores are drawn as roughly as they are seen, in metres. */
const outside = { strayMeters: 120, leastMeters: 1_000 }

function groundDrawing(area: CityArea, tiles: readonly ShoreTile[], name: string | null): string {
  const inner = boxOf({ ...area, radiusMeters: area.radiusMeters / shownRadii })
  const water = tiles.flatMap(([x, y, areas]) => {
    const shapes = areas.map((rings) => rings.map(codedLine))
    return overlaps(tileBox(x, y), inner) ? shapes : shapes.map(simplerRings)
  })
  const drawing = waterDrawing(area, water, groundBytes)
  return JSON.stringify(name === null ? drawing : { ...drawing, places: [[0, 0, name, 0]] })
}

function simplerRings(rings: readonly Line[]): Line[] {
  const tolerance = outside.strayMeters / 111_195
  return rings
    .filter((ring) => extentDegrees(ring) * 111_195 >= outside.leastMeters)
    .map((ring) => simplify({ type: 'LineString', coordinates: ring }, { tolerance }).coordinates as Line)
}

function extentDegrees(ring: Line): number {
  const [lngs, lats] = [ring.map(([lng]) => lng), ring.map(([, lat]) => lat)]
  return Math.max(Math.max(...lngs) - Math.min(...lngs), Math.max(...lats) - Math.min(...lats))
}

const overlaps = (one: readonly number[], other: readonly number[]): boolean =>
  (one[0] ?? 0) < (other[2] ?? 0) &&
  (other[0] ?? 0) < (one[2] ?? 0) &&
  (one[1] ?? 0) < (other[3] ?? 0) &&
  (other[1] ?? 0) < (one[3] ?? 0)
