import { sql } from 'kysely'
import { deleteBatch } from '../../base/database/delete-batch.ts'
import type { Database, Trx } from '../../base/database/open-database.ts'

/** A person who signs in with their phone, in international form (E.164). */
type Account = { id: string; name: string; phone: string }

/**
 * Writes an account, or updates its name and phone. If another account had this phone, it loses it: the number now
 * belongs to another person.
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
      conflict.column('id').doUpdateSet({ name, phone, phone_verified: true, updated_at: now }),
    )
    .execute()
}

/**
 * Counts one more code requested under a name and returns how many there were in its hour. Also deletes hours that
 * are over.
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

/** What a person is called; undefined when there is no such account. */
export async function findAccountName(db: Database, id: string): Promise<string | undefined> {
  const account = await db
    .selectFrom('accounts')
    .select('accounts.name')
    .where('accounts.id', '=', id)
    .executeTakeFirst()
  return account?.name
}
