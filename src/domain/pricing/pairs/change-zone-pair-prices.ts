import { inTransaction } from '../../../base/database/in-transaction.ts'
import type { Trx } from '../../../base/database/open-database.ts'
import { ApiError } from '../../../contract/errors.ts'
import { requireServiceRight } from '../../accounts/check-service-right.ts'
import type { AuditedDeps } from '../../audit/audited-act.ts'
import { recordAct } from '../../audit/record-act.ts'
import { lockTariffs } from '../tariff-store.ts'
import { maxPairChanges, maxPairFcfa, type PairChange, type PairMatrix, pairMatrix } from './pair-matrix.ts'
import { listNamedZones, listPairBases, setPairBases } from './zone-pair-store.ts'

/** How many of the pairs that others changed are named. */
const maxNamed = 10

/**
 * Changes prices of zone pairs of a city, all or none, each only if it still is what was shown (decision
 * 183). Throws ROLE_REQUIRED, ZONE_NOT_FOUND, ZONE_PAIRS_CHANGED, ZONE_PAIR_PRICE_REFUSED. Returns how many
 * changed.
 */
export function changeZonePairPrices(
  deps: AuditedDeps,
  cityId: string,
  wished: readonly PairChange[],
): Promise<number> {
  return inTransaction(deps.db, async (trx) => {
    await requireServiceRight({ db: trx, actor: deps.actor }, 'MANAGE')
    await lockTariffs(trx, cityId)
    requirePossible(wished)
    const fromZoneIds = [...new Set(wished.map(({ fromZoneId }) => fromZoneId))]
    const [zones, pairs] = [await listNamedZones(trx, cityId), await listPairBases(trx, cityId, fromZoneIds)]
    const matrix = pairMatrix(zones, pairs)
    const changes = wished.filter(({ baseFcfa, shownFcfa }) => baseFcfa !== shownFcfa)
    requireShown(changes, matrix)
    await setPairBases(trx, changes)
    await recordChanges({ ...deps, db: trx }, cityId, changes, matrix)
    return changes.length
  })
}

function requirePossible(wished: readonly PairChange[]): void {
  const isPossible = (fcfa: number | null) =>
    fcfa === null || (Number.isInteger(fcfa) && fcfa >= 0 && fcfa <= maxPairFcfa)
  if (wished.length > maxPairChanges || !wished.every(({ baseFcfa }) => isPossible(baseFcfa)))
    throw new ApiError('ZONE_PAIR_PRICE_REFUSED')
}

function requireShown(changes: readonly PairChange[], matrix: PairMatrix): void {
  const nameOf = namesOf(matrix)
  const seen = new Set<string>()
  for (const { fromZoneId, toZoneId } of changes) {
    for (const id of [fromZoneId, toZoneId])
      if (!nameOf.has(id))
        throw new ApiError('ZONE_NOT_FOUND', { zone: id, zones: [...nameOf.values()].slice(0, maxNamed) })
    if (seen.has(`${fromZoneId} ${toZoneId}`)) throw new ApiError('ZONE_PAIR_PRICE_REFUSED')
    seen.add(`${fromZoneId} ${toZoneId}`)
  }
  const changed = changes.filter((each) => matrix.baseFcfa(each.fromZoneId, each.toZoneId) !== each.shownFcfa)
  if (changed.length === 0) return
  const pairs = changed
    .slice(0, maxNamed)
    .map(({ fromZoneId, toZoneId }) => `${nameOf.get(fromZoneId)} → ${nameOf.get(toZoneId)}`)
  throw new ApiError('ZONE_PAIRS_CHANGED', { pairs, count: changed.length })
}

/** One line for each zone of departure, so that a line stays short however many cells changed. */
async function recordChanges(
  deps: AuditedDeps & { db: Trx },
  cityId: string,
  changes: readonly PairChange[],
  matrix: PairMatrix,
): Promise<void> {
  const nameOf = namesOf(matrix)
  for (const [fromZoneId, cells] of Map.groupBy(changes, (each) => each.fromZoneId)) {
    const from = nameOf.get(fromZoneId) ?? ''
    const basesOf = (value: (cell: PairChange) => number | null) =>
      Object.fromEntries(cells.map((cell) => [`${from} → ${nameOf.get(cell.toZoneId)}`, value(cell)]))
    await recordAct(deps, {
      action: 'change-zone-pair-prices',
      subject: { type: 'CITY', id: cityId },
      before: basesOf(({ shownFcfa }) => shownFcfa),
      after: basesOf(({ baseFcfa }) => baseFcfa),
    })
  }
}

const namesOf = ({ zones }: PairMatrix) => new Map(zones.map(({ id, name }) => [id, name]))
