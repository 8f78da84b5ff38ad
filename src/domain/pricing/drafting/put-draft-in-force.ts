import { ApiError } from '../../../contract/errors.ts'
import type { AuditedDeps } from '../../audit/audited-act.ts'
import { recordAct } from '../../audit/record-act.ts'
import { findTariffToCome, insertTariff, type KeptTariff } from '../tariff-store.ts'
import { changeTariffs, requireShownTariff, type ShownTariff } from './change-tariffs.ts'
import { deleteTariffDraft, findTariffDraft } from './tariff-draft-store.ts'

/** How far ahead a tariff is scheduled at most. */
const furthestMs = 366 * 24 * 60 * 60_000

/**
 * Makes the shown draft a tariff of the city, in force at once or from a moment on, and ends the draft.
 * Deliveries already priced keep their price. One tariff to come at a time: a second would be worked out
 * beside one that is not yet in force. Throws ROLE_REQUIRED, CITY_NOT_FOUND, TARIFF_CHANGED,
 * TARIFF_DRAFT_CHANGED, TARIFF_MOMENT_REFUSED, TARIFF_ALREADY_SCHEDULED.
 */
export function putDraftInForce(
  deps: AuditedDeps,
  wish: ShownTariff & { shownRevision: string; from: Date | null },
): Promise<KeptTariff> {
  const { cityId, from } = wish
  return changeTariffs(deps, cityId, async (trx, now, current) => {
    requireShownTariff(wish, current)
    const draft = await findTariffDraft(trx, cityId)
    if (draft?.revision !== wish.shownRevision) throw new ApiError('TARIFF_DRAFT_CHANGED')
    if (from && !isPossibleMoment(from, now)) throw new ApiError('TARIFF_MOMENT_REFUSED')
    if (from && (await findTariffToCome(trx, cityId, now))) throw new ApiError('TARIFF_ALREADY_SCHEDULED')
    const made = { at: now, by: deps.actor, scheduledFor: from }
    const kept = await insertTariff(trx, cityId, draft.terms, made)
    await deleteTariffDraft(trx, cityId)
    await recordAct(
      { ...deps, db: trx },
      {
        action: 'put-draft-in-force',
        subject: { type: 'CITY', id: cityId },
        before: current?.tariff ?? null,
        after: { ...kept.tariff, ...(from && { scheduledFor: from }) },
      },
    )
    return kept
  })
}

const isPossibleMoment = (from: Date, now: Date): boolean =>
  from > now && from.getTime() - now.getTime() <= furthestMs
