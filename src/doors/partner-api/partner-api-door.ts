import type { FastifyInstance } from 'fastify'
import { partnerPath } from '../../contract/vocabulary.ts'
import { apiKeyHash, cellOfApiKey, environmentOfApiKey, isApiKey } from '../../domain/shops/api-key.ts'
import { type ApiKeyRegistry, useAuthentication } from '../../http/authenticate.ts'
import { forbidCaching } from '../../http/forbid-caching.ts'
import { limitVisits } from '../../http/rate-limit.ts'
import type { DoorServices } from '../../services.ts'
import { deliveryActRoutes } from './delivery-act-routes.ts'
import { deliveryChangeRoutes } from './delivery-change-routes.ts'
import { deliveryRoutes } from './delivery-routes.ts'
import { eventListRoutes } from './event-list-routes.ts'
import { eventStreamRoutes } from './event-stream-routes.ts'
import { logRequests } from './log-requests.ts'
import { photoRoutes } from './photo-routes.ts'
import { photoUploadRoutes } from './photo-upload-routes.ts'
import { pickupAddressRoutes } from './pickup-address-routes.ts'
import { promoCodeRoutes } from './promo-code-routes.ts'
import { proofPhotoRoutes } from './proof-photo-routes.ts'
import { proofRoutes } from './proof-routes.ts'
import { quoteRoutes } from './quote-routes.ts'
import { resolveReferences } from './resolve-reference.ts'
import { sandboxRoutes } from './sandbox-routes.ts'
import { shopRoutes } from './shop-routes.ts'
import { webhookActRoutes } from './webhook-act-routes.ts'
import { webhookEndpointRoutes } from './webhook-endpoint-routes.ts'
import { zoneRoutes } from './zone-routes.ts'

/**
 * The partner API (spec section 4): every operation behind its key, and the signed addresses to which photos
 * are uploaded, and where those of hand-overs are seen, without one. Routes read requests and respond with
 * views; what happens is a verb of a room.
 */
export async function partnerApiDoor(app: FastifyInstance, services: DoorServices): Promise<void> {
  const { localPhotos, clock, config, environment } = services
  if (localPhotos)
    await app.register(async (uploads) => {
      limitVisits(uploads, services.rateLimits)
      await uploads.register(photoUploadRoutes, { ...localPhotos, clock })
    })
  await app.register(async (photos) => {
    limitVisits(photos, services.rateLimits)
    await photos.register(proofPhotoRoutes, services)
  })
  await app.register(
    async (partner) => {
      forbidCaching(partner)
      services.limitResponseTime(partner)
      useAuthentication(partner, apiKeyRegistry(services), services.rateLimits)
      logRequests(partner, services)
      resolveReferences(partner, services)
      const keyTerms = { environment, perSecond: config.RATE_LIMIT_PER_SECOND }
      await partner.register(shopRoutes, { ...services, ...keyTerms })
      await partner.register(quoteRoutes, services)
      await partner.register(zoneRoutes, services.pricing)
      await partner.register(pickupAddressRoutes, services)
      await partner.register(deliveryRoutes, services)
      await partner.register(deliveryChangeRoutes, services)
      await partner.register(deliveryActRoutes, services)
      await partner.register(proofRoutes, services)
      await partner.register(eventListRoutes, services)
      await partner.register(webhookEndpointRoutes, services)
      await partner.register(webhookActRoutes, services)
      await partner.register(promoCodeRoutes, services)
      await partner.register(photoRoutes, services)
      if (services.environment === 'sandbox') {
        await partner.register(sandboxRoutes, services)
        await partner.register(eventStreamRoutes, services)
      }
    },
    { prefix: partnerPath },
  )
}

/** Finds callers by their keys: the checksum first, then the cache, then the database (decision 3). */
function apiKeyRegistry({
  shops,
  environment,
  cell,
  cellAddresses,
}: Pick<DoorServices, 'shops' | 'environment' | 'cell' | 'cellAddresses'>): ApiKeyRegistry {
  const isOurs = (key: string) => isApiKey(key, environment, cell)
  return {
    cached: (key) => (isOurs(key) ? shops.cachedApiKey(apiKeyHash(key)) : undefined),
    wasValid: (key) => isOurs(key) && shops.wasValid(apiKeyHash(key)),
    callerOf: async (key) => (isOurs(key) ? shops.apiKey(apiKeyHash(key)) : undefined),
    foreignTo: async (key) => {
      const [madeIn, code] = [environmentOfApiKey(key), cellOfApiKey(key)]
      if (madeIn === undefined) return { environment: null, cell: null }
      if (madeIn !== 'ANY' && madeIn !== environment) return { environment: madeIn, cell: null }
      const isOther = code !== '' && code !== cell
      return { environment: null, cell: isOther ? { code, url: await cellAddresses(code) } : null }
    },
  }
}
