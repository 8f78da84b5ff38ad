import { scopes as anyScope, type Collection, type Scope } from '../../src/contract/vocabulary.ts'
import { changePayment } from '../../src/domain/deliveries/payment/change-payment.ts'
import { removePickupAddress } from '../../src/domain/shops/remove-pickup-address.ts'
import { listPickupAddresses } from '../../src/domain/shops/shop-store.ts'
import { pauseEndpoint, removeEndpoint } from '../../src/domain/webhooks/endpoints/change-endpoint.ts'
import { listEndpoints } from '../../src/domain/webhooks/endpoints/endpoint-store.ts'
import { bringTo } from './delivery-verbs.ts'
import { center, east, plainOrder, type TestService, type TestShop } from './open-service.ts'
import { setRules } from './rules.ts'

export type Operation = {
  /** The scopes any one of which opens it: decision 4, by hand. */
  scopes: readonly [Scope, ...Scope[]]
  success: number
  /** What the `{id}` of its path names, and what a refused call of it must leave alone. */
  subject: Subject
  /** What makes a valid call, besides the key; a new one each time. */
  body?: () => object
  headers?: () => Record<string, string>
  /** It responds for as long as the client listens; for a developer's machine, outside the contract. */
  isStream?: true
}

/** Something of a shop that an operation is about. One that must be in a certain state is a subject of its own. */
type Subject = {
  /** Makes one in this shop, ready for a valid call, and returns its id. */
  make(shop: TestShop, service: TestService): Promise<string>
  /** What its shop can read of it: the same before and after a call that was refused. */
  read(shop: TestShop, id: string): Promise<unknown>
  /** What the id of another shop's, of none, and a text that is no id are responded to with, in French. */
  notFound: { statusCode: number; code: string; message: string }
}

let calls = 0

const delivery: Subject = {
  make: async (shop) => (await shop.order()).body.id,
  read: async (shop, id) => [
    (await shop.get(`/deliveries/${id}`)).body,
    (await shop.get(`/deliveries/${id}/events`)).body,
  ],
  notFound: {
    statusCode: 404,
    code: 'DELIVERY_NOT_FOUND',
    message: 'Votre boutique n’a pas de livraison avec cet id ou cette référence.',
  },
}

/** An address where nothing listens; the service of the matrix may call this machine. */
const newHook = () => `https://127.0.0.1:1/hook/${++calls}`

const endpoint: Subject = {
  make: async (shop, { services: { webhooks } }) => {
    // A shop has ten at most.
    for (const { shop_id: shopId, id } of await listEndpoints(webhooks.db, shop.shopId))
      await removeEndpoint(webhooks, { shopId, id })
    return (await shop.post('/webhook-endpoints', { url: newHook() })).body.id
  },
  read: async (shop, id) => [
    (await shop.get(`/webhook-endpoints/${id}`)).body,
    (await shop.get(`/webhook-endpoints/${id}/attempts`)).body,
  ],
  notFound: {
    statusCode: 404,
    code: 'WEBHOOK_ENDPOINT_NOT_FOUND',
    message: 'Cette boutique n’a pas de webhook avec cet id.',
  },
}

const pausedEndpoint: Subject = {
  ...endpoint,
  make: async (shop, service) => {
    const id = await endpoint.make(shop, service)
    await pauseEndpoint(service.services.webhooks, { shopId: shop.shopId, id })
    return id
  },
}

const address: Subject = {
  make: async ({ shopId, post }, { services }) => {
    for (const { id, is_default: isMain } of await listPickupAddresses(services.db, shopId))
      if (!isMain) await removePickupAddress(services, { shopId, id })
    return (await post('/pickup-addresses', { ...center, label: `Dépôt ${++calls}` })).body.id
  },
  read: async (shop) => (await shop.get('/pickup-addresses')).body,
  notFound: {
    statusCode: 404,
    code: 'PICKUP_ADDRESS_NOT_FOUND',
    message: 'Cette boutique n’a pas d’adresse de retrait avec cet id.',
  },
}

/** A parcel on its way that the customer has to pay for. */
const toBePaid = (collection: Collection): Subject => ({
  ...delivery,
  make: async (shop, service) => {
    const payment = { mode: 'CASH_ON_DELIVERY', goodsAmount: 5_000, collection }
    const key = await bringTo(service, shop, 'IN_TRANSIT', { payment })
    if (collection === 'SECURE') await changePayment(service.services, key, 'refuse')
    return key.id
  },
})

const failed: Subject = {
  ...delivery,
  make: async (shop, service) => (await bringTo(service, shop, 'FAILED')).id,
}

const triedOnce: Subject = {
  ...failed,
  make: async (shop, service) => {
    await setRules(service.services, { SECOND_TRY_PERCENT: 50 })
    return failed.make(shop, service)
  },
}

/** A key that no call had before. */
export const newIdempotencyKey = (): string => `matrix-${++calls}-${process.pid}`

