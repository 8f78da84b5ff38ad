import type { Database } from '../../base/database/open-database.ts'
import type { Clock } from '../../base/kernel/clock.ts'
import { loadOnce } from '../../base/kernel/load-once.ts'
import type { Auth } from './create-auth.ts'
import type { Holder, Holders } from './holder.ts'

/** What signing in needs. */
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

type AccountOptions = Omit<AccountDeps, 'auth'> & { publicUrl: string }

/** Makes what signing in needs. Only registered phones are sent a code. */
export function createAccountDeps({ publicUrl, ...deps }: AccountOptions): AccountDeps {
  const { db, clock, secret } = deps
  const auth = authOnDemand(async () => {
    const { createAuth } = await import('./create-auth.ts')
    return createAuth({ db, clock, secret, publicUrl })
  })
  return { ...deps, auth }
}

/** An Auth whose library is loaded by the first call: it is a third of the code that a start would load. */
function authOnDemand(load: () => Promise<Auth>): Auth {
  const auth = loadOnce(load)
  return {
    makeCode: async (...about) => (await auth()).makeCode(...about),
    useCode: async (...about) => (await auth()).useCode(...about),
    beginSession: async (...about) => (await auth()).beginSession(...about),
    findSession: async (...about) => (await auth()).findSession(...about),
    endSession: async (...about) => (await auth()).endSession(...about),
  }
}
