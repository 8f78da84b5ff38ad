import { ApiError } from '../../../contract/errors.ts'
import type { AuditedDeps } from '../../audit/audited-act.ts'
import { recordAct } from '../../audit/record-act.ts'
import { changeTariffs } from './change-tariffs.ts'
import { deleteTariffDraft, findTariffDraft } from './tariff-draft-store.ts'

/**
 * Throws the draft away that was shown; prices stay. Throws ROLE_REQUIRED, CITY_NOT_FOUND,
 * TARIFF_DRAFT_CHANGED.
 */
export function discardTariffDraft(
  deps: AuditedDeps,
  { cityId, shownRevision }: { cityId: string; shownRevision: string },
): Promise<void> {
  return changeTariffs(deps, cityId, async (trx) => {
    const before = await findTariffDraft(trx, cityId)
    if (before?.revision !== shownRevision) throw new ApiError('TARIFF_DRAFT_CHANGED')
    await deleteTariffDraft(trx, cityId)
    await recordAct(
      { ...deps, db: trx },
      {
        action: 'discard-tariff-draft',
        subject: { type: 'CITY', id: cityId },
        before: before.terms,
        after: null,
      },
    )
  })
}
