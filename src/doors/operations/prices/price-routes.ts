import type { FastifyInstance } from 'fastify'
import type { OperationsDeps } from '../operations-deps.ts'
import { demandRoutes } from './demand-routes.ts'
import { pairsRoutes } from './pairs/pairs-routes.ts'
import { promoRoutes } from './promo/promo-routes.ts'
import { tariffRoutes } from './tariff/tariff-routes.ts'
import { trialRoutes } from './tariff/trial-routes.ts'

/** What trips cost: tariffs and their drafts, prices of zone pairs, rain and high demand, promo codes. */
export async function priceRoutes(app: FastifyInstance, deps: OperationsDeps): Promise<void> {
  for (const routes of [tariffRoutes, trialRoutes, pairsRoutes, demandRoutes, promoRoutes])
    await app.register(routes, deps)
}
