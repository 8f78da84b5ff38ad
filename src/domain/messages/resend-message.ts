import type { Database } from '../../base/database/open-database.ts'
import type { Clock } from '../../base/kernel/clock.ts'
import { hasMessage, markMessageForResend } from './message-store.ts'

/**
 * Makes one message due now, whatever became of it, with all its attempts before it; what it says is made
 * anew, and what is no longer true is skipped again. One that is being sent at this moment is left alone.
 */
export async function resendMessage(
  { db, clock }: { db: Database; clock: Clock },
  id: string,
): Promise<'RESENT' | 'UNDER_WAY' | 'UNKNOWN'> {
  if ((await markMessageForResend(db, id, clock.now())) > 0) return 'RESENT'
  return (await hasMessage(db, id)) ? 'UNDER_WAY' : 'UNKNOWN'
}
