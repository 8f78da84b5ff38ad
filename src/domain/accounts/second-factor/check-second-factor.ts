import type { Database } from '../../../base/database/open-database.ts'
import type { Clock } from '../../../base/kernel/clock.ts'
import { openText } from '../../../base/kernel/sealed-text.ts'
import { countAnew, countOne } from '../count-tries.ts'
import { backupCodeHmac, readBackupCode } from './backup-code.ts'
import { matchTotp } from './match-totp.ts'
import { findSecondFactor, useUpBackupCode, useUpStep } from './second-factor-store.ts'

type CheckDeps = { db: Database; clock: Clock; secret: Buffer; secondFactorKey: Buffer }

/**
 * Tries within an hour: of all browsers that are not known together, and of each that is. Whoever has stolen a first
 * factor must not be able to keep the owner out.
 */
export const maxFactorTries = 5

type FactorTry = {
  accountId: string
  /** As it was typed: six digits of an app, or a backup code. */
  code: string
  /** The known browser that it is entered in. */
  browserId: string | undefined
}

/** Whether an account asks for a second factor. */
export const checkFactorNeeded = async ({ db }: { db: Database }, accountId: string): Promise<boolean> => {
  const factor = await findSecondFactor(db, accountId)
  return factor !== undefined && factor.confirmedAt !== null
}

/**
 * Whether a second factor is right; it is used up then. A right one begins the count of tries anew (decision 131).
 * Throws RATE_LIMITED.
 */
export async function checkSecondFactor(
  deps: CheckDeps,
  { accountId, code, browserId }: FactorTry,
): Promise<boolean> {
  const counted = `second factor of ${accountId} ${browserId === undefined ? '' : `from browser ${browserId}`}`
  await countOne(deps, counted, maxFactorTries)
  const isRight = (await isAppCode(deps, accountId, code)) || (await isBackupCode(deps, accountId, code))
  if (isRight) await countAnew(deps, counted)
  return isRight
}

async function isAppCode(
  { db, clock, secondFactorKey }: CheckDeps,
  accountId: string,
  typed: string,
): Promise<boolean> {
  const code = typed.replaceAll(/\s/g, '')
  const factor = await findSecondFactor(db, accountId)
  if (!factor?.confirmedAt || !/^\d{6}$/.test(code)) return false
  const secret = openText(factor.sealedSecret, secondFactorKey, accountId)
  if (secret === undefined) return false
  const step = await matchTotp(Buffer.from(secret, 'hex'), code, clock.now())
  return step !== undefined && useUpStep(db, { accountId, step })
}

async function isBackupCode(
  { db, clock, secret }: CheckDeps,
  accountId: string,
  typed: string,
): Promise<boolean> {
  const code = readBackupCode(typed)
  if (code === undefined) return false
  const codeHmac = backupCodeHmac(accountId, code, secret)
  return useUpBackupCode(db, { accountId, codeHmac }, clock.now())
}
