import type { Trx } from '../../../base/database/open-database.ts'
import { newId } from '../../../base/kernel/clock.ts'
import { newTransferReference } from '../../../base/kernel/short-code.ts'
import { findCourier } from '../../couriers/courier-store.ts'
import { lockShop } from '../../shops/shop-store.ts'
import { findShopTerms } from '../../shops/terms/shop-terms-store.ts'
import { lockAccounts } from '../ledger/lock-accounts.ts'
import { postEntries } from '../ledger/post-entries.ts'
import type { MobileMoneyProvider } from '../mobile-money/mobile-money-provider.ts'
import { beginOnceCertain, requireCertainRefusals } from './begin-once-certain.ts'
import { allPayees, findOwed, type Owed } from './owed-payee-store.ts'
import type { BeginDeps } from './transfer-deps.ts'
import { begunPosting } from './transfer-posting.ts'
import { newTransfer, type Payee, type TransferRow } from './transfer-row.ts'
import { insertTransfer, isUnderWay } from './transfer-store.ts'

/**
 * Begins to pay a shop or a courier what is owed to them: the transfer is written and booked as being sent,
 * in one transaction that holds the shop and the accounts, so that nothing is sent twice (decision 201).
 * Returns false where there is nothing to pay any more, or nobody who could send it.
 */
export async function beginPayout(deps: BeginDeps, payee: Payee): Promise<boolean> {
  const { kind, id, currency } = payee
  return beginOnceCertain(deps, async (trx) => {
    const isShop = kind === 'SHOP_PAYOUT'
    const phone = isShop ? (await lockShop(trx, id))?.payout_phone : (await findCourier(trx, id))?.phone
    const provider = phone && deps.mobileMoney.providers.forPhone(phone)
    if (!provider) return false
    const ofPayee = isShop ? (['SHOP_SALES', 'SHOP_FEES'] as const) : (['COURIER_EARNINGS'] as const)
    await lockAccounts({ db: trx, clock: deps.clock }, [
      ...ofPayee.map((account) => ({ kind: account, owner: id, currency })),
      { kind: 'MONEY_SENT', owner: provider.name, currency },
    ])
    const owed = await findOwed(trx, allPayees(kind, deps.rules.current()), payee)
    const to = isShop ? { shop: id, currency } : { courier: id, currency }
    if (!owed || (await isUnderWay(trx, to))) return false
    await requireCertainRefusals(deps, trx, to)
    return begin(deps, trx, provider, {
      kind,
      ...(isShop
        ? { shop_id: id, netted_fcfa: owed.nettedFcfa, fee_by: (await findShopTerms(trx)).payoutFeesBy }
        : { courier_id: id }),
      phone,
      currency,
      ...partOf(owed, deps),
    })
  })
}

/**
 * What one payout holds of what is owed. The rest follows as soon as it was paid, where that is enough to be
 * paid.
 */
function partOf(
  { owedFcfa, leastFcfa }: Owed,
  { rules, clock }: BeginDeps,
): Pick<TransferRow, 'amount_fcfa' | 'retry_at'> {
  const amount_fcfa = Math.min(owedFcfa, rules.current().PAYOUT_MAXIMUM_FCFA)
  const leftFcfa = owedFcfa - amount_fcfa
  return { amount_fcfa, retry_at: leftFcfa > 0 && leftFcfa >= leastFcfa ? clock.now() : null }
}

async function begin(
  { clock }: BeginDeps,
  trx: Trx,
  provider: MobileMoneyProvider,
  about: Omit<Parameters<typeof newTransfer>[0], 'provider'>,
): Promise<true> {
  const now = clock.now()
  const transfer: TransferRow = newTransfer(
    { ...about, provider: provider.name },
    { id: newId(now), reference: newTransferReference(), now },
  )
  await insertTransfer(trx, transfer)
  await postEntries({ db: trx, clock }, [begunPosting(transfer)])
  return true
}
