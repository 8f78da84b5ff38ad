import type { FastifyRequest } from 'fastify'
import { isUuid } from '../../base/kernel/uuid.ts'
import { ApiError } from '../../contract/errors.ts'
import { callerOf } from '../../http/authenticate.ts'

/** The errors for an identifier that names nothing of the caller's shop. */
type NotFound = 'DELIVERY_NOT_FOUND' | 'WEBHOOK_ENDPOINT_NOT_FOUND' | 'PICKUP_ADDRESS_NOT_FOUND'

/**
 * What the `{id}` of an address names, in the caller's own shop. Throws `notFound` for what is no identifier.
 */
export function shopKeyOf(
  request: FastifyRequest<{ Params: { id: string } }>,
  notFound: NotFound,
): { shopId: string; id: string } {
  const { id } = request.params
  if (!isUuid(id)) throw new ApiError(notFound)
  return { shopId: callerOf(request).shopId, id: id.toLowerCase() }
}
