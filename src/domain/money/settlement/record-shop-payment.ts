import type { Database } from '../../../base/database/open-database.ts'
import type { Fcfa } from '../../../base/kernel/fcfa.ts'
import { ApiError } from '../../../contract/errors.ts'
import type { Currency } from '../../../contract/vocabulary.ts'
import { requireServiceRight } from '../../accounts/check-service-right.ts'
import { actReason } from '../../audit/act-reason.ts'
import type { AuditedDeps } from '../../audit/audited-act.ts'
import { recordAct } from '../../audit/record-act.ts'
import { lockShop } from '../../shops/shop-store.ts'
import { credit, debit } from '../ledger/ledger-posting.ts'
import { findBooked } from '../ledger/ledger-store.ts'
import { lockAccounts } from '../ledger/lock-accounts.ts'
import { postEntries } from '../ledger/post-entries.ts'

type ShopPayment = {
  /** Of the form that was filled in: sent again, it changes nothing. */
  id: string
  shopId: string
  currency: Currency
  amountFcfa: Fcfa
  /** How it was paid: cash at the office, the number of a transfer. */
  note: string
}

/**
 * Notes that a shop paid the trips and fees that it owes, by cash or by a transfer that the service did not
 * ask for. What it owes falls by it; the books hold the money in suspense until it is explained (decision
 * 219). Throws SHOP_NOT_FOUND, SHOP_OWES_LESS for more than it owes, ALREADY_DONE where the form was sent
 * before and said something else, ROLE_REQUIRED, REASON_REQUIRED.
 */
export function recordShopPayment(
  deps: AuditedDeps & { db: Database },
  { id, shopId, currency, amountFcfa, note: typed }: ShopPayment,
): Promise<void> {
  return deps.db.transaction().execute(async (trx) => {
    await requireServiceRight({ db: trx, actor: deps.actor }, 'MANAGE')
    const note = actReason(typed)
    if (!(await lockShop(trx, shopId))) throw new ApiError('SHOP_NOT_FOUND', { shopId })
    const [owedFcfa = 0] = await lockAccounts({ db: trx, clock: deps.clock }, [
      { kind: 'SHOP_FEES', owner: shopId, currency },
      { kind: 'SUSPENSE', owner: '', currency },
    ])
    const cause = `shop-payment:${id}`
    // Under the lock, so that of two that are sent at once the second finds the first.
    const booked = await findBooked(trx, cause)
    if (booked) {
      if (booked.shopId === shopId && booked.currency === currency && booked.amountFcfa === amountFcfa) return
      throw new ApiError('ALREADY_DONE')
    }
    if (amountFcfa < 1 || amountFcfa > owedFcfa)
      throw new ApiError('SHOP_OWES_LESS', { owedFcfa: Math.max(owedFcfa, 0) })
    await postEntries({ ...deps, db: trx }, [
      {
        cause,
        kind: 'SHOP_PAYMENT_RECORDED',
        currency,
        shopId,
        deliveryId: null,
        happenedAt: deps.clock.now(),
        note,
        entries: [debit('SUSPENSE', amountFcfa), credit('SHOP_FEES', amountFcfa, shopId)],
      },
    ])
    await recordAct(
      { ...deps, db: trx },
      {
        action: 'record-shop-payment',
        subject: { type: 'SHOP', id: shopId },
        shopId,
        before: { owedByShopFcfa: owedFcfa },
        after: { owedByShopFcfa: owedFcfa - amountFcfa, amountFcfa, refundNote: note },
      },
    )
  })
}
