import { ApiError } from '../../../base/contract/errors.ts'
import type { Database, Trx } from '../../../base/database/open-database.ts'
import type { AuditedDeps } from '../../audit/audited-act.ts'
import { recordAct } from '../../audit/record-act.ts'
import { findAccount } from '../account-store.ts'
import { deleteOtherSessions } from '../sessions/session-store.ts'
import { checkSecondFactor } from './check-second-factor.ts'
import { deleteSecondFactor } from './second-factor-store.ts'

type RemoveDeps = AuditedDeps & { db: Database; secret: Buffer; secondFactorKey: Buffer }

/** Switches a second factor off, with a code of it. Throws SECOND_FACTOR_CODE_WRONG, SECOND_FACTOR_OFF, RATE_LIMITED. */
export async function removeSecondFactor(
  deps: RemoveDeps,
  { accountId, code, browserId }: { accountId: string; code: string; browserId: string },
): Promise<void> {
  if (!(await checkSecondFactor(deps, { accountId, code, browserId })))
    throw new ApiError('SECOND_FACTOR_CODE_WRONG')
  await deps.db.transaction().execute((trx) => removeIt(deps, trx, accountId, 'remove-second-factor'))
}

/**
 * Removes the second factor of somebody who has lost it, for the operator who has made sure who they are, and ends all
 * their sessions. Throws ACCOUNT_NOT_FOUND, SECOND_FACTOR_OFF.
 */
export async function removeLostFactor(
  deps: AuditedDeps & { db: Database },
  accountId: string,
): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    if (!(await findAccount(trx, accountId))) throw new ApiError('ACCOUNT_NOT_FOUND')
    await removeIt(deps, trx, accountId, 'reset-second-factor')
    await deleteOtherSessions(trx, { accountId, token: '' })
  })
}

async function removeIt(deps: AuditedDeps, trx: Trx, accountId: string, action: string): Promise<void> {
  if (!(await deleteSecondFactor(trx, accountId))) throw new ApiError('SECOND_FACTOR_OFF')
  await recordAct(
    { ...deps, db: trx },
    {
      action,
      subject: { type: 'ACCOUNT', id: accountId },
      before: { hasSecondFactor: true },
      after: { hasSecondFactor: false },
    },
  )
}
