import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Database } from '../base/database/open-database.ts'
import type { Clock } from '../base/kernel/clock.ts'
import type { Auth } from '../domain/accounts/create-auth.ts'
import type { SessionCache } from '../domain/accounts/session-cache.ts'
import { checkAccountSession } from '../domain/accounts/sessions/check-account-session.ts'

type PersonDeps = { accounts: { db: Database; clock: Clock; auth: Auth }; sessions: SessionCache }

/** Where everybody signs in. */
const signInPath = '/console/sign-in'

/** Requires a session; redirects everybody else to sign in. */
export const requirePerson =
  ({ accounts, sessions }: PersonDeps) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> => {
    const { cookie } = request.headers
    const account = await checkAccountSession(accounts, cookie)
    if (!account) {
      const hadOne = cookie?.includes('colis.session_token') ?? false
      return reply.redirect(`${signInPath}${hadOne ? '?ended' : ''}`, 303)
    }
    const { accountId, token, cookies } = account
    sessions.add(cookie, token, accountId)
    if (cookies.length > 0) reply.header('set-cookie', cookies)
    const name = account.name || account.phone || account.email || ''
    request.sender = { trust: 'KNOWN', holder: accountId }
    request.person = { accountId, name, sessionToken: token, account }
    return undefined
  }
