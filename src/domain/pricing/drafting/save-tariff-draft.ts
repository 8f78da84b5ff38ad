import { newId } from '../../../base/kernel/clock.ts'
import { ApiError } from '../../../contract/errors.ts'
import type { AuditedDeps } from '../../audit/audited-act.ts'
import { recordAct } from '../../audit/record-act.ts'
import type { TariffTerms } from '../tariff.ts'
import { changeTariffs } from './change-tariffs.ts'
import { findTariffDraft, setTariffDraft, type TariffDraft } from './tariff-draft-store.ts'
import { faultyTerms, onlyTerms } from './tariff-terms.ts'

/**
 * Keeps the draft of a city's tariff, in the place of the one that was shown: `shownRevision` is null where
 * none was. Prices stay as they are. Throws ROLE_REQUIRED, CITY_NOT_FOUND, TARIFF_TERMS_REFUSED,
 * TARIFF_DRAFT_CHANGED.
 */
export function saveTariffDraft(
  deps: AuditedDeps,
  { cityId, shownRevision, terms }: { cityId: string; shownRevision: string | null; terms: TariffTerms },
): Promise<TariffDraft> {
  return changeTariffs(deps, cityId, async (trx, now) => {
    const names = faultyTerms(terms)
    if (names.length > 0) throw new ApiError('TARIFF_TERMS_REFUSED', { names })
    const before = await findTariffDraft(trx, cityId)
    if ((before?.revision ?? null) !== shownRevision) throw new ApiError('TARIFF_DRAFT_CHANGED')
    const draft = { revision: newId(now), terms: onlyTerms(terms), at: now, by: deps.actor }
    await setTariffDraft(trx, cityId, draft)
    await recordAct(
      { ...deps, db: trx },
      {
        action: 'save-tariff-draft',
        subject: { type: 'CITY', id: cityId },
        before: before ? onlyTerms(before.terms) : null,
        after: draft.terms,
      },
    )
    return (await findTariffDraft(trx, cityId)) as TariffDraft
  })
}
