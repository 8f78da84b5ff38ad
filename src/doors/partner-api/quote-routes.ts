import type { FastifyInstance } from 'fastify'
import type { Pricing } from '../../domain/pricing/price-trip.ts'
import { quoteTrip } from '../../domain/pricing/quote-trip.ts'
import { type ShopCache, withShop } from '../../domain/shops/cache-shops.ts'
import { callerOf } from '../../http/authenticate.ts'
import { operation } from '../../http/operation.ts'
import { QuoteInput, QuoteView, quoteView } from './quote-view.ts'

/** What pricing a trip can refuse. */
export const pricingRefusals = [
  'PICKUP_AMBIGUOUS',
  'PICKUP_REQUIRED',
  'PICKUP_ADDRESS_UNKNOWN',
  'OUT_OF_ZONE',
  'CITIES_DIFFER',
  'PAYOUT_ACCOUNT_REQUIRED',
  'COLLECTION_UNAVAILABLE',
  'PAYMENT_AMOUNT_REFUSED',
  'PICKUP_WINDOW_REFUSED',
  'DROPOFF_WINDOW_REFUSED',
  'CLOSED',
] as const

/** POST /quotes (spec 4.1). */
export async function quoteRoutes(
  app: FastifyInstance,
  { pricing, shops }: { pricing: Pricing; shops: ShopCache },
): Promise<void> {
  app.post<{ Body: QuoteInput }>(
    '/quotes',
    operation({
      operationId: 'createQuote',
      summary: 'Price of a trip',
      description:
        'Nothing is stored. Without `dropoff` the price is an estimate from the zones of the city.',
      tag: 'Quotes',
      scopes: ['quotes:read'],
      body: QuoteInput,
      success: { 200: QuoteView },
      refuses: pricingRefusals,
    }),
    async (request) => {
      const { shopId } = callerOf(request)
      return quoteView(await withShop(shops, shopId, (known) => quoteTrip(pricing, known, request.body)))
    },
  )
}
