import type { FileHandle } from 'node:fs/promises'
import { decodedText } from '../../../base/kernel/decoded-text.ts'
import { writtenJson } from '../../../base/kernel/written-json.ts'
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
import { packedTags, packingNames } from './packed-tags.ts'

/** A file of this format is read whole. */
const maxGeojsonBytes = 64 * 1024 * 1024

/**
 * Reads what a city takes of a GeoJSON file whose properties are tags of OpenStreetMap, as `osmium export`
 * and others write it. Throws MapFileRefused.
 */
export async function readGeojson(file: FileHandle, area: CityArea): Promise<CityFeatures> {
  const { size } = await file.stat()
  if (size > maxGeojsonBytes) throw new MapFileRefused('TOO_LARGE')
  const features = featuresIn(writtenJson(decodedText(await file.readFile())))
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

/** The features of a collection, or of a list of them. */
function featuresIn(json: unknown): unknown[] {
  const features = Array.isArray(json) ? json : objectOf(json).features
  if (!Array.isArray(features)) throw new MapFileRefused('UNREADABLE')
  return features
}

/**
 * The tags that are read, as properties of their own or packed into one, as ogr and QGIS do; they write
 * `name_fr` for `name:fr`.
 */
function tagsOf(properties: unknown): OsmTags {
  const own = objectOf(properties)
  const given = [own, ...packingNames.map((name) => packedTags(own[name]))]
  return Object.fromEntries(
    readKeys.flatMap((key) => {
      const values = given.flatMap((tags) => [tags[key], tags[key.replace(':', '_')]])
      const value = values.find((each) => typeof each === 'string' && each !== '')
      return typeof value === 'string' ? [[key, value]] : []
    }),
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
