import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { constants, gzip } from 'node:zlib'
import { inTransaction } from '../../base/database/in-transaction.ts'
import type { Database } from '../../base/database/open-database.ts'
import { newId } from '../../base/kernel/clock.ts'
import { ApiError } from '../../contract/errors.ts'
import { requireServiceRight } from '../accounts/check-service-right.ts'
import type { AuditedDeps } from '../audit/audited-act.ts'
import { recordAct } from '../audit/record-act.ts'
import { getCities } from '../zones/get-cities.ts'
import { lockCity, readZones } from '../zones/zone-store.ts'
import { cityArea } from './city-area.ts'
import { type CityMapFacts, mapValues } from './city-map-facts.ts'
import { kindWords, type LandmarkDraft } from './landmark.ts'
import type { IndexedLandmark } from './landmark-index.ts'
import { spokenWords } from './landmark-spelling.ts'
import { findMapFacts, saveMap } from './map-store.ts'
import { computeMap } from './reading/compute-map.ts'

export type MapImport = {
  cityId: string
  /** Where the file is, on this machine. */
  path: string
  /** What the file is called, for people. */
  fileName: string
  attribution: string
  /** After which time reading is given up; minutes unless something else is given. */
  timeoutMs?: number
}

/**
 * Reads the map of a city from a file and puts it, in one transaction, in the place of the one before. The
 * reading is done before, in a thread of its own. Throws CITY_NOT_FOUND, MAP_FILE_REFUSED, ROLE_REQUIRED.
 */
export async function importMap(
  deps: AuditedDeps & { db: Database },
  { cityId, path, fileName, attribution, timeoutMs }: MapImport,
): Promise<CityMapFacts> {
  await requireServiceRight(deps, 'MANAGE')
  const [city] = await getCities(deps.db, [cityId])
  if (!city) throw new ApiError('CITY_NOT_FOUND', { city: cityId })
  const reading = await computeMap(path, cityArea(city, await readZones(deps.db, cityId)), timeoutMs)
  if ('fault' in reading) throw new ApiError('MAP_FILE_REFUSED', { city: city.name, fault: reading.fault })
  const { landmarks, drawing, lineCount } = reading.draft
  const bytes = await promisify(gzip)(drawing, { level: constants.Z_BEST_COMPRESSION })
  const now = deps.clock.now()
  const facts: CityMapFacts = {
    cityId,
    importId: newId(now),
    fileName: fileName.slice(0, 200),
    attribution,
    drawingSha256: createHash('sha256').update(drawing).digest('hex'),
    landmarkCount: landmarks.length,
    lineCount,
    importedAt: now,
  }
  return inTransaction(deps.db, async (trx) => {
    await requireServiceRight({ db: trx, actor: deps.actor }, 'MANAGE')
    await lockCity(trx, cityId)
    const before = await findMapFacts(trx, cityId)
    await saveMap(trx, facts, bytes, landmarks.map(indexed))
    await recordAct(
      { ...deps, db: trx },
      {
        action: 'import-map',
        subject: { type: 'CITY', id: cityId },
        before: before ? mapValues(before) : null,
        after: mapValues(facts),
      },
    )
    return facts
  })
}

/** A landmark is found by all its names and by what it is, in either language. */
function indexed({ name, kind, lat, lng, otherNames }: LandmarkDraft): IndexedLandmark {
  const texts = [name, ...otherNames, kindWords[kind].fr, kindWords[kind].en]
  return { name, kind, lat, lng, words: [...new Set(texts.flatMap(spokenWords))] }
}
