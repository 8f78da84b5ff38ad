import { inTransaction } from '../../base/database/in-transaction.ts'
import { ApiError } from '../../contract/errors.ts'
import { requireServiceRight } from '../accounts/check-service-right.ts'
import type { AuditedDeps } from '../audit/audited-act.ts'
import { recordAct } from '../audit/record-act.ts'
import { problemStanding } from './problem-report.ts'
import { lockProblem, type ProblemReportRow, updateProblem } from './problem-report-store.ts'

/** What names a report. */
export type ProblemKey = { shopId: string; id: string }

/** An act on a report that is locked: what it changes, or why it may not. */
type ProblemAct = {
  /** The verb, as its file spells it. */
  action: string
  changed: (report: ProblemReportRow) => Parameters<typeof updateProblem>[2]
}

/**
 * What taking and closing a report have in common. The line of audit holds neither what the customer wrote
 * nor the note, which may name them. Throws ROLE_REQUIRED, PROBLEM_NOT_FOUND, and what the act throws.
 */
export function changeProblem(
  deps: AuditedDeps,
  key: ProblemKey,
  { action, changed }: ProblemAct,
): Promise<void> {
  return inTransaction(deps.db, async (trx) => {
    await requireServiceRight({ ...deps, db: trx }, 'DISPATCH')
    const report = await lockProblem(trx, key)
    if (!report) throw new ApiError('PROBLEM_NOT_FOUND')
    const values = changed(report)
    await updateProblem(trx, report, values)
    const { reference, number, reason: problem } = report
    const said = { reference, number, problem }
    await recordAct(
      { ...deps, db: trx },
      {
        action,
        subject: { type: 'DELIVERY', id: report.delivery_id },
        shopId: key.shopId,
        before: { ...said, standing: problemStanding(report) },
        after: { ...said, standing: problemStanding({ ...report, ...values }) },
      },
    )
  })
}
