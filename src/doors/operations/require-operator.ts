import type { FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../../contract/errors.ts'
import { hasServiceRight } from '../../domain/accounts/account-right.ts'
import { isInRanges } from '../../http/client-network.ts'
import { personOf } from '../../web/signed-in-request.ts'

/** Where somebody adds the second factor that they need. */
const secondFactorPath = '/console/account/second-factor'

/** Outside of these networks there are no operator's pages; without any they are everywhere. */
export const requireNetwork =
  (networks: readonly string[]) =>
  async (request: FastifyRequest): Promise<void> => {
    if (networks.length > 0 && !isInRanges(request.ip, networks))
      throw new ApiError('ROUTE_NOT_FOUND', { method: request.method, path: '/operations' })
  }

/**
 * Requires that whoever is signed in runs the service and may do what the route is for; to all others the
 * page does not exist. Who has to have a second factor and has none is led to where they add one. Throws
 * ROUTE_NOT_FOUND, ROLE_REQUIRED.
 */
export const requireOperator =
  ({ mustHaveSecondFactor }: { mustHaveSecondFactor: boolean }) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> => {
    const person = personOf(request)
    const { operatorRole: role, hasSecondFactor } = person.account
    if (!role) throw new ApiError('ROUTE_NOT_FOUND', { method: request.method, path: '/operations' })
    if (mustHaveSecondFactor && !hasSecondFactor) return reply.redirect(`${secondFactorPath}?required`, 303)
    request.operator = { ...person, role }
    request.sender = { trust: 'SERVICE', holder: person.accountId }
    const { operates } = request.routeOptions.config
    if (!operates || !hasServiceRight(role, operates)) throw new ApiError('ROLE_REQUIRED')
    return undefined
  }
