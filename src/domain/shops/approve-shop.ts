import { inTransaction } from '../../base/database/in-transaction.ts'
import { ApiError } from '../../contract/errors.ts'
import { requireServiceRight } from '../accounts/check-service-right.ts'
import type { AuditedDeps } from '../audit/audited-act.ts'
import { recordAct } from '../audit/record-act.ts'
import { lockShop, type ShopRow, setShop } from './shop-store.ts'

/**
 * Lets a shop order deliveries; one that may already stays as it is. Throws ROLE_REQUIRED, SHOP_NOT_FOUND.
 */
export function approveShop(deps: AuditedDeps, shopId: string): Promise<ShopRow> {
  return inTransaction(deps.db, async (trx) => {
    await requireServiceRight({ db: trx, actor: deps.actor }, 'MANAGE')
    const before = await lockShop(trx, shopId)
    if (!before) throw new ApiError('SHOP_NOT_FOUND', { shopId })
    if (before.approved_at) return before
    const after = await setShop(trx, shopId, { approved_at: deps.clock.now() })
    await recordAct(
      { ...deps, db: trx },
      {
        action: 'approve-shop',
        subject: { type: 'SHOP', id: shopId },
        shopId,
        before: { approvedAt: null },
        after: { approvedAt: after.approved_at },
      },
    )
    return after
  })
}
