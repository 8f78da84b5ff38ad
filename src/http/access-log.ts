import type { FastifyInstance } from 'fastify'

declare module 'fastify' {
  interface FastifyRequest {
    /** The delivery that the request made; one that it was about is in its path. */
    madeDeliveryId: string | null
  }
}

/**
 * Logs each answered request with its registered path, status and duration, its shop and the delivery that it
 * made; `requestId`, `method` and `path`, with the ids in it, are on every line of a request.
 */
export function useAccessLog(app: FastifyInstance): void {
  app.addHook('onResponse', async ({ log, routeOptions, caller, madeDeliveryId }, reply) =>
    log.info(
      {
        route: routeOptions.url ?? null,
        status: reply.statusCode,
        durationMs: Math.round(reply.elapsedTime * 10) / 10,
        ...(caller && { shopId: caller.shopId }),
        ...(madeDeliveryId !== null && { deliveryId: madeDeliveryId }),
      },
      'answered',
    ),
  )
}
