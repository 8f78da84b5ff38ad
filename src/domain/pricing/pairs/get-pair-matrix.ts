import { createHash } from 'node:crypto'
import type { Database } from '../../../base/database/open-database.ts'
import { type PairMatrix, pairMatrix } from './pair-matrix.ts'
import { listNamedZones, listPairBases } from './zone-pair-store.ts'

/**
 * The prices of a city's zone pairs; those from `fromZoneIds` alone where that is given, the zones always
 * whole.
 */
export async function getPairMatrix(
  db: Database,
  cityId: string,
  fromZoneIds?: readonly string[],
): Promise<PairMatrix> {
  const [zones, pairs] = await Promise.all([
    listNamedZones(db, cityId),
    listPairBases(db, cityId, fromZoneIds),
  ])
  return pairMatrix(zones, pairs)
}

/** A short name of all that a matrix says: two are the same when and only when nothing has changed. */
export function getPairState({ zones, baseFcfa }: PairMatrix): string {
  const hash = createHash('sha256')
  for (const from of zones)
    hash.update(`${from.id}:${zones.map((to) => baseFcfa(from.id, to.id) ?? '').join(',')};`)
  return hash.digest('base64url').slice(0, 22)
}
