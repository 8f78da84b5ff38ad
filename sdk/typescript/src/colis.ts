import {
  type ApiRequest,
  type CallOptions,
  type ColisSettings,
  type KeyedOptions,
  type Send,
  senderOf,
} from './send-request.ts'
import type {
  AdvanceInput,
  Attempt,
  AttemptList,
  CancelInput,
  Cancellation,
  CreatedDelivery,
  Delivery,
  DeliveryChange,
  DeliveryInput,
  DeliveryPage,
  EnabledEndpoint,
  EventPage,
  HandoverProof,
  ListDeliveriesQuery,
  ListEventsQuery,
  ListWebhookAttemptsQuery,
  PaymentConfirmationInput,
  PhotoUpload,
  PhotoUploadInput,
  PickupAddress,
  PickupAddressChange,
  PickupAddressInput,
  PromoCodeCheck,
  PromoCodeCheckInput,
  Quote,
  QuoteInput,
  RegenerateInput,
  ResendInput,
  Resent,
  SandboxReset,
  SecondTryInput,
  Shop,
  StatusEvent,
  WebhookEndpoint,
  WebhookEndpointChange,
  WebhookEndpointInput,
  WebhookEndpointList,
  WebhookEndpointWithSecret,
  WebhookEvent,
  ZoneMap,
} from './types.ts'

/**
 * The partner API of Colis, one method for each operation. A call rejects with ColisError when it is refused or the
 * service cannot be reached, and with TypeError when it cannot be sent as it is.
 */
export class Colis {
  readonly #send: Send

  /** Throws TypeError for settings that cannot work. */
  constructor(settings: ColisSettings) {
    this.#send = senderOf(settings)
  }

  /** The shop of the key, its environment, the rights of the key and how often it may call. */
  getShop(options: CallOptions = {}): Promise<Shop> {
    return this.#send(get('shop'), options)
  }

  /** The price of a trip. */
  createQuote(quote: QuoteInput, options: CallOptions = {}): Promise<Quote> {
    return this.#send({ ...repeatablePost('quotes'), body: quote }, options)
  }

  /** The served zones. */
  getZones(options: CallOptions = {}): Promise<ZoneMap> {
    return this.#send(get('zones'), options)
  }

  /** Where the shop's parcels are picked up. */
  listPickupAddresses(options: CallOptions = {}): Promise<PickupAddress[]> {
    return this.#send(get('pickup-addresses'), options)
  }

  createPickupAddress(address: PickupAddressInput, options: CallOptions = {}): Promise<PickupAddress> {
    return this.#send({ ...repeatablePost('pickup-addresses'), body: address }, options)
  }

  changePickupAddress(
    id: string,
    change: PickupAddressChange,
    options: CallOptions = {},
  ): Promise<PickupAddress> {
    return this.#send({ ...patch('pickup-addresses', id), body: change }, options)
  }

  removePickupAddress(id: string, options: CallOptions = {}): Promise<void> {
    return this.#send(remove('pickup-addresses', id), options)
  }

  /** Orders a delivery, and one only, however often the call is sent again with its `idempotencyKey`. */
  createDelivery(delivery: DeliveryInput, options: KeyedOptions = {}): Promise<CreatedDelivery> {
    return this.#send({ ...post('deliveries'), body: delivery, takesKey: true }, options)
  }

  /** A page of deliveries, newest first. */
  listDeliveries(query: ListDeliveriesQuery = {}, options: CallOptions = {}): Promise<DeliveryPage> {
    return this.#send({ ...get('deliveries'), query }, options)
  }

  /**
   * The deliveries that match, newest first, page by page from `query.page` on. With `status` it may pass over some:
   * one that leaves the list between two pages moves others to a page that was read. To miss no change, read
   * `eachEvent`.
   */
  async *eachDelivery(query: ListDeliveriesQuery = {}, options: CallOptions = {}): AsyncGenerator<Delivery> {
    let seen = new Set<string>()
    for (let page = query.page ?? 1; ; page += 1) {
      const { items, pageSize, total } = await this.listDeliveries({ ...query, page }, options)
      // A delivery made meanwhile moves others to the next page.
      yield* items.filter(({ id }) => !seen.has(id))
      if (items.length === 0 || page * pageSize >= total) return
      seen = new Set(items.map(({ id }) => id))
    }
  }

  /** A delivery by its id or its reference. */
  getDelivery(id: string, options: CallOptions = {}): Promise<Delivery> {
    return this.#send(get('deliveries', id), options)
  }

