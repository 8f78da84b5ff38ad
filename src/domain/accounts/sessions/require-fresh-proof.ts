import { ApiError } from '../../../base/contract/errors.ts'
import type { Database, Trx } from '../../../base/database/open-database.ts'
import type { Clock } from '../../../base/kernel/clock.ts'
import { findProvenAt, type SessionKey } from './session-store.ts'

/** For how many minutes a code or link that was shown says who has the session. */
export const freshMinutes = 10

/**
 * Throws FRESH_SIGN_IN_REQUIRED unless a code or link was shown for a session within the last minutes: a session alone
 * may be in other hands, and must not be able to shut its owner out (decision 276).
 */
export async function requireFreshProof(
  { db, clock }: { db: Database | Trx; clock: Clock },
  session: SessionKey,
): Promise<void> {
  const provenAt = await findProvenAt(db, session)
  if (!provenAt || clock.now().getTime() - provenAt.getTime() > freshMinutes * 60_000)
    throw new ApiError('FRESH_SIGN_IN_REQUIRED', { minutes: freshMinutes })
}
