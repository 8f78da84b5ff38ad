import { ApiError } from '../../../base/contract/errors.ts'
import type { Database } from '../../../base/database/open-database.ts'
import type { AuditedDeps } from '../../audit/audited-act.ts'
import { recordAct } from '../../audit/record-act.ts'
import type { AccountName } from '../account-name.ts'
import { findAccountByName } from '../account-store.ts'
import { deleteOperator } from '../membership-store.ts'

/** Takes from somebody what an operator may do. Throws ACCOUNT_NOT_FOUND when they are none. */
export async function removeOperator(
  deps: AuditedDeps & { db: Database },
  name: AccountName,
): Promise<string> {
  return deps.db.transaction().execute(async (trx) => {
    const account = await findAccountByName(trx, name)
    if (!account || !(await deleteOperator(trx, account.id))) throw new ApiError('ACCOUNT_NOT_FOUND')
    await recordAct(
      { ...deps, db: trx },
      {
        action: 'remove-operator',
        subject: { type: 'ACCOUNT', id: account.id },
        before: { isOperator: true },
        after: null,
      },
    )
    return account.id
  })
}
