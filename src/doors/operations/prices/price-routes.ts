import type { FastifyInstance } from 'fastify'
import type { OperationsDeps } from '../operations-deps.ts'
import { demandRoutes } from './demand-routes.ts'
import { pairsRoutes } from './pairs/pairs-routes.ts'
import { newPromoCodePage } from './promo/new-promo-code.ts'
import { onePromoCodePage } from './promo/one-promo-code.ts'
import { promoCodeListPage } from './promo/promo-code-list.ts'
import { tariffRoutes } from './tariff/tariff-routes.ts'
import { trialRoutes } from './tariff/trial-routes.ts'

/** What trips cost: tariffs and their drafts, prices of zone pairs, rain and high demand, promo codes. */
export async function priceRoutes(app: FastifyInstance, deps: OperationsDeps): Promise<void> {
  const promoCodes = [promoCodeListPage, newPromoCodePage, onePromoCodePage]
  for (const routes of [tariffRoutes, trialRoutes, pairsRoutes, demandRoutes, ...promoCodes])
    await app.register(routes, deps)
}
