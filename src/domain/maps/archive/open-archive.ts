import { type FileHandle, open } from 'node:fs/promises'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import { Compression, type Header, PMTiles, ResolvedValueCache, type Source, TileType } from 'pmtiles'
import { SettingsRefused } from '../../../base/kernel/setting.ts'

/** One picture of the map, or the shapes on one: what it is, and how it is encoded. */
type MapTile = { bytes: Buffer; type: string; encoding: 'gzip' | undefined }

/** An archive of tiles of the map (PMTiles 3), on the disk of this machine. */
export type MapArchive = {
  kind: 'RASTER' | 'VECTOR'
  minZoom: number
  maxZoom: number
  /** Another one for another file, by which browsers know that what they keep is out of date. */
  version: string
  /** Whom the archive names, without markup; null when it names nobody. */
  attribution: string | null
  /** The tile at these coordinates; undefined where the archive has none. */
  tile(z: number, x: number, y: number): Promise<MapTile | undefined>
  close(): Promise<void>
}

/** Why the file that `MAP_ARCHIVE` names cannot be served, which ends a start. */
const archiveRefused = (why: string) => new SettingsRefused([`MAP_ARCHIVE ${why}`])

const types: Partial<Record<TileType, { kind: MapArchive['kind']; type: string }>> = {
  [TileType.Mvt]: { kind: 'VECTOR', type: 'application/vnd.mapbox-vector-tile' },
  [TileType.Png]: { kind: 'RASTER', type: 'image/png' },
  [TileType.Jpeg]: { kind: 'RASTER', type: 'image/jpeg' },
  [TileType.Webp]: { kind: 'RASTER', type: 'image/webp' },
  [TileType.Avif]: { kind: 'RASTER', type: 'image/avif' },
}

/** Tiles with shapes are kept compressed for whoever comes next, in bytes. */
const keptTileBytes = 32 * 1024 * 1024

/** A directory or tile of more bytes is damaged: those of cities have some hundred kilobytes. */
const maxPartBytes = 16 * 1024 * 1024

/** Opens an archive of tiles. Throws SettingsRefused. */
export async function openArchive(path: string): Promise<MapArchive> {
  const file = await open(path).catch((error: NodeJS.ErrnoException) => {
    throw archiveRefused(`${path} cannot be read (${error.code})`)
  })
  try {
    return await readArchive(path, file)
  } catch (error) {
    await file.close()
    throw error instanceof SettingsRefused
      ? error
      : archiveRefused(`${path} is not a sound PMTiles 3 archive`)
  }
}

async function readArchive(path: string, file: FileHandle): Promise<MapArchive> {
  const { size, mtimeMs } = await file.stat()
  const tiles = new PMTiles(sourceOf(path, file, size), new ResolvedValueCache(64, true))
  const header = await tiles.getHeader()
  const served = types[header.tileType]
  if (!served) throw archiveRefused(`${path} holds tiles of a kind that is not served`)
  refuseCompression(path, header)
  const metadata = (await tiles.getMetadata()) as { attribution?: unknown } | undefined
  // The first directory is read now, so that one that is damaged is found at the start.
  await tiles.getZxy(header.minZoom, 0, 0)
  const kept = new LRUCache<string, MapTile>({
    maxSize: keptTileBytes,
    sizeCalculation: ({ bytes }) => bytes.length + 200,
  })

  async function readTile(z: number, x: number, y: number): Promise<MapTile | undefined> {
    const found = await tiles.getZxy(z, x, y)
    if (!found || !served) return undefined
    const bytes = Buffer.from(found.data)
    const isPacked = served.kind === 'VECTOR'
    return {
      bytes: isPacked ? await promisify(gzip)(bytes) : bytes,
      type: served.type,
      encoding: isPacked ? 'gzip' : undefined,
    }
  }

  return {
    kind: served.kind,
    minZoom: header.minZoom,
    maxZoom: header.maxZoom,
    version: `${size.toString(36)}${Math.round(mtimeMs).toString(36)}`,
    attribution: plainAttribution(metadata?.attribution),
    async tile(z, x, y) {
      const key = `${z}/${x}/${y}`
      const known = kept.get(key)
      if (known) return known
      const read = await readTile(z, x, y)
      if (read) kept.set(key, read)
      return read
    },
    close: () => file.close(),
  }
}

function refuseCompression(path: string, { tileCompression, internalCompression }: Header): void {
  const isRead = (compression: Compression) =>
    compression === Compression.None || compression === Compression.Gzip
  if (!isRead(internalCompression) || !isRead(tileCompression))
    throw archiveRefused(`${path} is compressed by something else than gzip, which is not read`)
}

/** Whom to name, as text: archives write links. */
function plainAttribution(given: unknown): string | null {
  if (typeof given !== 'string') return null
  const text = given
    .slice(0, 1_000)
    .replace(/<[^<>]{0,500}>/g, '')
    .replaceAll('&copy;', '©')
    .trim()
  return text === '' ? null : text.slice(0, 200)
}

function sourceOf(path: string, file: FileHandle, size: number): Source {
  return {
    getKey: () => path,
    async getBytes(offset, length) {
      const within = Math.min(length, size - offset)
      if (!(within > 0) || within > maxPartBytes) throw archiveRefused(`${path} points beyond its end`)
      const bytes = new Uint8Array(within)
      await file.read(bytes, 0, within, offset)
      return { data: bytes.buffer }
    },
  }
}
