import type { Database } from '../../../base/database/open-database.ts'
import { ApiError } from '../../../contract/errors.ts'
import type { AuditedDeps } from '../../audit/audited-act.ts'
import { recordAct } from '../../audit/record-act.ts'
import type { AccountName } from '../account-name.ts'
import { findAccountByName } from '../account-store.ts'
import { requireServiceRight } from '../check-service-right.ts'
import { deleteOtherSessions } from '../sessions/session-store.ts'
import { deleteSecondFactor } from './second-factor-store.ts'

/**
 * Removes the second factor of somebody who has lost it, for the operator who has made sure who they are, and
 * ends all their sessions; returns their account. Throws ROLE_REQUIRED, ACCOUNT_NOT_FOUND, SECOND_FACTOR_OFF.
 */
export function resetSecondFactor(deps: AuditedDeps & { db: Database }, name: AccountName): Promise<string> {
  return deps.db.transaction().execute(async (trx) => {
    await requireServiceRight({ db: trx, actor: deps.actor }, 'MANAGE')
    const account = await findAccountByName(trx, name)
    if (!account) throw new ApiError('ACCOUNT_NOT_FOUND')
    if (!(await deleteSecondFactor(trx, account.id))) throw new ApiError('SECOND_FACTOR_OFF')
    await deleteOtherSessions(trx, { accountId: account.id, token: '' })
    await recordAct(
      { ...deps, db: trx },
      {
        action: 'reset-second-factor',
        subject: { type: 'ACCOUNT', id: account.id },
        before: { hasSecondFactor: true },
        after: { hasSecondFactor: false },
      },
    )
    return account.id
  })
}
