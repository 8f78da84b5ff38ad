import type { Database } from '../../../base/database/open-database.ts'
import { ApiError } from '../../../contract/errors.ts'
import type { AuditedDeps } from '../../audit/audited-act.ts'
import { recordAct } from '../../audit/record-act.ts'
import type { AccountName } from '../account-name.ts'
import { findAccountByName } from '../account-store.ts'
import { requireServiceRight } from '../check-service-right.ts'
import { deleteOperator, lockOperators } from '../membership-store.ts'
import { isLastOperator } from './last-operator.ts'

/**
 * Takes from somebody what those who run the service may do; their account stays. Only the terminal removes
 * the last operator. Throws ROLE_REQUIRED, ACCOUNT_NOT_FOUND when they are none, LAST_OPERATOR.
 */
export async function removeOperator(
  deps: AuditedDeps & { db: Database },
  name: AccountName,
): Promise<string> {
  return deps.db.transaction().execute(async (trx) => {
    await requireServiceRight({ db: trx, actor: deps.actor }, 'MANAGE')
    const account = await findAccountByName(trx, name)
    const roles = await lockOperators(trx)
    const role = account && roles.get(account.id)
    if (!account || !role) throw new ApiError('ACCOUNT_NOT_FOUND')
    if (deps.actor.kind !== 'CLI' && isLastOperator(roles, account.id)) throw new ApiError('LAST_OPERATOR')
    await deleteOperator(trx, account.id)
    await recordAct(
      { ...deps, db: trx },
      {
        action: 'remove-operator',
        subject: { type: 'ACCOUNT', id: account.id },
        before: { role },
        after: null,
      },
    )
    return account.id
  })
}
