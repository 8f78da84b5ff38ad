import { newId } from '../../../base/kernel/clock.ts'
import { ApiError } from '../../../contract/errors.ts'
import type { AuditedDeps } from '../../audit/audited-act.ts'
import { recordAct } from '../../audit/record-act.ts'
import { findTariffToCome, type KeptTariff, markTariffWithdrawn } from '../tariff-store.ts'
import { changeTariffs } from './change-tariffs.ts'
import { findTariffDraft, setTariffDraft } from './tariff-draft-store.ts'

/**
 * Takes back the tariff that is to come, until its moment; what it said is the draft again where there is
 * none. Throws ROLE_REQUIRED, CITY_NOT_FOUND, TARIFF_NOT_SCHEDULED.
 */
export function withdrawTariff(
  deps: AuditedDeps,
  { cityId, version }: { cityId: string; version: number },
): Promise<KeptTariff> {
  return changeTariffs(deps, cityId, async (trx, now) => {
    const toCome = await findTariffToCome(trx, cityId, now)
    if (toCome?.tariff.version !== version) throw new ApiError('TARIFF_NOT_SCHEDULED')
    await markTariffWithdrawn(trx, { cityId, version }, { at: now, by: deps.actor })
    const { version: _, ...terms } = toCome.tariff
    const draft = await findTariffDraft(trx, cityId)
    if (!draft) await setTariffDraft(trx, cityId, { revision: newId(now), terms, at: now, by: deps.actor })
    await recordAct(
      { ...deps, db: trx },
      {
        action: 'withdraw-tariff',
        subject: { type: 'CITY', id: cityId },
        before: { ...toCome.tariff, scheduledFor: toCome.scheduledFor },
        after: null,
      },
    )
    return { ...toCome, withdrawnAt: now }
  })
}
