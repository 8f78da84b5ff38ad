import type { Language } from '../../base/kernel/language.ts'
import type { Point } from '../../base/kernel/point.ts'
import { type NamedRing, type Repair, zoneFileWording } from './zone-file-wording.ts'
import {
  areaSquareMeters,
  centerOf,
  holdsPoint,
  partsOverlapping,
  type Ring,
  ringsCrossing,
  selfCrossing,
  turnsLeft,
  withoutRepeats,
  withoutSpikes,
  type ZoneShape,
} from './zone-shape.ts'

/** A zone as read from a file: `shape` is sound and wound as RFC 7946 asks. */
export type ZoneDraft = { name: string; shape: ZoneShape; areaSquareMeters: number; center: Point }

/** What is wrong with a feature, named by its zone name, else "feature 3" (from 1), else "the file". */
export type ZoneFault = { feature: string; fault: string }

/** What a file holds; `notes` lists what was repaired, a line for each repaired zone. */
export type ZoneFile = { zones: ZoneDraft[]; faults: ZoneFault[]; notes: string[] }

/** Zone names are shown on phones and in quotes. */
const maxNameLength = 60

/** A ring that encloses less is a line that was drawn twice, or an artefact of a drawing tool. */
const minRingSquareMeters = 1

/** A last position this close to the first was meant to be the same: about a centimetre. */
const closingDegrees = 1e-7

/** No degree goes beyond it, in any convention: larger numbers are lengths. */
const maxDegrees = 360

/**
 * Reads zones from GeoJSON: a FeatureCollection, or one Feature, of Polygons and MultiPolygons in WGS 84
 * longitude and latitude, each named by its property `nameProperty`. Harmless quirks are repaired and listed
 * in `notes`; whatever would make a wrong zone is refused, every fault at once. `zones` holds the sound ones,
 * so a caller that wants all or nothing looks at `faults` first. Never throws.
 */
export function readZoneFile(
  json: unknown,
  { nameProperty, language = 'en' }: { nameProperty: string; language?: Language },
): ZoneFile {
  const words = zoneFileWording[language]
  const features = featuresOf(json, words)
  if (typeof features === 'string') {
    return { zones: [], faults: [{ feature: words.file, fault: features }], notes: [] }
  }
  const readings = features.map((feature, index) => readFeature(feature, index + 1, { nameProperty, words }))
  reportSharedNames(readings)
  const faults = readings.flatMap(({ label, faults }) => faults.map((fault) => ({ feature: label, fault })))
  const crs = json === features[0] ? undefined : crsFault(json, words)
  if (crs) return { zones: [], faults: [{ feature: words.file, fault: crs }, ...faults], notes: [] }
  const sound = readings.filter((reading) => reading.faults.length === 0)
  return { zones: sound.flatMap(({ zone }) => zone ?? []), faults, notes: sound.flatMap(repairNote) }
}

type Words = (typeof zoneFileWording)[Language]

/** A text of a file as a fault quotes it: nobody reads the rest of a long one. */
const quoted = (text: string): string => (text.length <= 80 ? text : `${text.slice(0, 79)}…`)

/** What is learnt about one feature while it is read. */
type Reading = {
  position: number
  label: string
  name?: string
  zone?: ZoneDraft
  faults: string[]
  repaired: Record<Repair, number>
  words: Words
}

/** One ring as drawn, and how to speak of it; `ring` is undefined when it is no list of positions. */
type DrawnRing = { called: NamedRing; ring: Ring | undefined }

/** The features of a file, or what is wrong with the file. */
function featuresOf(json: unknown, words: Words): unknown[] | string {
  const type = isRecord(json) ? json.type : undefined
  if (type === 'Feature') return [json]
  if (type === 'FeatureCollection' && isRecord(json) && Array.isArray(json.features)) {
    return json.features.length > 0 ? json.features : words.noFeatures
  }
  return type === 'Topology' ? words.topojson : words.notGeojson
}

function readFeature(
  feature: unknown,
  position: number,
  { nameProperty, words }: { nameProperty: string; words: Words },
): Reading {
  const reading: Reading = {
    position,
    words,
    label: words.feature(position),
    faults: [],
    repaired: { altitudes: 0, closed: 0, repeats: 0, spikes: 0, turned: 0 },
  }
  if (!isRecord(feature) || feature.type !== 'Feature') {
    reading.faults.push(words.notFeature)
    return reading
  }
  readName(feature.properties, nameProperty, reading)
  for (const holder of [feature, feature.geometry]) {
    const crs = crsFault(holder, words)
    if (crs) reading.faults.push(crs)
  }
  const shape = readShape(feature.geometry, reading)
  if (reading.name !== undefined && reading.faults.length === 0) {
    const measures = { areaSquareMeters: areaSquareMeters(shape), center: centerOf(shape) }
    reading.zone = { name: reading.name, shape, ...measures }
  }
  return reading
}

