import type { Selectable } from 'kysely'
import { lockByName } from '../../../base/database/lock-by-name.ts'
import type { Database, Trx } from '../../../base/database/open-database.ts'
import type { Tables } from '../../../base/database/tables.ts'

export type BlockedCustomer = Selectable<Tables['blocked_customers']>

/** All blocked numbers, the latest first; they are at most `maxBlocked`. */
export const listBlockedCustomers = (db: Database | Trx): Promise<BlockedCustomer[]> =>
  db
    .selectFrom('blocked_customers')
    .selectAll()
    .orderBy('blocked_customers.blocked_at', 'desc')
    .orderBy('blocked_customers.phone')
    .execute()

export const findBlockedCustomer = (
  db: Database | Trx,
  phone: string,
): Promise<BlockedCustomer | undefined> =>
  db
    .selectFrom('blocked_customers')
    .selectAll()
    .where('blocked_customers.phone', '=', phone)
    .executeTakeFirst()

/** Keeps others from blocking and unblocking until the transaction ends, and returns how many are blocked. */
export async function lockBlockedCustomers(trx: Trx): Promise<number> {
  await lockByName(trx, 'blocked customers')
  const { count } = await trx
    .selectFrom('blocked_customers')
    .select((eb) => eb.cast<number>(eb.fn.countAll(), 'integer').as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Writes a block in place of the one before. */
export async function saveBlockedCustomer(trx: Trx, blocked: BlockedCustomer): Promise<void> {
  const { phone, ...values } = blocked
  await trx
    .insertInto('blocked_customers')
    .values({ phone, ...values })
    .onConflict((conflict) => conflict.column('phone').doUpdateSet(values))
    .execute()
}

export async function deleteBlockedCustomer(trx: Trx, phone: string): Promise<void> {
  await trx.deleteFrom('blocked_customers').where('blocked_customers.phone', '=', phone).execute()
}

/** Deletes the blocks that had ended at `now`; returns how many. */
export async function deleteEndedBlocks(db: Database, now: Date): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('blocked_customers')
    .where('blocked_customers.until', '<=', now)
    .executeTakeFirst()
  return Number(numDeletedRows)
}
