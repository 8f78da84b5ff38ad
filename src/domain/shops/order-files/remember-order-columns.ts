import { inTransaction } from '../../../base/database/in-transaction.ts'
import type { Database, Trx } from '../../../base/database/open-database.ts'
import type { Actor } from '../../../base/kernel/actor.ts'
import type { Clock } from '../../../base/kernel/clock.ts'
import { requireRight } from '../../accounts/check-right.ts'
import { type OrderFileKey, saveOrderColumns } from './order-columns-store.ts'

/**
 * Remembers what somebody of a shop said of the columns of a file, for its next files with the same headings.
 * It changes no order and no money by itself, so the audit has no line of it (decision 305). Throws
 * SHOP_NOT_FOUND, ROLE_REQUIRED.
 */
export function rememberOrderColumns(
  deps: { db: Database | Trx; clock: Clock; actor: Actor },
  key: OrderFileKey,
  choices: object,
): Promise<void> {
  return inTransaction(deps.db, async (trx) => {
    await requireRight({ ...deps, db: trx }, key.shopId, 'SELL')
    await saveOrderColumns(trx, key, choices, deps.clock.now())
  })
}
