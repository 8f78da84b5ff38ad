import type { FastifyInstance } from 'fastify'
import type { RateLimits } from '../../base/http/rate-limit.ts'
import type { SessionCache } from '../../domain/accounts/session-cache.ts'

/** The `cost` of a form that is read for a tenth of a second, and of files that are read or made for up to a second. */
export const workCost = { form: 40, file: 100 } as const

/**
 * Limits the requests of everybody who is signed in: of an account, wherever it comes from, since a stranger has one for
 * the asking and each could keep the process busy for all; of a network, while the session is not known yet. Call it
 * after the hooks that the page of a refusal needs.
 */
export function limitWork(
  app: FastifyInstance,
  { rateLimits, sessions }: { rateLimits: RateLimits; sessions: SessionCache },
): void {
  app.addHook('onRequest', async (request) => {
    const who = sessions.holderOf(request.headers.cookie)
    rateLimits.countVisit(request, { who, cost: request.routeOptions.config?.cost })
  })
}
