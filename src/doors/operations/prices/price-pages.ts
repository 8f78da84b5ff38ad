import type { FastifyInstance } from 'fastify'
import type { OperationsDeps } from '../operations-deps.ts'
import { pairFilePage } from './pairs/pair-file.ts'
import { pairPricesPage } from './pairs/pair-prices.ts'
import { newPromoCodePage } from './promo/new-promo-code.ts'
import { onePromoCodePage } from './promo/one-promo-code.ts'
import { promoCodeListPage } from './promo/promo-code-list.ts'
import { rainAndDemandPage } from './rain-and-demand.ts'
import { cityTariffPage } from './tariff/city-tariff.ts'
import { tariffTrialPage } from './tariff/tariff-trial.ts'

/** What trips cost: tariffs and their drafts, prices of zone pairs, rain and high demand, promo codes. */
export async function pricePages(app: FastifyInstance, deps: OperationsDeps): Promise<void> {
  const ofCities = [cityTariffPage, tariffTrialPage, pairPricesPage, pairFilePage, rainAndDemandPage]
  const promoCodes = [promoCodeListPage, newPromoCodePage, onePromoCodePage]
  for (const page of [...ofCities, ...promoCodes]) await app.register(page, deps)
}
