import type { ConsoleAccountDeps } from '../account-deps.ts'
import { emailName } from '../account-name.ts'
import { openAccount } from '../open-account.ts'
import { isLinkToken, linkTokenHmacs } from './sign-in-link.ts'
import { findSignInLink, useUpLink } from './sign-in-link-store.ts'

type ConfirmedLink = { accountId: string; email: string; openingId: string | null }

/**
 * Uses a link up and opens the account of its address; undefined when it was used before, is over, or nobody
 * may sign in with that address any more.
 */
export async function confirmSignInLink(
  deps: ConsoleAccountDeps,
  token: string,
): Promise<ConfirmedLink | undefined> {
  if (!isLinkToken(token)) return undefined
  const link = await useUpLink(deps.db, linkTokenHmacs(token, deps.secrets), deps.clock.now())
  if (!link) return undefined
  const isNewcomer = link.openingId !== null
  const accountId = await openAccount(deps, emailName(link.email), { isNewcomer })
  return accountId === undefined ? undefined : { accountId, ...link }
}

/** The address that a link signs in, without using it up: scanners of mail open every link. */
export async function confirmAddressOfLink(
  { db, clock, secrets }: ConsoleAccountDeps,
  token: string,
): Promise<string | undefined> {
  if (!isLinkToken(token)) return undefined
  return (await findSignInLink(db, linkTokenHmacs(token, secrets), clock.now()))?.email
}
