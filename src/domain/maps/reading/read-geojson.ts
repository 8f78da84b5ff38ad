import type { FileHandle } from 'node:fs/promises'
import {
  type CityArea,
  type CityFeatures,
  collectFeatures,
  type Line,
  middleOf,
  type Position,
} from './city-features.ts'
import { MapFileRefused } from './map-fault.ts'
import { drawnAs, type OsmTags, readKeys } from './osm-tags.ts'

/** A file of this format is read whole. */
const maxGeojsonBytes = 64 * 1024 * 1024

/**
 * Reads what a city takes of a GeoJSON file whose properties are tags of OpenStreetMap, as `osmium export`
 * and others write it. Throws MapFileRefused.
 */
export async function readGeojson(file: FileHandle, area: CityArea): Promise<CityFeatures> {
  const { size } = await file.stat()
  if (size > maxGeojsonBytes) throw new MapFileRefused('TOO_LARGE')
  const { features } = parsed(await file.readFile('utf8'))
  if (!Array.isArray(features)) throw new MapFileRefused('UNREADABLE')
  const collector = collectFeatures(area)
  for (const feature of features) {
    const { properties, geometry } = objectOf(feature)
    const tags = tagsOf(properties)
    const { lines, polygons, positions } = shapesOf(objectOf(geometry))
    if (positions.length > 0) collector.addPlace(tags, middleOf(positions))
    for (const line of lines) collector.addLine(tags, line)
    if (drawnAs(tags) === 'WATER') for (const rings of polygons) collector.addWater(rings)
  }
  return collector.features
}

function parsed(text: string): Record<string, unknown> {
  try {
    return objectOf(JSON.parse(text.replace(/^\uFEFF/, '')))
  } catch {
    throw new MapFileRefused('UNREADABLE')
  }
}

function tagsOf(properties: unknown): OsmTags {
  const own = objectOf(properties)
  const given = typeof own.tags === 'object' && own.tags !== null ? objectOf(own.tags) : own
  return Object.fromEntries(
    readKeys.flatMap((key) => (typeof given[key] === 'string' ? [[key, given[key]]] : [])),
  )
}

/** Lines and polygons of a geometry, and all its positions; whatever is no geometry has none. */
function shapesOf({ type, coordinates }: Record<string, unknown>) {
  const depth = depths[String(type)]
  const shapes = { lines: [] as Line[], polygons: [] as Line[][], positions: [] as Position[] }
  if (depth === undefined) return shapes
  const isMultiple = String(type).startsWith('Multi')
  const parts = listOf(isMultiple ? coordinates : [coordinates])
  for (const part of parts) {
    if (depth === 0) shapes.positions.push(...lineOf([part]))
    else if (depth === 1) shapes.lines.push(lineOf(part))
    else
      shapes.polygons.push(
        listOf(part)
          .map(lineOf)
          .filter((ring) => ring.length > 3),
      )
  }
  for (const line of [...shapes.lines, ...shapes.polygons.map(([outline]) => outline ?? [])])
    for (const position of line) shapes.positions.push(position)
  return shapes
}

const depths: Record<string, 0 | 1 | 2> = {
  Point: 0,
  MultiPoint: 0,
  LineString: 1,
  MultiLineString: 1,
  Polygon: 2,
  MultiPolygon: 2,
}

const lineOf = (given: unknown): Line =>
  listOf(given).flatMap((each): Position[] => {
    const [lng, lat] = listOf(each)
    const isPosition =
      typeof lng === 'number' && typeof lat === 'number' && Math.abs(lng) <= 180 && Math.abs(lat) <= 90
    return isPosition ? [[lng, lat]] : []
  })

const listOf = (given: unknown): unknown[] => (Array.isArray(given) ? given : [])
const objectOf = (given: unknown): Record<string, unknown> =>
  typeof given === 'object' && given !== null ? (given as Record<string, unknown>) : {}
