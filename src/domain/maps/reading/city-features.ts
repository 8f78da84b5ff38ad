import { distanceMeters, type Point } from '../../../base/kernel/point.ts'
import { type LandmarkDraft, mapLimits } from '../landmark.ts'
import { drawnAs, landmarkKindOf, namesOf, type OsmTags } from './osm-tags.ts'

/** The part of a file that is a city's: a circle that holds all that it serves. */
export type CityArea = { center: Point; radiusMeters: number }

/** A position as GeoJSON has it, and a line of them. */
export type Position = [lng: number, lat: number]
export type Line = Position[]

/** What is kept of a file for a city. A water area is its rings, outlines and holes alike. */
export type CityFeatures = {
  landmarks: LandmarkDraft[]
  roads: [Line[], Line[], Line[], Line[]]
  streams: Line[]
  water: Line[][]
  coast: Line[]
}

/** More than any city has; what a hostile file could hold besides. */
const maxDrawnPositions = 3_000_000

/** Thrown when a file holds more for one city than a city can have. */
export class TooManyFeatures extends Error {
  override name = 'TooManyFeatures'
}

/** The extent [west, south, east, north] in degrees of the circle of a city, `marginMeters` wider. */
export function boxOf(
  { center, radiusMeters }: CityArea,
  marginMeters = 0,
): [number, number, number, number] {
  const lat = (radiusMeters + marginMeters) / 111_195
  const lng = lat / Math.max(0.01, Math.cos((center.lat * Math.PI) / 180))
  return [center.lng - lng, center.lat - lat, center.lng + lng, center.lat + lat]
}

/** Collects what the things of a file give a city, whatever kind of file it is. */
export function collectFeatures({ center, radiusMeters }: CityArea) {
  const features: CityFeatures = { landmarks: [], roads: [[], [], [], []], streams: [], water: [], coast: [] }
  let positions = 0

  /** A thing with a place of its own: a point, or the middle of what has an extent. */
  function addPlace(tags: OsmTags, at: Point): void {
    const kind = landmarkKindOf(tags)
    const [name, ...otherNames] = kind ? namesOf(tags) : []
    if (!kind || name === undefined || !(distanceMeters(center, at) <= radiusMeters)) return
    if (features.landmarks.length >= mapLimits.landmarks) throw new TooManyFeatures()
    features.landmarks.push({ name, kind, otherNames: otherNames.slice(0, 5), lat: at.lat, lng: at.lng })
  }

  function addLine(tags: OsmTags, line: Line): void {
    const drawn = drawnAs(tags)
    if (drawn === undefined || line.length < 2) return
    count(line)
    if (drawn === 'COAST') features.coast.push(line)
    else if (drawn === 'STREAM') features.streams.push(line)
    else if (drawn === 'WATER') addWater(isClosed(line) ? [line] : [])
    else features.roads[drawn.road].push(line)
  }

  function addWater(rings: Line[]): void {
    if (rings.length === 0) return
    for (const ring of rings) count(ring)
    features.water.push(rings)
  }

  function count(line: Line): void {
    positions += line.length
    if (positions > maxDrawnPositions) throw new TooManyFeatures()
  }

  return { features, addPlace, addLine, addWater }
}

export type FeatureCollector = ReturnType<typeof collectFeatures>

/** Whether a line ends where it begins. */
export function isClosed(line: Line): boolean {
  const [first, last] = [line[0], line.at(-1)]
  return line.length > 3 && first?.[0] === last?.[0] && first?.[1] === last?.[1]
}

/** The middle of the extent of some positions. */
export function middleOf(line: readonly Position[]): Point {
  let [west, south, east, north] = [180, 90, -180, -90]
  for (const [lng, lat] of line) {
    west = Math.min(west, lng)
    east = Math.max(east, lng)
    south = Math.min(south, lat)
    north = Math.max(north, lat)
  }
  return { lat: (south + north) / 2, lng: (west + east) / 2 }
}