function readName(properties: unknown, nameProperty: string, reading: Reading): void {
  const name = nameIn(isRecord(properties) ? properties : {}, nameProperty, reading.words)
  if ('fault' in name) {
    reading.faults.push(name.fault)
  } else {
    reading.name = name.text
    reading.label = name.text
  }
}

function nameIn(
  properties: Record<string, unknown>,
  key: string,
  words: Words,
): { text: string } | { fault: string } {
  if (!Object.hasOwn(properties, key)) {
    const keys = Object.keys(properties)
    const shown = keys.slice(0, 12).map(quoted)
    return { fault: words.nameMissing(key, { keys: shown, more: keys.length - shown.length }) }
  }
  const value = properties[key]
  if (typeof value !== 'string') return { fault: words.nameNotText(key) }
  const text = value.trim().normalize('NFC')
  if (text === '') return { fault: words.nameBlank(key) }
  if (/\p{Cc}/u.test(text)) return { fault: words.nameControl(key) }
  const length = [...text].length
  return length <= maxNameLength ? { text } : { fault: words.nameLong(length, maxNameLength) }
}

/** Two zones cannot have the same name, whatever its capitals: quotes and errors identify zones by name. */
function reportSharedNames(readings: Reading[]): void {
  const byName = Map.groupBy(readings, ({ name }) => name?.toLowerCase())
  byName.delete(undefined)
  for (const sharers of byName.values()) {
    for (const reading of sharers) {
      const others = sharers.filter((sharer) => sharer !== reading).map(({ position }) => position)
      if (others.length === 0) continue
      reading.faults.push(reading.words.nameShared(others))
    }
  }
}

/** CRS84 and EPSG:4326, alone, as a URN or as an address. */
const wgs84Names = /(^|[:/])CRS84h?$|^EPSG:4326$|[:/]EPSG[:/][^:/]*[:/]4326$/i

/** Only the two names of WGS 84 are accepted in the `crs` member, which GeoJSON had before RFC 7946. */
function crsFault(holder: unknown, words: Words): string | undefined {
  const crs = isRecord(holder) ? (holder.crs ?? undefined) : undefined
  if (crs === undefined) return undefined
  const properties = isRecord(crs) && isRecord(crs.properties) ? crs.properties : {}
  const name = typeof properties.name === 'string' ? properties.name.trim() : ''
  if (wgs84Names.test(name)) return undefined
  return words.crs(quoted(name))
}

function readShape(geometry: unknown, reading: Reading): ZoneShape {
  const polygons = drawnPolygons(geometry, reading)
  reportStrays(polygons.flat(), reading)
  const shape = polygons.map((rings) => {
    const repaired = rings.map((drawn) => repairRing(drawn, reading))
    const sound = repaired.filter((ring) => ring !== undefined)
    if (sound.length === repaired.length) reportHoles(rings, sound, reading)
    return sound
  })
  if (reading.faults.length === 0) reportOverlap(shape, reading)
  return shape
}

function reportOverlap(shape: Ring[][], reading: Reading): void {
  const overlap = partsOverlapping(shape)
  if (!overlap) return
  const { first, second, place } = overlap
  reading.faults.push(reading.words.partsOverlap(first + 1, second + 1, placeWording(place, reading.words)))
}

/** The rings of a geometry, polygon by polygon; those that are no list of positions are reported. */
function drawnPolygons(geometry: unknown, reading: Reading): DrawnRing[][] {
  if (!isRecord(geometry)) {
    reading.faults.push(reading.words.noGeometry)
    return []
  }
  const { type, coordinates } = geometry
  if (type !== 'Polygon' && type !== 'MultiPolygon') {
    reading.faults.push(reading.words.wrongType(typeof type === 'string' ? quoted(type) : null))
    return []
  }
  const polygons: unknown[] =
    type === 'Polygon' ? [coordinates] : Array.isArray(coordinates) ? coordinates : []
  if (polygons.length === 0) reading.faults.push(reading.words.geometryEmpty)
  return polygons.map((polygon, index) =>
    drawnRings(polygon, polygons.length > 1 ? index + 1 : null, reading),
  )
}

function drawnRings(polygon: unknown, number: number | null, reading: Reading): DrawnRing[] {
  if (!Array.isArray(polygon) || polygon.length === 0) {
    reading.faults.push(reading.words.polygonEmpty(number))
    return []
  }
  return polygon.map((value: unknown, hole) => {
    const called = { hole, polygon: number }
    return { called, ring: positionsOf(value, called, reading) }
  })
}

