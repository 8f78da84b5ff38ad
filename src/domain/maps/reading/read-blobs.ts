import type { FileHandle } from 'node:fs/promises'
import { inflateSync } from 'node:zlib'
import { parse } from 'osm-pbf-parser-node'
import Pbf from 'pbf'
import { MapFileRefused } from './map-fault.ts'
import { type OsmTags, readKeys } from './osm-tags.ts'

/**
 * The bounds that the format itself sets (OSM PBF): of a header, and of a block before and after it is
 * inflated.
 */
const maxHeaderBytes = 64 * 1024
const maxBlockBytes = 32 * 1024 * 1024

export type OsmNode = { type: 'node'; id: number; lat: number; lon: number; tags?: OsmTags }
export type OsmWay = { type: 'way'; id: number; refs: number[]; tags?: OsmTags }
export type OsmRelation = {
  type: 'relation'
  id: number
  members: { type: string; ref: number; role: string }[]
  tags?: OsmTags
}
type OsmThing = OsmNode | OsmWay | OsmRelation

const tagsRead = { withTags: { node: readKeys, way: readKeys, relation: readKeys } }

/**
 * Reads an OSM PBF file block by block, of those that begin at `offsets` when they are given; each with where
 * it begins. The library decodes what a block holds; the frame around it is read here, because it bounds
 * neither the size of a block nor what it inflates to. Throws MapFileRefused.
 */
export async function* readBlobs(
  file: FileHandle,
  offsets?: readonly number[],
): AsyncGenerator<{ offset: number; things: OsmThing[] }> {
  const { size } = await file.stat()
  if (size === 0) throw new MapFileRefused('UNREADABLE')
  if (offsets === undefined) {
    for (let offset = 0; offset < size; ) {
      const { things, end } = await readBlob(file, offset, size)
      if (things) yield { offset, things }
      offset = end
    }
    return
  }
  for (const offset of offsets) {
    const { things } = await readBlob(file, offset, size)
    if (things) yield { offset, things }
  }
}

async function readBlob(file: FileHandle, offset: number, size: number) {
  const headerBytes = (await readBytes(file, offset, 4, size)).readUInt32BE(0)
  if (headerBytes > maxHeaderBytes) throw new MapFileRefused('UNREADABLE')
  const header = await readBytes(file, offset + 4, headerBytes, size)
  const { datasize, type } = decoded(() => new Pbf(header).readFields(headerField, { type: '', datasize: 0 }))
  const begin = offset + 4 + headerBytes
  const isSound = Number.isInteger(datasize) && datasize > 0 && datasize <= maxBlockBytes
  if (!isSound || (offset === 0) !== (type === 'OSMHeader')) throw new MapFileRefused('UNREADABLE')
  const end = begin + datasize
  if (type !== 'OSMData') return { end, things: undefined }
  const block = inflated(await readBytes(file, begin, datasize, size))
  return { end, things: decoded(() => parse(block, tagsRead) as OsmThing[]) }
}

async function readBytes(file: FileHandle, offset: number, length: number, size: number): Promise<Buffer> {
  if (offset + length > size) throw new MapFileRefused('UNREADABLE')
  const bytes = Buffer.allocUnsafe(length)
  const { bytesRead } = await file.read(bytes, 0, length, offset)
  if (bytesRead < length) throw new MapFileRefused('UNREADABLE')
  return bytes
}

/** What a block holds, inflated. */
function inflated(bytes: Buffer): Buffer {
  const { raw, deflated, isOther } = decoded(() => new Pbf(bytes).readFields(blobField, emptyBlob()))
  if (raw) return Buffer.from(raw)
  if (!deflated) throw new MapFileRefused(isOther ? 'COMPRESSION' : 'UNREADABLE')
  return decoded(() => inflateSync(deflated, { maxOutputLength: maxBlockBytes }))
}

/** The fields of a `BlobHeader`, by their numbers. */
function headerField(field: number, header?: { type: string; datasize: number }, pbf?: Pbf): void {
  if (!header || !pbf) return
  if (field === 1) header.type = pbf.readString()
  else if (field === 3) header.datasize = pbf.readVarint()
}

type FramedBlob = { raw?: Uint8Array; deflated?: Uint8Array; isOther: boolean }
const emptyBlob = (): FramedBlob => ({ isOther: false })

/** The fields of a `Blob`: as it is, deflated, or by a compression that hardly any program writes. */
function blobField(field: number, blob?: FramedBlob, pbf?: Pbf): void {
  if (!blob || !pbf) return
  if (field === 1) blob.raw = pbf.readBytes()
  else if (field === 3) blob.deflated = pbf.readBytes()
  else if (field > 3) blob.isOther = true
}

/** The libraries throw errors of every kind at what is no PBF. */
function decoded<T>(decode: () => T): T {
  try {
    return decode()
  } catch {
    throw new MapFileRefused('UNREADABLE')
  }
}