  /**
   * Changes a delivery before its pick-up. Another price is refused with PRICE_CHANGED unless `expectedPrice` is it.
   */
  changeDelivery(id: string, change: DeliveryChange, options: CallOptions = {}): Promise<Delivery> {
    return this.#send({ ...patch('deliveries', id), body: change }, options)
  }

  /** The statuses that a delivery took, oldest first. */
  listDeliveryEvents(id: string, options: CallOptions = {}): Promise<StatusEvent[]> {
    return this.#send(get('deliveries', id, 'events'), options)
  }

  /** What cancelling would cost now, and why. */
  getCancellation(id: string, options: CallOptions = {}): Promise<Cancellation> {
    return this.#send(get('deliveries', id, 'cancellation'), options)
  }

  /** What proves a hand-over, or that it failed; NO_HANDOVER before. */
  getHandoverProof(id: string, options: CallOptions = {}): Promise<HandoverProof> {
    return this.#send(get('deliveries', id, 'proof'), options)
  }

  cancelDelivery(id: string, input: CancelInput = {}, options: KeyedOptions = {}): Promise<Delivery> {
    return this.#send({ ...post('deliveries', id, 'cancel'), body: input, takesKey: true }, options)
  }

  /** Says whether a DIRECT payment has arrived. */
  confirmPayment(
    id: string,
    confirmation: PaymentConfirmationInput,
    options: CallOptions = {},
  ): Promise<Delivery> {
    const request = repeatablePost('deliveries', id, 'payment-confirmations')
    return this.#send({ ...request, body: confirmation }, options)
  }

  /** Asks the customer again for a SECURE payment. */
  requestPayment(id: string, options: CallOptions = {}): Promise<Delivery> {
    return this.#send(repeatablePost('deliveries', id, 'payment-requests'), options)
  }

  /** Says that the parcel of a failed delivery is back. */
  confirmReturn(id: string, options: CallOptions = {}): Promise<Delivery> {
    return this.#send(repeatablePost('deliveries', id, 'return-confirmations'), options)
  }

  /** Has the parcel of a failed delivery brought once more, by a delivery of its own. */
  askSecondTry(id: string, input: SecondTryInput, options: CallOptions = {}): Promise<CreatedDelivery> {
    return this.#send({ ...repeatablePost('deliveries', id, 'second-tries'), body: input }, options)
  }

  /** Events of the shop in order, from `query.after` on. */
  listEvents(query: ListEventsQuery = {}, options: CallOptions = {}): Promise<EventPage> {
    return this.#send({ ...get('events'), query }, options)
  }

  /** The pages of events up to now. Keep the `nextCursor` of each, to read on from it another time. */
  async *eachEventPage(query: ListEventsQuery = {}, options: CallOptions = {}): AsyncGenerator<EventPage> {
    let next = query
    for (;;) {
      const page = await this.listEvents(next, options)
      yield page
      if (!page.hasMore) return
      next = { ...query, after: page.nextCursor }
    }
  }

  /** The events up to now. */
  async *eachEvent(query: ListEventsQuery = {}, options: CallOptions = {}): AsyncGenerator<WebhookEvent> {
    for await (const { items } of this.eachEventPage(query, options)) yield* items
  }

  /** Whether a promo code can be used. */
  checkPromoCode(input: PromoCodeCheckInput, options: CallOptions = {}): Promise<PromoCodeCheck> {
    return this.#send({ ...repeatablePost('deliveries', 'promo-code-checks'), body: input }, options)
  }

  /** An address to which a parcel's photo can be sent; `uploadParcelPhoto` does both. */
  createParcelPhotoUpload(input: PhotoUploadInput, options: CallOptions = {}): Promise<PhotoUpload> {
    return this.#send({ ...repeatablePost('deliveries', 'parcel-photo-uploads'), body: input }, options)
  }

  /** Uploads a parcel's photo, and resolves to the `photoKey` for its delivery. */
  async uploadParcelPhoto(
    photo: Uint8Array,
    contentType: PhotoUploadInput['contentType'],
    options: CallOptions = {},
  ): Promise<string> {
    const input = { contentType, sizeBytes: photo.byteLength }
    const { uploadUrl, headers, photoKey } = await this.createParcelPhotoUpload(input, options)
    await this.#send.upload({ url: uploadUrl, headers, bytes: photo }, options)
    return photoKey
  }

