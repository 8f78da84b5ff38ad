import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import Pbf from 'pbf'

type Place = [lat: number, lng: number]
type Tags = Record<string, string>

/** A small world of OpenStreetMap: nodes, ways of places, and areas of several ways. */
export type OsmWorld = {
  nodes?: { at: Place; tags: Tags }[]
  ways?: { line: Place[]; tags: Tags }[]
  areas?: { ways: Place[][]; tags: Tags }[]
}

/** Why files cannot be written with osmium on this machine; false when they can. */
export const withoutOsmium =
  spawnSync('osmium', ['--version']).status === 0 ? false : 'osmium is not installed (Debian: osmium-tool)'

/** Writes a world as `name`.osm.pbf with osmium, sorted as extracts are; returns its path. */
export function writeOsmPbf(world: OsmWorld, name = 'city', extra: readonly string[] = []): string {
  const folder = mkdtempSync(join(tmpdir(), 'colis-osm-'))
  const xml = join(folder, `${name}.osm`)
  writeFileSync(xml, osmXml(world))
  const pbf = join(folder, `${name}.osm.pbf`)
  execFileSync('osmium', ['sort', xml, '-o', pbf, ...extra], { stdio: 'pipe' })
  return pbf
}

/** Writes bytes into a file of their own; returns its path. */
export function writeBytes(name: string, bytes: Uint8Array | string): string {
  const path = join(mkdtempSync(join(tmpdir(), 'colis-map-')), name)
  writeFileSync(path, bytes)
  return path
}

function osmXml({ nodes = [], ways = [], areas = [] }: OsmWorld): string {
  const ids = new Map<string, number>()
  const lines: string[] = []
  const tagged = (tags: Tags) =>
    Object.entries(tags).map(
      ([k, v]) => `<tag k="${k}" v="${v.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"/>`,
    )
  const node = ([lat, lng]: Place, tags: Tags = {}) => {
    const key = `${lat},${lng}`
    const known = ids.get(key)
    if (known !== undefined && Object.keys(tags).length === 0) return known
    const id = ids.size + lines.length + 1
    ids.set(key, id)
    lines.push(`<node id="${id}" version="1" lat="${lat}" lon="${lng}">${tagged(tags).join('')}</node>`)
    return id
  }
  const wayLines: string[] = []
  const way = (line: Place[], tags: Tags) => {
    const refs = line.map((place) => `<nd ref="${node(place)}"/>`)
    const id = wayLines.length + 1
    wayLines.push(`<way id="${id}" version="1">${refs.join('')}${tagged(tags).join('')}</way>`)
    return id
  }
  for (const { at, tags } of nodes) node(at, tags)
  for (const { line, tags } of ways) way(line, tags)
  const relations = areas.map(({ ways: members, tags }, at) => {
    const outer = members.map((line) => `<member type="way" ref="${way(line, {})}" role="outer"/>`)
    return `<relation id="${at + 1}" version="1">${outer.join('')}${tagged({ type: 'multipolygon', ...tags }).join('')}</relation>`
  })
  return `<osm version="0.6">${[...lines, ...wayLines, ...relations].join('\n')}</osm>`
}

/** One block of a PBF file as its frame has it; `size` is what the frame says of it. */
export function pbfBlock(
  type: string,
  content: { deflated?: Uint8Array; raw?: Uint8Array; lzma?: Uint8Array },
  size?: number,
): Buffer {
  const blob = new Pbf()
  if (content.raw) blob.writeBytesField(1, content.raw)
  if (content.deflated) blob.writeBytesField(3, content.deflated)
  if (content.lzma) blob.writeBytesField(4, content.lzma)
  const body = blob.finish()
  const header = new Pbf()
  header.writeStringField(1, type)
  header.writeVarintField(3, size ?? body.length)
  const head = header.finish()
  const length = Buffer.alloc(4)
  length.writeUInt32BE(head.length)
  return Buffer.concat([length, head, body])
}

/** What every PBF file begins with. */
export const pbfHeader = (): Buffer => pbfBlock('OSMHeader', { deflated: deflateSync(Buffer.alloc(0)) })

/** A GeoJSON file of one market with its name. */
export const placeFile = (name: string, coordinates: [lng: number, lat: number]): string =>
  JSON.stringify({
    type: 'FeatureCollection',
    features: [
      {
        type: 'Feature',
        properties: { amenity: 'marketplace', name },
        geometry: { type: 'Point', coordinates },
      },
    ],
  })
