import { inTransaction } from '../../base/database/in-transaction.ts'
import type { Trx } from '../../base/database/open-database.ts'
import { ApiError } from '../../contract/errors.ts'
import { requireServiceRight } from '../accounts/check-service-right.ts'
import type { AuditedDeps } from '../audit/audited-act.ts'
import { recordAct } from '../audit/record-act.ts'
import { lockShop, type ShopRow, setShop } from './shop-store.ts'

/** What approving a shop works with: the room of messages stands above this one. */
export type ApprovalDeps = AuditedDeps & { notifyApproved: (trx: Trx, shopId: string) => Promise<void> }

/**
 * Lets a shop order deliveries, and tells its owners; one that may already stays as it is. Throws
 * ROLE_REQUIRED, SHOP_NOT_FOUND.
 */
export function approveShop(deps: ApprovalDeps, shopId: string): Promise<ShopRow> {
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
    await deps.notifyApproved(trx, shopId)
    return after
  })
}
