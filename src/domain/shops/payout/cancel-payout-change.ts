import { inTransaction } from '../../../base/database/in-transaction.ts'
import { ApiError } from '../../../contract/errors.ts'
import { requireRight } from '../../accounts/check-right.ts'
import type { AuditedDeps } from '../../audit/audited-act.ts'
import { recordAct } from '../../audit/record-act.ts'
import { getShopToChange } from '../get-shop.ts'
import { payoutChangeValues } from './payout-change.ts'
import { cancelOpenPayoutChange, type PayoutChangeRow } from './payout-change-store.ts'

/**
 * Cancels the change of a payout number that was requested, until it takes effect; every owner can, whoever
 * requested it. Throws SHOP_NOT_FOUND, ROLE_REQUIRED, PAYOUT_CHANGE_NOT_FOUND.
 */
export function cancelPayoutChange(deps: AuditedDeps, shopId: string): Promise<PayoutChangeRow> {
  return inTransaction(deps.db, async (trx) => {
    await requireRight({ ...deps, db: trx }, shopId, 'MANAGE_PAYOUTS')
    await getShopToChange(trx, shopId)
    const cancelled = await cancelOpenPayoutChange(trx, shopId, deps.clock.now())
    if (!cancelled) throw new ApiError('PAYOUT_CHANGE_NOT_FOUND')
    await recordAct(
      { ...deps, db: trx },
      {
        action: 'cancel-payout-change',
        subject: { type: 'SHOP', id: shopId },
        shopId,
        before: payoutChangeValues(cancelled),
        after: null,
      },
    )
    return cancelled
  })
}
