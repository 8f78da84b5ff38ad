import type { FastifyRequest } from 'fastify'
import type { Actor } from '../../base/kernel/actor.ts'
import type { Operator } from './operations-deps.ts'

/** Who asks; only behind the hook of the operator's routes. */
export function operatorOf({ operator }: FastifyRequest): Operator {
  if (!operator) throw new Error('This route is not one of the operator’s pages.')
  return operator
}

/** Who asks, as verbs take it. */
export const actorOf = (request: FastifyRequest): Actor => ({
  kind: 'OPERATOR',
  id: operatorOf(request).accountId,
})
