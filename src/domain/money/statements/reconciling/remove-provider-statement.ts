import type { Database } from '../../../../base/database/open-database.ts'
import { ApiError } from '../../../../contract/errors.ts'
import { requireServiceRight } from '../../../accounts/check-service-right.ts'
import type { AuditedDeps } from '../../../audit/audited-act.ts'
import { recordAct } from '../../../audit/record-act.ts'
import { deleteDisagreementsOf } from '../../mobile-money/disagreements/disagreement-store.ts'
import { getProviderStatement } from './get-provider-statement.ts'
import { listRowSubjects } from './retold-row-store.ts'
import { deleteStatement, lockForRemoval, readRemoval } from './statement-removal-store.ts'

/**
 * Removes an import that was wrong, with its rows, so that the same file can be imported anew; the books do
 * not change. It stays once something follows from it: a confirmed balance, a settled difference of one of
 * its rows, or a later import that has rows in common with it. Throws STATEMENT_NOT_FOUND,
 * STATEMENT_NOT_REMOVABLE, ROLE_REQUIRED (decision 209).
 */
export async function removeProviderStatement(
  deps: AuditedDeps & { db: Database },
  statementId: string,
): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    await requireServiceRight({ db: trx, actor: deps.actor }, 'MANAGE')
    const { id, provider, currency, fileRows, closingFcfa } = await getProviderStatement(trx, statementId)
    if (!(await lockForRemoval(trx, id))) throw new ApiError('STATEMENT_NOT_FOUND')
    const { keptRows, refusal } = await readRemoval(trx, id)
    if (refusal) throw new ApiError('STATEMENT_NOT_REMOVABLE', { reason: refusal })
    await deleteDisagreementsOf(trx, await listRowSubjects(trx, id))
    await deleteStatement(trx, id)
    await recordAct(
      { ...deps, db: trx },
      {
        action: 'remove-provider-statement',
        subject: { type: 'LEDGER', id },
        before: { provider, currency, statementRows: fileRows, newRows: keptRows, closingFcfa },
        after: null,
      },
    )
  })
}
