import type { FastifyInstance } from 'fastify'
import { type Loop, startLoop } from './base/background/loop.ts'
import { askDatabase } from './base/database/ask-database.ts'
import { startRelay } from './base/events/start-relay.ts'
import { type AnswerLate, useAnswerDeadline } from './base/http/answer-deadline.ts'
import { type KeyRing, useAuthentication } from './base/http/authenticate.ts'
import { healthRoutes } from './base/http/health-routes.ts'
import { httpServer } from './base/http/http-server.ts'
import { useOpenApi } from './base/http/openapi.ts'
import { rateLimits } from './base/http/rate-limit.ts'
import type { Config } from './config.ts'
import { type AccountParts, createAccountParts } from './domain/accounts/create-account-parts.ts'
import { purgeSessions } from './domain/accounts/purge-sessions.ts'
import { findCourierByPhone } from './domain/couriers/courier-store.ts'
import { purgePositions } from './domain/couriers/purge-positions.ts'
import { expireDueDeliveries } from './domain/deliveries/transitions/expire-delivery.ts'
import { makeDueRounds, oweSearches } from './domain/matching/make-search-rounds.ts'
import { purgeOffers } from './domain/matching/purge-offers.ts'
import { oweMessages, oweOfferMessages, sendSignInCode } from './domain/messages/owe-messages.ts'
import { purgeMessages } from './domain/messages/purge-messages.ts'
import { startMessages } from './domain/messages/start-messages.ts'
import { countPaymentRequests } from './domain/mobile-money/payment-request-store.ts'
import { purgeSimulatedPayments } from './domain/mobile-money/purge-simulated-payments.ts'
import { requestPaymentAgain } from './domain/mobile-money/request-payment-again.ts'
import { owePaymentRequests, startPaymentRequests } from './domain/mobile-money/start-payment-requests.ts'
import { purgePhotos } from './domain/photos/purge-photos.ts'
import { apiKeyHash, isApiKey } from './domain/shops/api-key.ts'
import type { ShopCache } from './domain/shops/cache-shops.ts'
import { purgeWebhookLog } from './domain/webhooks/sending/purge-webhook-log.ts'
import { oweDispatches, startWebhooks } from './domain/webhooks/start-webhooks.ts'
import { courierRoutes } from './doors/courier-app/courier-routes.ts'
import { customerRoutes } from './doors/customer-page/customer-routes.ts'
import { outboxRoutes } from './doors/dev-outbox/outbox-routes.ts'
import { deliveryRoutes } from './doors/partner-api/delivery-routes.ts'
import { eventStreamRoutes } from './doors/partner-api/event-stream-routes.ts'
import { photoRoutes } from './doors/partner-api/photo-routes.ts'
import { photoUploadRoutes } from './doors/partner-api/photo-upload-routes.ts'
import { pickupAddressRoutes } from './doors/partner-api/pickup-address-routes.ts'
import { promoCodeRoutes } from './doors/partner-api/promo-code-routes.ts'
import { quoteRoutes } from './doors/partner-api/quote-routes.ts'
import { sandboxRoutes } from './doors/partner-api/sandbox-routes.ts'
import { zoneRoutes } from './doors/partner-api/zone-routes.ts'
import { whatsAppRoutes } from './doors/provider-callbacks/whatsapp-routes.ts'
import { keepsOutbox, type Parts, publicUrlOf } from './services.ts'

/** Puts the HTTP side together: every route, behind the manners they share. Nothing listens yet. */
export async function buildApp(parts: Parts): Promise<FastifyInstance> {
  const { config, log } = parts
  const app = httpServer({ log, language: config.DEFAULT_LANGUAGE, trustProxy: config.TRUST_PROXY })
  await useOpenApi(app, { publicUrl: publicUrlOf(config), environment: config.ENVIRONMENT })
  const limits = await rateLimits(app, { perSecond: config.RATE_LIMIT_PER_SECOND, redis: parts.redis })
  await app.register(async (health) => {
    answerInTime(health, parts)
    await health.register(healthRoutes, { askDatabase: () => askDatabase(parts.db) })
  })
  await app.register(customerRoutes, {
    ...parts,
    rateLimits: limits,
    mapTiles: mapTilesOf(config),
    paymentRequests: {
      timesAsked: (key) => countPaymentRequests(parts.db, key),
      askAgain: (key, timesAsked) => requestPaymentAgain(parts, key, timesAsked),
    },
    answerInTime: (pages, answer) => answerInTime(pages, parts, answer),
  })
  await app.register(async (people) => {
    answerInTime(people, parts)
    await registerMessageRoutes(people, parts)
  })
  if (parts.localPhotos) await app.register(photoUploadRoutes, { ...parts.localPhotos, clock: parts.clock })
  await app.register(courierRoutes, {
    ...parts,
    accounts: courierAccounts(parts),
    rateLimits: limits,
    isSecure: publicUrlOf(config).startsWith('https:'),
    answerInTime: (pages, answer) => answerInTime(pages, parts, answer),
  })
  await app.register(
    async (partner) => {
      answerInTime(partner, parts)
      useAuthentication(partner, keyRing(parts.shops), limits)
      await partner.register(quoteRoutes, parts)
      await partner.register(zoneRoutes, parts.pricing)
      await partner.register(pickupAddressRoutes, parts)
      await partner.register(deliveryRoutes, parts)
      await partner.register(promoCodeRoutes, parts)
      await partner.register(photoRoutes, parts)
      if (config.ENVIRONMENT === 'sandbox') {
        await partner.register(sandboxRoutes, parts)
        await partner.register(eventStreamRoutes, parts)
      }
    },
    { prefix: '/api/v1/partner' },
  )
  return app
}

