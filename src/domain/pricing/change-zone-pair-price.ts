import { inTransaction } from '../../base/database/in-transaction.ts'
import type { Trx } from '../../base/database/open-database.ts'
import type { Fcfa } from '../../base/kernel/fcfa.ts'
import { requireServiceRight } from '../accounts/check-service-right.ts'
import type { AuditedDeps } from '../audit/audited-act.ts'
import { recordAct } from '../audit/record-act.ts'
import { getZones } from '../zones/get-zones.ts'
import { findPairBase, lockTariffs, setPairBase } from './tariff-store.ts'

/** Two zones of a city by their names: of the pickup, and of the drop-off. */
export type ZonePair = { cityId: string; from: string; to: string }

export type PricedZonePair = { fromZoneId: string; toZoneId: string; baseFcfa: Fcfa | null }

/**
 * Sets the base of a zone pair, or removes it with null, and audits it as the named verb. Throws
 * ZONE_NOT_FOUND, ROLE_REQUIRED.
 */
export function changeZonePairPrice(
  deps: AuditedDeps,
  action: string,
  { cityId, from, to }: ZonePair,
  baseFcfa: Fcfa | null,
): Promise<PricedZonePair> {
  return inTransaction(deps.db, async (trx: Trx) => {
    await requireServiceRight({ db: trx, actor: deps.actor }, 'MANAGE')
    await lockTariffs(trx, cityId)
    const [fromZone, toZone] = await getZones(trx, cityId, [from, to])
    const pair = { fromZoneId: fromZone?.id ?? '', toZoneId: toZone?.id ?? '' }
    const names = { from: fromZone?.name, to: toZone?.name }
    const before = await findPairBase(trx, pair)
    await setPairBase(trx, { ...pair, baseFcfa })
    await recordAct(
      { ...deps, db: trx },
      {
        action,
        subject: { type: 'ZONE_PAIR', id: `${pair.fromZoneId}:${pair.toZoneId}` },
        before: { ...names, baseFcfa: before },
        after: { ...names, baseFcfa },
      },
    )
    return { ...pair, baseFcfa }
  })
}
