import { createHash } from 'node:crypto'
import { type ClientFiles, filesLike, textOf } from './client-files.ts'
import { zipArchive } from './zip-archive.ts'

/** What `composer archive` takes of `sdk/php`: everything but its tests. */
const published = /^(?!tests\/)(composer\.json|LICENSE|README(\.fr)?\.md|src\/.+\.php|examples\/.+\.php)$/

/**
 * The Composer package as a zip; its `composer.json` says the version, which a repository would take from a
 * tag. The same files give the same bytes.
 */
export function composerZip(files: ClientFiles, version: string): { file: string; bytes: Buffer } {
  const name = `colis-sdk-php-${version}`
  const packed = [...filesLike(files, published)].map(([path, content]) => {
    const isManifest = path === 'composer.json'
    return [`${name}/${path}`, isManifest ? Buffer.from(manifestOf(files, version)) : content] as const
  })
  return { file: `${name}.zip`, bytes: zipArchive(new Map(packed)) }
}

const manifestOf = (files: ClientFiles, version: string) =>
  `${JSON.stringify({ ...JSON.parse(textOf(files, 'composer.json')), version }, null, 2)}\n`

/** What makes an address a repository of Composer: its package, where the zip is, and the hash to check it. */
export function composerRepository(files: ClientFiles, version: string, url: string, zip: Buffer): string {
  const manifest = JSON.parse(textOf(files, 'composer.json')) as { name: string }
  const shasum = createHash('sha1').update(zip).digest('hex')
  const described = { ...manifest, version, dist: { type: 'zip', url, reference: shasum, shasum } }
  return JSON.stringify({ packages: { [manifest.name]: { [version]: described } } })
}
