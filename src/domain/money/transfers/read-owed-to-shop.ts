import type { Database } from '../../../base/database/open-database.ts'
import type { Fcfa } from '../../../base/kernel/fcfa.ts'
import type { ShopRow } from '../../shops/shop-store.ts'
import { shownBalance } from '../ledger/ledger-account.ts'
import { listBalances } from '../ledger/ledger-store.ts'

/**
 * What the service owes a shop, in all its currencies, less what the shop owes where its payouts take that
 * off; also what is too little to be paid out yet. Never less than nothing.
 */
export async function readOwedToShop(
  db: Database,
  { id: owner, payout_nets_fees: nets }: Pick<ShopRow, 'id' | 'payout_nets_fees'>,
): Promise<Fcfa> {
  const balances = await listBalances(db, {
    kinds: nets ? ['SHOP_SALES', 'SHOP_FEES'] : ['SHOP_SALES'],
    owner,
  })
  const owed = balances.map(({ kind, balanceFcfa }) => {
    const amount = shownBalance(kind, balanceFcfa)
    return kind === 'SHOP_FEES' ? -amount : amount
  })
  return Math.max(
    owed.reduce((sum, amount) => sum + amount, 0),
    0,
  )
}
