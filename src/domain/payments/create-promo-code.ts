import { ApiError } from '../../base/contract/errors.ts'
import { violatedConstraint } from '../../base/database/database-error.ts'
import { inTransaction } from '../../base/database/in-transaction.ts'
import { newId } from '../../base/kernel/clock.ts'
import type { Fcfa } from '../../base/kernel/fcfa.ts'
import type { AuditedDeps } from '../audit/audited-act.ts'
import { recordAct } from '../audit/record-act.ts'
import { type PromoCode, promoCodeForm } from './promo-code.ts'
import { insertPromoCode } from './promo-code-store.ts'
import { promoCodeValues } from './promo-code-values.ts'

/** What it takes off a trip. */
export type PromoDiscount = { percent: number } | { amountFcfa: Fcfa }

/** Bounds that are left out do not apply. */
type NewPromoCode = PromoDiscount &
  Partial<Pick<PromoCode, 'startsAt' | 'endsAt' | 'maxUses' | 'cityId' | 'minimumTripFcfa'>> & {
    code: string
  }

/** Makes a promo code. Throws PROMO_CODE_TAKEN, PROMO_CODE_NEVER_VALID. */
export async function createPromoCode(deps: AuditedDeps, wished: NewPromoCode): Promise<PromoCode> {
  const now = deps.clock.now()
  const { startsAt = null, endsAt = null, maxUses = null, cityId = null, minimumTripFcfa = null } = wished
  if (startsAt && endsAt && startsAt >= endsAt) throw new ApiError('PROMO_CODE_NEVER_VALID')
  const promo: PromoCode = {
    id: newId(now),
    code: promoCodeForm(wished.code),
    percent: 'percent' in wished ? wished.percent : null,
    amountFcfa: 'amountFcfa' in wished ? wished.amountFcfa : null,
    startsAt,
    endsAt,
    maxUses,
    uses: 0,
    cityId,
    minimumTripFcfa,
  }
  const made = inTransaction(deps.db, async (trx) => {
    await insertPromoCode(trx, promo, now)
    await recordAct(
      { ...deps, db: trx },
      {
        action: 'create-promo-code',
        subject: { type: 'PROMO_CODE', id: promo.id },
        before: null,
        after: promoCodeValues(promo),
      },
    )
    return promo
  })
  return made.catch((error: unknown) => {
    if (violatedConstraint(error) !== 'promo_code_is_unique') throw error
    throw new ApiError('PROMO_CODE_TAKEN', { promoCode: promo.code })
  })
}
