import type { Database } from '../../../base/database/open-database.ts'
import { ApiError } from '../../../contract/errors.ts'
import type { AuditedDeps } from '../../audit/audited-act.ts'
import { recordAct } from '../../audit/record-act.ts'
import { deleteOtherSessions, deleteSession } from './session-store.ts'

type SessionDeps = AuditedDeps & { db: Database }

/** Ends one session of an account. Throws SESSION_NOT_FOUND. */
export async function endSessionOf(
  deps: SessionDeps,
  { accountId, sessionId }: { accountId: string; sessionId: string },
): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    if (!(await deleteSession(trx, { accountId, sessionId }))) throw new ApiError('SESSION_NOT_FOUND')
    await recordAct({ ...deps, db: trx }, ended(accountId, { sessionId }))
  })
}

/** Ends all sessions of an account but the one with this token; returns how many. */
export function endOtherSessions(
  deps: SessionDeps,
  session: { accountId: string; token: string },
): Promise<number> {
  return deps.db.transaction().execute(async (trx) => {
    const sessions = await deleteOtherSessions(trx, session)
    if (sessions > 0) await recordAct({ ...deps, db: trx }, ended(session.accountId, { sessions }))
    return sessions
  })
}

const ended = (accountId: string, what: object) => ({
  action: 'end-sessions',
  subject: { type: 'ACCOUNT' as const, id: accountId },
  before: { ...what },
  after: null,
})
