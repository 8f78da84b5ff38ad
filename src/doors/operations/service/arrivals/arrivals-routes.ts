import type { FastifyInstance } from 'fastify'
import { languageOf } from '../../../../base/http/response-language.ts'
import { listCityArrivals } from '../../../../domain/arrivals/list-city-arrivals.ts'
import { workCost } from '../../../../web/limit-work.ts'
import type { OperationsDeps } from '../../operations-deps.ts'
import { serviceHref } from '../service-page.ts'
import { arrivalsPage } from './arrivals-page.ts'

/** How often the announced arrivals came true. */
export async function arrivalsRoutes(app: FastifyInstance, deps: OperationsDeps): Promise<void> {
  const config = { operates: 'MANAGE', cost: workCost.file } as const
  app.get(serviceHref('arrivals'), { config }, async (request, reply) =>
    deps.sendPage(request, reply, 200, arrivalsPage(languageOf(request), await listCityArrivals(deps))),
  )
}
