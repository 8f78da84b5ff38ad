import { randomBytes } from 'node:crypto'
import type { Database } from '../../../base/database/open-database.ts'
import type { Clock } from '../../../base/kernel/clock.ts'
import { openText, sealText } from '../../../base/kernel/sealed-text.ts'
import type { SecretKeys } from '../../../base/kernel/secret-keys.ts'
import { ApiError } from '../../../contract/errors.ts'
import { requireFreshProof } from '../sessions/require-fresh-proof.ts'
import type { SessionKey } from '../sessions/session-store.ts'
import { matchedAddress } from './match-totp.ts'
import { findSecondFactor, savePendingFactor } from './second-factor-store.ts'

type BeginDeps = { db: Database; clock: Clock; secondFactorKeys: SecretKeys }

/** As long as the hash that codes are made with. */
const secretBytes = 20

/**
 * Makes a secret for an account, which counts once a code of it was confirmed. Throws SECOND_FACTOR_ON,
 * FRESH_CODE_REQUIRED.
 */
export async function beginSecondFactor(
  { db, clock, secondFactorKeys }: BeginDeps,
  { accountId, token }: SessionKey,
): Promise<void> {
  await requireFreshProof({ db, clock }, { accountId, token })
  const sealedSecret = sealText(randomBytes(secretBytes).toString('hex'), secondFactorKeys, accountId)
  const isSaved = await db
    .transaction()
    .execute((trx) => savePendingFactor(trx, { accountId, sealedSecret }, clock.now()))
  if (!isSaved) throw new ApiError('SECOND_FACTOR_ON')
}

/**
 * The address for the app of somebody who is about to confirm their secret; undefined when they did not
 * begin.
 */
export async function beginningOfSecondFactor(
  { db, secondFactorKeys }: BeginDeps,
  { accountId, called }: { accountId: string; called: string },
): Promise<string | undefined> {
  const factor = await findSecondFactor(db, accountId)
  const secret =
    factor?.confirmedAt === null ? openText(factor.sealedSecret, secondFactorKeys, accountId) : undefined
  return secret && matchedAddress(Buffer.from(secret, 'hex'), called)
}
