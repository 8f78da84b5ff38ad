import { kml } from '@tmcw/togeojson'
import { DOMParser } from '@xmldom/xmldom'
import { unzipSync } from 'fflate'
import type { Geometry } from 'geojson'
import { decodedText } from '../../../base/kernel/decoded-text.ts'
import { writtenJson } from '../../../base/kernel/written-json.ts'
import type { DomainSpeaker } from '../../domain-words.ts'

/** What a file of zones holds as JSON, or what is wrong with all of it, in words. */
export type ZoneSource = { json: unknown } | { fault: string }

/** The largest document that is taken out of a KMZ, in bytes. */
const maxUnzippedBytes = 8 * 1024 * 1024
/**
 * A tree of more tags or attributes takes memory by the hundreds of megabytes, and a thread that runs out of
 * it may end the process; 500 zones have about 10,000.
 */
const maxTags = 50_000

/**
 * Reads a file of zones as people have it (decision 303): GeoJSON in any encoding, one feature on each line,
 * or as a script that a map of a browser loads; KML, and KMZ. Never throws. It takes long on a hostile file,
 * so pages call it in a thread of its own.
 */
export function readZoneSource(bytes: Uint8Array, t: DomainSpeaker): ZoneSource {
  const document = isZip(bytes) ? unzipped(bytes, t) : bytes
  if (!(document instanceof Uint8Array)) return document
  const text = decodedText(document, declaredEncoding)
  return text.trimStart().startsWith('<') ? readKml(text, t) : readZoneJson(text, t)
}

/** The same, of a text. */
export function readZoneJson(text: string, t: DomainSpeaker): ZoneSource {
  const json = writtenJson(text)
  if (json === undefined)
    return { fault: t('It cannot be read as JSON: export the zones anew as GeoJSON or KML.') }
  const other = otherFormat(json)
  if (other) return { fault: t('This is {format}: export the zones as GeoJSON or KML.', { format: other }) }
  return { json: Array.isArray(json) ? collection(json) : json }
}

const isZip = (bytes: Uint8Array): boolean =>
  bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3 && bytes[3] === 4

/** The document of a KMZ: `doc.kml`, or the first KML in it. */
function unzipped(bytes: Uint8Array, t: DomainSpeaker): Uint8Array | { fault: string } {
  const names: string[] = []
  let chosen: { name: string; size: number } | undefined
  try {
    // The sizes that a ZIP declares are those of the memory that the library fills, and no more.
    unzipSync(bytes, {
      filter: ({ name, originalSize }) => {
        if (names.length < 1_000) names.push(name)
        const isBetter = chosen === undefined || /(?:^|\/)doc\.kml$/i.test(name)
        if (/\.kml$/i.test(name) && isBetter) chosen = { name, size: originalSize }
        return false
      },
    })
    if (chosen === undefined) {
      const isShapefile = names.some((name) => /\.shp$/i.test(name))
      return {
        fault: isShapefile
          ? t('This is {format}: export the zones as GeoJSON or KML.', { format: 'Shapefile' })
          : t('This archive holds no KML: export the zones as GeoJSON or KML.'),
      }
    }
    const { name, size } = chosen
    if (size > maxUnzippedBytes)
      return { fault: t('This archive is too large: export the zones as GeoJSON.') }
    let isTaken = false
    const found = unzipSync(bytes, {
      filter: (file) => {
        // A name may stand in an archive a thousand times.
        if (isTaken || file.name !== name || file.originalSize > maxUnzippedBytes) return false
        isTaken = true
        return true
      },
    })[name]
    return found ?? { fault: t('This archive holds no KML: export the zones as GeoJSON or KML.') }
  } catch {
    return { fault: t('This archive cannot be read: export the zones as GeoJSON or KML.') }
  }
}

/** The encoding that the first line of an XML document names. */
const declaredEncoding = (beginning: string): string | undefined =>
  /^<\?xml[^>]{0,80}encoding=["']([\w-]{1,40})["']/i.exec(beginning)?.[1]

/** KML as GeoJSON; a document that declares entities of its own could make millions of letters of a few. */
function readKml(text: string, t: DomainSpeaker): ZoneSource {
  const unreadable = { fault: t('This KML cannot be read: export the zones anew as KML or GeoJSON.') }
  if (/<!(?:DOCTYPE|ENTITY)/i.test(text)) return unreadable
  if (hasMore(text, '<', maxTags) || hasMore(text, '=', maxTags))
    return { fault: t('This KML is too large: export fewer places, or the zones as GeoJSON.') }
  try {
    const document = new DOMParser({ onError: stopAtErrors }).parseFromString(text, 'text/xml')
    if (document.documentElement?.localName !== 'kml')
      return { fault: t('This is {format}: export the zones as GeoJSON or KML.', { format: 'XML' }) }
    const { features } = kml(document as never)
    return {
      json: collection(
        features.map(({ geometry, properties }) => ({ geometry: withoutHeights(geometry), properties })),
      ),
    }
  } catch {
    return unreadable
  }
}

/** Every position of KML has a height, which says nothing of a zone. */
const withoutHeights = (geometry: Geometry | null): unknown =>
  geometry?.type === 'GeometryCollection'
    ? { ...geometry, geometries: geometry.geometries.map(withoutHeights) }
    : geometry && { ...geometry, coordinates: flat(geometry.coordinates) }

const flat = (coordinates: unknown): unknown =>
  Array.isArray(coordinates) && Array.isArray(coordinates[0])
    ? coordinates.map(flat)
    : Array.isArray(coordinates)
      ? coordinates.slice(0, 2)
      : coordinates

function hasMore(text: string, sign: string, max: number): boolean {
  let count = 0
  for (let at = text.indexOf(sign); at >= 0 && count <= max; at = text.indexOf(sign, at + 1)) count += 1
  return count > max
}

function stopAtErrors(level: string, message: string): void {
  if (level !== 'warning') throw new Error(message)
}

/** Features as one collection; those of KML lack their type. */
const collection = (features: readonly unknown[]) => ({
  type: 'FeatureCollection',
  features: features.map((feature) =>
    typeof feature === 'object' && feature !== null && 'geometry' in feature
      ? { type: 'Feature', ...feature }
      : feature,
  ),
})

/** What another program makes that is JSON as well. */
function otherFormat(json: unknown): string | undefined {
  if (typeof json !== 'object' || json === null) return undefined
  if ('elements' in json && Array.isArray(json.elements)) return 'Overpass JSON'
  return 'geometryType' in json || ('features' in json && hasRings(json.features)) ? 'Esri JSON' : undefined
}

const hasRings = (features: unknown): boolean =>
  Array.isArray(features) &&
  typeof features[0]?.geometry === 'object' &&
  'rings' in (features[0]?.geometry ?? {})
