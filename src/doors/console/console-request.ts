import type { FastifyRequest } from 'fastify'
import type { Actor } from '../../base/kernel/actor.ts'
import type { ShopSession } from '../../domain/accounts/membership-store.ts'
import { personOf } from '../../web/signed-in-request.ts'
import type { ConsoleMember } from './console-deps.ts'

/** The address under which all pages of a shop stand. */
export const shopPath = '/console/shops/:shopId'

/** The address of a page of a shop: `shopHref(id, '/deliveries')`. */
export const shopHref = (shopId: string, path = ''): string => `/console/shops/${shopId}${path}`

/** Who asks, in which shop; only behind the hook of the routes of a shop. */
export function memberOf({ member }: FastifyRequest): ConsoleMember {
  if (!member) throw new Error('This route is not one of a shop.')
  return member
}

/** The session in which somebody follows their shop; only behind the hook of the routes of a shop. */
export function sessionOf(request: FastifyRequest): ShopSession {
  const { accountId, sessionToken: token, role, shop } = memberOf(request)
  return { accountId, token, role, shopId: shop.id }
}

/** Who asks, as verbs take it: an operator who looks at the console of a shop stays one. */
export const actorOf = (request: FastifyRequest): Actor => ({
  kind: request.member?.role === 'OPERATOR' ? 'OPERATOR' : 'ACCOUNT',
  id: personOf(request).accountId,
})
