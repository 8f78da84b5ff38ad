import { inTransaction } from '../../base/database/in-transaction.ts'
import { ApiError } from '../../contract/errors.ts'
import { requireServiceRight } from '../accounts/check-service-right.ts'
import { actReason } from '../audit/act-reason.ts'
import type { AuditedDeps } from '../audit/audited-act.ts'
import { recordAct } from '../audit/record-act.ts'
import { lockShop, type ShopRow, setShop } from './shop-store.ts'

/**
 * Suspends a shop: within a second its keys are refused and its people order nothing; what is under way goes
 * on, with its webhooks. What is typed is what they read; one that is suspended already is told the new one.
 * Throws REASON_REQUIRED, ROLE_REQUIRED, SHOP_NOT_FOUND (decision 187).
 */
export const suspendShop = async (deps: AuditedDeps, shopId: string, typed: string): Promise<ShopRow> =>
  setSuspension(deps, shopId, { action: 'suspend-shop', reason: actReason(typed) })

/**
 * Lets a suspended shop work again; one that is not suspended stays as it is. Throws ROLE_REQUIRED,
 * SHOP_NOT_FOUND.
 */
export const liftSuspension = (deps: AuditedDeps, shopId: string): Promise<ShopRow> =>
  setSuspension(deps, shopId, { action: 'lift-suspension', reason: null })

function setSuspension(
  deps: AuditedDeps,
  shopId: string,
  { action, reason }: { action: string; reason: string | null },
): Promise<ShopRow> {
  return inTransaction(deps.db, async (trx) => {
    await requireServiceRight({ db: trx, actor: deps.actor }, 'MANAGE')
    const before = await lockShop(trx, shopId)
    if (!before) throw new ApiError('SHOP_NOT_FOUND', { shopId })
    const suspendedAt = reason === null ? null : (before.suspended_at ?? deps.clock.now())
    const after = await setShop(trx, shopId, { suspended_at: suspendedAt, suspension_reason: reason })
    await recordAct(
      { ...deps, db: trx },
      {
        action,
        subject: { type: 'SHOP', id: shopId },
        shopId,
        before: suspensionValues(before),
        after: suspensionValues(after),
      },
    )
    return after
  })
}

const suspensionValues = ({ suspended_at, suspension_reason }: ShopRow) => ({
  suspendedAt: suspended_at,
  reason: suspension_reason,
})
