import { namedFigure } from '../../base/kernel/figure-text.ts'
import type { Language } from '../../base/kernel/language.ts'
import type { Point } from '../../base/kernel/point.ts'
import { type DomainSpeaker, speak } from '../domain-words.ts'
import { ringParts } from './ring-parts.ts'
import { maxPlaceNameLength } from './service-map.ts'
import { collectedPolygons, isRecord, mayBeZone } from './zone-geometries.ts'
import { cleanZoneName, zoneNameKey } from './zone-name.ts'
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
  const t = speak(language)
  const features = featuresOf(json, t)
  if (typeof features === 'string') {
    return { zones: [], faults: [{ feature: t('the file'), fault: features }], notes: [] }
  }
  const placed = features.map((feature, index) => ({ feature, position: index + 1 }))
  const areas = placed.filter(({ feature }) => mayBeZone(feature))
  // A file of nothing but points and lines is refused with each of them.
  const taken = areas.length > 0 ? areas : placed
  const readings = taken.map(({ feature, position }) => readFeature(feature, position, { nameProperty, t }))
  reportSharedNames(readings)
  const faults = readings.flatMap(({ label, faults }) => faults.map((fault) => ({ feature: label, fault })))
  const crs = json === features[0] ? undefined : crsFault(json, t)
  if (crs) return { zones: [], faults: [{ feature: t('the file'), fault: crs }, ...faults], notes: [] }
  const sound = readings.filter((reading) => reading.faults.length === 0)
  return {
    zones: sound.flatMap(({ zone }) => zone ?? []),
    faults,
    notes: [
      ...sound.flatMap((reading) => [...repairNote(reading, language), ...strayNote(reading)]),
      ...leftOutNote(placed.length - taken.length, t),
    ],
  }
}

/** What is repaired in a zone by itself. */
const repairs = {
  altitudes: 'altitudes dropped',
  closed: 'rings closed',
  repeats: 'duplicate points removed',
  spikes: 'spike points removed',
  turned: 'rings turned',
  parted: 'rings parted where they touched themselves',
} as const
type Repair = keyof typeof repairs

/** A part of a zone: its outline, or one of its holes, of its only polygon or of one of several. */
type NamedRing = { hole: number; polygon: number | null }

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
  /** The points and lines that stood beside its polygons. */
  strayParts: number
  t: DomainSpeaker
}

/** One ring as drawn, and how to speak of it; `ring` is undefined when it is no list of positions. */
type DrawnRing = { called: NamedRing; ring: Ring | undefined }

/** The features of a file, or what is wrong with the file. */
function featuresOf(json: unknown, t: DomainSpeaker): unknown[] | string {
  const type = isRecord(json) ? json.type : undefined
  if (type === 'Feature') return [json]
  if (type === 'FeatureCollection' && isRecord(json) && Array.isArray(json.features)) {
    return json.features.length > 0 ? json.features : t('The file has no features: draw at least one zone.')
  }
  return type === 'Topology'
    ? t('This is TopoJSON: export the zones as GeoJSON.')
    : t('This is not a GeoJSON FeatureCollection: export the zones as GeoJSON features, each with its name.')
}

