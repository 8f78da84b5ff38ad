import { type Selectable, sql } from 'kysely'
import type { Database, Trx } from '../../../base/database/open-database.ts'
import type { Tables } from '../../../base/database/tables.ts'
import type { AccountName } from '../account-name.ts'

export type InvitationRow = Selectable<Tables['invitations']>
/** Which invitation, of which shop. */
export type InvitationKey = { shopId: string; id: string }

export async function insertInvitation(trx: Trx, invitation: InvitationRow): Promise<void> {
  await trx.insertInto('invitations').values(invitation).execute()
}

/** SQL that is true for an invitation that can be accepted at `now`. */
const isOpenAt = (now: Date) => sql<boolean>`
  invitations.accepted_at is null and invitations.withdrawn_at is null and invitations.expires_at > ${now}`

/** The open invitations of a shop, the newest first. */
export async function listOpenInvitations(
  db: Database | Trx,
  shopId: string,
  now: Date,
): Promise<InvitationRow[]> {
  return db
    .selectFrom('invitations')
    .selectAll()
    .where('invitations.shop_id', '=', shopId)
    .where(isOpenAt(now))
    .orderBy('invitations.id', 'desc')
    .execute()
}

/** How many invitations a shop has made since a moment, whatever became of them. */
export async function countInvitationsSince(trx: Trx, shopId: string, since: Date): Promise<number> {
  const { made } = await trx
    .selectFrom('invitations')
    .select((eb) => eb.fn.countAll<string>().as('made'))
    .where('invitations.shop_id', '=', shopId)
    .where('invitations.created_at', '>', since)
    .executeTakeFirstOrThrow()
  return Number(made)
}

/** Whether the operator has let a shop sell. */
export async function isShopApproved(trx: Trx, shopId: string): Promise<boolean> {
  const shop = await trx
    .selectFrom('shops')
    .select('shops.approved_at')
    .where('shops.id', '=', shopId)
    .executeTakeFirst()
  return shop !== undefined && shop.approved_at !== null
}

/** The invitations that the person of an account can accept, with the names of the shops. */
export async function listInvitationsOf(
  db: Database,
  { phone, email }: { phone: string | null; email: string | null },
  now: Date,
) {
  return db
    .selectFrom('invitations')
    .innerJoin('shops', 'shops.id', 'invitations.shop_id')
    .select([
      'invitations.shop_id as shopId',
      'invitations.id',
      'invitations.role',
      'invitations.expires_at as expiresAt',
      'shops.name as shopName',
    ])
    .where(sql<boolean>`(invitations.phone = ${phone} or invitations.email = ${email})`)
    .where(isOpenAt(now))
    .orderBy('invitations.created_at', 'desc')
    .limit(maxShown)
    .execute()
}

/** More cannot be read at once; the next are shown when these are settled. */
const maxShown = 20

/**
 * Reads an invitation that can be accepted at `now` and keeps others from settling it until the transaction
 * ends.
 */
export async function lockOpenInvitation(
  trx: Trx,
  { shopId, id }: InvitationKey,
  now: Date,
): Promise<InvitationRow | undefined> {
  return trx
    .selectFrom('invitations')
    .selectAll()
    .where('invitations.shop_id', '=', shopId)
    .where('invitations.id', '=', id)
    .where(isOpenAt(now))
    .forUpdate()
    .executeTakeFirst()
}

/** Settles an invitation. */
export async function settleInvitation(
  trx: Trx,
  { shopId, id }: InvitationKey,
  change: { accepted_at: Date } | { withdrawn_at: Date },
): Promise<InvitationRow> {
  return trx
    .updateTable('invitations')
    .set(change)
    .where('invitations.shop_id', '=', shopId)
    .where('invitations.id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Whether somebody with this name is a member of a shop. */
export async function isMemberByName(
  trx: Trx,
  shopId: string,
  { phone, email }: AccountName,
): Promise<boolean> {
  const { rows } = await sql<{ is_member: boolean }>`
    select exists (
      select from memberships
      join accounts on accounts.id = memberships.account_id
      where memberships.shop_id = ${shopId} and (accounts.phone = ${phone} or accounts.email = ${email})
    ) as is_member
  `.execute(trx)
  return rows[0]?.is_member ?? false
}
