import type { Database } from '../../base/database/open-database.ts'
import type { Clock } from '../../base/kernel/clock.ts'
import type { Auth } from './create-auth.ts'
import type { Holder, Holders } from './holder.ts'

/** What signing in needs. Only registered phones are sent a code. */
export type AccountDeps = {
  db: Database
  clock: Clock
  auth: Auth
  secret: Buffer
  holders: Holders
  sendSignInCode: SendSignInCode
}

/**
 * Sends a code to the person who may sign in with it, before it expires. It is called for an unknown phone
 * too, as undefined, and does the same work then: the duration of a request must not reveal whether a phone
 * is registered.
 */
type SendSignInCode = (holder: Holder | undefined, about: { code: string; expiresAt: Date }) => Promise<void>
