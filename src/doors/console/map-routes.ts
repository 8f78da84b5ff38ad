import type { FastifyInstance } from 'fastify'
import { cacheOutlines } from '../../domain/zones/cache-outlines.ts'
import type { ConsoleDeps } from './console-deps.ts'
import { shopPath } from './console-request.ts'

/** What maps draw where there are no tiles: the zones of a city. */
export async function mapRoutes(app: FastifyInstance, { pricing }: ConsoleDeps): Promise<void> {
  const outlineOf = cacheOutlines()
  app.get<{ Params: { cityId: string } }>(
    `${shopPath}/map/:cityId`,
    { config: { needs: 'SELL' } },
    async (request, reply) =>
      reply
        .type('application/json; charset=utf-8')
        .send(outlineOf(pricing.map.current(), request.params.cityId) ?? '{"zones":[]}'),
  )
}
