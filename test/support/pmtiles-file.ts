import { gzipSync } from 'node:zlib'
import Pbf from 'pbf'
import { Compression, TileType, zxyToTileId } from 'pmtiles'
import { writeBytes } from './osm-file.ts'

/** One tile of an archive. */
export type ArchivedTile = { z: number; x: number; y: number; bytes: Uint8Array }

/** Writes a PMTiles 3 archive of one directory, as its specification lays it out; returns its path. */
export function writePmtiles(
  tiles: readonly ArchivedTile[],
  { type, attribution = '' }: { type: TileType; attribution?: string },
): string {
  const tileCompression = type === TileType.Mvt ? Compression.Gzip : Compression.None
  const sorted = tiles
    .map(({ z, x, y, bytes }) => ({
      id: zxyToTileId(z, x, y),
      bytes: tileCompression === Compression.Gzip ? gzipSync(bytes) : bytes,
    }))
    .toSorted((one, other) => one.id - other.id)
  const directory = gzipSync(directoryOf(sorted))
  const metadata = gzipSync(JSON.stringify({ attribution }))
  const data = Buffer.concat(sorted.map(({ bytes }) => bytes))
  const header = Buffer.alloc(127)
  header.write('PMTiles', 'latin1')
  header[7] = 3
  const offsets = [127, directory.length, 127 + directory.length, metadata.length]
  const dataOffset = 127 + directory.length + metadata.length
  for (const [at, value] of [...offsets, dataOffset, 0, dataOffset, data.length].entries())
    header.writeBigUInt64LE(BigInt(value), 8 + 8 * at)
  for (const at of [72, 80, 88]) header.writeBigUInt64LE(BigInt(sorted.length), at)
  header[96] = 1
  header[97] = Compression.Gzip
  header[98] = tileCompression
  header[99] = type
  const zooms = tiles.map(({ z }) => z)
  header[100] = Math.min(...zooms)
  header[101] = Math.max(...zooms)
  return writeBytes('city.pmtiles', Buffer.concat([header, directory, metadata, data]))
}

function directoryOf(tiles: readonly { id: number; bytes: Uint8Array }[]): Uint8Array {
  const pbf = new Pbf()
  pbf.writeVarint(tiles.length)
  tiles.forEach(({ id }, at) => {
    pbf.writeVarint(id - (tiles[at - 1]?.id ?? 0))
  })
  for (const _ of tiles) pbf.writeVarint(1)
  for (const { bytes } of tiles) pbf.writeVarint(bytes.length)
  let offset = 0
  for (const { bytes } of tiles) {
    pbf.writeVarint(offset + 1)
    offset += bytes.length
  }
  return pbf.finish()
}

/** A vector tile of one layer with lines, each from corner to corner in units of 4096 (Mapbox Vector Tile 2). */
export function vectorTile(
  layer: string,
  kind: string,
  lines: readonly (readonly [number, number])[][],
): Uint8Array {
  const pbf = new Pbf()
  pbf.writeMessage(3, writeLayer, { layer, kind, lines })
  return pbf.finish()
}

type DrawnLayer = { layer: string; kind: string; lines: readonly (readonly [number, number])[][] }

function writeLayer({ layer, kind, lines }: DrawnLayer, pbf = new Pbf()): void {
  pbf.writeStringField(1, layer)
  for (const line of lines) pbf.writeMessage(2, writeFeature, line)
  pbf.writeStringField(3, 'kind')
  pbf.writeMessage(4, (value: string, inner?: Pbf) => inner?.writeStringField(1, value), kind)
  pbf.writeVarintField(5, 4096)
  pbf.writeVarintField(15, 2)
}

function writeFeature(line: readonly (readonly [number, number])[], pbf = new Pbf()): void {
  pbf.writePackedVarint(2, [0, 0])
  pbf.writeVarintField(3, 2)
  const zigzag = (value: number) => (value << 1) ^ (value >> 31)
  const commands: number[] = []
  let [beforeX, beforeY] = [0, 0]
  for (const [at, [x, y]] of line.entries()) {
    if (at === 0) commands.push((1 & 7) | (1 << 3))
    if (at === 1) commands.push((2 & 7) | ((line.length - 1) << 3))
    commands.push(zigzag(x - beforeX), zigzag(y - beforeY))
    beforeX = x
    beforeY = y
  }
  pbf.writePackedVarint(4, commands)
}
