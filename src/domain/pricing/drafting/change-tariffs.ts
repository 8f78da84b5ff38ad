import { inTransaction } from '../../../base/database/in-transaction.ts'
import type { Trx } from '../../../base/database/open-database.ts'
import { ApiError } from '../../../contract/errors.ts'
import { requireServiceRight } from '../../accounts/check-service-right.ts'
import type { AuditedDeps } from '../../audit/audited-act.ts'
import { findCitiesById } from '../../zones/zone-store.ts'
import { type KeptTariff, listTariffsInForce, lockTariffs } from '../tariff-store.ts'

/** The tariff in force that a form showed: its version, null for a city that had none. */
export type ShownTariff = { cityId: string; shownVersion: number | null }

/**
 * One change of a city's tariffs or of their draft: checks who acts, keeps others from changing them until
 * the transaction ends, and says what is in force. Throws ROLE_REQUIRED, CITY_NOT_FOUND.
 */
export function changeTariffs<Result>(
  deps: AuditedDeps,
  cityId: string,
  change: (trx: Trx, now: Date, current: KeptTariff | undefined) => Promise<Result>,
): Promise<Result> {
  return inTransaction(deps.db, async (trx) => {
    await requireServiceRight({ db: trx, actor: deps.actor }, 'MANAGE')
    await lockTariffs(trx, cityId)
    const [city] = await findCitiesById(trx, [cityId])
    if (!city) throw new ApiError('CITY_NOT_FOUND', { city: cityId })
    const now = deps.clock.now()
    const [current] = await listTariffsInForce(trx, cityId, now, 1)
    return change(trx, now, current)
  })
}

/** Refuses what was decided before another tariff. Throws TARIFF_CHANGED. */
export function requireShownTariff({ shownVersion }: ShownTariff, current: KeptTariff | undefined): void {
  if ((current?.tariff.version ?? null) !== shownVersion) throw new ApiError('TARIFF_CHANGED')
}
