import type { Database } from '../../../base/database/open-database.ts'
import { ApiError } from '../../../contract/errors.ts'
import { requireServiceRight } from '../../accounts/check-service-right.ts'
import { actReason } from '../../audit/act-reason.ts'
import type { AuditedDeps } from '../../audit/audited-act.ts'
import { recordAct } from '../../audit/record-act.ts'
import { credit, debit } from '../ledger/ledger-posting.ts'
import { postEntries } from '../ledger/post-entries.ts'
import { takeSurplus } from './surplus-store.ts'

/**
 * Notes that what a customer was given back too much is settled with them, with how: they brought it back, or
 * it was given up. The books hold it in suspense until that is explained. Throws ROLE_REQUIRED,
 * REASON_REQUIRED, REFUND_NOT_FOUND where nothing is to be settled (any more).
 */
export function settleSurplus(
  deps: AuditedDeps & { db: Database },
  { shopId, requestId, note: typed }: { shopId: string; requestId: string; note: string },
): Promise<void> {
  return deps.db.transaction().execute(async (trx) => {
    await requireServiceRight({ db: trx, actor: deps.actor }, 'MANAGE')
    const note = actReason(typed)
    const surplus = await takeSurplus(trx, { shopId, requestId })
    if (!surplus) throw new ApiError('REFUND_NOT_FOUND')
    const { deliveryId, reference, currency, amountFcfa, settledFcfa } = surplus
    await postEntries({ ...deps, db: trx }, [
      {
        cause: `surplus:${requestId}:${settledFcfa}`,
        kind: 'SURPLUS_SETTLED',
        currency,
        shopId,
        deliveryId,
        happenedAt: deps.clock.now(),
        note,
        entries: [debit('SUSPENSE', amountFcfa), credit('CUSTOMER_MONEY', amountFcfa)],
      },
    ])
    await recordAct(
      { ...deps, db: trx },
      {
        action: 'settle-surplus',
        subject: { type: 'DELIVERY', id: deliveryId },
        shopId,
        before: { reference, amountFcfa },
        after: { reference, amountFcfa: 0, refundNote: note },
      },
    )
  })
}
