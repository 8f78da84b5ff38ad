import type { Database } from '../../base/database/open-database.ts'
import type { Clock } from '../../base/kernel/clock.ts'
import { loadOnce } from '../../base/kernel/load-once.ts'
import type { CourierAccount } from './account-store.ts'
import type { Auth, AuthLibrary, MadeCode } from './create-auth.ts'
import { signInCode } from './sign-in-code.ts'

/** What signing in works with. */
export type AccountParts = {
  db: Database
  clock: Clock
  auth: Auth
  secret: Buffer
  findHolder: FindHolder
}

/** Who may sign in with a phone; undefined for a stranger's. */
export type FindHolder = (phone: string) => Promise<CourierAccount | undefined>

/** Sends a code to the phone of someone who may sign in, before it expires. */
export type SendSignInCode = (
  holder: CourierAccount,
  about: { code: string; expiresAt: Date },
) => Promise<void>

export type AccountSurroundings = {
  db: Database
  clock: Clock
  secret: Buffer
  publicUrl: string
  findHolder: FindHolder
  sendSignInCode: SendSignInCode
}

/** Puts together what signing in works with: only the phones of people we know are sent a code. */
export function createAccountParts(surroundings: AccountSurroundings): AccountParts {
  const { db, clock, secret, publicUrl, findHolder, sendSignInCode } = surroundings
  const codeMade = async ({ phone, code }: MadeCode) => {
    const expiresAt = new Date(clock.now().getTime() + signInCode.lifeSeconds * 1000)
    const holder = await findHolder(phone)
    if (holder) await sendSignInCode(holder, { code, expiresAt })
  }
  const auth = authOnDemand(async () => {
    const { createAuth } = await import('./create-auth.ts')
    return createAuth({ db, clock, secret, publicUrl, codeMade })
  })
  return { db, clock, auth, secret, findHolder }
}

type Call = (request: unknown) => Promise<unknown>

/** An Auth whose library is loaded by the first call: it is a third of what a start would read. */
function authOnDemand(load: () => Promise<AuthLibrary>): Auth {
  const library = loadOnce(load)
  const api = new Proxy({} as Record<string, Call>, {
    get: (_, verb: string) => async (request: unknown) => {
      const { api } = (await library()) as unknown as { api: Record<string, Call> }
      return api[verb]?.(request)
    },
  })
  return { api: api as unknown as Auth['api'] }
}
