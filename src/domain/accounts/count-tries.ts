import type { Database } from '../../base/database/open-database.ts'
import type { Clock } from '../../base/kernel/clock.ts'
import type { SecretKeys } from '../../base/kernel/secret-keys.ts'
import { ApiError } from '../../contract/errors.ts'
import { countCodeRequest, deleteCodeRequests } from './account-store.ts'
import type { KnownBrowser } from './known-browser.ts'
import { phoneHmac } from './sign-in-code.ts'

type CountDeps = { db: Database; clock: Clock; secrets: SecretKeys }

/** Where a request to sign in comes from: an unknown browser of a network, or a browser that is known. */
export type SignInOrigin = { network: string } | KnownBrowser

/** The network that a request came from; null where its browser is known. */
export const networkOf = (from: SignInOrigin): string | null => ('network' in from ? from.network : null)

/**
 * How many times something may be tried within an hour: by one unknown network or one known browser, and by
 * all unknown networks and all known browsers.
 */
type TryLimits = { fromOne: number; fromAll: number }

/**
 * Counts a try for the origin and then for the name it is about, so that what is refused to a network or
 * browser does not count for the name, and strangers use up nothing of known browsers (decision 91). Throws
 * RATE_LIMITED.
 */
export async function countTries(
  deps: CountDeps,
  { about, from }: { about: string; from: SignInOrigin },
  limits: TryLimits,
): Promise<void> {
  const [asker, group] =
    'network' in from ? [from.network, ''] : [`browser ${from.id}`, ' from known browsers']
  await countOne(deps, `${about} from ${asker}`, limits.fromOne)
  await countOne(deps, `${about}${group}`, limits.fromAll)
}

/**
 * Counts a try of one thing alone, under each key, so that a new key lets nobody begin anew. Throws
 * RATE_LIMITED beyond `max` within an hour.
 */
export async function countOne({ db, clock, secrets }: CountDeps, of: string, max: number): Promise<void> {
  const counts: number[] = []
  for (const secret of secrets) counts.push(await countCodeRequest(db, phoneHmac(of, secret), clock.now()))
  if (Math.max(...counts) > max) throw new ApiError('RATE_LIMITED', { retryAfterSeconds: 60 * 60 })
}

/** Begins the count of one thing anew. */
export async function countAnew({ db, secrets }: CountDeps, of: string): Promise<void> {
  for (const secret of secrets) await deleteCodeRequests(db, phoneHmac(of, secret))
}
