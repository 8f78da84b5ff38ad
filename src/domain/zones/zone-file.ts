import type { Point } from '../../base/kernel/point.ts'
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
export function readZoneFile(json: unknown, { nameProperty }: { nameProperty: string }): ZoneFile {
  const features = featuresOf(json)
  if (typeof features === 'string') {
    return { zones: [], faults: [{ feature: 'the file', fault: features }], notes: [] }
  }
  const readings = features.map((feature, index) => readFeature(feature, index + 1, nameProperty))
  reportSharedNames(readings)
  const faults = readings.flatMap(({ label, faults }) => faults.map((fault) => ({ feature: label, fault })))
  const crs = json === features[0] ? undefined : crsFault(json)
  if (crs) return { zones: [], faults: [{ feature: 'the file', fault: crs }, ...faults], notes: [] }
  const sound = readings.filter((reading) => reading.faults.length === 0)
  return { zones: sound.flatMap(({ zone }) => zone ?? []), faults, notes: sound.flatMap(repairNote) }
}

/** What is repaired automatically, as `notes` words it before a count. */
const repairs = {
  altitudes: 'altitudes dropped',
  closed: 'rings closed',
  repeats: 'duplicate points removed',
  spikes: 'spike points removed',
  turned: 'rings turned',
}
type Repair = keyof typeof repairs

/** What is learnt about one feature while it is read. */
type Reading = {
  position: number
  label: string
  name?: string
  zone?: ZoneDraft
  faults: string[]
  repaired: Record<Repair, number>
}

/** One ring as drawn, and how to speak of it; `ring` is undefined when it is no list of positions. */
type DrawnRing = { called: string; isHole: boolean; ring: Ring | undefined }

/** The features of a file, or what is wrong with the file. */
function featuresOf(json: unknown): unknown[] | string {
  const type = isRecord(json) ? json.type : undefined
  if (type === 'Feature') return [json]
  if (type === 'FeatureCollection' && isRecord(json) && Array.isArray(json.features)) {
    return json.features.length > 0 ? json.features : 'The file has no features: draw at least one zone.'
  }
  if (type === 'Topology') return 'This is TopoJSON: export the zones as GeoJSON.'
  return 'This is not a GeoJSON FeatureCollection: export the zones as GeoJSON features, each with its name.'
}

