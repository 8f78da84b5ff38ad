import type { Language } from '../../base/kernel/language.ts'
import type { AccountDeps } from './account-deps.ts'
import { countTries, networkOf, type SignInOrigin } from './count-tries.ts'
import { findRecipient } from './find-recipient.ts'
import { codeName, maxCodesPerHour, signInCode } from './sign-in-code.ts'

/** Who requests a code, or enters one. */
export type SignInRequest = {
  /** Identifies the browser for as long as it takes to sign in. */
  nonce: string
  /** The phone as it was typed. */
  typed: string
  /** The phones that it may mean, in international form, at least one; in a known browser only its own. */
  phones: readonly string[]
}

/**
 * Makes a code, valid only in the browser that requested it, and sends it when the phone is registered. An
 * unknown phone is treated the same in everything else, down to the rows written, so that nobody learns
 * whether it is registered. `from` is the network that the request came from, or the browser in which the
 * owner has signed in before: strangers' requests do not count for that browser, and a request refused to a
 * network or browser does not count for the phone (decision 91). Throws RATE_LIMITED, and what
 * `sendSignInCode` throws.
 */
export async function requestSignInCode(
  deps: AccountDeps,
  { from, language, ...request }: SignInRequest & { from: SignInOrigin; language?: Language },
): Promise<void> {
  const { clock, auth, secrets, sendSignInCode } = deps
  for (const phone of request.phones) await countTries(deps, { about: phone, from }, maxCodesPerHour)
  const { phone, holder } = await findRecipient(deps, request.phones)
  const code = await auth.makeCode(codeName({ ...request, phone }, secrets[0]))
  const expiresAt = new Date(clock.now().getTime() + signInCode.lifeSeconds * 1000)
  await sendSignInCode(holder, { code, expiresAt, network: networkOf(from), ...(language && { language }) })
}
