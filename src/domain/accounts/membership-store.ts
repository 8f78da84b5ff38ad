import { sql } from 'kysely'
import type { Database, Trx } from '../../base/database/open-database.ts'
import type { MemberRole } from '../../base/database/tables.ts'
import type { ShopRole } from './account-right.ts'

/** Whose membership of which shop. */
export type MembershipKey = { shopId: string; accountId: string }

/** What an account is to a shop, the most it is; undefined when it is nothing to it. */
export async function findRole(
  db: Database | Trx,
  { shopId, accountId }: MembershipKey,
): Promise<ShopRole | undefined> {
  const { rows } = await sql<{ role: ShopRole }>`
    select memberships.role from memberships
    where memberships.shop_id = ${shopId} and memberships.account_id = ${accountId}
    union all
    select 'OPERATOR' as role from operators where operators.account_id = ${accountId}
    order by role
    limit 1
  `.execute(db)
  return rows[0]?.role
}

/** The shops that an account is a member of, the one it joined first at the front. */
export async function listShopsOfAccount(
  db: Database,
  accountId: string,
): Promise<{ shopId: string; name: string; role: MemberRole }[]> {
  return db
    .selectFrom('memberships')
    .innerJoin('shops', 'shops.id', 'memberships.shop_id')
    .select(['memberships.shop_id as shopId', 'shops.name', 'memberships.role'])
    .where('memberships.account_id', '=', accountId)
    .orderBy('memberships.created_at')
    .orderBy('memberships.shop_id')
    .execute()
}

/** The addresses at which the owners of a shop have shown that they read mail. */
export async function listOwnerEmails(db: Database | Trx, shopId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('memberships')
    .innerJoin('accounts', 'accounts.id', 'memberships.account_id')
    .select('accounts.email')
    .where('memberships.shop_id', '=', shopId)
    .where('memberships.role', '=', 'OWNER')
    .where('accounts.email_verified', '=', true)
    .execute()
  return rows.flatMap(({ email }) => email ?? [])
}

/** Makes an account a member of a shop, unless it is one already; returns whether it did. */
export async function insertMembership(
  trx: Trx,
  { shopId, accountId, role }: MembershipKey & { role: MemberRole },
  now: Date,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('memberships')
    .values({ shop_id: shopId, account_id: accountId, role, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}
