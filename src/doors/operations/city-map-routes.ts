import type { FastifyInstance } from 'fastify'
import { landmarkSuggestions } from '../../domain/maps/landmark-suggestions.ts'
import { cacheOutlines } from '../../domain/zones/cache-outlines.ts'
import { languageOf } from '../../http/response-language.ts'
import type { OperationsDeps } from './operations-deps.ts'

/** What maps draw and find of a city: its zones and its landmarks. */
export async function cityMapRoutes(app: FastifyInstance, { pricing, maps }: OperationsDeps): Promise<void> {
  const outlineOf = cacheOutlines()
  app.get<{ Params: { cityId: string } }>(
    '/operations/map/:cityId',
    { config: { operates: 'DISPATCH' } },
    async (request, reply) =>
      reply
        .type('application/json; charset=utf-8')
        .send(outlineOf(pricing.map.current(), request.params.cityId) ?? '{"zones":[]}'),
  )

  app.get<{ Params: { cityId: string }; Querystring: { q?: unknown } }>(
    '/operations/landmarks/:cityId',
    { config: { operates: 'DISPATCH' } },
    async (request) =>
      landmarkSuggestions(
        await maps.landmarksOf(request.params.cityId),
        request.query.q,
        languageOf(request),
      ),
  )
}
