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
import type { DuePayee } from './payee-store.ts'
import type { BeginDeps } from './transfer-deps.ts'
import { begunPosting } from './transfer-posting.ts'
import { newTransfer, type TransferRow } from './transfer-row.ts'
import { insertTransfer, isUnderWay } from './transfer-store.ts'

/**
 * Begins to pay a shop what it sold and is owed, less the fees it owes where it agreed to that: the transfer
 * is written and booked as being sent, in one transaction that holds the shop and its accounts, so that
 * nothing is sent twice (decision 201). Returns false where there is nothing to pay any more, or nobody who
 * could send it.
 */
export async function beginShopPayout(deps: BeginDeps, { id, currency }: DuePayee): Promise<boolean> {
  return beginOnceCertain(deps, async (trx) => {
    const shop = await lockShop(trx, id)
    const provider = shop?.payout_phone && deps.mobileMoney.providers.forPhone(shop.payout_phone)
    if (!shop || !provider || shop.suspended_at !== null) return false
    const [sales = 0, fees = 0] = await lockAccounts({ db: trx, clock: deps.clock }, [
      { kind: 'SHOP_SALES', owner: id, currency },
      { kind: 'SHOP_FEES', owner: id, currency },
      { kind: 'MONEY_SENT', owner: provider.name, currency },
    ])
    const nettedFcfa = shop.payout_nets_fees ? Math.min(Math.max(fees, 0), Math.max(-sales, 0)) : 0
    const owedFcfa = -sales - nettedFcfa
    const { leastPayoutFcfa, payoutFeesBy } = await findShopTerms(trx)
    const minimumFcfa = Math.max(shop.payout_minimum_fcfa, leastPayoutFcfa)
    if (owedFcfa < minimumFcfa || (await isUnderWay(trx, { shop: id, currency }))) return false
    await requireCertainRefusals(deps, trx, { shop: id, currency })
    return begin(deps, trx, provider, {
      kind: 'SHOP_PAYOUT',
      shop_id: id,
      phone: shop.payout_phone,
      currency,
      netted_fcfa: nettedFcfa,
      fee_by: payoutFeesBy,
      ...partOf(owedFcfa, { ...deps, minimumFcfa }),
    })
  })
}

/** Begins to pay a courier what they earned; as `beginShopPayout`. */
export async function beginCourierPayout(deps: BeginDeps, { id, currency }: DuePayee): Promise<boolean> {
  return beginOnceCertain(deps, async (trx) => {
    const courier = await findCourier(trx, id)
    const provider = courier && deps.mobileMoney.providers.forPhone(courier.phone)
    if (!provider) return false
    const [earnings = 0] = await lockAccounts({ db: trx, clock: deps.clock }, [
      { kind: 'COURIER_EARNINGS', owner: id, currency },
      { kind: 'MONEY_SENT', owner: provider.name, currency },
    ])
    const { COURIER_PAYOUT_MINIMUM_FCFA: minimumFcfa } = deps.rules.current()
    const isEnough = -earnings >= minimumFcfa
    if (!isEnough || (await isUnderWay(trx, { courier: id, currency }))) return false
    await requireCertainRefusals(deps, trx, { courier: id, currency })
    return begin(deps, trx, provider, {
      kind: 'COURIER_PAYOUT',
      courier_id: id,
      phone: courier.phone,
      currency,
      ...partOf(-earnings, { ...deps, minimumFcfa }),
    })
  })
}

/**
 * What one payout holds of what is owed. The rest follows as soon as it was paid, where that is enough to be
 * paid.
 */
function partOf(
  owedFcfa: number,
  { rules, clock, minimumFcfa }: BeginDeps & { minimumFcfa: number },
): Pick<TransferRow, 'amount_fcfa' | 'retry_at'> {
  const amount_fcfa = Math.min(owedFcfa, rules.current().PAYOUT_MAXIMUM_FCFA)
  const leftFcfa = owedFcfa - amount_fcfa
  return { amount_fcfa, retry_at: leftFcfa > 0 && leftFcfa >= minimumFcfa ? clock.now() : null }
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