/** Where WhatsApp reports to, or where messages are read on one's own machine. */
async function registerMessageRoutes(app: FastifyInstance, { config, messages, db, clock }: Parts) {
  const { WHATSAPP_APP_SECRET: appSecret, WHATSAPP_VERIFY_TOKEN: verifyToken } = config
  if (appSecret !== undefined && verifyToken !== undefined)
    await app.register(whatsAppRoutes, { db, clock, appSecret, verifyToken })
  if (keepsOutbox(config))
    await app.register(outboxRoutes, { ...messages, isOpen: config.DEV_OUTBOX_OPEN ?? false })
}

/** A server may be away in the middle of a request; the embedded database is here as long as we are. */
function answerInTime(app: FastifyInstance, { config, database }: Parts, answer?: AnswerLate): void {
  if (database.kind === 'server') useAnswerDeadline(app, config.DATABASE_TIMEOUT_MS + 400, answer)
}

/** Couriers who work here sign in with their phones. */
function courierAccounts({ config, db, clock, sessionsKey }: Parts): AccountParts {
  return createAccountParts({
    db,
    clock,
    secret: sessionsKey,
    publicUrl: publicUrlOf(config),
    findHolder: async (phone) => {
      const courier = await findCourierByPhone(db, phone)
      return courier && { courierId: courier.id, firstName: courier.first_name, phone }
    },
    sendSignInCode: (holder, code) => sendSignInCode({ db, clock }, { ...holder, ...code }),
  })
}

const mapTilesOf = ({ MAP_TILE_URL: url, MAP_TILE_ATTRIBUTION: attribution }: Config) =>
  url === undefined ? null : { url, attribution }

/** The end of what is kept for a time only ("What is kept, and how long" in docs/operating.md). */
const purges: readonly { name: string; purge: (parts: Parts) => Promise<boolean> }[] = [
  { name: 'purge the webhook log', purge: purgeWebhookLog },
  { name: 'purge messages', purge: purgeMessages },
  { name: 'purge sessions', purge: purgeSessions },
  { name: 'purge photos', purge: purgePhotos },
  { name: 'purge offers', purge: purgeOffers },
  { name: 'purge positions', purge: purgePositions },
  { name: 'purge simulated payments', purge: purgeSimulatedPayments },
]

/**
 * The work nobody asks for: webhooks, messages, the search for couriers, requests to pay, deliveries whose
 * delay has passed, the end of what is kept for a time only, and upkeep of the embedded database.
 */
export async function startBackground(parts: Parts): Promise<Loop[]> {
  const { db, database, onTrouble, subscribe } = parts
  const webhooks = await startWebhooks({ ...parts.webhooks, onTrouble, subscribe })
  const messages = startMessages({ ...parts.messages, onTrouble })
  const offersMade = oweOfferMessages(parts)
  const search = startLoop({
    name: 'search couriers',
    everyMs: 1_000,
    round: async () => {
      const made = await makeDueRounds({ ...parts, offersMade })
      if (made > 0) messages.wake()
      return made > 0
    },
    onTrouble,
  })
  const payments = startPaymentRequests(parts)
  const loops = [
    webhooks,
    messages,
    search,
    payments,
    startRelay({
      db,
      consumers: [
        oweDispatches(parts.webhooks),
        oweSearches(parts),
        owePaymentRequests(parts),
        oweMessages(parts),
      ],
      handedOver: () => {
        webhooks.wake()
        search.wake()
        payments.wake()
        messages.wake()
      },
      onTrouble,
      subscribe,
    }),
    startLoop({
      name: 'expire due deliveries',
      everyMs: 5_000,
      round: async () => (await expireDueDeliveries(parts)) > 0,
      onTrouble,
    }),
    ...purges.map(({ name, purge }) =>
      startLoop({ name, everyMs: 60_000, round: () => purge(parts), onTrouble }),
    ),
  ]
  if (database.kind === 'server') return loops
  const vacuum = () => database.withSession((session) => session.runScript('vacuum analyze'))
  const upkeep = startLoop({
    name: 'vacuum',
    everyMs: 10 * 60_000,
    round: () => vacuum().then(() => false),
    onTrouble,
  })
  return [...loops, upkeep]
}

/** Finds callers by their keys: the checksum first, then memory, then the database (decision 3). */
function keyRing(shops: ShopCache): KeyRing {
  return {
    remembered: (key) => (isApiKey(key) ? shops.rememberedApiKey(apiKeyHash(key)) : undefined),
    hasOpened: (key) => isApiKey(key) && shops.hasOpened(apiKeyHash(key)),
    callerOf: async (key) => (isApiKey(key) ? shops.apiKey(apiKeyHash(key)) : undefined),
  }
}