function readFeature(feature: unknown, position: number, nameProperty: string): Reading {
  const reading: Reading = {
    position,
    label: `feature ${position}`,
    faults: [],
    repaired: { altitudes: 0, closed: 0, repeats: 0, spikes: 0, turned: 0 },
  }
  if (!isRecord(feature) || feature.type !== 'Feature') {
    reading.faults.push('It is not a GeoJSON Feature: give it a type "Feature", properties and a geometry.')
    return reading
  }
  readName(feature.properties, nameProperty, reading)
  for (const holder of [feature, feature.geometry]) {
    const crs = crsFault(holder)
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
  const name = nameIn(isRecord(properties) ? properties : {}, nameProperty)
  if ('fault' in name) {
    reading.faults.push(name.fault)
  } else {
    reading.name = name.text
    reading.label = name.text
  }
}

function nameIn(properties: Record<string, unknown>, key: string): { text: string } | { fault: string } {
  if (!Object.hasOwn(properties, key)) {
    return { fault: `It has no property "${key}" to take its name from: ${propertiesWording(properties)}` }
  }
  const value = properties[key]
  if (typeof value !== 'string') return { fault: `Its name, property "${key}", is not text: write a text.` }
  const text = value.trim().normalize('NFC')
  if (text === '') return { fault: `Its name, property "${key}", is blank: write the name of the zone.` }
  if (/\p{Cc}/u.test(text)) {
    return { fault: `Its name, property "${key}", holds a control character: type the name anew.` }
  }
  const length = [...text].length
  if (length <= maxNameLength) return { text }
  return { fault: `Its name has ${length} characters: shorten it to at most ${maxNameLength}.` }
}

function propertiesWording(properties: Record<string, unknown>): string {
  const keys = Object.keys(properties)
  if (keys.length === 0) return 'it has no properties at all. Add it.'
  const shown = keys.slice(0, 12).map((key) => `"${key}"`)
  const more = keys.length > shown.length ? ` and ${keys.length - shown.length} more` : ''
  return `it has ${shown.join(', ')}${more}. Add it, or choose one of these as the name property.`
}

/** Two zones cannot have the same name, whatever its capitals: quotes and errors identify zones by name. */
function reportSharedNames(readings: Reading[]): void {
  const byName = Map.groupBy(readings, ({ name }) => name?.toLowerCase())
  byName.delete(undefined)
  for (const sharers of byName.values()) {
    for (const reading of sharers) {
      const others = sharers.filter((sharer) => sharer !== reading).map(({ position }) => position)
      if (others.length === 0) continue
      reading.faults.push(`Its name is also that of feature ${others.join(', ')}: give each its own name.`)
    }
  }
}

/** CRS84 and EPSG:4326, alone, as a URN or as an address. */
const wgs84Names = /(^|[:/])CRS84h?$|^EPSG:4326$|[:/]EPSG[:/][^:/]*[:/]4326$/i

/** Only the two names of WGS 84 are accepted in the `crs` member, which GeoJSON had before RFC 7946. */
function crsFault(holder: unknown): string | undefined {
  const crs = isRecord(holder) ? (holder.crs ?? undefined) : undefined
  if (crs === undefined) return undefined
  const properties = isRecord(crs) && isRecord(crs.properties) ? crs.properties : {}
  const name = typeof properties.name === 'string' ? properties.name.trim() : ''
  if (wgs84Names.test(name)) return undefined
  const called = name === '' ? 'one without a name' : `"${name}"`
  return `Its coordinate system is ${called}: export the zones in WGS 84 longitude and latitude (EPSG:4326).`
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
  reading.faults.push(
    `Its polygons ${first + 1} and ${second + 1} lie over each other near ${placeWording(place)}: join them.`,
  )
}

/** The rings of a geometry, polygon by polygon; those that are no list of positions are reported. */
function drawnPolygons(geometry: unknown, reading: Reading): DrawnRing[][] {
  if (!isRecord(geometry)) {
    reading.faults.push('It has no geometry: draw its outline, or take the feature out.')
    return []
  }
  const { type, coordinates } = geometry
  if (type !== 'Polygon' && type !== 'MultiPolygon') {
    const drawn = typeof type === 'string' ? `is a ${type}` : 'has a geometry without a type'
    reading.faults.push(`It ${drawn}: draw the zone as a Polygon or a MultiPolygon, or take the feature out.`)
    return []
  }
  const polygons: unknown[] =
    type === 'Polygon' ? [coordinates] : Array.isArray(coordinates) ? coordinates : []
  if (polygons.length === 0) reading.faults.push('Its geometry is empty: draw its outline.')
  return polygons.map((polygon, index) => {
    const name = polygons.length > 1 ? `polygon ${index + 1}` : ''
    return drawnRings(polygon, name, reading)
  })
}

function drawnRings(polygon: unknown, polygonName: string, reading: Reading): DrawnRing[] {
  if (!Array.isArray(polygon) || polygon.length === 0) {
    const called = polygonName === '' ? 'geometry' : polygonName
    reading.faults.push(`Its ${called} is empty: draw its outline.`)
    return []
  }
  return polygon.map((value: unknown, index) => {
    const called = `${index === 0 ? 'outline' : `hole ${index}`}${polygonName && ` of ${polygonName}`}`
    return { called, isHole: index > 0, ring: positionsOf(value, called, reading) }
  })
}

function positionsOf(value: unknown, called: string, reading: Reading): Ring | undefined {
  if (!Array.isArray(value)) {
    reading.faults.push(`Its ${called} is not a list of positions: draw it anew.`)
    return undefined
  }
  const odd = [...value.keys()].filter((index) => !isPosition(value[index])).map((index) => index + 1)
  if (odd.length > 0) {
    const which = odd.slice(0, 5).join(', ') + (odd.length > 5 ? ` and ${odd.length - 5} more` : '')
    reading.faults.push(`Its ${called} is not made of pairs of numbers: correct position ${which}.`)
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
  const example = `for example ${lng}, ${lat}`
  if (positions.some((position) => position.some((number) => Math.abs(number) > maxDegrees))) {
    reading.faults.push(
      `Its coordinates are not degrees (${example}) but look like metres of a map projection: export the zones in WGS 84 longitude and latitude (EPSG:4326).`,
    )
  } else if (positions.every(([first, second]) => !isStray([second, first]))) {
    reading.faults.push(
      `A latitude is beyond 90 degrees (${example}): longitude and latitude look swapped. GeoJSON wants longitude first.`,
    )
  } else {
    reading.faults.push(
      `A position is not on Earth (${example}): longitudes go from -180 to 180 and latitudes from -90 to 90 degrees. Correct it.`,
    )
  }
}

/** The ring closed, cleaned and wound the right way; undefined when it encloses nothing or crosses itself. */
function repairRing({ called, isHole, ring }: DrawnRing, reading: Reading): Ring | undefined {
  if (!ring || ring.some(isStray)) return undefined
  if (new Set(ring.map(String)).size < 3) {
    reading.faults.push(`Its ${called} has fewer than 3 different points: draw it anew.`)
    return undefined
  }
  const clean = cleanRing(ring, reading)
  const crossing = selfCrossing(clean)
  if (crossing) {
    reading.faults.push(
      `Its ${called} crosses or touches itself near ${placeWording(crossing)}: redraw it there.`,
    )
    return undefined
  }
  if (clean.length < 4 || areaSquareMeters([[clean]]) < minRingSquareMeters) {
    reading.faults.push(`Its ${called} encloses no area: draw it anew, or take it out.`)
    return undefined
  }
  if (turnsLeft(clean) !== isHole) return clean
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
    const place = placeWording({ lng: outside[0], lat: outside[1] })
    const { called } = drawn[index + 1] as DrawnRing
    reading.faults.push(`Its ${called} leaves the outline near ${place}: keep it inside, or take it out.`)
  }
  if (reading.faults.length > before) return
  const crossing = ringsCrossing(rings)
  if (crossing) {
    reading.faults.push(`Two of its rings cross near ${placeWording(crossing)}: redraw them there.`)
  } else if (areaSquareMeters([rings]) < minRingSquareMeters) {
    reading.faults.push('Its holes leave nothing of it: take them out.')
  }
}

/** What was repaired in a zone, in words; nothing for a zone that needed no repair. */
function repairNote({ zone, repaired }: Reading): string[] {
  const counted = (Object.keys(repairs) as Repair[]).filter((repair) => repaired[repair] > 0)
  const counts = counted.map((repair) => `${repairs[repair]}: ${repaired[repair]}`).join(', ')
  return zone && counts ? [`${zone.name}: ${counts}`] : []
}

const placeWording = ({ lng, lat }: Point) => `longitude ${lng.toFixed(5)}, latitude ${lat.toFixed(5)}`

const isStray = ([lng, lat]: readonly [number, number]) => Math.abs(lng) > 180 || Math.abs(lat) > 90

const isPosition = (value: unknown) =>
  Array.isArray(value) && Number.isFinite(value[0]) && Number.isFinite(value[1])

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
