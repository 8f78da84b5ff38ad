import type { Database } from '../../../base/database/open-database.ts'
import { ApiError } from '../../../contract/errors.ts'
import { requireServiceRight } from '../../accounts/check-service-right.ts'
import { actReason } from '../../audit/act-reason.ts'
import type { AuditedDeps } from '../../audit/audited-act.ts'
import { recordAct } from '../../audit/record-act.ts'
import { credit, debit } from '../ledger/ledger-posting.ts'
import { postEntries } from '../ledger/post-entries.ts'
import { receiptPosting } from './receipt-posting.ts'
import { lockDueRefund, settleRefund } from './refund-store.ts'

/**
 * Notes that money which came when no payment was expected was given back, with how: the number of the
 * transfer, or who handed it over. Nothing is transferred here: the books hold it in suspense until the
 * provider's statement shows where it went. Throws ROLE_REQUIRED, REASON_REQUIRED, REFUND_NOT_FOUND (decision
 * 193).
 */
export function recordRefund(
  deps: AuditedDeps & { db: Database },
  { shopId, requestId, note: typed }: { shopId: string; requestId: string; note: string },
): Promise<void> {
  return deps.db.transaction().execute(async (trx) => {
    await requireServiceRight({ db: trx, actor: deps.actor }, 'MANAGE')
    const note = actReason(typed)
    const now = deps.clock.now()
    // Holding the payment first, so that nobody begins to send it back meanwhile.
    await lockDueRefund(trx, { shopId, requestId })
    const refund = await settleRefund(trx, { shopId, requestId }, { now, note })
    if (!refund) throw new ApiError('REFUND_NOT_FOUND')
    const { deliveryId, reference, amountFcfa, refundDueAt, currency } = refund
    await postEntries({ ...deps, db: trx }, [
      // A payment from before the books began is not in them yet.
      receiptPosting(refund),
      {
        cause: `refund:${requestId}`,
        kind: 'REFUND_RECORDED',
        currency,
        shopId,
        deliveryId,
        happenedAt: now,
        note,
        entries: [debit('CUSTOMER_MONEY', amountFcfa), credit('SUSPENSE', amountFcfa)],
      },
    ])
    const values = { reference, amountFcfa, refundDueAt: refundDueAt.toISOString() }
    await recordAct(
      { ...deps, db: trx },
      {
        action: 'record-refund',
        subject: { type: 'DELIVERY', id: deliveryId },
        shopId,
        before: { ...values, refundedAt: null },
        after: { ...values, refundedAt: now.toISOString(), refundNote: note },
      },
    )
  })
}
