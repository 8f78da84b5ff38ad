import { inTransaction } from '../../../base/database/in-transaction.ts'
import { ApiError } from '../../../contract/errors.ts'
import { requireServiceRight } from '../../accounts/check-service-right.ts'
import type { AuditedDeps } from '../../audit/audited-act.ts'
import { recordAct } from '../../audit/record-act.ts'
import { type ShopTerms, shopTermBounds, shopTermFault } from './shop-terms.ts'
import { lockShopTerms, saveShopTerms } from './shop-terms-store.ts'

/**
 * Changes what the company agreed with its shops as a whole; what is left out stays, and so does what was
 * ordered or began to be paid before. Throws SHOP_TERM_INVALID, ROLE_REQUIRED.
 */
export function setShopTerms(deps: AuditedDeps, change: Partial<ShopTerms>): Promise<ShopTerms> {
  refuseTermFault(change)
  return inTransaction(deps.db, async (trx) => {
    await requireServiceRight({ db: trx, actor: deps.actor }, 'MANAGE')
    const before = await lockShopTerms(trx)
    const after = { ...before, ...change }
    await saveShopTerms(trx, after)
    await recordAct(
      { ...deps, db: trx },
      { action: 'set-shop-terms', subject: { type: 'SERVICE', id: 'shop-terms' }, before, after },
    )
    return after
  })
}

/** Throws SHOP_TERM_INVALID for a term that is out of its bounds. */
export function refuseTermFault(change: { [Term in keyof ShopTerms]?: ShopTerms[Term] | undefined }): void {
  const term = shopTermFault(change)
  if (!term) return
  const [least, most] = shopTermBounds[term]
  throw new ApiError('SHOP_TERM_INVALID', { term, least, most })
}
