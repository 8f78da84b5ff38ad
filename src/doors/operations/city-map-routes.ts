import type { FastifyInstance } from 'fastify'
import { cacheOutlines } from '../../domain/zones/cache-outlines.ts'
import type { OperationsDeps } from './operations-deps.ts'

/** What maps draw where there are no tiles: the zones of a city. */
export async function cityMapRoutes(app: FastifyInstance, { pricing }: OperationsDeps): Promise<void> {
  const outlineOf = cacheOutlines()
  app.get<{ Params: { cityId: string } }>(
    '/operations/map/:cityId',
    { config: { operates: 'DISPATCH' } },
    async (request, reply) =>
      reply
        .type('application/json; charset=utf-8')
        .send(outlineOf(pricing.map.current(), request.params.cityId) ?? '{"zones":[]}'),
  )
}