  /** Adds an address for webhooks. Only this answer, and that of `regenerateWebhookSecret`, has the signing secret. */
  createWebhookEndpoint(
    endpoint: WebhookEndpointInput,
    options: CallOptions = {},
  ): Promise<WebhookEndpointWithSecret> {
    return this.#send({ ...repeatablePost('webhook-endpoints'), body: endpoint }, options)
  }

  listWebhookEndpoints(options: CallOptions = {}): Promise<WebhookEndpointList> {
    return this.#send(get('webhook-endpoints'), options)
  }

  getWebhookEndpoint(id: string, options: CallOptions = {}): Promise<WebhookEndpoint> {
    return this.#send(get('webhook-endpoints', id), options)
  }

  changeWebhookEndpoint(
    id: string,
    change: WebhookEndpointChange,
    options: CallOptions = {},
  ): Promise<WebhookEndpoint> {
    return this.#send({ ...patch('webhook-endpoints', id), body: change }, options)
  }

  removeWebhookEndpoint(id: string, options: CallOptions = {}): Promise<void> {
    return this.#send(remove('webhook-endpoints', id), options)
  }

  /** Sends an event of type `ping`, and says what came of it. */
  pingWebhookEndpoint(id: string, options: CallOptions = {}): Promise<Attempt> {
    return this.#send(post('webhook-endpoints', id, 'ping'), options)
  }

  /** Makes a new signing secret; the old one ends at once, or after `overlapHours`. */
  regenerateWebhookSecret(
    id: string,
    input: RegenerateInput = {},
    options: CallOptions = {},
  ): Promise<WebhookEndpointWithSecret> {
    return this.#send({ ...post('webhook-endpoints', id, 'regenerate-secret'), body: input }, options)
  }

  /** Takes up a paused or disabled endpoint again, and says what it missed. */
  enableWebhookEndpoint(id: string, options: CallOptions = {}): Promise<EnabledEndpoint> {
    return this.#send(post('webhook-endpoints', id, 'enable'), options)
  }

  /** Holds what is due to an endpoint until it is enabled. */
  pauseWebhookEndpoint(id: string, options: CallOptions = {}): Promise<WebhookEndpoint> {
    return this.#send(repeatablePost('webhook-endpoints', id, 'pause'), options)
  }

  /** Sends one event again, or those that failed for good since a time. */
  resendWebhookEvents(id: string, input: ResendInput, options: CallOptions = {}): Promise<Resent> {
    return this.#send({ ...post('webhook-endpoints', id, 'resend'), body: input }, options)
  }

  /** Requests to an endpoint, the newest first. */
  listWebhookAttempts(
    id: string,
    query: ListWebhookAttemptsQuery = {},
    options: CallOptions = {},
  ): Promise<AttemptList> {
    return this.#send({ ...get('webhook-endpoints', id, 'attempts'), query }, options)
  }

  /** Every request to an endpoint, page by page. */
  async *eachWebhookAttempt(
    id: string,
    query: ListWebhookAttemptsQuery = {},
    options: CallOptions = {},
  ): AsyncGenerator<Attempt> {
    let next = query
    for (;;) {
      const { items, nextCursor, hasMore } = await this.listWebhookAttempts(id, next, options)
      yield* items
      if (!hasMore || nextCursor === null) return
      next = { ...query, before: nextCursor }
    }
  }

  /** Sandbox only: the next step of a delivery, or the ending that `input` asks for. Never sent again by itself. */
  advanceDelivery(id: string, input: AdvanceInput = {}, options: CallOptions = {}): Promise<Delivery> {
    return this.#send({ ...post('sandbox', 'deliveries', id, 'advance'), body: input }, options)
  }

  /** Sandbox only: removes the shop's deliveries and events. Call it again until `isComplete`. */
  resetSandbox(options: CallOptions = {}): Promise<SandboxReset> {
    return this.#send(repeatablePost('sandbox', 'reset'), options)
  }
}

const get = (...path: string[]): ApiRequest => ({ method: 'GET', path })
const patch = (...path: string[]): ApiRequest => ({ method: 'PATCH', path, isRepeatable: true })
const remove = (...path: string[]): ApiRequest => ({ method: 'DELETE', path, isRepeatable: true })
const post = (...path: string[]): ApiRequest => ({ method: 'POST', path })

/** What does no more when it is sent twice. */
const repeatablePost = (...path: string[]): ApiRequest => ({ ...post(...path), isRepeatable: true })
