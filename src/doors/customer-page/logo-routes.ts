import type { FastifyInstance } from 'fastify'
import type { Database } from '../../base/database/open-database.ts'
import { isUuid } from '../../base/kernel/uuid.ts'
import { ApiError } from '../../contract/errors.ts'
import { isLogoHash } from '../../domain/shops/appearance/shop-logo.ts'
import { findLogo } from '../../domain/shops/appearance/shop-logo-store.ts'
import { limitVisits, type RateLimits } from '../../http/rate-limit.ts'

type LogoDeps = {
  db: Database
  rateLimits: RateLimits
  limitResponseTime: (app: FastifyInstance) => void
}

/** Serves shops' logos from our own address, as pictures and as nothing else. A Fastify plugin. */
export async function logoRoutes(app: FastifyInstance, deps: LogoDeps): Promise<void> {
  limitVisits(app, deps.rateLimits)
  deps.limitResponseTime(app)

  app.get<{ Params: { shop: string; hash: string } }>('/logos/:shop/:hash', async (request, reply) => {
    const { shop, hash } = request.params
    const logo = isUuid(shop) ? await findLogo(deps.db, shop) : undefined
    if (!logo || !isLogoHash(hash, logo.sha256)) {
      const { method, url: path } = request
      throw new ApiError('ROUTE_NOT_FOUND', { method, path })
    }
    return reply
      .headers({
        'cache-control': 'public, max-age=31536000, immutable',
        'content-security-policy': "default-src 'none'; sandbox",
        // Mails show it too, in pages of others.
        'cross-origin-resource-policy': 'cross-origin',
        'x-content-type-options': 'nosniff',
        'x-robots-tag': 'noindex',
      })
      .removeHeader('content-language')
      .type(logo.content_type)
      .send(Buffer.from(logo.bytes))
  })
}
