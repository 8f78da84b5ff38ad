import type { FastifyRequest } from 'fastify'
import { ApiError } from '../../base/contract/errors.ts'
import { isInRanges } from '../../base/http/client-network.ts'
import { isUuid } from '../../base/kernel/uuid.ts'
import { hasRight } from '../../domain/accounts/account-right.ts'
import { checkRole } from '../../domain/accounts/check-right.ts'
import { getShop } from '../../domain/shops/get-shop.ts'
import { recordOperatorVisit } from '../../domain/shops/record-operator-visit.ts'
import { personOf } from '../workspace/signed-in-request.ts'
import type { ConsoleDeps } from './console-deps.ts'
import { actorOf } from './console-request.ts'

/**
 * Requires that the person may do in this shop what the route is for. An operator only looks, from where there are
 * operator's pages, and the owner reads it in the audit. Throws SHOP_NOT_FOUND, ROLE_REQUIRED.
 */
export const requireShopMember =
  ({ db, clock, config }: ConsoleDeps) =>
  async (request: FastifyRequest): Promise<void> => {
    const { shopId = '' } = request.params as { shopId?: string }
    if (!isUuid(shopId)) throw new ApiError('SHOP_NOT_FOUND', { shopId })
    const person = personOf(request)
    const role = await checkRole(db, { shopId, accountId: person.accountId })
    const { needs } = request.routeOptions.config
    if (!needs || !hasRight(role, needs)) throw new ApiError('ROLE_REQUIRED')
    request.member = { ...person, role, shop: await getShop(db, shopId) }
    if (role !== 'OPERATOR') return
    const { TRUST_OPERATOR_NETWORKS: networks, OPERATOR_SECOND_FACTOR: needsSecondFactor } = config
    if (networks.length > 0 && !isInRanges(request.ip, networks))
      throw new ApiError('SHOP_NOT_FOUND', { shopId })
    if (request.method !== 'GET' || (needsSecondFactor && !person.account.hasSecondFactor))
      throw new ApiError('ROLE_REQUIRED')
    await recordOperatorVisit({ db, clock, actor: actorOf(request) }, shopId)
  }
