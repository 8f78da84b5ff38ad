import type { FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../../base/contract/errors.ts'
import { isUuid } from '../../base/kernel/uuid.ts'
import { hasRight } from '../../domain/accounts/account-right.ts'
import { findAccountName } from '../../domain/accounts/account-store.ts'
import { checkRole } from '../../domain/accounts/check-right.ts'
import { checkSession } from '../../domain/accounts/check-session.ts'
import { getShop } from '../../domain/shops/get-shop.ts'
import type { ConsoleDeps } from './console-deps.ts'
import { personOf } from './console-request.ts'

/** Requires a session; redirects everybody else to sign in. */
export const requirePerson =
  ({ accounts, db, sessions }: ConsoleDeps) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> => {
    const { cookie } = request.headers
    const session = await checkSession(accounts.auth, cookie)
    const name = session && (await findAccountName(db, session.accountId))
    if (!session || name === undefined) {
      const hadOne = cookie?.includes('colis.session_token') ?? false
      return reply.redirect(`/console/sign-in${hadOne ? '?ended' : ''}`, 303)
    }
    sessions.add(cookie, session.token, session.accountId)
    if (session.cookies.length > 0) reply.header('set-cookie', session.cookies)
    request.person = { accountId: session.accountId, name, sessionToken: session.token }
    return undefined
  }

/** Requires that the person may do in this shop what the route is for. Throws SHOP_NOT_FOUND, ROLE_REQUIRED. */
export const requireShopMember =
  ({ db }: ConsoleDeps) =>
  async (request: FastifyRequest): Promise<void> => {
    const { shopId = '' } = request.params as { shopId?: string }
    if (!isUuid(shopId)) throw new ApiError('SHOP_NOT_FOUND', { shopId })
    const person = personOf(request)
    const role = await checkRole(db, { shopId, accountId: person.accountId })
    const { needs } = request.routeOptions.config
    if (!needs || !hasRight(role, needs)) throw new ApiError('ROLE_REQUIRED')
    request.member = { ...person, role, shop: await getShop(db, shopId) }
  }
