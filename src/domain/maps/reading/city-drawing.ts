import { gzipSync } from 'node:zlib'
import { bboxClip } from '@turf/bbox-clip'
import { simplify } from '@turf/simplify'
import { landmarkKinds, mapLimits } from '../landmark.ts'
import { boxOf, type CityArea, type CityFeatures, type Line, type Position } from './city-features.ts'
import { chainedLines } from './line-joins.ts'
import { clippedLine, seaWithin } from './sea-area.ts'

/**
 * What maps draw of a city under its zones. Lines are whole numbers: a first position from `origin`, then
 * each as its difference from the one before it, in steps of `grid` degrees of longitude and latitude.
 */
export type CityDrawing = {
  origin: [lng: number, lat: number]
  grid: number
  /** Areas of water, each its rings. */
  water: number[][][]
  streams: number[][]
  /** Main roads by their importance, the greatest first. */
  roads: number[][][]
  /**
   * The landmarks whose names are drawn, the most important first: x and y in steps, the name, and from which
   * zoom on it is drawn, where not from that of landmarks.
   */
  places: [x: number, y: number, name: string, fromZoom?: number][]
}

/** About 5 m: less than a pixel at the zoom at which a phone shows some streets. */
const grid = 0.00005

/**
 * How roughly a city may be drawn, one after another until it fits: metres that a line may stray, and what is
 * left out.
 */
const drafts = [
  { strayMeters: 6, roadClasses: 4, places: 400 },
  { strayMeters: 10, roadClasses: 4, places: 300 },
  { strayMeters: 16, roadClasses: 4, places: 250 },
  { strayMeters: 16, roadClasses: 3, places: 250 },
  { strayMeters: 30, roadClasses: 3, places: 200 },
  { strayMeters: 60, roadClasses: 2, places: 100 },
  { strayMeters: 200, roadClasses: 2, places: 50 },
]

/** More positions at a time: at worst the library recurses once for each, and the stack is finite. */
const maxRunLength = 1_000

/**
 * Draws a city as exactly as `mapLimits.drawingBytes` allows; returns the drawing as JSON, and how many lines
 * it has.
 */
export function cityDrawing(area: CityArea, features: CityFeatures): { drawing: string; lineCount: number } {
  const clipped = clippedFeatures(area, features)
  for (const draft of drafts) {
    const drawn = drawnWith(draft, area, clipped)
    const drawing = JSON.stringify(drawn)
    const lineCount = drawn.water.length + drawn.streams.length + drawn.roads.flat().length
    if (gzipSync(drawing).length <= mapLimits.drawingBytes) return { drawing, lineCount }
  }
  const { lng, lat } = area.center
  const nothing: CityDrawing = { origin: [lng, lat], grid, water: [], streams: [], roads: [], places: [] }
  return { drawing: JSON.stringify(nothing), lineCount: 0 }
}

/** Draws water alone, as exactly as `maxBytes` under gzip allow, but never so roughly that it misleads. */
export function waterDrawing(area: CityArea, water: Line[][], maxBytes: number): CityDrawing {
  const features: CityFeatures = { landmarks: [], roads: [[], [], [], []], streams: [], water, coast: [] }
  const clipped = clippedFeatures(area, features)
  const drawings = waterStrays.map(
    (strayMeters) => () => drawnWith({ strayMeters, roadClasses: 0, places: 0 }, area, clipped),
  )
  for (const draw of drawings) {
    const drawn = draw()
    if (draw === drawings.at(-1) || gzipSync(JSON.stringify(drawn)).length <= maxBytes) return drawn
  }
  throw new Error('There is a last draft.')
}

const waterStrays = [10, 16, 24, 36, 50, 70]

function clippedFeatures(area: CityArea, { landmarks, roads, streams, water, coast }: CityFeatures) {
  const box = boxOf(area)
  const lines = (given: readonly Line[]) =>
    chainedLines(given, true).flatMap((line) => clippedLine(line, box))
  return {
    landmarks,
    roads: roads.map(lines),
    streams: lines(streams),
    water: [...seaWithin(box, coast), ...water].map((rings) => clippedRings(rings, box)),
  }
}

