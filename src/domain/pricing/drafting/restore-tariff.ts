import { ApiError } from '../../../contract/errors.ts'
import type { AuditedDeps } from '../../audit/audited-act.ts'
import { recordAct } from '../../audit/record-act.ts'
import { findTariffVersion, insertTariff, type KeptTariff, tariffBegins } from '../tariff-store.ts'
import { changeTariffs, requireShownTariff, type ShownTariff } from './change-tariffs.ts'

/**
 * Undoes a change of prices: the terms of a version that was in force before come back at once, as a new
 * version, since versions are never edited. Throws ROLE_REQUIRED, CITY_NOT_FOUND, TARIFF_CHANGED,
 * TARIFF_VERSION_NOT_FOUND.
 */
export function restoreTariff(
  deps: AuditedDeps,
  { version, ...shown }: ShownTariff & { version: number },
): Promise<KeptTariff> {
  const { cityId } = shown
  return changeTariffs(deps, cityId, async (trx, now, current) => {
    requireShownTariff(shown, current)
    const former = await findTariffVersion(trx, cityId, version)
    const wasInForce = former && former.withdrawnAt === null && tariffBegins(former) <= now
    if (!current || !wasInForce || version === current.tariff.version)
      throw new ApiError('TARIFF_VERSION_NOT_FOUND', { version })
    const made = { at: now, by: deps.actor, restoresVersion: version }
    const kept = await insertTariff(trx, cityId, former.tariff, made)
    await recordAct(
      { ...deps, db: trx },
      {
        action: 'restore-tariff',
        subject: { type: 'CITY', id: cityId },
        before: current.tariff,
        after: { ...kept.tariff, restoresVersion: version },
      },
    )
    return kept
  })
}
