import type { AccountDeps } from '../account-deps.ts'
import { confirmPhone } from '../confirm-sign-in-code.ts'
import type { SignInOrigin } from '../count-tries.ts'
import { requestSignInCode } from '../request-sign-in-code.ts'
import type { CodeAnswer } from '../sign-in-code.ts'
import { markProven, type SessionKey } from './session-store.ts'

/** Whoever is signed in, by a session and the phone of their account. */
type SignedIn = SessionKey & { phone: string }

/**
 * A code of this session alone: one that was asked for to sign in, here or elsewhere, proves nothing in it.
 */
const scopeOf = ({ token, phone }: SignedIn) => ({ nonce: `session ${token}`, typed: phone, phones: [phone] })

/** Sends a code to the phone of whoever is signed in; counts as one to sign in. Throws RATE_LIMITED. */
export const requestProof = (
  deps: AccountDeps,
  { from, ...signedIn }: SignedIn & { from: SignInOrigin },
): Promise<void> => requestSignInCode(deps, { ...scopeOf(signedIn), from })

/**
 * Verifies that code; when it is right, the session may add a way to sign in for some minutes (decision 276).
 */
export async function proveSession(
  deps: AccountDeps,
  { code, ...signedIn }: SignedIn & { code: string },
): Promise<CodeAnswer> {
  const confirmed = await confirmPhone(deps, { ...scopeOf(signedIn), code })
  if (confirmed.answer !== 'RIGHT') return confirmed.answer
  if (confirmed.accountId !== signedIn.accountId) return 'EXPIRED'
  await markProven(deps.db, signedIn, deps.clock.now())
  return 'RIGHT'
}