/** Rings are clipped one by one: outlines and holes are told apart when they are filled. */
const clippedRings = (rings: readonly Line[], box: [number, number, number, number]): Line[] =>
  rings.flatMap((ring) => {
    const { geometry } = bboxClip({ type: 'Polygon', coordinates: [ring] }, box)
    return (geometry.type === 'MultiPolygon' ? geometry.coordinates.flat() : geometry.coordinates) as Line[]
  })

function drawnWith(
  { strayMeters, roadClasses, places }: (typeof drafts)[number],
  { center }: CityArea,
  { landmarks, roads, streams, water }: ReturnType<typeof clippedFeatures>,
): CityDrawing {
  const tolerance = strayMeters / 111_195
  const origin: Position = [rounded(center.lng), rounded(center.lat)]
  const lineOf = (line: Line, least: number) => stepsOf(simplified(line, tolerance), origin, least)
  const isDrawn = (steps: number[]) => steps.length > 0
  return {
    origin,
    grid,
    water: water
      .filter((rings) => rings.some((ring) => extentMeters(ring) > 4 * strayMeters))
      .map((rings) => rings.map((ring) => lineOf(ring, 4)).filter(isDrawn))
      .filter((rings) => rings.length > 0),
    streams: streams.map((line) => lineOf(line, 2)).filter(isDrawn),
    roads: roads.slice(0, roadClasses).map((lines) => lines.map((line) => lineOf(line, 2)).filter(isDrawn)),
    places: placesOf(landmarks, places).map(({ name, lat, lng }) => [...stepsFrom([lng, lat], origin), name]),
  }
}

/** The landmarks to name: a few kinds of one place are enough, so that each part of the city has some. */
function placesOf(landmarks: CityFeatures['landmarks'], most: number) {
  const cells = new Map<string, number>()
  const ranked = landmarks.toSorted(
    (one, other) => landmarkKinds.indexOf(one.kind) - landmarkKinds.indexOf(other.kind),
  )
  const spread = ranked.flatMap((landmark) => {
    const cell = `${Math.round(landmark.lat * 200)},${Math.round(landmark.lng * 200)}`
    const already = cells.get(cell) ?? 0
    cells.set(cell, already + 1)
    return [{ landmark, already }]
  })
  return spread
    .toSorted((one, other) => one.already - other.already)
    .slice(0, most)
    .map(({ landmark }) => landmark)
}

function simplified(line: Line, tolerance: number): Line {
  const starts = [...line.keys()].filter((at) => at % maxRunLength === 0 && at < line.length - 1)
  return starts.flatMap((start) => {
    const run = line.slice(start, start + maxRunLength + 1)
    return simplify({ type: 'LineString', coordinates: run }, { tolerance, highQuality: true })
      .coordinates as Line
  })
}

/**
 * A line in steps, each from the one before it; empty when fewer than `least` different positions are left of
 * it.
 */
function stepsOf(line: Line, origin: Position, least: number): number[] {
  const steps: number[] = []
  let [beforeX, beforeY] = [0, 0]
  for (const position of line) {
    const [x, y] = stepsFrom(position, origin)
    if (steps.length > 0 && x === beforeX && y === beforeY) continue
    steps.push(x - beforeX, y - beforeY)
    beforeX = x
    beforeY = y
  }
  return steps.length < 2 * least ? [] : steps
}

const stepsFrom = ([lng, lat]: Position, origin: Position): [number, number] => [
  Math.round((lng - origin[0]) / grid),
  Math.round((lat - origin[1]) / grid),
]

function extentMeters(ring: Line): number {
  const lngs = ring.map(([lng]) => lng)
  const lats = ring.map(([, lat]) => lat)
  const span = (values: number[]) =>
    values.reduce((a, b) => Math.max(a, b), -180) - values.reduce((a, b) => Math.min(a, b), 180)
  return Math.max(span(lngs), span(lats)) * 111_195
}

const rounded = (degrees: number): number => Number(degrees.toFixed(5))