function readFeature(
  feature: unknown,
  position: number,
  { nameProperty, t }: { nameProperty: string; t: DomainSpeaker },
): Reading {
  const reading: Reading = {
    position,
    t,
    label: t('feature {position}', { position }),
    faults: [],
    strayParts: 0,
    repaired: { altitudes: 0, closed: 0, repeats: 0, spikes: 0, turned: 0, parted: 0 },
  }
  if (!isRecord(feature) || feature.type !== 'Feature') {
    reading.faults.push(
      t('It is not a GeoJSON Feature: give it a type "Feature", properties and a geometry.'),
    )
    return reading
  }
  readName(feature.properties, nameProperty, reading)
  for (const holder of [feature, feature.geometry]) {
    const crs = crsFault(holder, t)
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
  const name = nameIn(isRecord(properties) ? properties : {}, nameProperty, reading.t)
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
  t: DomainSpeaker,
): { text: string } | { fault: string } {
  if (!Object.hasOwn(properties, key)) {
    const keys = Object.keys(properties)
    if (keys.length === 0)
      return {
        fault: t('It has no property "{key}" to take its name from: it has no properties at all. Add it.', {
          key,
        }),
      }
    const shown = keys.slice(0, 12).map((each) => t('"{text}"', { text: quoted(each) }))
    const listed = listedText(shown, keys.length, t)
    return {
      fault: t(
        'It has no property "{key}" to take its name from: it has {keys}. Add it, or choose one of these as the name property.',
        { key, keys: listed },
      ),
    }
  }
  const value = properties[key]
  // Many quarters are numbered: 1 is a name.
  if (typeof value !== 'string' && !Number.isFinite(value))
    return { fault: t('Its name, property "{key}", is not text: write a text.', { key }) }
  const text = cleanZoneName(String(value))
  if (text === '')
    return { fault: t('Its name, property "{key}", is blank: write the name of the zone.', { key }) }
  if (/\p{Cc}/u.test(text))
    return { fault: t('Its name, property "{key}", holds a control character: type the name anew.', { key }) }
  const length = [...text].length
  return length <= maxPlaceNameLength
    ? { text }
    : {
        fault: t('Its name has {length} characters: shorten it to at most {max}.', {
          length,
          max: maxPlaceNameLength,
        }),
      }
}

/** Two zones cannot have the same name, whatever its capitals and blanks. */
function reportSharedNames(readings: Reading[]): void {
  const byName = Map.groupBy(readings, ({ name }) => (name === undefined ? undefined : zoneNameKey(name)))
  byName.delete(undefined)
  for (const sharers of byName.values()) {
    for (const reading of sharers) {
      const others = sharers.filter((sharer) => sharer !== reading).map(({ position }) => position)
      if (others.length === 0) continue
      reading.faults.push(
        reading.t('Its name is also that of feature {others}: give each its own name.', {
          others: others.join(', '),
        }),
      )
    }
  }
}

/** CRS84 and EPSG:4326, alone, as a URN or as an address. */
const wgs84Names = /(^|[:/])CRS84h?$|^EPSG:4326$|[:/]EPSG[:/][^:/]*[:/]4326$/i

/** Only the two names of WGS 84 are accepted in the `crs` member, which GeoJSON had before RFC 7946. */
function crsFault(holder: unknown, t: DomainSpeaker): string | undefined {
  const crs = isRecord(holder) ? (holder.crs ?? undefined) : undefined
  if (crs === undefined) return undefined
  const properties = isRecord(crs) && isRecord(crs.properties) ? crs.properties : {}
  const name = typeof properties.name === 'string' ? properties.name.trim() : ''
  if (wgs84Names.test(name)) return undefined
  if (name === '')
    return t(
      'Its coordinate system is one without a name: export the zones in WGS 84 longitude and latitude (EPSG:4326).',
    )
  return t(
    'Its coordinate system is "{name}": export the zones in WGS 84 longitude and latitude (EPSG:4326).',
    { name: quoted(name) },
  )
}

function readShape(geometry: unknown, reading: Reading): ZoneShape {
  const polygons = drawnPolygons(geometry, reading).flatMap((rings) => partedPolygons(rings, reading))
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

/** An outline that touches itself at corners, as the polygons that it draws; holes go with theirs. */
function partedPolygons(rings: DrawnRing[], reading: Reading): DrawnRing[][] {
  const [outline, ...holes] = rings
  if (!outline?.ring || rings.some(({ ring }) => !ring || ring.some(isStray))) return [rings]
  const closed = withoutSpikes(withoutRepeats(closedRing(outline.ring)))
  const parts = selfCrossing(closed) ? ringParts(closed) : undefined
  if (!parts) return [rings]
  reading.repaired.parted += 1
  const polygons = parts.map((part) => part.map((ring): DrawnRing => ({ called: outline.called, ring })))
  for (const hole of holes) {
    const [lng = 0, lat = 0] = hole.ring?.[0] ?? []
    const at = parts.findIndex(([ring = []]) => holdsPoint([[ring]], { lng, lat }))
    polygons[Math.max(at, 0)]?.push(hole)
  }
  return polygons.map((polygon) =>
    polygon.map(({ called, ring }, hole) => ({ called: { ...called, hole }, ring })),
  )
}

function reportOverlap(shape: Ring[][], reading: Reading): void {
  const overlap = partsOverlapping(shape)
  if (!overlap) return
  const near = placeText(overlap.place, reading.t)
  reading.faults.push(
    reading.t('Its polygons {first} and {second} lie over each other near {near}: join them.', {
      first: overlap.first + 1,
      second: overlap.second + 1,
      near,
    }),
  )
}

/** The rings of a geometry, polygon by polygon; those that are no list of positions are reported. */
function drawnPolygons(geometry: unknown, reading: Reading): DrawnRing[][] {
  if (!isRecord(geometry)) {
    reading.faults.push(reading.t('It has no geometry: draw its outline, or take the feature out.'))
    return []
  }
  if (geometry.type === 'GeometryCollection') {
    const { polygons, strayParts } = collectedPolygons(geometry)
    reading.strayParts += strayParts
    if (polygons.length > 0) return drawnPolygons({ type: 'MultiPolygon', coordinates: polygons }, reading)
  }
  const { type, coordinates } = geometry
  if (type !== 'Polygon' && type !== 'MultiPolygon') {
    const { t } = reading
    reading.faults.push(
      typeof type === 'string'
        ? t('It is a {type}: draw the zone as a Polygon or a MultiPolygon, or take the feature out.', {
            type: quoted(type),
          })
        : t(
            'It has a geometry without a type: draw the zone as a Polygon or a MultiPolygon, or take the feature out.',
          ),
    )
    return []
  }
  const polygons: unknown[] =
    type === 'Polygon' ? [coordinates] : Array.isArray(coordinates) ? coordinates : []
  if (polygons.length === 0) reading.faults.push(reading.t('Its geometry is empty: draw its outline.'))
  return polygons.map((polygon, index) =>
    drawnRings(polygon, polygons.length > 1 ? index + 1 : null, reading),
  )
}

function drawnRings(polygon: unknown, number: number | null, reading: Reading): DrawnRing[] {
  if (!Array.isArray(polygon) || polygon.length === 0) {
    const { t } = reading
    reading.faults.push(
      number === null
        ? t('Its geometry is empty: draw its outline.')
        : t('Its polygon {polygon} is empty: draw its outline.', { polygon: number }),
    )
    return []
  }
  return polygon.map((value: unknown, hole) => {
    const called = { hole, polygon: number }
    return { called, ring: positionsOf(value, called, reading) }
  })
}

function positionsOf(value: unknown, called: NamedRing, reading: Reading): Ring | undefined {
  if (!Array.isArray(value)) {
    reading.faults.push(
      reading.t('Its {ring} is not a list of positions: draw it anew.', {
        ring: ringText(called, reading.t),
      }),
    )
    return undefined
  }
  const odd = [...value.keys()].filter((index) => !isPosition(value[index])).map((index) => index + 1)
  if (odd.length > 0) {
    const { t } = reading
    const positions = listedText(odd.slice(0, 5), odd.length, t)
    reading.faults.push(
      t('Its {ring} is not made of pairs of numbers: correct position {positions}.', {
        ring: ringText(called, t),
        positions,
      }),
    )
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
  const { t } = reading
  if (positions.some((position) => position.some((number) => Math.abs(number) > maxDegrees))) {
    reading.faults.push(
      t(
        'Its coordinates are not degrees (for example {example}) but look like metres of a map projection: export the zones in WGS 84 longitude and latitude (EPSG:4326).',
        { example },
      ),
    )
  } else if (positions.every(([first, second]) => !isStray([second, first]))) {
    reading.faults.push(
      t(
        'A latitude is beyond 90 degrees (for example {example}): longitude and latitude look swapped. GeoJSON wants longitude first.',
        { example },
      ),
    )
  } else {
    reading.faults.push(
      t(
        'A position is not on Earth (for example {example}): longitudes go from -180 to 180 and latitudes from -90 to 90 degrees. Correct it.',
        { example },
      ),
    )
  }
}

/** The ring closed, cleaned and wound the right way; undefined when it encloses nothing or crosses itself. */
function repairRing({ called, ring: drawn }: DrawnRing, reading: Reading): Ring | undefined {
  if (!drawn || drawn.some(isStray)) return undefined
  const { t } = reading
  const ring = ringText(called, t)
  if (new Set(drawn.map(String)).size < 3) {
    reading.faults.push(t('Its {ring} has fewer than 3 different points: draw it anew.', { ring }))
    return undefined
  }
  const clean = cleanRing(drawn, reading)
  const crossing = selfCrossing(clean)
  if (crossing) {
    reading.faults.push(
      t('Its {ring} crosses or touches itself near {near}: redraw it there.', {
        ring,
        near: placeText(crossing, t),
      }),
    )
    return undefined
  }
  if (clean.length < 4 || areaSquareMeters([[clean]]) < minRingSquareMeters) {
    reading.faults.push(t('Its {ring} encloses no area: draw it anew, or take it out.', { ring }))
    return undefined
  }
  if (turnsLeft(clean) !== called.hole > 0) return clean
  reading.repaired.turned += 1
  return clean.reverse()
}

function cleanRing(ring: Ring, reading: Reading): Ring {
  const closed = closedRing(ring)
  reading.repaired.closed += closed === ring ? 0 : 1
  const unrepeated = withoutRepeats(closed)
  const clean = withoutSpikes(unrepeated)
  reading.repaired.repeats += closed.length - unrepeated.length
  reading.repaired.spikes += unrepeated.length - clean.length
  return clean
}

function closedRing(ring: Ring): Ring {
  const [first, last] = [ring[0], ring.at(-1)]
  if (!first || !last || (first[0] === last[0] && first[1] === last[1])) return ring
  const gapDegrees = Math.hypot(last[0] - first[0], last[1] - first[1])
  return [...(gapDegrees <= closingDegrees ? ring.slice(0, -1) : ring), first]
}

function reportHoles(drawn: DrawnRing[], rings: Ring[], reading: Reading): void {
  const [outline, ...holes] = rings
  if (!outline || holes.length === 0) return
  const { t } = reading
  const before = reading.faults.length
  for (const [index, hole] of holes.entries()) {
    const outside = hole.find(([lng, lat]) => !holdsPoint([[outline]], { lng, lat }))
    if (!outside) continue
    const near = placeText({ lng: outside[0], lat: outside[1] }, t)
    const { called } = drawn[index + 1] as DrawnRing
    reading.faults.push(
      t('Its {ring} leaves the outline near {near}: keep it inside, or take it out.', {
        ring: ringText(called, t),
        near,
      }),
    )
  }
  if (reading.faults.length > before) return
  const crossing = ringsCrossing(rings)
  if (crossing) {
    reading.faults.push(
      t('Two of its rings cross near {near}: redraw them there.', { near: placeText(crossing, t) }),
    )
  } else if (areaSquareMeters([rings]) < minRingSquareMeters) {
    reading.faults.push(t('Its holes leave nothing of it: take them out.'))
  }
}

/** What stood beside the polygons of a zone. */
const strayNote = ({ zone, strayParts: count, t }: Reading): string[] =>
  zone && count > 0
    ? [
        t(
          '{name}: {count, plural, one {1 point or line was left out} other {# points and lines were left out}}',
          { name: zone.name, count },
        ),
      ]
    : []

const leftOutNote = (count: number, t: DomainSpeaker): string[] =>
  count === 0
    ? []
    : [
        t(
          '{count, plural, one {1 feature without an area was left out: a point or a line.} other {# features without an area were left out: points and lines.}}',
          { count },
        ),
      ]

/** What was repaired in a zone, in words; nothing for a zone that needed no repair. */
function repairNote({ zone, repaired, t }: Reading, language: Language): string[] {
  const counted = (Object.keys(repairs) as Repair[]).filter((repair) => repaired[repair] > 0)
  const counts = counted.map((repair) => `${t(repairs[repair])}: ${repaired[repair]}`).join(', ')
  return zone && counts ? [namedFigure(zone.name, counts, language)] : []
}

const placeText = ({ lng, lat }: Point, t: DomainSpeaker) =>
  t('longitude {lng}, latitude {lat}', { lng: lng.toFixed(5), lat: lat.toFixed(5) })

function ringText({ hole, polygon }: NamedRing, t: DomainSpeaker): string {
  if (polygon === null) return hole === 0 ? t('outline') : t('hole {hole}', { hole })
  if (hole === 0) return t('outline of polygon {polygon}', { polygon })
  return t('hole {hole} of polygon {polygon}', { hole, polygon })
}

/** The first of `count` things, and how many more there are. */
function listedText(shown: readonly (string | number)[], count: number, t: DomainSpeaker): string {
  const listed = shown.join(', ')
  const more = count - shown.length
  return more > 0 ? t('{listed} and {more} more', { listed, more }) : listed
}

const isStray = ([lng, lat]: readonly [number, number]) => Math.abs(lng) > 180 || Math.abs(lat) > 90

const isPosition = (value: unknown) =>
  Array.isArray(value) && Number.isFinite(value[0]) && Number.isFinite(value[1])
