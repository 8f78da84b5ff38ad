import type { Language } from '../../../base/kernel/language.ts'
import type { ConsoleAccountDeps } from '../account-deps.ts'
import { emailName } from '../account-name.ts'
import { isNameKnown } from '../account-store.ts'
import { countTries, type SignInOrigin } from '../count-tries.ts'
import { maxCodesPerHour } from '../sign-in-code.ts'
import { linkTokenHmac, newLinkToken, signInLink } from './sign-in-link.ts'
import { insertSignInLink } from './sign-in-link-store.ts'

type LinkRequest = {
  email: string
  from: SignInOrigin
  language: Language
  /** The shop that is opened with it: then it is sent to any address, otherwise to known ones. */
  openingId: string | null
}

/**
 * Makes a link and mails it to the address if somebody may sign in with it. An unknown address is treated the same in
 * everything else, down to the rows written (decision 130). Throws RATE_LIMITED.
 */
export async function requestSignInLink(
  deps: ConsoleAccountDeps,
  { email, from, language, openingId }: LinkRequest,
): Promise<void> {
  const { db, clock, secret, sendSignInLink } = deps
  await countTries(deps, { about: email, from }, maxCodesPerHour)
  const now = clock.now()
  const isKnown = await isNameKnown(db, emailName(email), now)
  const token = newLinkToken()
  const expiresAt = new Date(now.getTime() + signInLink.lifeSeconds * 1000)
  await insertSignInLink(db, { email, openingId, tokenHmac: linkTokenHmac(token, secret), expiresAt }, now)
  await sendSignInLink(isKnown || openingId !== null ? email : null, { token, expiresAt, language })
}