function positionsOf(value: unknown, called: NamedRing, reading: Reading): Ring | undefined {
  if (!Array.isArray(value)) {
    reading.faults.push(reading.words.notPositions(called))
    return undefined
  }
  const odd = [...value.keys()].filter((index) => !isPosition(value[index])).map((index) => index + 1)
  if (odd.length > 0) {
    reading.faults.push(reading.words.notNumbers(called, odd.slice(0, 5), Math.max(0, odd.length - 5)))
    return undefined
  }
  reading.repaired.altitudes += value.filter((position) => position.length > 2).length
  return value.map(([lng, lat]) => [lng, lat])
}

/** One fault for all the rings of a feature: they come from one export. */
function reportStrays(drawn: DrawnRing[], reading: Reading): void {
  const positions = drawn.flatMap(({ ring }) => ring ?? [])
  const stray = positions.find(isStray)
  if (!stray) return
  const [lng, lat] = stray
  const example = `${lng}, ${lat}`
  const { words } = reading
  if (positions.some((position) => position.some((number) => Math.abs(number) > maxDegrees))) {
    reading.faults.push(words.metres(example))
  } else if (positions.every(([first, second]) => !isStray([second, first]))) {
    reading.faults.push(words.swapped(example))
  } else {
    reading.faults.push(words.notOnEarth(example))
  }
}

/** The ring closed, cleaned and wound the right way; undefined when it encloses nothing or crosses itself. */
function repairRing({ called, ring }: DrawnRing, reading: Reading): Ring | undefined {
  if (!ring || ring.some(isStray)) return undefined
  if (new Set(ring.map(String)).size < 3) {
    reading.faults.push(reading.words.fewPoints(called))
    return undefined
  }
  const clean = cleanRing(ring, reading)
  const crossing = selfCrossing(clean)
  if (crossing) {
    reading.faults.push(reading.words.crossing(called, placeWording(crossing, reading.words)))
    return undefined
  }
  if (clean.length < 4 || areaSquareMeters([[clean]]) < minRingSquareMeters) {
    reading.faults.push(reading.words.noArea(called))
    return undefined
  }
  if (turnsLeft(clean) !== called.hole > 0) return clean
  reading.repaired.turned += 1
  return clean.reverse()
}

function cleanRing(ring: Ring, reading: Reading): Ring {
  const closed = closedRing(ring, reading)
  const unrepeated = withoutRepeats(closed)
  const clean = withoutSpikes(unrepeated)
  reading.repaired.repeats += closed.length - unrepeated.length
  reading.repaired.spikes += unrepeated.length - clean.length
  return clean
}

function closedRing(ring: Ring, reading: Reading): Ring {
  const [first, last] = [ring[0], ring.at(-1)]
  if (!first || !last || (first[0] === last[0] && first[1] === last[1])) return ring
  reading.repaired.closed += 1
  const gapDegrees = Math.hypot(last[0] - first[0], last[1] - first[1])
  return [...(gapDegrees <= closingDegrees ? ring.slice(0, -1) : ring), first]
}

function reportHoles(drawn: DrawnRing[], rings: Ring[], reading: Reading): void {
  const [outline, ...holes] = rings
  if (!outline || holes.length === 0) return
  const before = reading.faults.length
  for (const [index, hole] of holes.entries()) {
    const outside = hole.find(([lng, lat]) => !holdsPoint([[outline]], { lng, lat }))
    if (!outside) continue
    const place = placeWording({ lng: outside[0], lat: outside[1] }, reading.words)
    const { called } = drawn[index + 1] as DrawnRing
    reading.faults.push(reading.words.holeOutside(called, place))
  }
  if (reading.faults.length > before) return
  const crossing = ringsCrossing(rings)
  if (crossing) {
    reading.faults.push(reading.words.ringsCross(placeWording(crossing, reading.words)))
  } else if (areaSquareMeters([rings]) < minRingSquareMeters) {
    reading.faults.push(reading.words.nothingLeft)
  }
}

/** What was repaired in a zone, in words; nothing for a zone that needed no repair. */
function repairNote({ zone, repaired, words }: Reading): string[] {
  const counted = (Object.keys(words.repairs) as Repair[]).filter((repair) => repaired[repair] > 0)
  const counts = counted.map((repair) => `${words.repairs[repair]}: ${repaired[repair]}`).join(', ')
  return zone && counts ? [words.note(zone.name, counts)] : []
}

const placeWording = ({ lng, lat }: Point, words: Words) => words.place(lng.toFixed(5), lat.toFixed(5))

const isStray = ([lng, lat]: readonly [number, number]) => Math.abs(lng) > 180 || Math.abs(lat) > 90

const isPosition = (value: unknown) =>
  Array.isArray(value) && Number.isFinite(value[0]) && Number.isFinite(value[1])

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
