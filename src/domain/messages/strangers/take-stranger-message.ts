import type { Trx } from '../../../base/database/open-database.ts'
import type { Clock } from '../../../base/kernel/clock.ts'
import { localDay, localDayText } from '../../../base/kernel/local-time.ts'
import { ApiError } from '../../../contract/errors.ts'
import { countStrangerMessage } from './stranger-message-store.ts'
import { networkPrefix, type StrangerTerms, strangerScopes, unservedCallingCodes } from './stranger-scopes.ts'

export type StrangerDeps = { clock: Clock; strangers: StrangerTerms }

/**
 * A phone or an address, null where it is known or nobody's; and the network that asked, null where it is
 * known.
 */
type ToStranger = { to: string | null; network: string | null }

/**
 * Takes one message to somebody whom the service does not know from those of the day, in the transaction that
 * enqueues it, so that only what is enqueued counts. One to nobody does the same work and counts nothing.
 * Throws PHONE_COUNTRY_NOT_SERVED, STRANGER_MESSAGES_USED_UP.
 */
export async function takeStrangerMessage(
  trx: Trx,
  { clock, strangers }: StrangerDeps,
  { to, network }: ToStranger,
): Promise<void> {
  const callingCodes = to === null ? undefined : unservedCallingCodes(to, strangers)
  if (callingCodes) throw new ApiError('PHONE_COUNTRY_NOT_SERVED', { callingCodes })
  const now = clock.now()
  const { timeZone } = strangers
  const scopes = to === null ? [] : strangerScopes(to, network, strangers)
  const [usedUp] = await countStrangerMessage(trx, localDayText(now, timeZone), scopes)
  if (!usedUp) return
  const msLeft = localDay(now, timeZone).until.getTime() - now.getTime()
  throw new ApiError('STRANGER_MESSAGES_USED_UP', {
    by: usedUp.scope.startsWith(networkPrefix) ? 'NETWORK' : 'SERVICE',
    retryAfterSeconds: Math.ceil(msLeft / 1_000),
  })
}
