import type { Database, OpenDatabase } from '../../../../base/database/open-database.ts'
import { ApiError } from '../../../../contract/errors.ts'
import { requireServiceRight } from '../../../accounts/check-service-right.ts'
import type { AuditedDeps } from '../../../audit/audited-act.ts'
import { recordAct } from '../../../audit/record-act.ts'
import { getProviderStatement } from './get-provider-statement.ts'
import { compareStatement, confirmStatementBalance, floatAt } from './provider-statement-store.ts'
import { countSetAside } from './retold-row-store.ts'

/**
 * Confirms that what lies with a provider by the books is what it says. From then on the proof of the books
 * holds it against them: this balance, and what was booked since, is the float. Throws STATEMENT_NOT_FOUND,
 * BALANCE_NOT_CONFIRMABLE, ROLE_REQUIRED (decision 209).
 */
export async function confirmProviderBalance(
  deps: AuditedDeps & { db: Database; database: OpenDatabase },
  statementId: string,
): Promise<void> {
  await requireServiceRight(deps, 'MANAGE')
  const statement = await getProviderStatement(deps.db, statementId)
  const { id, provider, currency, lastAt, closingFcfa } = statement
  if (closingFcfa === null) throw new ApiError('BALANCE_NOT_CONFIRMABLE', { reason: 'NO_BALANCE' })
  // What is booked until then would count neither before this balance nor since.
  if (lastAt > deps.clock.now()) throw new ApiError('BALANCE_NOT_CONFIRMABLE', { reason: 'FUTURE' })
  const [compared] = await compareStatement(deps.database, statement, { limit: 1 })
  if ((compared && compared.open > 0) || (await countSetAside(deps.db, id)) > 0)
    throw new ApiError('BALANCE_NOT_CONFIRMABLE', { reason: 'DIFFERENCES' })
  if ((await floatAt(deps.database, { provider, currency, at: lastAt })) !== closingFcfa)
    throw new ApiError('BALANCE_NOT_CONFIRMABLE', { reason: 'OTHER_BALANCE' })
  const now = deps.clock.now()
  await deps.db.transaction().execute(async (trx) => {
    await requireServiceRight({ db: trx, actor: deps.actor }, 'MANAGE')
    if (!(await confirmStatementBalance(trx, id, now))) return
    await recordAct(
      { ...deps, db: trx },
      {
        action: 'confirm-provider-balance',
        subject: { type: 'LEDGER', id },
        before: { confirmedAt: null },
        after: { confirmedAt: now.toISOString(), provider, closingFcfa, closingAt: lastAt.toISOString() },
      },
    )
  })
}
