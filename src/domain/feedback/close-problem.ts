import { actorText } from '../../base/kernel/actor.ts'
import { ApiError } from '../../contract/errors.ts'
import { actReason } from '../audit/act-reason.ts'
import type { AuditedDeps } from '../audit/audited-act.ts'
import { changeProblem, type ProblemKey } from './change-problem.ts'

/**
 * Closes a report with a note of what was done, 3 to 200 characters; whoever closes one that nobody has taken
 * takes it. Throws ROLE_REQUIRED, REASON_REQUIRED, PROBLEM_NOT_FOUND, ALREADY_DONE.
 */
export async function closeProblem(deps: AuditedDeps, key: ProblemKey, note: string): Promise<void> {
  const closingNote = actReason(note)
  await changeProblem(deps, key, {
    action: 'close-problem',
    changed: (report) => {
      if (report.closed_at) throw new ApiError('ALREADY_DONE')
      const [now, by] = [deps.clock.now(), actorText(deps.actor)]
      const closed = { closed_at: now, closed_by: by, closing_note: closingNote }
      return report.taken_at ? closed : { taken_at: now, taken_by: by, ...closed }
    },
  })
}
