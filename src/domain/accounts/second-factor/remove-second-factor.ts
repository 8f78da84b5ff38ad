import type { Database } from '../../../base/database/open-database.ts'
import type { SecretKeys } from '../../../base/kernel/secret-keys.ts'
import { ApiError } from '../../../contract/errors.ts'
import type { AuditedDeps } from '../../audit/audited-act.ts'
import { recordAct } from '../../audit/record-act.ts'
import { checkSecondFactor } from './check-second-factor.ts'
import { deleteSecondFactor } from './second-factor-store.ts'

type RemoveDeps = AuditedDeps & {
  db: Database
  secrets: SecretKeys
  secondFactorKeys: SecretKeys
  backupCodeKeys: SecretKeys
}

/**
 * Switches a second factor off, with a code of it. Throws SECOND_FACTOR_CODE_WRONG, SECOND_FACTOR_OFF,
 * RATE_LIMITED.
 */
export async function removeSecondFactor(
  deps: RemoveDeps,
  { accountId, code }: { accountId: string; code: string },
): Promise<void> {
  if (!(await checkSecondFactor(deps, { accountId, code, isKnown: true })))
    throw new ApiError('SECOND_FACTOR_CODE_WRONG')
  await deps.db.transaction().execute(async (trx) => {
    if (!(await deleteSecondFactor(trx, accountId))) throw new ApiError('SECOND_FACTOR_OFF')
    await recordAct(
      { ...deps, db: trx },
      {
        action: 'remove-second-factor',
        subject: { type: 'ACCOUNT', id: accountId },
        before: { hasSecondFactor: true },
        after: { hasSecondFactor: false },
      },
    )
  })
}
