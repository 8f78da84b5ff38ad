"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.Colis = void 0;
const send_request_ts_1 = require("./send-request.js");
/**
 * The partner API of Colis, one method for each operation. A call rejects with ColisError when it is refused or the
 * service cannot be reached, and with TypeError when it cannot be sent as it is.
 */
class Colis {
    #send;
    /** Throws TypeError for settings that cannot work. */
    constructor(settings) {
        this.#send = (0, send_request_ts_1.senderOf)(settings);
    }
    /** The shop of the key, its environment, the rights of the key and how often it may call. */
    getShop(options = {}) {
        return this.#send(get('shop'), options);
    }
    /** The price of a trip. */
    createQuote(quote, options = {}) {
        return this.#send({ ...repeatablePost('quotes'), body: quote }, options);
    }
    /** The served zones. */
    getZones(options = {}) {
        return this.#send(get('zones'), options);
    }
    /** Where the shop's parcels are picked up. */
    listPickupAddresses(options = {}) {
        return this.#send(get('pickup-addresses'), options);
    }
    createPickupAddress(address, options = {}) {
        return this.#send({ ...repeatablePost('pickup-addresses'), body: address }, options);
    }
    changePickupAddress(id, change, options = {}) {
        return this.#send({ ...patch('pickup-addresses', id), body: change }, options);
    }
    removePickupAddress(id, options = {}) {
        return this.#send(remove('pickup-addresses', id), options);
    }
    /** Orders a delivery, and one only, however often the call is sent again with its `idempotencyKey`. */
    createDelivery(delivery, options = {}) {
        return this.#send({ ...post('deliveries'), body: delivery, takesKey: true }, options);
    }
    /** A page of deliveries, newest first. */
    listDeliveries(query = {}, options = {}) {
        return this.#send({ ...get('deliveries'), query }, options);
    }
    /**
     * The deliveries that match, newest first, page by page from `query.page` on. With `status` it may pass over some:
     * one that leaves the list between two pages moves others to a page that was read. To miss no change, read
     * `eachEvent`.
     */
    async *eachDelivery(query = {}, options = {}) {
        let seen = new Set();
        for (let page = query.page ?? 1;; page += 1) {
            const { items, pageSize, total } = await this.listDeliveries({ ...query, page }, options);
            // A delivery made meanwhile moves others to the next page.
            yield* items.filter(({ id }) => !seen.has(id));
            if (items.length === 0 || page * pageSize >= total)
                return;
            seen = new Set(items.map(({ id }) => id));
        }
    }
    /** A delivery by its id or its reference. */
    getDelivery(id, options = {}) {
        return this.#send(get('deliveries', id), options);
    }
    /**
     * Changes a delivery before its pick-up. Another price is refused with PRICE_CHANGED unless `expectedPrice` is it.
     */
    changeDelivery(id, change, options = {}) {
        return this.#send({ ...patch('deliveries', id), body: change }, options);
    }
    /** The statuses that a delivery took, oldest first. */
    listDeliveryEvents(id, options = {}) {
        return this.#send(get('deliveries', id, 'events'), options);
    }
    /** What cancelling would cost now, and why. */
    getCancellation(id, options = {}) {
        return this.#send(get('deliveries', id, 'cancellation'), options);
    }
    /** What proves a hand-over, or that it failed; NO_HANDOVER before. */
    getHandoverProof(id, options = {}) {
        return this.#send(get('deliveries', id, 'proof'), options);
    }
    cancelDelivery(id, input = {}, options = {}) {
        return this.#send({ ...post('deliveries', id, 'cancel'), body: input, takesKey: true }, options);
    }
    /** Says whether a DIRECT payment has arrived. */
    confirmPayment(id, confirmation, options = {}) {
        const request = repeatablePost('deliveries', id, 'payment-confirmations');
        return this.#send({ ...request, body: confirmation }, options);
    }
    /** Asks the customer again for a SECURE payment. */
    requestPayment(id, options = {}) {
        return this.#send(repeatablePost('deliveries', id, 'payment-requests'), options);
    }
    /** Says that the parcel of a failed delivery is back. */
    confirmReturn(id, options = {}) {
        return this.#send(repeatablePost('deliveries', id, 'return-confirmations'), options);
    }
    /** Has the parcel of a failed delivery brought once more, by a delivery of its own. */
    askSecondTry(id, input, options = {}) {
        return this.#send({ ...repeatablePost('deliveries', id, 'second-tries'), body: input }, options);
    }
    /** Events of the shop in order, from `query.after` on. */
    listEvents(query = {}, options = {}) {
        return this.#send({ ...get('events'), query }, options);
    }
    /** The pages of events up to now. Keep the `nextCursor` of each, to read on from it another time. */
    async *eachEventPage(query = {}, options = {}) {
        let next = query;
        for (;;) {
            const page = await this.listEvents(next, options);
            yield page;
            if (!page.hasMore)
                return;
            next = { ...query, after: page.nextCursor };
        }
    }
    /** The events up to now. */
    async *eachEvent(query = {}, options = {}) {
        for await (const { items } of this.eachEventPage(query, options))
            yield* items;
    }
    /** Whether a promo code can be used. */
    checkPromoCode(input, options = {}) {
        return this.#send({ ...repeatablePost('deliveries', 'promo-code-checks'), body: input }, options);
    }
    /** An address to which a parcel's photo can be sent; `uploadParcelPhoto` does both. */
    createParcelPhotoUpload(input, options = {}) {
        return this.#send({ ...repeatablePost('deliveries', 'parcel-photo-uploads'), body: input }, options);
    }
    /** Uploads a parcel's photo, and resolves to the `photoKey` for its delivery. */
    async uploadParcelPhoto(photo, contentType, options = {}) {
        const input = { contentType, sizeBytes: photo.byteLength };
        const { uploadUrl, headers, photoKey } = await this.createParcelPhotoUpload(input, options);
        await this.#send.upload({ url: uploadUrl, headers, bytes: photo }, options);
        return photoKey;
    }
    /** Adds an address for webhooks. Only this answer, and that of `regenerateWebhookSecret`, has the signing secret. */
    createWebhookEndpoint(endpoint, options = {}) {
        return this.#send({ ...repeatablePost('webhook-endpoints'), body: endpoint }, options);
    }
    listWebhookEndpoints(options = {}) {
        return this.#send(get('webhook-endpoints'), options);
    }
    getWebhookEndpoint(id, options = {}) {
        return this.#send(get('webhook-endpoints', id), options);
    }
    changeWebhookEndpoint(id, change, options = {}) {
        return this.#send({ ...patch('webhook-endpoints', id), body: change }, options);
    }
    removeWebhookEndpoint(id, options = {}) {
        return this.#send(remove('webhook-endpoints', id), options);
    }
    /** Sends an event of type `ping`, and says what came of it. */
    pingWebhookEndpoint(id, options = {}) {
        return this.#send(post('webhook-endpoints', id, 'ping'), options);
    }
    /** Makes a new signing secret; the old one ends at once, or after `overlapHours`. */
    regenerateWebhookSecret(id, input = {}, options = {}) {
        return this.#send({ ...post('webhook-endpoints', id, 'regenerate-secret'), body: input }, options);
    }
    /** Takes up a paused or disabled endpoint again, and says what it missed. */
    enableWebhookEndpoint(id, options = {}) {
        return this.#send(post('webhook-endpoints', id, 'enable'), options);
    }
    /** Holds what is due to an endpoint until it is enabled. */
    pauseWebhookEndpoint(id, options = {}) {
        return this.#send(repeatablePost('webhook-endpoints', id, 'pause'), options);
    }
    /** Sends one event again, or those that failed for good since a time. */
    resendWebhookEvents(id, input, options = {}) {
        return this.#send({ ...post('webhook-endpoints', id, 'resend'), body: input }, options);
    }
    /** Requests to an endpoint, the newest first. */
    listWebhookAttempts(id, query = {}, options = {}) {
        return this.#send({ ...get('webhook-endpoints', id, 'attempts'), query }, options);
    }
    /** Every request to an endpoint, page by page. */
    async *eachWebhookAttempt(id, query = {}, options = {}) {
        let next = query;
        for (;;) {
            const { items, nextCursor, hasMore } = await this.listWebhookAttempts(id, next, options);
            yield* items;
            if (!hasMore || nextCursor === null)
                return;
            next = { ...query, before: nextCursor };
        }
    }
    /** Sandbox only: the next step of a delivery, or the ending that `input` asks for. Never sent again by itself. */
    advanceDelivery(id, input = {}, options = {}) {
        return this.#send({ ...post('sandbox', 'deliveries', id, 'advance'), body: input }, options);
    }
    /** Sandbox only: removes the shop's deliveries and events. Call it again until `isComplete`. */
    resetSandbox(options = {}) {
        return this.#send(repeatablePost('sandbox', 'reset'), options);
    }
}
exports.Colis = Colis;
const get = (...path) => ({ method: 'GET', path });
const patch = (...path) => ({ method: 'PATCH', path, isRepeatable: true });
const remove = (...path) => ({ method: 'DELETE', path, isRepeatable: true });
const post = (...path) => ({ method: 'POST', path });
/** What does no more when it is sent twice. */
const repeatablePost = (...path) => ({ ...post(...path), isRepeatable: true });
