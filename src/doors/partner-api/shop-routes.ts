import type { FastifyInstance } from 'fastify'
import { scopes } from '../../contract/vocabulary.ts'
import type { ShopCache } from '../../domain/shops/cache-shops.ts'
import { callerOf } from '../../http/authenticate.ts'
import { operation } from '../../http/operation.ts'
import { type KeyTerms, ShopView, shopView } from './shop-view.ts'

/** GET /shop: whose key this is and what it may do, so that a client sees at once that it is set up right. */
export async function shopRoutes(
  app: FastifyInstance,
  { shops, ...terms }: { shops: ShopCache } & KeyTerms,
): Promise<void> {
  app.get(
    '/shop',
    operation({
      operationId: 'getShop',
      summary: 'The shop of the key',
      description: 'Whose key this is, in which environment it works, its rights and how often it may call.',
      tag: 'Key',
      scopes,
      success: { 200: ShopView },
    }),
    async (request) => {
      const caller = callerOf(request)
      const { shop } = await shops.shop(caller.shopId)
      return shopView(shop, caller, terms)
    },
  )
}
