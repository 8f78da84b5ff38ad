import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CityMapFacts } from './city-map-facts.ts'
import { importMap, type MapImport } from './import-map.ts'

/** How long somebody in front of a page waits for a file to be read. */
const timeoutMs = 60_000

/**
 * Imports a map from the bytes of a file, which are put aside on the disk while they are read; see
 * `importMap`.
 */
export async function importMapBytes(
  deps: Parameters<typeof importMap>[0],
  { bytes, ...given }: Omit<MapImport, 'path' | 'timeoutMs'> & { bytes: Uint8Array },
): Promise<CityMapFacts> {
  const folder = await mkdtemp(join(tmpdir(), 'colis-map-'))
  try {
    const path = join(folder, 'map')
    await writeFile(path, bytes)
    return await importMap(deps, { ...given, path, timeoutMs })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
