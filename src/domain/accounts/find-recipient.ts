import type { AccountDeps } from './account-deps.ts'
import type { Holder } from './holder.ts'

/**
 * The account of the phones a typed number may mean; when none is registered, the first one without an
 * account.
 */
type Recipient = { phone: string; holder: Holder | undefined }

/**
 * Finds who may sign in with one of `phones`. All of them are looked up, so that the time taken reveals
 * nothing.
 */
export async function findRecipient(
  { holders }: Pick<AccountDeps, 'holders'>,
  phones: readonly string[],
): Promise<Recipient> {
  const found = await Promise.all(phones.map(holders.find))
  const at = Math.max(
    found.findIndex((holder) => holder !== undefined),
    0,
  )
  return { phone: phones[at] ?? '', holder: found[at] }
}
