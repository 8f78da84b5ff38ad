import { createHmac } from 'node:crypto'
import type { Environment } from '../../../base/kernel/environment.ts'
import { isMadeByOne, type SecretKeys } from '../../../base/kernel/secret-keys.ts'
import { type AuditValues, maskedPhone } from '../../audit/audited-act.ts'
import type { PayoutChangeRow } from './payout-change-store.ts'

/**
 * The number that receives a shop's sales is worth stealing. It changes only with a code that was sent to the
 * number it replaces, after a day in which any owner can cancel it, and with mails to the owners before and
 * after (decision 144). Somebody who has lost the old number asks the operator, who knows them: `colis shops
 * set --payout-phone`.
 */

/** The code that confirms a change: six digits, ten minutes, five tries. */
export const payoutCode = { digits: 6, lifeMs: 10 * 60_000, maxTries: 5 } as const

/** How often a change may be requested for one shop within a day: each request sends a code and mails. */
export const maxPayoutRequestsPerDay = 5
export const dayMs = 24 * 60 * 60_000

/** How long a confirmed change is held in production, in ms. */
const payoutHoldMs = 24 * 60 * 60_000

type Replacement = Pick<PayoutChangeRow, 'old_phone' | 'new_phone'>

/**
 * For how long a confirmed change is held: not at all in the sandbox, nor for a first number, which replaces
 * none.
 */
export const holdMs = ({ old_phone }: Replacement, environment: Environment): number =>
  environment === 'production' && old_phone !== null ? payoutHoldMs : 0

/**
 * Where the code goes: to the old number, whose owner decides; for a first number to that one, to see that it
 * exists.
 */
export const codePhone = ({ old_phone, new_phone }: Replacement): string => old_phone ?? new_phone

/** Whether a code can still confirm this change at `now`. */
export const takesCode = (
  change: Pick<PayoutChangeRow, 'cancelled_at' | 'confirmed_at' | 'code_tries' | 'code_expires_at'>,
  now: Date,
): boolean =>
  change.cancelled_at === null &&
  change.confirmed_at === null &&
  change.code_tries < payoutCode.maxTries &&
  change.code_expires_at > now

/** A code as it is kept: sealed for its change, so that reading the database confirms nothing. */
export const sealedPayoutCode = (code: string, changeId: string, secret: Buffer): string =>
  createHmac('sha256', secret).update(`payout code ${code} of ${changeId}`).digest('hex')

/** Whether this is the code of a change, compared in constant time. */
export function isCodeOf(
  { id, sealed_code }: Pick<PayoutChangeRow, 'id' | 'sealed_code'>,
  code: string,
  secrets: SecretKeys,
): boolean {
  return isMadeByOne(secrets, sealed_code, (secret) => sealedPayoutCode(code, id, secret))
}

/** What the audit keeps of a change. */
export const payoutChangeValues = (change: Replacement & { takes_effect_at: Date | null }): AuditValues => ({
  from: change.old_phone && maskedPhone(change.old_phone),
  to: maskedPhone(change.new_phone),
  takesEffectAt: change.takes_effect_at,
})
