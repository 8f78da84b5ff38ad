import { sql } from 'kysely'
import { deleteBatch } from '../../../base/database/delete-batch.ts'
import type { Database } from '../../../base/database/open-database.ts'

/** A link as it is stored: whose address it was sent to, and the shop that is opened with it, if any. */
type SignInLink = { email: string; openingId: string | null }

export async function insertSignInLink(
  db: Database,
  link: SignInLink & { tokenHmac: string; expiresAt: Date },
  now: Date,
): Promise<void> {
  await db
    .insertInto('sign_in_links')
    .values({
      token_hmac: link.tokenHmac,
      email: link.email,
      opening_id: link.openingId,
      created_at: now,
      expires_at: link.expiresAt,
    })
    .execute()
}

/** A link that can still be used. */
export async function findSignInLink(
  db: Database,
  tokenHmacs: readonly string[],
  now: Date,
): Promise<SignInLink | undefined> {
  return db
    .selectFrom('sign_in_links')
    .select(['sign_in_links.email', 'sign_in_links.opening_id as openingId'])
    .where('sign_in_links.token_hmac', 'in', tokenHmacs)
    .where('sign_in_links.used_at', 'is', null)
    .where('sign_in_links.expires_at', '>', now)
    .executeTakeFirst()
}

/** Uses a link up, and returns it; undefined when it was used before, is over, or never was. */
export async function useUpLink(
  db: Database,
  tokenHmacs: readonly string[],
  now: Date,
): Promise<SignInLink | undefined> {
  return db
    .updateTable('sign_in_links')
    .set({ used_at: now })
    .where('sign_in_links.token_hmac', 'in', tokenHmacs)
    .where('sign_in_links.used_at', 'is', null)
    .where('sign_in_links.expires_at', '>', now)
    .returning(['sign_in_links.email', 'sign_in_links.opening_id as openingId'])
    .executeTakeFirst()
}

/** Removes at most `limit` links that have expired at `now`, used or not; returns how many. */
export const deleteExpiredLinks = (db: Database, now: Date, limit: number): Promise<number> =>
  deleteBatch(db, 'sign_in_links', sql`sign_in_links.expires_at <= ${now}`, limit)
