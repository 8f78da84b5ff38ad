import type { Database } from '../../../base/database/open-database.ts'
import { ApiError } from '../../../contract/errors.ts'
import { requireRight } from '../../accounts/check-right.ts'
import { requireServiceRight } from '../../accounts/check-service-right.ts'
import type { AuditedDeps } from '../../audit/audited-act.ts'
import { recordAct } from '../../audit/record-act.ts'
import { checkOwnCourier } from '../../couriers/check-own-courier.ts'
import { courierRetryPauseMs } from './held-payout.ts'
import type { TransferRow } from './transfer-row.ts'
import { releaseHeldTransfer } from './transfer-store.ts'

/**
 * Has money that was refused sent again, to the number that its owner has now: whoever manages the payouts of
 * a shop may ask for that of the shop, a courier for their own a quarter of an hour after their number was
 * refused, the operator for any. Throws TRANSFER_NOT_HELD when it is not held any more or is not for the
 * courier to ask yet, ROLE_REQUIRED.
 */
export function retryTransfer(
  deps: AuditedDeps & { db: Database },
  { id, shopId, courierId = null }: { id: string; shopId: string | null; courierId?: string | null },
): Promise<TransferRow> {
  return deps.db.transaction().execute(async (trx) => {
    if (courierId !== null) await checkOwnCourier({ ...deps, db: trx }, courierId)
    else if (shopId !== null) await requireRight({ ...deps, db: trx }, shopId, 'MANAGE_PAYOUTS')
    else await requireServiceRight({ db: trx, actor: deps.actor }, 'MANAGE')
    const now = deps.clock.now()
    const endedUntil = courierId === null ? null : new Date(now.getTime() - courierRetryPauseMs)
    const released = await releaseHeldTransfer(trx, { id, shopId, courierId, endedUntil }, now)
    if (!released) throw new ApiError('TRANSFER_NOT_HELD')
    const { reference, kind, amount_fcfa: amountFcfa, retry_at: retryAt } = released
    const of = { transfer: reference, transferKind: kind, amountFcfa }
    await recordAct(
      { ...deps, db: trx },
      {
        action: 'retry-transfer',
        subject: { type: 'TRANSFER', id },
        ...(released.shop_id !== null && { shopId: released.shop_id }),
        before: { ...of, retryAt: null },
        after: { ...of, retryAt },
      },
    )
    return released
  })
}
