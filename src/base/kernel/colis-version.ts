import { readFileSync } from 'node:fs'

const manifest = new URL('../../../package.json', import.meta.url)

/** The version of this installation, as its package names it. */
export const colisVersion = (): string =>
  (JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }).version
