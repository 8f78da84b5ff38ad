import type { Database, Trx } from '../../../base/database/open-database.ts'
import type { Clock } from '../../../base/kernel/clock.ts'
import { ApiError } from '../../../contract/errors.ts'
import { findProvenAt, type SessionKey } from './session-store.ts'

/** For how many minutes a code or link that was shown says who has the session. */
const freshMinutes = 10

/** Whether a code of its own, or the link that began it, was shown for a session within the last minutes. */
export async function hasFreshProof(
  { db, clock }: { db: Database | Trx; clock: Clock },
  session: SessionKey,
): Promise<boolean> {
  const provenAt = await findProvenAt(db, session)
  return !!provenAt && clock.now().getTime() - provenAt.getTime() <= freshMinutes * 60_000
}

/**
 * Throws FRESH_CODE_REQUIRED without a fresh proof: a session alone may be in other hands, and must not be
 * able to shut its owner out (decision 276).
 */
export async function requireFreshProof(
  deps: { db: Database | Trx; clock: Clock },
  session: SessionKey,
): Promise<void> {
  if (!(await hasFreshProof(deps, session)))
    throw new ApiError('FRESH_CODE_REQUIRED', { minutes: freshMinutes })
}
