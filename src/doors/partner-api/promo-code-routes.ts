import type { FastifyInstance } from 'fastify'
import { checkPromoCode, type PromoCheckDeps } from '../../domain/pricing/check-promo-code.ts'
import { type ShopCache, withShop } from '../../domain/shops/cache-shops.ts'
import { callerOf } from '../../http/authenticate.ts'
import { operation } from '../../http/operation.ts'
import { PromoCodeCheckInput, PromoCodeCheckView, promoCodeCheckView } from './promo-code-view.ts'
import { pricingRefusals } from './quote-routes.ts'

/** POST /deliveries/promo-code-checks (spec 4, other operations). */
export async function promoCodeRoutes(
  app: FastifyInstance,
  deps: PromoCheckDeps & { shops: ShopCache },
): Promise<void> {
  app.post<{ Body: PromoCodeCheckInput }>(
    '/deliveries/promo-code-checks',
    operation({
      operationId: 'checkPromoCode',
      summary: 'Whether a promo code can be used',
      description:
        'With `quote`, also whether it is for such a trip, and what it takes off; with `customer`, also whether this customer may use it once more. Nothing is used up. A refused code is an answer here (200), an error at creation.',
      tag: 'Deliveries',
      scopes: ['quotes:read', 'deliveries:write'],
      body: PromoCodeCheckInput,
      success: { 200: PromoCodeCheckView },
      refuses: [...pricingRefusals, 'PHONE_NUMBER_INVALID'],
    }),
    async (request) => {
      const { shopId } = callerOf(request)
      return promoCodeCheckView(
        await withShop(deps.shops, shopId, (known) => checkPromoCode(deps, known, request.body)),
      )
    },
  )
}
