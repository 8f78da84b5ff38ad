import { zipSync } from 'fflate'
import type { ClientFiles } from './client-files.ts'

/** The first moment that a zip can name. */
const begin = new Date(1980, 0, 1)

/** Rights of a file that everybody reads, where a zip made on Unix has them. */
const attrs = 0o100644 << 16
const unix = 3

/** A zip of these files. The same files give the same bytes on every machine. */
export function zipArchive(files: ClientFiles): Buffer {
  const entries = [...files].map(([path, data]) => [path, new Uint8Array(data)] as const)
  return Buffer.from(zipSync(Object.fromEntries(entries), { level: 9, mtime: begin, os: unix, attrs }))
}
