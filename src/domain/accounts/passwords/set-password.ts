import type { Database } from '../../../base/database/open-database.ts'
import type { SecretKeys } from '../../../base/kernel/secret-keys.ts'
import { ApiError } from '../../../contract/errors.ts'
import type { AuditedDeps } from '../../audit/audited-act.ts'
import { recordAct } from '../../audit/record-act.ts'
import type { NotifyAccount } from '../account-deps.ts'
import { findAccount } from '../account-store.ts'
import { countOne } from '../count-tries.ts'
import type { Auth } from '../create-auth.ts'
import { requireFreshProof } from '../sessions/require-fresh-proof.ts'
import { deleteOtherSessions } from '../sessions/session-store.ts'
import { passwordFault } from './password-rules.ts'
import { findPasswordHash, savePassword } from './password-store.ts'

type PasswordDeps = AuditedDeps & {
  db: Database
  auth: Auth
  secrets: SecretKeys
  notifyAccount: NotifyAccount
}

type NewPassword = {
  accountId: string
  /** The session that goes on; all others of the account end. */
  token: string
  /** Needed only where there is a password already. */
  current: string
  password: string
}

/** Wrong current passwords that one account may enter within an hour. */
const maxTries = 10

/**
 * Sets or changes an account's password, ends its other sessions and notifies its owner. Throws
 * PASSWORD_REFUSED, PASSWORD_WRONG, FRESH_CODE_REQUIRED for a first one, RATE_LIMITED, ACCOUNT_NOT_FOUND.
 */
export async function setPassword(
  deps: PasswordDeps,
  { accountId, token, current, password }: NewPassword,
): Promise<void> {
  const { db, clock, auth } = deps
  const account = await findAccount(db, accountId)
  if (!account) throw new ApiError('ACCOUNT_NOT_FOUND')
  await countOne(deps, `new password of ${accountId}`, maxTries)
  const before = await findPasswordHash(db, accountId)
  if (before === undefined) await requireFreshProof(deps, { accountId, token })
  else if (!(await auth.verifyPassword(current, before))) throw new ApiError('PASSWORD_WRONG')
  const fault = passwordFault(password, account)
  if (fault) throw new ApiError('PASSWORD_REFUSED', { fault })
  const hash = await auth.hashPassword(password)
  await db.transaction().execute(async (trx) => {
    if (!(await savePassword(trx, { accountId, hash, before }, clock.now())))
      throw new ApiError('PASSWORD_WRONG')
    await deleteOtherSessions(trx, { accountId, token })
    await deps.notifyAccount(trx, account, 'PASSWORD')
    await recordAct(
      { ...deps, db: trx },
      {
        action: 'set-password',
        subject: { type: 'ACCOUNT', id: accountId },
        before: { hasPassword: before !== undefined },
        after: { hasPassword: true, changedAt: clock.now() },
      },
    )
  })
}

/** Whether an account has a password. */
export const setPasswordBefore = async (db: Database, accountId: string): Promise<boolean> =>
  (await findPasswordHash(db, accountId)) !== undefined
