import { type CallOptions, type ColisSettings, type KeyedOptions } from './send-request.ts';
import type { AdvanceInput, Attempt, AttemptList, CancelInput, Cancellation, CreatedDelivery, Delivery, DeliveryChange, DeliveryInput, DeliveryPage, EnabledEndpoint, EventPage, HandoverProof, ListDeliveriesQuery, ListEventsQuery, ListWebhookAttemptsQuery, PaymentConfirmationInput, PhotoUpload, PhotoUploadInput, PickupAddress, PickupAddressChange, PickupAddressInput, PromoCodeCheck, PromoCodeCheckInput, Quote, QuoteInput, RegenerateInput, ResendInput, Resent, SandboxReset, SecondTryInput, Shop, StatusEvent, WebhookEndpoint, WebhookEndpointChange, WebhookEndpointInput, WebhookEndpointList, WebhookEndpointWithSecret, WebhookEvent, ZoneMap } from './types.ts';
/**
 * The partner API of Colis, one method for each operation. A call rejects with ColisError when it is refused or the
 * service cannot be reached, and with TypeError when it cannot be sent as it is.
 */
export declare class Colis {
    #private;
    /** Throws TypeError for settings that cannot work. */
    constructor(settings: ColisSettings);
    /** The shop of the key, its environment, the rights of the key and how often it may call. */
    getShop(options?: CallOptions): Promise<Shop>;
    /** The price of a trip. */
    createQuote(quote: QuoteInput, options?: CallOptions): Promise<Quote>;
    /** The served zones. */
    getZones(options?: CallOptions): Promise<ZoneMap>;
    /** Where the shop's parcels are picked up. */
    listPickupAddresses(options?: CallOptions): Promise<PickupAddress[]>;
    createPickupAddress(address: PickupAddressInput, options?: CallOptions): Promise<PickupAddress>;
    changePickupAddress(id: string, change: PickupAddressChange, options?: CallOptions): Promise<PickupAddress>;
    removePickupAddress(id: string, options?: CallOptions): Promise<void>;
    /** Orders a delivery, and one only, however often the call is sent again with its `idempotencyKey`. */
    createDelivery(delivery: DeliveryInput, options?: KeyedOptions): Promise<CreatedDelivery>;
    /** A page of deliveries, newest first. */
    listDeliveries(query?: ListDeliveriesQuery, options?: CallOptions): Promise<DeliveryPage>;
    /**
     * The deliveries that match, newest first, page by page from `query.page` on. With `status` it may pass over some:
     * one that leaves the list between two pages moves others to a page that was read. To miss no change, read
     * `eachEvent`.
     */
    eachDelivery(query?: ListDeliveriesQuery, options?: CallOptions): AsyncGenerator<Delivery>;
    /** A delivery by its id or its reference. */
    getDelivery(id: string, options?: CallOptions): Promise<Delivery>;
    /**
     * Changes a delivery before its pick-up. Another price is refused with PRICE_CHANGED unless `expectedPrice` is it.
     */
    changeDelivery(id: string, change: DeliveryChange, options?: CallOptions): Promise<Delivery>;
    /** The statuses that a delivery took, oldest first. */
    listDeliveryEvents(id: string, options?: CallOptions): Promise<StatusEvent[]>;
    /** What cancelling would cost now, and why. */
    getCancellation(id: string, options?: CallOptions): Promise<Cancellation>;
    /** What proves a hand-over, or that it failed; NO_HANDOVER before. */
    getHandoverProof(id: string, options?: CallOptions): Promise<HandoverProof>;
    cancelDelivery(id: string, input?: CancelInput, options?: KeyedOptions): Promise<Delivery>;
    /** Says whether a DIRECT payment has arrived. */
    confirmPayment(id: string, confirmation: PaymentConfirmationInput, options?: CallOptions): Promise<Delivery>;
    /** Asks the customer again for a SECURE payment. */
    requestPayment(id: string, options?: CallOptions): Promise<Delivery>;
    /** Says that the parcel of a failed delivery is back. */
    confirmReturn(id: string, options?: CallOptions): Promise<Delivery>;
    /** Has the parcel of a failed delivery brought once more, by a delivery of its own. */
    askSecondTry(id: string, input: SecondTryInput, options?: CallOptions): Promise<CreatedDelivery>;
    /** Events of the shop in order, from `query.after` on. */
    listEvents(query?: ListEventsQuery, options?: CallOptions): Promise<EventPage>;
    /** The pages of events up to now. Keep the `nextCursor` of each, to read on from it another time. */
    eachEventPage(query?: ListEventsQuery, options?: CallOptions): AsyncGenerator<EventPage>;
    /** The events up to now. */
    eachEvent(query?: ListEventsQuery, options?: CallOptions): AsyncGenerator<WebhookEvent>;
    /** Whether a promo code can be used. */
    checkPromoCode(input: PromoCodeCheckInput, options?: CallOptions): Promise<PromoCodeCheck>;
    /** An address to which a parcel's photo can be sent; `uploadParcelPhoto` does both. */
    createParcelPhotoUpload(input: PhotoUploadInput, options?: CallOptions): Promise<PhotoUpload>;
    /** Uploads a parcel's photo, and resolves to the `photoKey` for its delivery. */
    uploadParcelPhoto(photo: Uint8Array, contentType: PhotoUploadInput['contentType'], options?: CallOptions): Promise<string>;
    /** Adds an address for webhooks. Only this answer, and that of `regenerateWebhookSecret`, has the signing secret. */
    createWebhookEndpoint(endpoint: WebhookEndpointInput, options?: CallOptions): Promise<WebhookEndpointWithSecret>;
    listWebhookEndpoints(options?: CallOptions): Promise<WebhookEndpointList>;
    getWebhookEndpoint(id: string, options?: CallOptions): Promise<WebhookEndpoint>;
    changeWebhookEndpoint(id: string, change: WebhookEndpointChange, options?: CallOptions): Promise<WebhookEndpoint>;
    removeWebhookEndpoint(id: string, options?: CallOptions): Promise<void>;
    /** Sends an event of type `ping`, and says what came of it. */
    pingWebhookEndpoint(id: string, options?: CallOptions): Promise<Attempt>;
    /** Makes a new signing secret; the old one ends at once, or after `overlapHours`. */
    regenerateWebhookSecret(id: string, input?: RegenerateInput, options?: CallOptions): Promise<WebhookEndpointWithSecret>;
    /** Takes up a paused or disabled endpoint again, and says what it missed. */
    enableWebhookEndpoint(id: string, options?: CallOptions): Promise<EnabledEndpoint>;
    /** Holds what is due to an endpoint until it is enabled. */
    pauseWebhookEndpoint(id: string, options?: CallOptions): Promise<WebhookEndpoint>;
    /** Sends one event again, or those that failed for good since a time. */
    resendWebhookEvents(id: string, input: ResendInput, options?: CallOptions): Promise<Resent>;
    /** Requests to an endpoint, the newest first. */
    listWebhookAttempts(id: string, query?: ListWebhookAttemptsQuery, options?: CallOptions): Promise<AttemptList>;
    /** Every request to an endpoint, page by page. */
    eachWebhookAttempt(id: string, query?: ListWebhookAttemptsQuery, options?: CallOptions): AsyncGenerator<Attempt>;
    /** Sandbox only: the next step of a delivery, or the ending that `input` asks for. Never sent again by itself. */
    advanceDelivery(id: string, input?: AdvanceInput, options?: CallOptions): Promise<Delivery>;
    /** Sandbox only: removes the shop's deliveries and events. Call it again until `isComplete`. */
    resetSandbox(options?: CallOptions): Promise<SandboxReset>;
}
