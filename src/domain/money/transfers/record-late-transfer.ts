import { lockAccounts } from '../ledger/lock-accounts.ts'
import { postEntries } from '../ledger/post-entries.ts'
import type { OrderOutcome } from '../mobile-money/mobile-money-provider.ts'
import { sendingFloat } from '../mobile-money/provider-float.ts'
import { noteRefunded } from '../mobile-money/refund-store.ts'
import { allPayees } from './owed-payee-store.ts'
import { noteTurnAfter } from './payee-store.ts'
import type { TransferDeps } from './transfer-deps.ts'
import { begunAgainPosting, feePosting, paidPosting } from './transfer-posting.ts'
import { payeeAccountOf, type TransferRow } from './transfer-row.ts'
import { changeHeldTransfer } from './transfer-store.ts'

/**
 * Books a transfer that its provider refused and paid all the same: as begun once more and paid. What it sent
 * beyond what is owed by now stays on the account of its payee, whose next sales or earnings make up for it;
 * fees that another payout has settled since are not settled twice. A person is told where money went twice
 * (decision 244).
 */
export async function recordLateTransfer(
  deps: TransferDeps,
  transfer: TransferRow,
  outcome: Extract<OrderOutcome, { state: 'PAID' }>,
): Promise<void> {
  const { clock, db } = deps
  const now = clock.now()
  const isTooMuch = await db.transaction().execute(async (trx) => {
    const { kind } = transfer
    const isRefund = kind === 'CUSTOMER_REFUND'
    const [balance = 0, fees = 0] = isRefund
      ? []
      : await lockAccounts({ db: trx, clock }, accountsOf(transfer))
    const netted_fcfa = Math.min(transfer.netted_fcfa, Math.max(fees, 0))
    const paid = await changeHeldTransfer(trx, transfer, {
      state: 'PAID',
      reason: null,
      ended_at: now,
      due_at: null,
      lease_owner: null,
      retry_at: null,
      netted_fcfa,
      fee_fcfa: outcome.feeFcfa ?? 0,
      ...(outcome.providerRef !== undefined && { provider_ref: outcome.providerRef }),
    })
    if (!paid) return false
    const isTwice = isRefund
      ? !(await noteRefunded(trx, paid, now))
      : balance + paid.amount_fcfa + netted_fcfa > 0
    await postEntries({ db: trx, clock }, [
      begunAgainPosting(paid, now),
      paidPosting(paid, now),
      feePosting(paid, now),
    ])
    // What is left follows at once, as it would have gone with the one that was to be sent in its place.
    if (!isRefund) await noteTurnAfter(trx, allPayees(kind, deps.rules.current()), paid, now)
    return isTwice
  })
  if (isTooMuch) alertOfTooMuch(deps, transfer)
}

/** Tells the operator that more was sent to somebody than was due to them. */
export const alertOfTooMuch = ({ alertOperator }: TransferDeps, { id, kind }: TransferRow): void =>
  alertOperator(
    'A transfer that was refused was paid after all, and money went twice: see the page of payouts.',
    { transferId: id, kind },
  )

/** All the accounts that are booked to, whose payee's comes first. */
function accountsOf(transfer: TransferRow) {
  const { currency, shop_id, provider } = transfer
  const float = sendingFloat(provider)
  const ofProvider = [
    { kind: 'MONEY_SENT', owner: provider, currency },
    { kind: 'PROVIDER_FLOAT', owner: float, currency },
    { kind: 'PROVIDER_FEES', owner: float, currency },
  ] as const
  const fees = { kind: 'SHOP_FEES', owner: shop_id ?? '', currency } as const
  return [payeeAccountOf(transfer), ...(transfer.kind === 'SHOP_PAYOUT' ? [fees] : []), ...ofProvider]
}
