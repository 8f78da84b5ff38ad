import { newId } from '../../../base/kernel/clock.ts'
import { newTransferReference } from '../../../base/kernel/short-code.ts'
import { postEntries } from '../ledger/post-entries.ts'
import { receiptPosting } from '../mobile-money/receipt-posting.ts'
import { lockDueRefund } from '../mobile-money/refund-store.ts'
import { beginOnceCertain, requireCertainRefusals } from './begin-once-certain.ts'
import type { DuePayment } from './payee-store.ts'
import type { BeginDeps } from './transfer-deps.ts'
import { begunPosting } from './transfer-posting.ts'
import { newTransfer } from './transfer-row.ts'
import { insertTransfer, isUnderWay } from './transfer-store.ts'

/**
 * Begins to give a payment back to whoever made it, by the provider that received it. Returns false where
 * nothing is to be given back any more, or it is on its way already.
 */
export async function beginRefund(deps: BeginDeps, { shopId, id }: DuePayment): Promise<boolean> {
  return beginOnceCertain(deps, async (trx) => {
    const due = await lockDueRefund(trx, { shopId, requestId: id })
    if (!due || (await isUnderWay(trx, { payment: id }))) return false
    await requireCertainRefusals(deps, trx, { payment: id })
    const now = deps.clock.now()
    const transfer = newTransfer(
      {
        kind: 'CUSTOMER_REFUND',
        shop_id: shopId,
        delivery_id: due.deliveryId,
        payment_request_id: id,
        provider: due.provider,
        currency: due.currency,
        amount_fcfa: due.amountFcfa,
      },
      { id: newId(now), reference: newTransferReference(), now },
    )
    await insertTransfer(trx, transfer)
    // The payment itself may not have come to the books yet.
    await postEntries({ db: trx, clock: deps.clock }, [receiptPosting(due), begunPosting(transfer)])
    return true
  })
}
