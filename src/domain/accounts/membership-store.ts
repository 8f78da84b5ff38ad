import { type RawBuilder, sql } from 'kysely'
import { lockByName } from '../../base/database/lock-by-name.ts'
import type { Database, Trx } from '../../base/database/open-database.ts'
import type { ShopRole } from './account-right.ts'
import type { MemberRole, OperatorRole } from './accounts-tables.ts'

/** Whose membership of which shop. */
export type MembershipKey = { shopId: string; accountId: string }

/** What an account is to a shop: a member before an operator; undefined when it is nothing to it. */
export async function findRole(
  db: Database | Trx,
  { shopId, accountId }: MembershipKey,
): Promise<ShopRole | undefined> {
  const { rows } = await sql<{ role: ShopRole | null }>`
    select coalesce(
      (select memberships.role from memberships
       where memberships.shop_id = ${shopId} and memberships.account_id = ${accountId}),
      (select operators.role from operators
       where operators.account_id = ${accountId} and operators.role = 'OPERATOR')
    ) as role
  `.execute(db)
  return rows[0]?.role ?? undefined
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

/**
 * The phone of the owner of a shop who joined it first, of those who have shown that they have one; `shopId`
 * is SQL that names the shop.
 */
export const ownerPhone = (shopId: RawBuilder<unknown>) => sql<string | null>`(
  select accounts.phone
  from memberships
  join accounts on accounts.id = memberships.account_id
  where memberships.shop_id = ${shopId} and memberships.role = 'OWNER' and accounts.phone is not null
    and accounts.phone_verified
  order by memberships.created_at, memberships.account_id
  limit 1
)`

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

/**
 * The members of a shop in the order of their accounts; others can change neither them nor the team
 * meanwhile.
 */
export async function lockTeam(trx: Trx, shopId: string): Promise<{ accountId: string; role: MemberRole }[]> {
  await sql`select from shops where shops.id = ${shopId} for no key update`.execute(trx)
  return trx
    .selectFrom('memberships')
    .select(['memberships.account_id as accountId', 'memberships.role'])
    .where('memberships.shop_id', '=', shopId)
    .orderBy('memberships.account_id')
    .execute()
}

/** The members of a shop as its team page shows them, the first at the front. */
export async function listMembers(db: Database, shopId: string) {
  return db
    .selectFrom('memberships')
    .innerJoin('accounts', 'accounts.id', 'memberships.account_id')
    .select([
      'memberships.account_id as accountId',
      'memberships.role',
      'memberships.created_at as since',
      'accounts.name',
      'accounts.phone',
      'accounts.email',
    ])
    .where('memberships.shop_id', '=', shopId)
    .orderBy('memberships.created_at')
    .orderBy('memberships.account_id')
    .execute()
}

/** How many shops an account owns. */
export async function countOwnedShops(trx: Trx, accountId: string): Promise<number> {
  const { owned } = await trx
    .selectFrom('memberships')
    .select((eb) => eb.fn.countAll<string>().as('owned'))
    .where('memberships.account_id', '=', accountId)
    .where('memberships.role', '=', 'OWNER')
    .executeTakeFirstOrThrow()
  return Number(owned)
}

/** Whether an account is a member of any shop, or an operator. */
export async function isSomebodyElsewhere(trx: Trx, accountId: string): Promise<boolean> {
  const { rows } = await sql<{ is_somebody: boolean }>`
    select exists (select from memberships where memberships.account_id = ${accountId})
      or exists (select from operators where operators.account_id = ${accountId}) as is_somebody
  `.execute(trx)
  return rows[0]?.is_somebody ?? false
}

/** Changes the role of a member, who must exist. */
export async function setMemberRole(
  trx: Trx,
  { shopId, accountId }: MembershipKey,
  role: MemberRole,
): Promise<void> {
  await trx
    .updateTable('memberships')
    .set({ role })
    .where('memberships.shop_id', '=', shopId)
    .where('memberships.account_id', '=', accountId)
    .execute()
}

/** Removes a member of a shop. */
export async function deleteMembership(trx: Trx, { shopId, accountId }: MembershipKey): Promise<void> {
  await trx
    .deleteFrom('memberships')
    .where('memberships.shop_id', '=', shopId)
    .where('memberships.account_id', '=', accountId)
    .execute()
}

/** What an account may do for the whole service; undefined when it does not run it. */
export async function findOperatorRole(
  db: Database | Trx,
  accountId: string,
): Promise<OperatorRole | undefined> {
  const row = await db
    .selectFrom('operators')
    .select('operators.role')
    .where('operators.account_id', '=', accountId)
    .executeTakeFirst()
  return row?.role
}

/** The roles of all who run the service, by account; others can change none of them meanwhile. */
export async function lockOperators(trx: Trx): Promise<Map<string, OperatorRole>> {
  await lockByName(trx, 'operators')
  const rows = await trx.selectFrom('operators').select(['operators.account_id', 'operators.role']).execute()
  return new Map(rows.map(({ account_id, role }) => [account_id, role]))
}

/** Gives an account a role of those who run the service, instead of the one it had. */
export async function upsertOperator(
  trx: Trx,
  { accountId, role }: { accountId: string; role: OperatorRole },
  now: Date,
): Promise<void> {
  await trx
    .insertInto('operators')
    .values({ account_id: accountId, role, created_at: now })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet({ role }))
    .execute()
}

