import { inTransaction } from '../../../base/database/in-transaction.ts'
import { ApiError } from '../../../contract/errors.ts'
import { requireServiceRight } from '../../accounts/check-service-right.ts'
import type { AuditedDeps } from '../../audit/audited-act.ts'
import { recordAct } from '../../audit/record-act.ts'
import { type PromoCode, promoCodeForm } from './promo-code.ts'
import { lockPromoCode, setPromoCodeEnd } from './promo-code-store.ts'
import { promoCodeValues } from './promo-code-values.ts'

/**
 * Ends a promo code now; one that has ended stays as it is. Existing deliveries keep their discount. Throws
 * PROMO_CODE_NOT_FOUND, ROLE_REQUIRED.
 */
export function endPromoCode(deps: AuditedDeps, code: string): Promise<PromoCode> {
  const now = deps.clock.now()
  return inTransaction(deps.db, async (trx) => {
    await requireServiceRight({ db: trx, actor: deps.actor }, 'MANAGE')
    const before = await lockPromoCode(trx, promoCodeForm(code))
    if (!before) throw new ApiError('PROMO_CODE_NOT_FOUND', { promoCode: promoCodeForm(code) })
    const endsAt = before.endsAt && before.endsAt <= now ? before.endsAt : now
    const after = { ...before, endsAt }
    await setPromoCodeEnd(trx, after)
    await recordAct(
      { ...deps, db: trx },
      {
        action: 'end-promo-code',
        subject: { type: 'PROMO_CODE', id: before.id },
        before: promoCodeValues(before),
        after: promoCodeValues(after),
      },
    )
    return after
  })
}
