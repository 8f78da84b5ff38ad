import type { Database, OpenDatabase } from '../../../../base/database/open-database.ts'
import { ApiError } from '../../../../contract/errors.ts'
import { requireServiceRight } from '../../../accounts/check-service-right.ts'
import { actReason } from '../../../audit/act-reason.ts'
import type { AuditedDeps } from '../../../audit/audited-act.ts'
import { recordAct } from '../../../audit/record-act.ts'
import { postEntries } from '../../ledger/post-entries.ts'
import { differencePosting, openDifference, type SettlementAccount } from './difference.ts'
import { getProviderStatement } from './get-provider-statement.ts'
import { compareStatement, insertSettlement } from './provider-statement-store.ts'
import { holdStatements, insertSettledRows } from './statement-removal-store.ts'

/**
 * Settles a difference between a provider's statement and the books, by a posting that says why.
 * `expectedFcfa` is the difference that the person saw: another one, or one that somebody settled meanwhile,
 * is not settled. The rows that it is about stay for good: until they are noted, their imports are held, so
 * that nobody removes one meanwhile. Throws STATEMENT_NOT_FOUND, DIFFERENCE_NOT_OPEN, REASON_REQUIRED,
 * ROLE_REQUIRED (decision 209).
 */
export async function settleDifference(
  deps: AuditedDeps & { db: Database; database: OpenDatabase },
  settling: {
    statementId: string
    subject: string
    expectedFcfa: number
    into: SettlementAccount
    reason: string
  },
): Promise<void> {
  await requireServiceRight(deps, 'MANAGE')
  const { subject, expectedFcfa, into } = settling
  const reason = actReason(settling.reason)
  const statement = await getProviderStatement(deps.db, settling.statementId)
  const { provider, currency } = statement
  // Before anything is locked: it reads all of the statement.
  const [item] = await compareStatement(deps.database, statement, { limit: 1, subject })
  if (!item?.subject || openDifference(item) !== expectedFcfa || expectedFcfa === 0)
    throw new ApiError('DIFFERENCE_NOT_OPEN')
  await deps.db.transaction().execute(async (trx) => {
    await requireServiceRight({ db: trx, actor: deps.actor }, 'MANAGE')
    const held = await holdStatements(trx, { statementId: statement.id, rowIds: item.rowIds })
    if (!held.isThere) throw new ApiError('STATEMENT_NOT_FOUND')
    if (held.rows < item.rowIds.length) throw new ApiError('DIFFERENCE_NOT_OPEN')
    const number = item.settlements + 1
    const cause = `difference:${subject}:${number}`
    // A row that is wrongly dated in the future has happened all the same, and the provider's balance counts
    // it.
    const now = deps.clock.now()
    const happenedAt = item.occurredAt < now ? item.occurredAt : now
    const about = { provider, currency, into, reason, cause, happenedAt }
    const booked = await postEntries({ ...deps, db: trx }, [
      differencePosting({ ...about, differenceFcfa: expectedFcfa }),
    ])
    const kept = {
      subject,
      number,
      provider,
      currency,
      amountFcfa: expectedFcfa,
      cause,
      occurredAt: happenedAt,
    }
    if (booked.length === 0 || !(await insertSettlement(trx, kept))) throw new ApiError('DIFFERENCE_NOT_OPEN')
    await insertSettledRows(trx, { subject, number, rowIds: item.rowIds })
    await recordAct(
      { ...deps, db: trx },
      {
        action: 'settle-difference',
        subject: { type: 'LEDGER', id: subject },
        before: { differenceFcfa: expectedFcfa },
        after: { differenceFcfa: 0, provider, settledInto: into, settledBecause: reason },
      },
    )
  })
}
