import { actorText } from '../../base/kernel/actor.ts'
import { ApiError } from '../../contract/errors.ts'
import type { AuditedDeps } from '../audit/audited-act.ts'
import { changeProblem, type ProblemKey } from './change-problem.ts'

/**
 * Takes a report: the others see who sees to it. Throws ROLE_REQUIRED, PROBLEM_NOT_FOUND, ALREADY_DONE for
 * one that somebody has.
 */
export const takeProblem = (deps: AuditedDeps, key: ProblemKey): Promise<void> =>
  changeProblem(deps, key, {
    action: 'take-problem',
    changed: (report) => {
      if (report.taken_at) throw new ApiError('ALREADY_DONE')
      return { taken_at: deps.clock.now(), taken_by: actorText(deps.actor) }
    },
  })