/** Every operation of the partner API. A route without a row here fails the first test of the matrix. */
export const partnerOperations: Record<string, Operation> = {
  'POST /quotes': {
    scopes: ['quotes:read'],
    success: 200,
    subject: delivery,
    body: () => ({ dropoff: east, parcelSize: 'SMALL', paymentMode: 'PREPAID' }),
  },
  'GET /shop': { scopes: anyScope, success: 200, subject: delivery },
  'GET /zones': { scopes: ['quotes:read'], success: 200, subject: delivery },
  'GET /pickup-addresses': {
    scopes: ['quotes:read', 'deliveries:read', 'deliveries:write', 'pickup-addresses:write'],
    success: 200,
    subject: address,
  },
  'POST /pickup-addresses': {
    scopes: ['pickup-addresses:write'],
    success: 201,
    subject: address,
    body: () => ({ ...center, label: `Entrepôt ${++calls}` }),
  },
  'PATCH /pickup-addresses/{id}': {
    scopes: ['pickup-addresses:write'],
    success: 200,
    subject: address,
    body: () => ({ landmark: `Portail ${++calls}`, isDefault: true }),
  },
  'DELETE /pickup-addresses/{id}': { scopes: ['pickup-addresses:write'], success: 204, subject: address },
  'POST /deliveries': {
    scopes: ['deliveries:write'],
    success: 201,
    subject: delivery,
    body: () => plainOrder,
    headers: () => ({ 'idempotency-key': newIdempotencyKey() }),
  },
  'GET /deliveries': { scopes: ['deliveries:read'], success: 200, subject: delivery },
  'GET /deliveries/{id}': { scopes: ['deliveries:read'], success: 200, subject: delivery },
  'GET /deliveries/{id}/events': { scopes: ['deliveries:read'], success: 200, subject: delivery },
  'POST /deliveries/{id}/cancel': {
    scopes: ['deliveries:write'],
    success: 200,
    subject: delivery,
    body: () => ({}),
  },
  'PATCH /deliveries/{id}': {
    scopes: ['deliveries:write'],
    success: 200,
    subject: delivery,
    body: () => ({ customer: { firstName: 'Sessi' } }),
  },
  'GET /deliveries/{id}/cancellation': { scopes: ['deliveries:read'], success: 200, subject: delivery },
  'GET /deliveries/{id}/proof': { scopes: ['deliveries:read'], success: 200, subject: failed },
  'POST /deliveries/{id}/payment-confirmations': {
    scopes: ['deliveries:write'],
    success: 200,
    subject: toBePaid('DIRECT'),
    body: () => ({ received: true }),
  },
  'POST /deliveries/{id}/payment-requests': {
    scopes: ['deliveries:write'],
    success: 200,
    subject: toBePaid('SECURE'),
  },
  'POST /deliveries/{id}/return-confirmations': {
    scopes: ['deliveries:write'],
    success: 200,
    subject: failed,
  },
  'POST /deliveries/{id}/second-tries': {
    scopes: ['deliveries:write'],
    success: 201,
    subject: triedOnce,
    body: () => ({ window: { from: '2026-11-21T14:00:00Z', to: '2026-11-21T16:00:00Z' } }),
  },
  'POST /deliveries/promo-code-checks': {
    scopes: ['quotes:read', 'deliveries:write'],
    success: 200,
    subject: delivery,
    body: () => ({ promoCode: 'BIENVENUE' }),
  },
  'POST /deliveries/parcel-photo-uploads': {
    scopes: ['deliveries:write'],
    success: 201,
    subject: delivery,
    body: () => ({ contentType: 'image/jpeg', sizeBytes: 184_320 }),
  },
  'POST /sandbox/deliveries/{id}/advance': { scopes: ['deliveries:write'], success: 200, subject: delivery },
  'POST /sandbox/reset': { scopes: ['deliveries:write'], success: 200, subject: delivery },
  'GET /events': { scopes: ['deliveries:read'], success: 200, subject: delivery },
  'POST /webhook-endpoints': {
    scopes: ['webhooks:write'],
    success: 201,
    subject: endpoint,
    body: () => ({ url: newHook() }),
  },
  'GET /webhook-endpoints': { scopes: ['webhooks:read'], success: 200, subject: endpoint },
  'GET /webhook-endpoints/{id}': { scopes: ['webhooks:read'], success: 200, subject: endpoint },
  'PATCH /webhook-endpoints/{id}': {
    scopes: ['webhooks:write'],
    success: 200,
    subject: endpoint,
    body: () => ({ url: newHook(), events: ['delivery.failed'], description: 'Caisse' }),
  },
  'DELETE /webhook-endpoints/{id}': { scopes: ['webhooks:write'], success: 204, subject: endpoint },
  'GET /webhook-endpoints/{id}/attempts': { scopes: ['webhooks:read'], success: 200, subject: endpoint },
  'POST /webhook-endpoints/{id}/ping': { scopes: ['webhooks:write'], success: 200, subject: endpoint },
  'POST /webhook-endpoints/{id}/regenerate-secret': {
    scopes: ['webhooks:write'],
    success: 200,
    subject: endpoint,
    body: () => ({ overlapHours: 24 }),
  },
  'POST /webhook-endpoints/{id}/enable': {
    scopes: ['webhooks:write'],
    success: 200,
    subject: pausedEndpoint,
  },
  'POST /webhook-endpoints/{id}/pause': { scopes: ['webhooks:write'], success: 200, subject: endpoint },
  'POST /webhook-endpoints/{id}/resend': {
    scopes: ['webhooks:write'],
    success: 200,
    subject: endpoint,
    body: () => ({ failedSince: '2026-11-21T10:00:00Z' }),
  },
  'GET /sandbox/events': { scopes: ['deliveries:read'], success: 200, subject: delivery, isStream: true },
}
