import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isUuid } from '../../../base/kernel/uuid.ts'
import { ApiError } from '../../../contract/errors.ts'
import { publicUrlOf } from '../../../derived-settings.ts'
import { getShop } from '../../../domain/shops/get-shop.ts'
import type { ShopRow } from '../../../domain/shops/shop-store.ts'
import { languageOf } from '../../../http/response-language.ts'
import { keptAddressPages, keptDeveloperPages } from '../../../web/keeping/kept-pages.ts'
import type { KeepingDeps } from '../../../web/keeping/shop-keeping.ts'
import { shopTimeZone } from '../../../web/shop-time-zone.ts'
import { invoiceRoutes } from '../../../web/statements/invoice-routes.ts'
import { shopStatementRoutes } from '../../../web/statements/shop-statement-routes.ts'
import type { OperationsDeps } from '../operations-deps.ts'
import { actorOf } from '../operations-request.ts'

const shopPath = '/operations/shops/:shopId'
const shopHref = (shopId: string, path = '') => `/operations/shops/${shopId}${path}`

/** The keys, endpoints and pickup addresses of a shop, kept by those who run the service (decision 188). */
export async function shopKeepingRoutes(app: FastifyInstance, deps: OperationsDeps): Promise<void> {
  const shops = new WeakMap<FastifyRequest, ShopRow>()
  app.addHook('onRequest', async (request) => {
    const { shopId = '' } = request.params as { shopId?: string }
    if (!isUuid(shopId)) throw new ApiError('SHOP_NOT_FOUND', { shopId })
    shops.set(request, await getShop(deps.db, shopId))
  })

  function shopOf(request: FastifyRequest): ShopRow {
    const shop = shops.get(request)
    if (!shop) throw new Error('This route is not one of a shop.')
    return shop
  }

  const keeping: KeepingDeps = {
    ...deps,
    shopPath,
    shopHref,
    configFor: () => ({ operates: 'MANAGE' }),
    shopOf,
    actorOf,
    readFacts: async (request) => ({
      language: languageOf(request),
      shopHref: shopHref(shopOf(request).id),
      href: shopHref(shopOf(request).id, '/developers'),
      now: deps.clock.now(),
      timeZone: shopTimeZone(deps, await deps.shops.shop(shopOf(request).id)),
      role: 'OPERATOR',
      isSandbox: deps.environment === 'sandbox',
      publicUrl: publicUrlOf(deps.config),
    }),
    sendKept: (request, reply, status, _area, content) => {
      const { id, name } = shopOf(request)
      const back = { href: shopHref(id), label: name }
      return deps.sendPage(request, reply, status, { section: 'shops', back, ...content })
    },
    cityMapOf: (_request, city) => deps.cityMapOf(city),
  }
  for (const page of [...keptDeveloperPages, ...keptAddressPages, invoiceRoutes])
    await app.register(page, keeping)
  await app.register(shopStatementRoutes, {
    ...keeping,
    deliveryHref: (_shopId, id) => `/operations/deliveries/${id}`,
  })
}
