import type { FastifyReply, FastifyRequest } from 'fastify'
import { isUuid } from '../../base/kernel/uuid.ts'
import { ApiError } from '../../contract/errors.ts'
import { hasRight } from '../../domain/accounts/account-right.ts'
import { checkRole } from '../../domain/accounts/check-right.ts'
import { getShop } from '../../domain/shops/get-shop.ts'
import { recordOperatorVisit } from '../../domain/shops/record-operator-visit.ts'
import { requireApproved } from '../../domain/shops/require-approved.ts'
import { isInRanges } from '../../http/client-network.ts'
import { isMultipart } from '../../web/read-sent-form.ts'
import { personOf } from '../../web/signed-in-request.ts'
import type { ConsoleDeps } from './console-deps.ts'
import { actorOf, memberOf } from './console-request.ts'

/**
 * Requires that the person may do in this shop what the route is for. An operator only looks, from where
 * there are operator's pages, and the owner reads it in the audit. Throws SHOP_NOT_FOUND, ROLE_REQUIRED, and
 * SHOP_NOT_APPROVED for files of a shop that waits for its approval.
 */
export const requireShopMember =
  ({ db, clock, config }: ConsoleDeps) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const { shopId = '' } = request.params as { shopId?: string }
    if (!isUuid(shopId)) throw new ApiError('SHOP_NOT_FOUND', { shopId })
    const person = personOf(request)
    const role = await checkRole(db, { shopId, accountId: person.accountId })
    const { needs } = request.routeOptions.config
    if (!needs || !hasRight(role, needs)) throw new ApiError('ROLE_REQUIRED')
    request.member = { ...person, role, shop: await getShop(db, shopId) }
    if (role !== 'OPERATOR') return takeSender(request, reply)
    const { TRUST_OPERATOR_NETWORKS: networks, OPERATOR_SECOND_FACTOR: needsSecondFactor } = config
    if (networks.length > 0 && !isInRanges(request.ip, networks))
      throw new ApiError('SHOP_NOT_FOUND', { shopId })
    if (request.method !== 'GET' || (needsSecondFactor && !person.account.hasSecondFactor))
      throw new ApiError('ROLE_REQUIRED')
    await recordOperatorVisit({ db, clock, actor: actorOf(request) }, shopId)
  }

/** Files are received only of shops that are approved, whose bodies come before those of strangers. */
function takeSender(request: FastifyRequest, reply: FastifyReply): void {
  const { shop, accountId } = memberOf(request)
  const mayOrder = shop.approved_at !== null && shop.suspended_at === null
  if (!mayOrder && isMultipart(request)) {
    // What is still being sent is not read.
    reply.header('connection', 'close')
    requireApproved(shop)
  }
  request.sender = { trust: mayOrder ? 'APPROVED' : 'KNOWN', holder: accountId }
}
