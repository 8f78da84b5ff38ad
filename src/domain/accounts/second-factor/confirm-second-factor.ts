import type { Database } from '../../../base/database/open-database.ts'
import { openText } from '../../../base/kernel/sealed-text.ts'
import type { SecretKeys } from '../../../base/kernel/secret-keys.ts'
import { ApiError } from '../../../contract/errors.ts'
import type { AuditedDeps } from '../../audit/audited-act.ts'
import { recordAct } from '../../audit/record-act.ts'
import type { NotifyAccount } from '../account-deps.ts'
import { findAccount } from '../account-store.ts'
import { countOne } from '../count-tries.ts'
import { requireFreshProof } from '../sessions/require-fresh-proof.ts'
import { deleteOtherSessions, markSecondFactor } from '../sessions/session-store.ts'
import { backupCodeHmac, newBackupCodes } from './backup-code.ts'
import { matchTotp } from './match-totp.ts'
import { confirmFactor, findSecondFactor, insertBackupCodes } from './second-factor-store.ts'

type ConfirmDeps = AuditedDeps & {
  db: Database
  secrets: SecretKeys
  secondFactorKeys: SecretKeys
  backupCodeKeys: SecretKeys
  notifyAccount: NotifyAccount
}

/** Codes that may be tried within an hour before the secret counts. */
const maxTries = 20

/**
 * Makes a new secret count, with a code that the person's app has made from it; returns the backup codes,
 * which are kept as hashes alone. This session goes on, the account's others end, and its owner is notified.
 * Throws FRESH_CODE_REQUIRED, SECOND_FACTOR_CODE_WRONG, SECOND_FACTOR_OFF when none was begun,
 * SECOND_FACTOR_ON, RATE_LIMITED, ACCOUNT_NOT_FOUND.
 */
export async function confirmSecondFactor(
  deps: ConfirmDeps,
  { accountId, token, code }: { accountId: string; token: string; code: string },
): Promise<string[]> {
  const { db, clock, secondFactorKeys, backupCodeKeys } = deps
  await countOne(deps, `new second factor of ${accountId}`, maxTries)
  await requireFreshProof(deps, { accountId, token })
  const account = await findAccount(db, accountId)
  if (!account) throw new ApiError('ACCOUNT_NOT_FOUND')
  const now = clock.now()
  const factor = await findSecondFactor(db, accountId)
  if (!factor) throw new ApiError('SECOND_FACTOR_OFF')
  const { sealedSecret } = factor
  const opened = openText(sealedSecret, secondFactorKeys, accountId)
  const step = opened === undefined ? undefined : await matchTotp(Buffer.from(opened, 'hex'), code, now)
  if (step === undefined) throw new ApiError('SECOND_FACTOR_CODE_WRONG')
  const codes = newBackupCodes()
  await db.transaction().execute(async (trx) => {
    if (!(await confirmFactor(trx, { accountId, sealedSecret, step }, now)))
      throw new ApiError('SECOND_FACTOR_ON')
    await insertBackupCodes(
      trx,
      accountId,
      codes.map((each) => backupCodeHmac(accountId, each, backupCodeKeys[0])),
    )
    await markSecondFactor(trx, token, now)
    await deleteOtherSessions(trx, { accountId, token })
    await deps.notifyAccount(trx, account, 'SECOND_FACTOR')
    await recordAct(
      { ...deps, db: trx },
      {
        action: 'confirm-second-factor',
        subject: { type: 'ACCOUNT', id: accountId },
        before: { hasSecondFactor: false },
        after: { hasSecondFactor: true },
      },
    )
  })
  return codes
}
