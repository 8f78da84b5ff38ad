import type { Language } from '../../../base/kernel/language.ts'
import type { ConsoleAccountDeps } from '../account-deps.ts'
import { emailName } from '../account-name.ts'
import { findStanding } from '../account-store.ts'
import { countTries, networkOf, type SignInOrigin } from '../count-tries.ts'
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
 * Makes a link and mails it to the address if somebody may sign in with it. An unknown address is treated the
 * same in everything else, down to the rows written (decision 130). Throws RATE_LIMITED, and what
 * `sendSignInLink` throws.
 */
export async function requestSignInLink(
  deps: ConsoleAccountDeps,
  { email, from, language, openingId }: LinkRequest,
): Promise<void> {
  const { db, clock, secrets, sendSignInLink } = deps
  await countTries(deps, { about: email, from }, maxCodesPerHour)
  const now = clock.now()
  const found = await findStanding(db, emailName(email), now)
  const standing = openingId === null ? found : 'NEW'
  const token = newLinkToken()
  const expiresAt = new Date(now.getTime() + signInLink.lifeSeconds * 1000)
  await insertSignInLink(
    db,
    { email, openingId, tokenHmac: linkTokenHmac(token, secrets[0]), expiresAt },
    now,
  )
  const isSent = openingId !== null || standing !== 'NEW'
  await sendSignInLink(isSent ? email : null, {
    token,
    expiresAt,
    standing,
    network: networkOf(from),
    language,
  })
}