/** Takes from an account what those who run the service may do. */
export async function deleteOperator(trx: Trx, accountId: string): Promise<void> {
  await trx.deleteFrom('operators').where('operators.account_id', '=', accountId).execute()
}

/** Every operator, the first at the front. */
export async function listOperators(db: Database) {
  return db
    .selectFrom('operators')
    .innerJoin('accounts', 'accounts.id', 'operators.account_id')
    .leftJoin('second_factors', 'second_factors.account_id', 'operators.account_id')
    .select([
      'accounts.id as accountId',
      'accounts.name',
      'accounts.phone',
      'accounts.email',
      'operators.role',
      'operators.created_at as since',
      'second_factors.confirmed_at as secondFactorSince',
    ])
    .orderBy('operators.created_at')
    .execute()
}

/** Who follows a shop in a session, and what they were to it when they began. */
export type ShopSession = MembershipKey & { role: ShopRole; token: string }

/**
 * Which of these sessions have not ended and still belong to accounts that are to the shop what they were, in
 * one read.
 */
export async function listOpenShopSessions<Asked extends ShopSession>(
  db: Database,
  asked: readonly Asked[],
  now: Date,
): Promise<Set<Asked>> {
  const { rows } = await sql<{ number: number }>`
    select asked.number::integer as number
    from unnest(
      ${asked.map(({ token }) => token)}::text[], ${asked.map(({ accountId }) => accountId)}::uuid[],
      ${asked.map(({ shopId }) => shopId)}::uuid[], ${asked.map(({ role }) => role)}::text[]
    ) with ordinality as asked (token, account_id, shop_id, role, number)
    join sessions on sessions.token = asked.token and sessions.account_id = asked.account_id
      and sessions.expires_at > ${now}
    where case
      when asked.role = 'OPERATOR' then exists (
        select from operators where operators.account_id = asked.account_id and operators.role = 'OPERATOR')
      else exists (
        select from memberships
        where memberships.shop_id = asked.shop_id and memberships.account_id = asked.account_id
          and memberships.role = asked.role)
    end
  `.execute(db)
  return new Set(rows.flatMap(({ number }) => asked[number - 1] ?? []))
}

/** Who follows what happens in the whole service, in a session. */
export type OperatorSession = { accountId: string; token: string }

/** Which of these sessions have not ended and still belong to somebody who runs the service, in one read. */
export async function listOpenOperatorSessions<Asked extends OperatorSession>(
  db: Database,
  asked: readonly Asked[],
  now: Date,
): Promise<Set<Asked>> {
  const { rows } = await sql<{ number: number }>`
    select asked.number::integer as number
    from unnest(
      ${asked.map(({ token }) => token)}::text[], ${asked.map(({ accountId }) => accountId)}::uuid[]
    ) with ordinality as asked (token, account_id, number)
    join sessions on sessions.token = asked.token and sessions.account_id = asked.account_id
      and sessions.expires_at > ${now}
    join operators on operators.account_id = asked.account_id
  `.execute(db)
  return new Set(rows.flatMap(({ number }) => asked[number - 1] ?? []))
}
