import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** One hash by which a database may know a migration, as `migrations/landed.txt` lists it. */
export type LandedHash = {
  sha256: string
  /** `executed` and `file`: it did what the present file does. `changed`: it did something else. */
  kind: 'executed' | 'file' | 'changed'
  /** The name of the file now. */
  name: string
  /** The name under which it was applied. */
  nameThen: string
}

const listPath = fileURLToPath(new URL('../../../migrations/landed.txt', import.meta.url))

/** Reads the list of migrations that have landed. */
export const readLandedHashes = (): LandedHash[] =>
  readFileSync(listPath, 'utf8')
    .split(/\r?\n/)
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [sha256 = '', kind, name = '', nameThen = name] = line.split(' ')
      return { sha256, kind: kind as LandedHash['kind'], name, nameThen }
    })
