import { gzipSync } from 'node:zlib'
import { createTar } from 'nanotar'
import { type ClientFiles, filesLike } from './client-files.ts'

/** What `npm pack` takes of `sdk/typescript`: its `files`, and what npm always adds. */
const published = /^(package\.json|LICENSE|README(\.fr)?\.md|dist\/.+)$/

/** The byte of a gzip header that names the system, and the value of one that is not named. */
const systemAt = 9
const noSystem = 255

/** The npm package as a tarball. The same files give the same bytes on every machine. */
export function npmTarball(files: ClientFiles): Buffer {
  const packed = [...filesLike(files, published)].map(([path, data]) => ({ name: `package/${path}`, data }))
  const attrs = { mode: '644', uid: 0, gid: 0, mtime: 0, user: 'root', group: 'root' }
  const bytes = gzipSync(createTar(packed, { attrs }), { level: 9 })
  bytes[systemAt] = noSystem
  return bytes
}
