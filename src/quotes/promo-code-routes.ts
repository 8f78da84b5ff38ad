import type { FastifyInstance } from 'fastify'
import type { Database } from '../database/open-database.ts'
import { callerOf } from '../http/authenticate.ts'
import { operation } from '../http/operation.ts'
import { type ShopMemory, withShop } from '../shops/shop-memory.ts'
import { checkPromoCode, PromoCodeCheckInput, PromoCodeCheckView } from './check-promo-code.ts'
import type { Pricing } from './price-trip.ts'
import { pricingRefusals } from './quote-routes.ts'

/** POST /deliveries/promo-code-checks (spec 4, other operations). */
export async function promoCodeRoutes(
  app: FastifyInstance,
  parts: { db: Database; pricing: Pricing; shops: ShopMemory },
): Promise<void> {
  app.post<{ Body: PromoCodeCheckInput }>(
    '/deliveries/promo-code-checks',
    operation({
      operationId: 'checkPromoCode',
      summary: 'Whether a promo code can be used',
      description:
        'With `quote`, also whether it is for such a trip, and what it takes off. A refused code is an answer here (200), an error at creation.',
      tag: 'Deliveries',
      scopes: ['quotes:read', 'deliveries:write'],
      body: PromoCodeCheckInput,
      success: { 200: PromoCodeCheckView },
      refuses: pricingRefusals,
    }),
    (request) =>
      withShop(parts.shops, callerOf(request).shopId, (known) => checkPromoCode(parts, known, request.body)),
  )
}
