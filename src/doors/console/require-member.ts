import type { FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../../base/contract/errors.ts'
import { isUuid } from '../../base/kernel/uuid.ts'
import { hasRight } from '../../domain/accounts/account-right.ts'
import { checkRole } from '../../domain/accounts/check-right.ts'
import { checkAccountSession } from '../../domain/accounts/sessions/check-account-session.ts'
import { getShop } from '../../domain/shops/get-shop.ts'
import type { ConsoleDeps } from './console-deps.ts'
import { personOf } from './console-request.ts'

/** Requires a session; redirects everybody else to sign in. */
export const requirePerson =
  ({ accounts, sessions }: ConsoleDeps) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> => {
    const { cookie } = request.headers
    const account = await checkAccountSession(accounts, cookie)
    if (!account) {
      const hadOne = cookie?.includes('colis.session_token') ?? false
      return reply.redirect(`/console/sign-in${hadOne ? '?ended' : ''}`, 303)
    }
    const { accountId, token, cookies } = account
    sessions.add(cookie, token, accountId)
    if (cookies.length > 0) reply.header('set-cookie', cookies)
    const name = account.name || account.phone || account.email || ''
    request.person = { accountId, name, sessionToken: token, account }
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
