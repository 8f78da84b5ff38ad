import { sql } from 'kysely'
import { deleteBatch } from '../../base/database/delete-batch.ts'
import type { Database, Trx } from '../../base/database/open-database.ts'
import type { Language } from '../../base/kernel/language.ts'
import type { AccountName } from './account-name.ts'
import type { Standing } from './holder.ts'

/** A person who signs in with their phone, in international form (E.164). */
type Account = { id: string; name: string; phone: string }

/**
 * Writes an account, or gives it this phone; the name that a person has chosen stays. If another account had
 * this phone, it loses it: the number now belongs to another person.
 */
export async function saveAccount(trx: Trx, { id, name, phone }: Account, now: Date): Promise<void> {
  await trx
    .updateTable('accounts')
    .set({ phone: null, updated_at: now })
    .where('accounts.phone', '=', phone)
    .where('accounts.id', '<>', id)
    .execute()
  await trx
    .insertInto('accounts')
    .values({ id, name, phone, phone_verified: true, email: null, created_at: now, updated_at: now })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet({ phone, phone_verified: true, updated_at: now }),
    )
    .execute()
}

/**
 * Counts one more code requested under a name and returns how many there were in its hour. Also deletes hours
 * that are over.
 */
export async function countCodeRequest(db: Database, nameHmac: string, now: Date): Promise<number> {
  const anHourAgo = new Date(now.getTime() - 60 * 60_000)
  await db.deleteFrom('sign_in_code_requests').where('began_at', '<=', anHourAgo).execute()
  const { rows } = await sql<{ requests: number }>`
    insert into sign_in_code_requests (phone_hmac, began_at, requests)
    values (${nameHmac}, ${now}, 1)
    on conflict (phone_hmac) do update set requests = sign_in_code_requests.requests + 1
    returning requests
  `.execute(db)
  return rows[0]?.requests ?? 1
}

/** Removes at most `limit` sessions that have ended at `now`; returns how many. */
export const deleteEndedSessions = (db: Database, now: Date, limit: number): Promise<number> =>
  deleteBatch(db, 'sessions', sql`sessions.expires_at <= ${now}`, limit)

/** Removes at most `limit` codes that have expired at `now`, whoever requested them; returns how many. */
export const deleteExpiredCodes = (db: Database, now: Date, limit: number): Promise<number> =>
  deleteBatch(db, 'sign_in_codes', sql`sign_in_codes.expires_at <= ${now}`, limit)

/** Begins the count under a name anew. */
export async function deleteCodeRequests(db: Database, nameHmac: string): Promise<void> {
  await db
    .deleteFrom('sign_in_code_requests')
    .where('sign_in_code_requests.phone_hmac', '=', nameHmac)
    .execute()
}

/** What people are called, by the identifiers of their accounts. */
export async function listAccountNames(db: Database, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('accounts')
    .select(['accounts.id', 'accounts.name'])
    .where('accounts.id', 'in', [...ids])
    .execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}
/** An account that is signed in to with a phone or an address. */
export type AccountRow = Awaited<ReturnType<typeof findAccount>> & object

/** An account. */
export const findAccount = (db: Database | Trx, id: string) =>
  db.selectFrom('accounts').select(accountColumns).where('accounts.id', '=', id).executeTakeFirst()

/** The account that is signed in to with this name. */
export const findAccountByName = (db: Database | Trx, { phone, email }: AccountName) =>
  db
    .selectFrom('accounts')
    .select(accountColumns)
    .where(phone === null ? 'accounts.email' : 'accounts.phone', '=', phone ?? email)
    .executeTakeFirst()

const accountColumns = [
  'accounts.id',
  'accounts.name',
  'accounts.phone',
  'accounts.email',
  'accounts.language',
] as const

/** Makes an account with this name unless there is one; returns its identifier, whichever it is. */
export async function insertAccount(
  trx: Trx,
  { id, name, ...address }: AccountName & { id: string; name: string },
  now: Date,
): Promise<string> {
  await trx
    .insertInto('accounts')
    .values({ id, name, ...address, created_at: now, updated_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const found = await findAccountByName(trx, address as AccountName)
  if (!found) throw new Error('The account that was made is not there.')
  return found.id
}

/** Notes that the person of an account has shown that this phone or address is theirs. */
export async function markVerified(trx: Trx, id: string, { phone }: AccountName, now: Date): Promise<void> {
  await trx
    .updateTable('accounts')
    .set({ ...(phone === null ? { email_verified: true } : { phone_verified: true }), updated_at: now })
    .where('accounts.id', '=', id)
    .execute()
}

/** Whether an account has this name, or somebody has invited it: one statement for every name. */
export async function findStanding(
  db: Database | Trx,
  { phone, email }: AccountName,
  now: Date,
): Promise<Standing> {
  const { rows } = await sql<{ standing: Standing }>`
    select case
      when exists (select from accounts where accounts.phone = ${phone} or accounts.email = ${email})
        then 'KNOWN'
      when exists (
        select from invitations
        where (invitations.phone = ${phone} or invitations.email = ${email})
          and invitations.accepted_at is null and invitations.withdrawn_at is null
          and invitations.expires_at > ${now}
      ) then 'INVITED'
      else 'NEW' end as standing
  `.execute(db)
  return rows[0]?.standing ?? 'NEW'
}

/** Changes an account, which must exist; columns left out stay as they are. */
export async function setAccount(
  trx: Trx,
  id: string,
  change: { name?: string; language?: Language | null },
  now: Date,
): Promise<AccountRow> {
  return trx
    .updateTable('accounts')
    .set({ ...change, updated_at: now })
    .where('accounts.id', '=', id)
    .returning(accountColumns)
    .executeTakeFirstOrThrow()
}

/** Reads an account and keeps others from changing it until the transaction ends. */
export const lockAccount = (trx: Trx, id: string) =>
  trx
    .selectFrom('accounts')
    .select(accountColumns)
    .where('accounts.id', '=', id)
    .forUpdate()
    .executeTakeFirst()
