import { sql } from 'kysely'
import { deleteAtMost } from '../../base/database/delete-at-most.ts'
import type { Database } from '../../base/database/open-database.ts'
import { newId } from '../../base/kernel/clock.ts'

/** Who an account is of. */
export type CourierAccount = { courierId: string; firstName: string; phone: string }

/**
 * Makes the courier's account, or brings it up to date with their name and phone. A number that an account
 * of someone else had goes over with the phone.
 */
export async function keepCourierAccount(db: Database, account: CourierAccount, now: Date): Promise<void> {
  const { courierId, firstName, phone } = account
  await db.transaction().execute(async (trx) => {
    await trx
      .updateTable('accounts')
      .set({ phone: null, updated_at: now })
      .where('accounts.phone', '=', phone)
      .where('accounts.courier_id', 'is distinct from', courierId)
      .execute()
    await trx
      .insertInto('accounts')
      .values({
        id: newId(now),
        courier_id: courierId,
        name: firstName,
        phone,
        email: null,
        created_at: now,
        updated_at: now,
      })
      .onConflict((conflict) =>
        conflict.column('courier_id').doUpdateSet({ name: firstName, phone, updated_at: now }),
      )
      .execute()
  })
}

/**
 * Counts one more code asked for a phone and answers how many it were in its hour. Hours that are over are
 * forgotten on the way.
 */
export async function countCodeRequest(db: Database, phoneHmac: string, now: Date): Promise<number> {
  const anHourAgo = new Date(now.getTime() - 60 * 60_000)
  await db.deleteFrom('sign_in_code_requests').where('began_at', '<=', anHourAgo).execute()
  const { rows } = await sql<{ requests: number }>`
    insert into sign_in_code_requests (phone_hmac, began_at, requests)
    values (${phoneHmac}, ${now}, 1)
    on conflict (phone_hmac) do update set requests = sign_in_code_requests.requests + 1
    returning requests
  `.execute(db)
  return rows[0]?.requests ?? 1
}

/** Removes at most `limit` sessions that have ended at `now`; answers how many. */
export const deleteEndedSessions = (db: Database, now: Date, limit: number): Promise<number> =>
  deleteAtMost(db, 'sessions', sql`sessions.expires_at <= ${now}`, limit)

/** Removes at most `limit` codes that have expired at `now`, whoever asked for them; answers how many. */
export const deleteExpiredCodes = (db: Database, now: Date, limit: number): Promise<number> =>
  deleteAtMost(db, 'sign_in_codes', sql`sign_in_codes.expires_at <= ${now}`, limit)
