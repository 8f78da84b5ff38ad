import type { Database } from '../../../base/database/open-database.ts'
import type { Clock } from '../../../base/kernel/clock.ts'
import { openText } from '../../../base/kernel/sealed-text.ts'
import type { SecretKeys } from '../../../base/kernel/secret-keys.ts'
import { countAnew, countOne } from '../count-tries.ts'
import { backupCodeHmac, readBackupCode } from './backup-code.ts'
import { matchTotp } from './match-totp.ts'
import { findSecondFactor, useUpBackupCode, useUpStep } from './second-factor-store.ts'

type CheckDeps = {
  db: Database
  clock: Clock
  secrets: SecretKeys
  secondFactorKeys: SecretKeys
  backupCodeKeys: SecretKeys
}

/**
 * Tries of one account within an hour, through whichever door. Whoever is signed in, or comes in a browser
 * that the console knows, has as many of their own, so that a thief of the first factor cannot keep the owner
 * out; theirs count for everybody else too (decision 275).
 */
const maxFactorTries = 5

type FactorTry = {
  accountId: string
  /** As it was typed: six digits of an app, or a backup code. */
  code: string
  /** Whether whoever enters it is signed in, or has signed in to the console in this browser before. */
  isKnown: boolean
}

/** Whether an account asks for a second factor. */
export const checkFactorNeeded = async ({ db }: { db: Database }, accountId: string): Promise<boolean> => {
  const factor = await findSecondFactor(db, accountId)
  return factor !== undefined && factor.confirmedAt !== null
}

/**
 * Whether a second factor is right; it is used up then. A right one begins the count of tries anew (decision
 * 131). Throws RATE_LIMITED.
 */
export async function checkSecondFactor(
  deps: CheckDeps,
  { accountId, code, isKnown }: FactorTry,
): Promise<boolean> {
  const [all, known] = [`second factor of ${accountId} `, `second factor of ${accountId} from known browsers`]
  if (isKnown) await countOne(deps, known, maxFactorTries)
  await countOne(deps, all, isKnown ? Number.POSITIVE_INFINITY : maxFactorTries)
  const isRight = (await isAppCode(deps, accountId, code)) || (await isBackupCode(deps, accountId, code))
  if (isRight) for (const counted of isKnown ? [all, known] : [all]) await countAnew(deps, counted)
  return isRight
}

async function isAppCode(
  { db, clock, secondFactorKeys }: CheckDeps,
  accountId: string,
  typed: string,
): Promise<boolean> {
  const code = typed.replaceAll(/\s/g, '')
  const factor = await findSecondFactor(db, accountId)
  if (!factor?.confirmedAt || !/^\d{6}$/.test(code)) return false
  const secret = openText(factor.sealedSecret, secondFactorKeys, accountId)
  if (secret === undefined) return false
  const step = await matchTotp(Buffer.from(secret, 'hex'), code, clock.now())
  return step !== undefined && useUpStep(db, { accountId, step })
}

async function isBackupCode(
  { db, clock, backupCodeKeys }: CheckDeps,
  accountId: string,
  typed: string,
): Promise<boolean> {
  const code = readBackupCode(typed)
  if (code === undefined) return false
  const codeHmacs = backupCodeKeys.map((key) => backupCodeHmac(accountId, code, key))
  return useUpBackupCode(db, { accountId, codeHmacs }, clock.now())
}
