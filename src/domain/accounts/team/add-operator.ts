import type { Database } from '../../../base/database/open-database.ts'
import { ApiError } from '../../../contract/errors.ts'
import type { AuditedDeps } from '../../audit/audited-act.ts'
import { recordAct } from '../../audit/record-act.ts'
import type { AccountName } from '../account-name.ts'
import type { OperatorRole } from '../accounts-tables.ts'
import { requireServiceRight } from '../check-service-right.ts'
import { lockOperators, upsertOperator } from '../membership-store.ts'
import { addAccount } from './add-member.ts'
import { isLastOperator } from './last-operator.ts'

/**
 * Makes somebody an operator or a dispatcher of the service, whatever they were before; changes nothing when
 * they are that already. Returns their account. Throws ROLE_REQUIRED, LAST_OPERATOR (decision 150).
 */
export function addOperator(
  deps: AuditedDeps & { db: Database },
  { name, role }: { name: AccountName; role: OperatorRole },
): Promise<string> {
  return deps.db.transaction().execute(async (trx) => {
    await requireServiceRight({ db: trx, actor: deps.actor }, 'MANAGE')
    const accountId = await addAccount(deps, trx, name)
    const roles = await lockOperators(trx)
    if (deps.actor.kind !== 'CLI' && role !== 'OPERATOR' && isLastOperator(roles, accountId))
      throw new ApiError('LAST_OPERATOR')
    const before = roles.get(accountId)
    await upsertOperator(trx, { accountId, role }, deps.clock.now())
    await recordAct(
      { ...deps, db: trx },
      {
        action: 'add-operator',
        subject: { type: 'ACCOUNT', id: accountId },
        before: before ? { role: before } : null,
        after: { role },
      },
    )
    return accountId
  })
}
