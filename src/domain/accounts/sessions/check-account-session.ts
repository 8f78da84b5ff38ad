import type { Database } from '../../../base/database/open-database.ts'
import type { Clock } from '../../../base/kernel/clock.ts'
import type { Language } from '../../../base/kernel/language.ts'
import type { OperatorRole } from '../accounts-tables.ts'
import { checkSession } from '../check-session.ts'
import type { Auth } from '../create-auth.ts'
import { findSessionAccount, markSeen } from './session-store.ts'

/** Who is signed in to the console, and the cookies that prolong their session. */
export type SignedInAccount = {
  accountId: string
  name: string
  phone: string | null
  email: string | null
  language: Language | null
  /** What they may do for the whole service; null for everybody else. */
  operatorRole: OperatorRole | null
  hasSecondFactor: boolean
  sessionId: string
  token: string
  cookies: string[]
}

/** How far the time at which a session was last used may be behind. */
const seenEveryMs = 10 * 60_000

/**
 * The account behind a `Cookie` header; undefined when there is no session, it has ended, or it began without
 * the second factor that its account has: a courier's code alone does not open the console (decision 131).
 */
export async function checkAccountSession(
  { db, clock, auth }: { db: Database; clock: Clock; auth: Auth },
  cookie: string | undefined,
): Promise<SignedInAccount | undefined> {
  const session = await checkSession(auth, cookie)
  const found = session && (await findSessionAccount(db, session))
  if (!session || !found?.sessionId) return undefined
  const { sessionId, lastSeenAt, secondFactorSince, id: accountId, ...account } = found
  const hasSecondFactor = secondFactorSince !== null
  if (hasSecondFactor && session.secondFactorAt === null) return undefined
  const now = clock.now()
  if (now.getTime() - (lastSeenAt?.getTime() ?? 0) > seenEveryMs) await markSeen(db, session.token, now)
  const { token, cookies } = session
  return {
    accountId,
    ...account,
    hasSecondFactor,
    sessionId,
    token,
    cookies,
  }
}
