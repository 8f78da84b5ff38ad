import type { Database, Trx } from '../../../base/database/open-database.ts'
import { newId } from '../../../base/kernel/clock.ts'
import { newTransferReference } from '../../../base/kernel/short-code.ts'
import { ApiError } from '../../../contract/errors.ts'
import { requireServiceRight } from '../../accounts/check-service-right.ts'
import { actReason } from '../../audit/act-reason.ts'
import type { AuditedDeps } from '../../audit/audited-act.ts'
import { recordAct } from '../../audit/record-act.ts'
import { findCourier } from '../../couriers/courier-store.ts'
import { lockShop } from '../../shops/shop-store.ts'
import { lockAccounts } from '../ledger/lock-accounts.ts'
import { postEntries } from '../ledger/post-entries.ts'
import { recordedPosting } from './transfer-posting.ts'
import { byHand, newTransfer, type Payee, type TransferRow } from './transfer-row.ts'
import { findTransfer, insertTransfer, isUnderWay, listTransfersTo } from './transfer-store.ts'

/**
 * Notes that somebody paid a shop or a courier by hand, with how. What is owed to them falls by it; the books
 * hold it in suspense until it is explained. `id` is of the form that was filled in: sent again, it changes
 * nothing. Throws PAYEE_NOT_FOUND, NOT_OWED for more than is owed, TRANSFER_UNDER_WAY while the service is
 * paying the same one, ALREADY_DONE where the form was sent before and said something else, ROLE_REQUIRED,
 * REASON_REQUIRED.
 */
export function recordPayout(
  deps: AuditedDeps & { db: Database },
  {
    id: formId,
    payee,
    amountFcfa,
    note: typed,
  }: { id?: string | undefined; payee: Payee; amountFcfa: number; note: string },
): Promise<TransferRow> {
  return deps.db.transaction().execute(async (trx) => {
    await requireServiceRight({ db: trx, actor: deps.actor }, 'MANAGE')
    const note = actReason(typed)
    const phone = await phoneOf(trx, payee)
    if (phone === undefined) throw new ApiError('PAYEE_NOT_FOUND')
    const { currency, id, kind } = payee
    const isShop = kind === 'SHOP_PAYOUT'
    const [balance = 0] = await lockAccounts({ db: trx, clock: deps.clock }, [
      { kind: isShop ? 'SHOP_SALES' : 'COURIER_EARNINGS', owner: id, currency },
      { kind: 'SUSPENSE', owner: '', currency },
    ])
    // Under the lock, so that of two that are sent at once the second finds the first.
    const noted = formId === undefined ? undefined : await findTransfer(trx, formId)
    if (noted) return sameAs(noted, payee, amountFcfa)
    const target = isShop ? { shop: id, currency } : { courier: id, currency }
    if (await isUnderWay(trx, target)) throw new ApiError('TRANSFER_UNDER_WAY')
    const owedFcfa = Math.max(-balance, 0)
    if (amountFcfa < 1 || amountFcfa > owedFcfa) throw new ApiError('NOT_OWED', { owedFcfa })
    const now = deps.clock.now()
    // What is left is sent when it would have been without this.
    const [latest] = amountFcfa < owedFcfa ? await listTransfersTo(trx, target, 1) : []
    const owner = isShop ? { shop_id: id } : { courier_id: id }
    const about = {
      ...{ kind, ...owner, currency, amount_fcfa: amountFcfa, provider: byHand, phone },
      retry_at: latest?.retry_at ?? null,
    }
    const transfer: TransferRow = {
      ...newTransfer(about, { id: formId ?? newId(now), reference: newTransferReference(), now }),
      state: 'PAID',
      note,
      due_at: null,
      ended_at: now,
    }
    await insertTransfer(trx, transfer)
    await postEntries({ ...deps, db: trx }, [recordedPosting(transfer)])
    await recordAct(
      { ...deps, db: trx },
      {
        action: 'record-payout',
        subject: { type: 'TRANSFER', id: transfer.id },
        ...(transfer.shop_id !== null && { shopId: transfer.shop_id }),
        before: null,
        after: { transfer: transfer.reference, transferKind: kind, amountFcfa, refundNote: note },
      },
    )
    return transfer
  })
}

/** What the same form noted before. Throws ALREADY_DONE. */
function sameAs(noted: TransferRow, { kind, id, currency }: Payee, amountFcfa: number): TransferRow {
  const isSame =
    noted.provider === byHand &&
    noted.kind === kind &&
    (noted.shop_id ?? noted.courier_id) === id &&
    noted.currency === currency &&
    noted.amount_fcfa === amountFcfa
  if (!isSame) throw new ApiError('ALREADY_DONE')
  return noted
}

/** The number of a shop or courier, empty where a shop has none; undefined where there is no such payee. */
async function phoneOf(trx: Trx, { kind, id }: Payee): Promise<string | undefined> {
  if (kind === 'COURIER_PAYOUT') return (await findCourier(trx, id))?.phone
  const shop = await lockShop(trx, id)
  return shop && (shop.payout_phone ?? '')
}
