import type { Trx } from '../../../base/database/open-database.ts'
import { type Clock, newId } from '../../../base/kernel/clock.ts'
import type { Account } from './ledger-account.ts'
import { lockBalances, openAccounts } from './ledger-store.ts'

/**
 * Locks accounts until the transaction ends, in the order in which booking locks them, and returns their
 * balances in the order given. What is decided by a balance locks all the accounts that it will book to
 * first, and books in one call: so nobody books meanwhile, and nobody dies of waiting (decision 197).
 * Accounts that do not exist are opened.
 */
export async function lockAccounts(
  { db: trx, clock }: { db: Trx; clock: Clock },
  accounts: readonly Account[],
): Promise<number[]> {
  await openAccounts(
    trx,
    accounts.map((account) => ({ ...account, id: newId(clock.now()) })),
  )
  const rows = await lockBalances(trx, accounts)
  return accounts.map(({ kind, owner, currency }) => {
    const row = rows.find((each) => each.kind === kind && each.owner === owner && each.currency === currency)
    return row?.balanceFcfa ?? 0
  })
}
