import type { Database, Trx } from '../../../base/database/open-database.ts'

/** Whose session it is, by its token. */
export type SessionKey = { accountId: string; token: string }

/** What the console needs to know of a session and its account, in one read. */
export async function findSessionAccount(db: Database, { accountId, token }: SessionKey) {
  return db
    .selectFrom('accounts')
    .leftJoin('sessions', (join) => join.on('sessions.token', '=', token))
    .leftJoin('second_factors', 'second_factors.account_id', 'accounts.id')
    .leftJoin('operators', 'operators.account_id', 'accounts.id')
    .select([
      'accounts.id',
      'accounts.name',
      'accounts.phone',
      'accounts.email',
      'accounts.language',
      'sessions.id as sessionId',
      'sessions.last_seen_at as lastSeenAt',
      'second_factors.confirmed_at as secondFactorSince',
      'operators.role as operatorRole',
    ])
    .where('accounts.id', '=', accountId)
    .executeTakeFirst()
}

/** Notes that a session was used. */
export async function markSeen(db: Database, token: string, now: Date): Promise<void> {
  await db.updateTable('sessions').set({ last_seen_at: now }).where('sessions.token', '=', token).execute()
}

/** Notes that the second factor was shown in a session. */
export async function markSecondFactor(trx: Trx, token: string, now: Date): Promise<void> {
  await trx
    .updateTable('sessions')
    .set({ second_factor_at: now })
    .where('sessions.token', '=', token)
    .execute()
}

/** Notes that a code that was sent for a session was entered in it. */
export async function markProven(db: Database, { accountId, token }: SessionKey, now: Date): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ proven_at: now })
    .where('sessions.token', '=', token)
    .where('sessions.account_id', '=', accountId)
    .execute()
}

/** When a code or link was shown for a session; null or undefined where none was. */
export async function findProvenAt(db: Database | Trx, { accountId, token }: SessionKey) {
  const found = await db
    .selectFrom('sessions')
    .select('sessions.proven_at as provenAt')
    .where('sessions.token', '=', token)
    .where('sessions.account_id', '=', accountId)
    .executeTakeFirst()
  return found?.provenAt
}

/** The sessions of an account that have not ended, the one used last at the front. */
export async function listSessions(db: Database, accountId: string, now: Date) {
  return db
    .selectFrom('sessions')
    .select([
      'sessions.id',
      'sessions.token',
      'sessions.user_agent as userAgent',
      'sessions.created_at as since',
      (eb) => eb.fn.coalesce('sessions.last_seen_at', 'sessions.updated_at').as('lastSeenAt'),
    ])
    .where('sessions.account_id', '=', accountId)
    .where('sessions.expires_at', '>', now)
    .orderBy('lastSeenAt', 'desc')
    .limit(maxListed)
    .execute()
}

/** Nobody reads more, and all others can be ended at once. */
const maxListed = 50

/** Ends one session of an account; returns whether there was one. */
export async function deleteSession(
  trx: Trx,
  { accountId, sessionId }: { accountId: string; sessionId: string },
): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('sessions')
    .where('sessions.id', '=', sessionId)
    .where('sessions.account_id', '=', accountId)
    .executeTakeFirst()
  return numDeletedRows === 1n
}

/** Ends all sessions of an account but the one with this token; returns how many. */
export async function deleteOtherSessions(trx: Trx, { accountId, token }: SessionKey): Promise<number> {
  const { numDeletedRows } = await trx
    .deleteFrom('sessions')
    .where('sessions.account_id', '=', accountId)
    .where('sessions.token', '<>', token)
    .executeTakeFirst()
  return Number(numDeletedRows)
}
