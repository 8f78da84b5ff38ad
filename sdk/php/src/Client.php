<?php

declare(strict_types=1);

namespace Colis;

/**
 * The partner API of Colis, one method for each operation. What goes in and comes out is arrays with the members of
 * the reference of the API. A call throws ColisError when it is refused or the service cannot be reached, and
 * InvalidArgumentException when it cannot be sent as it is.
 *
 * `$options` of a call may set `language`, `timeoutMs` and `maxRetries`; `idempotencyKey` where the call takes one, by default
 * a random one.
 *
 * @phpstan-import-type AdvanceInput from Types
 * @phpstan-import-type Attempt from Types
 * @phpstan-import-type AttemptList from Types
 * @phpstan-import-type CancelInput from Types
 * @phpstan-import-type Cancellation from Types
 * @phpstan-import-type CreatedDelivery from Types
 * @phpstan-import-type Delivery from Types
 * @phpstan-import-type DeliveryChange from Types
 * @phpstan-import-type DeliveryInput from Types
 * @phpstan-import-type DeliveryPage from Types
 * @phpstan-import-type EnabledEndpoint from Types
 * @phpstan-import-type EventPage from Types
 * @phpstan-import-type HandoverProof from Types
 * @phpstan-import-type ListDeliveriesQuery from Types
 * @phpstan-import-type ListEventsQuery from Types
 * @phpstan-import-type ListWebhookAttemptsQuery from Types
 * @phpstan-import-type PaymentConfirmationInput from Types
 * @phpstan-import-type PhotoUpload from Types
 * @phpstan-import-type PhotoUploadInput from Types
 * @phpstan-import-type PickupAddress from Types
 * @phpstan-import-type PickupAddressChange from Types
 * @phpstan-import-type PickupAddressInput from Types
 * @phpstan-import-type PromoCodeCheck from Types
 * @phpstan-import-type PromoCodeCheckInput from Types
 * @phpstan-import-type Quote from Types
 * @phpstan-import-type QuoteInput from Types
 * @phpstan-import-type RegenerateInput from Types
 * @phpstan-import-type ResendInput from Types
 * @phpstan-import-type Resent from Types
 * @phpstan-import-type SandboxReset from Types
 * @phpstan-import-type SecondTryInput from Types
 * @phpstan-import-type Shop from Types
 * @phpstan-import-type StatusEvent from Types
 * @phpstan-import-type WebhookEndpoint from Types
 * @phpstan-import-type WebhookEndpointChange from Types
 * @phpstan-import-type WebhookEndpointInput from Types
 * @phpstan-import-type WebhookEndpointList from Types
 * @phpstan-import-type WebhookEndpointWithSecret from Types
 * @phpstan-import-type WebhookEvent from Types
 * @phpstan-import-type ZoneMap from Types
 */
final class Client
{
    private RequestSender $sender;

    /**
     * @param string $apiKey the shop's API key, a secret: keep it on your server
     * @param string $baseUrl the address of the service, such as https://sandbox.example
     * @param ?string $language fr or en, for the messages of errors
     * @param int $timeoutMs how long one attempt may take, with its answer
     * @param int $maxRetries how often a call is sent again
     * @param ?\Closure(int): void $sleep instead of really waiting, for tests
     * @param ?\Closure(): float $clock
     * @param ?\Closure(): float $chance
     */
    public function __construct(
        string $apiKey,
        string $baseUrl,
        ?string $language = null,
        int $timeoutMs = 15_000,
        int $maxRetries = 3,
        ?\Closure $sleep = null,
        ?\Closure $clock = null,
        ?\Closure $chance = null
    ) {
        $this->sender = new RequestSender(
            $apiKey,
            $baseUrl,
            ['language' => $language, 'timeoutMs' => $timeoutMs, 'maxRetries' => $maxRetries],
            $sleep ?? fn (int $ms) => usleep($ms * 1000),
            $clock ?? fn (): float => microtime(true),
            $chance ?? fn (): float => mt_rand() / mt_getrandmax()
        );
    }

    /**
     * The shop of the key, its environment, the rights of the key and how often it may call.
     *
     * @param array<string, mixed> $options
     * @return Shop
     */
    public function getShop(array $options = []): array
    {
        return $this->get(['shop'], $options);
    }

    /**
     * The price of a trip.
     *
     * @param QuoteInput $quote
     * @param array<string, mixed> $options
     * @return Quote
     */
    public function createQuote(array $quote, array $options = []): array
    {
        return $this->post(['quotes'], $options, $quote, isRepeatable: true);
    }

    /**
     * The served zones.
     *
     * @param array<string, mixed> $options
     * @return ZoneMap
     */
    public function getZones(array $options = []): array
    {
        return $this->get(['zones'], $options);
    }

    /**
     * Where the shop's parcels are picked up.
     *
     * @param array<string, mixed> $options
     * @return list<PickupAddress>
     */
    public function listPickupAddresses(array $options = []): array
    {
        return $this->get(['pickup-addresses'], $options);
    }

    /**
     * Adds an address; the first one is the main one.
     *
     * @param PickupAddressInput $address
     * @param array<string, mixed> $options
     * @return PickupAddress
     */
    public function createPickupAddress(array $address, array $options = []): array
    {
        return $this->post(['pickup-addresses'], $options, $address, isRepeatable: true);
    }

    /**
     * Changes what is given; `isDefault` makes it the main address.
     *
     * @param PickupAddressChange $change
     * @param array<string, mixed> $options
     * @return PickupAddress
     */
    public function changePickupAddress(string $id, array $change, array $options = []): array
    {
        return $this->patch(['pickup-addresses', $id], $options, $change);
    }

    /**
     * @param array<string, mixed> $options
     */
    public function removePickupAddress(string $id, array $options = []): void
    {
        $this->remove(['pickup-addresses', $id], $options);
    }

    /**
     * Orders a delivery, and one only, however often the call is sent again with its `idempotencyKey`.
     *
     * @param DeliveryInput $delivery
     * @param array<string, mixed> $options
     * @return CreatedDelivery
     */
    public function createDelivery(array $delivery, array $options = []): array
    {
        return $this->post(['deliveries'], $options, $delivery, takesKey: true);
    }

    /**
     * A page of deliveries, newest first: items, total, page, pageSize.
     *
     * @param ListDeliveriesQuery $query
     * @param array<string, mixed> $options
     * @return DeliveryPage
     */
    public function listDeliveries(array $query = [], array $options = []): array
    {
        return $this->get(['deliveries'], $options, $query);
    }

    /**
     * The deliveries that match, newest first, page by page from the page of the query on. With `status` it may pass over
     * some: one that leaves the list between two pages moves others to a page that was read. To miss no change, read
     * `eachEvent`.
     *
     * @param ListDeliveriesQuery $query
     * @param array<string, mixed> $options
     * @return \Generator<int, Delivery>
     */
    public function eachDelivery(array $query = [], array $options = []): \Generator
    {
        $seen = [];
        for ($page = $query['page'] ?? 1; ; $page++) {
            $answer = $this->listDeliveries(['page' => $page] + $query, $options);
            foreach ($answer['items'] as $delivery) {
                // A delivery made meanwhile moves others to the next page.
                if (!in_array($delivery['id'], $seen, true)) {
                    yield $delivery;
                }
            }
            if ($answer['items'] === [] || $page * $answer['pageSize'] >= $answer['total']) {
                return;
            }
            $seen = array_column($answer['items'], 'id');
        }
    }

    /**
     * A delivery by its id or its reference.
     *
     * @param array<string, mixed> $options
     * @return Delivery
     */
    public function getDelivery(string $id, array $options = []): array
    {
        return $this->get(['deliveries', $id], $options);
    }

    /**
     * Changes a delivery before its pick-up. Another price is refused with PRICE_CHANGED unless `expectedPrice` is it.
     *
     * @param DeliveryChange $change
     * @param array<string, mixed> $options
     * @return Delivery
     */
    public function changeDelivery(string $id, array $change, array $options = []): array
    {
        return $this->patch(['deliveries', $id], $options, $change);
    }

    /**
     * The statuses that a delivery took, oldest first.
     *
     * @param array<string, mixed> $options
     * @return list<StatusEvent>
     */
    public function listDeliveryEvents(string $id, array $options = []): array
    {
        return $this->get(['deliveries', $id, 'events'], $options);
    }

    /**
     * What cancelling would cost now, and why.
     *
     * @param array<string, mixed> $options
     * @return Cancellation
     */
    public function getCancellation(string $id, array $options = []): array
    {
        return $this->get(['deliveries', $id, 'cancellation'], $options);
    }

    /**
     * What proves a hand-over, or that it failed; NO_HANDOVER before.
     *
     * @param array<string, mixed> $options
     * @return HandoverProof
     */
    public function getHandoverProof(string $id, array $options = []): array
    {
        return $this->get(['deliveries', $id, 'proof'], $options);
    }

    /**
     * Cancels a delivery; `cancellationFee` says what it cost.
     *
     * @param CancelInput $cancellation
     * @param array<string, mixed> $options
     * @return Delivery
     */
    public function cancelDelivery(string $id, array $cancellation = [], array $options = []): array
    {
        return $this->post(['deliveries', $id, 'cancel'], $options, $cancellation, takesKey: true);
    }

    /**
     * Says whether a DIRECT payment has arrived.
     *
     * @param PaymentConfirmationInput $confirmation
     * @param array<string, mixed> $options
     * @return Delivery
     */
    public function confirmPayment(string $id, array $confirmation, array $options = []): array
    {
        return $this->post(['deliveries', $id, 'payment-confirmations'], $options, $confirmation, isRepeatable: true);
    }

    /**
     * Asks the customer again for a SECURE payment.
     *
     * @param array<string, mixed> $options
     * @return Delivery
     */
    public function requestPayment(string $id, array $options = []): array
    {
        return $this->post(['deliveries', $id, 'payment-requests'], $options, null, isRepeatable: true);
    }

    /**
     * Says that the parcel of a failed delivery is back.
     *
     * @param array<string, mixed> $options
     * @return Delivery
     */
    public function confirmReturn(string $id, array $options = []): array
    {
        return $this->post(['deliveries', $id, 'return-confirmations'], $options, null, isRepeatable: true);
    }

    /**
     * Has the parcel of a failed delivery brought once more, by a delivery of its own.
     *
     * @param SecondTryInput $input
     * @param array<string, mixed> $options
     * @return CreatedDelivery
     */
    public function askSecondTry(string $id, array $input, array $options = []): array
    {
        return $this->post(['deliveries', $id, 'second-tries'], $options, $input, isRepeatable: true);
    }

    /**
     * Events of the shop in order, from `after` on: items, nextCursor, hasMore.
     *
     * @param ListEventsQuery $query
     * @param array<string, mixed> $options
     * @return EventPage
     */
    public function listEvents(array $query = [], array $options = []): array
    {
        return $this->get(['events'], $options, $query);
    }

    /**
     * The pages of events up to now. Keep the `nextCursor` of each, to read on from it another time.
     *
     * @param ListEventsQuery $query
     * @param array<string, mixed> $options
     * @return \Generator<int, EventPage>
     */
    public function eachEventPage(array $query = [], array $options = []): \Generator
    {
        do {
            $page = $this->listEvents($query, $options);
            yield $page;
            $query['after'] = $page['nextCursor'];
        } while ($page['hasMore']);
    }

    /**
     * The events up to now.
     *
     * @param ListEventsQuery $query
     * @param array<string, mixed> $options
     * @return \Generator<int, WebhookEvent>
     */
    public function eachEvent(array $query = [], array $options = []): \Generator
    {
        foreach ($this->eachEventPage($query, $options) as $page) {
            foreach ($page['items'] as $event) {
                yield $event;
            }
        }
    }

    /**
     * Whether a promo code can be used.
     *
     * @param PromoCodeCheckInput $check
     * @param array<string, mixed> $options
     * @return PromoCodeCheck
     */
    public function checkPromoCode(array $check, array $options = []): array
    {
        return $this->post(['deliveries', 'promo-code-checks'], $options, $check, isRepeatable: true);
    }

    /**
     * An address to which a parcel's photo can be sent; `uploadParcelPhoto` does both.
     *
     * @param PhotoUploadInput $upload
     * @param array<string, mixed> $options
     * @return PhotoUpload
     */
    public function createParcelPhotoUpload(array $upload, array $options = []): array
    {
        return $this->post(['deliveries', 'parcel-photo-uploads'], $options, $upload, isRepeatable: true);
    }

    /**
     * Uploads a parcel's photo (its bytes, and image/jpeg, image/png or image/webp); returns its `photoKey`.
     *
     * @param array<string, mixed> $options
     */
    public function uploadParcelPhoto(string $photo, string $contentType, array $options = []): string
    {
        $announced = ['contentType' => $contentType, 'sizeBytes' => strlen($photo)];
        $upload = $this->createParcelPhotoUpload($announced, $options);
        $this->sender->upload($upload['uploadUrl'], $upload['headers'], $photo, $options);
        return $upload['photoKey'];
    }

    /**
     * Adds an address for webhooks. Only this answer, and that of `regenerateWebhookSecret`, has the signing secret.
     *
     * @param WebhookEndpointInput $endpoint
     * @param array<string, mixed> $options
     * @return WebhookEndpointWithSecret
     */
    public function createWebhookEndpoint(array $endpoint, array $options = []): array
    {
        return $this->post(['webhook-endpoints'], $options, $endpoint, isRepeatable: true);
    }

    /**
     * @param array<string, mixed> $options
     * @return WebhookEndpointList
     */
    public function listWebhookEndpoints(array $options = []): array
    {
        return $this->get(['webhook-endpoints'], $options);
    }

    /**
     * @param array<string, mixed> $options
     * @return WebhookEndpoint
     */
    public function getWebhookEndpoint(string $id, array $options = []): array
    {
        return $this->get(['webhook-endpoints', $id], $options);
    }

    /**
     * @param WebhookEndpointChange $change
     * @param array<string, mixed> $options
     * @return WebhookEndpoint
     */
    public function changeWebhookEndpoint(string $id, array $change, array $options = []): array
    {
        return $this->patch(['webhook-endpoints', $id], $options, $change);
    }

    /**
     * @param array<string, mixed> $options
     */
    public function removeWebhookEndpoint(string $id, array $options = []): void
    {
        $this->remove(['webhook-endpoints', $id], $options);
    }

    /**
     * Sends an event of type `ping`, and says what came of it.
     *
     * @param array<string, mixed> $options
     * @return Attempt
     */
    public function pingWebhookEndpoint(string $id, array $options = []): array
    {
        return $this->post(['webhook-endpoints', $id, 'ping'], $options);
    }

    /**
     * Makes a new signing secret; the old one ends at once, or after `overlapHours`.
     *
     * @param RegenerateInput $overlap
     * @param array<string, mixed> $options
     * @return WebhookEndpointWithSecret
     */
    public function regenerateWebhookSecret(string $id, array $overlap = [], array $options = []): array
    {
        return $this->post(['webhook-endpoints', $id, 'regenerate-secret'], $options, $overlap);
    }

    /**
     * Takes up a paused or disabled endpoint again, and says what it missed.
     *
     * @param array<string, mixed> $options
     * @return EnabledEndpoint
     */
    public function enableWebhookEndpoint(string $id, array $options = []): array
    {
        return $this->post(['webhook-endpoints', $id, 'enable'], $options);
    }

    /**
     * Holds what is due to an endpoint until it is enabled.
     *
     * @param array<string, mixed> $options
     * @return WebhookEndpoint
     */
    public function pauseWebhookEndpoint(string $id, array $options = []): array
    {
        return $this->post(['webhook-endpoints', $id, 'pause'], $options, null, isRepeatable: true);
    }

    /**
     * Sends one event again, or those that failed for good since a time.
     *
     * @param ResendInput $events
     * @param array<string, mixed> $options
     * @return Resent
     */
    public function resendWebhookEvents(string $id, array $events, array $options = []): array
    {
        return $this->post(['webhook-endpoints', $id, 'resend'], $options, $events);
    }

    /**
     * Requests to an endpoint, the newest first: items, nextCursor, hasMore.
     *
     * @param ListWebhookAttemptsQuery $query
     * @param array<string, mixed> $options
     * @return AttemptList
     */
    public function listWebhookAttempts(string $id, array $query = [], array $options = []): array
    {
        return $this->get(['webhook-endpoints', $id, 'attempts'], $options, $query);
    }

    /**
     * Every request to an endpoint, page by page.
     *
     * @param ListWebhookAttemptsQuery $query
     * @param array<string, mixed> $options
     * @return \Generator<int, Attempt>
     */
    public function eachWebhookAttempt(string $id, array $query = [], array $options = []): \Generator
    {
        do {
            $page = $this->listWebhookAttempts($id, $query, $options);
            foreach ($page['items'] as $attempt) {
                yield $attempt;
            }
            $query['before'] = $page['nextCursor'];
        } while ($page['hasMore']);
    }

    /**
     * Sandbox only: the next step of a delivery, or the ending that `$step` asks for. Never sent again by itself.
     *
     * @param AdvanceInput $step
     * @param array<string, mixed> $options
     * @return Delivery
     */
    public function advanceDelivery(string $id, array $step = [], array $options = []): array
    {
        return $this->post(['sandbox', 'deliveries', $id, 'advance'], $options, $step);
    }

    /**
     * Sandbox only: removes the shop's deliveries and events. Call it again until `isComplete`.
     *
     * @param array<string, mixed> $options
     * @return SandboxReset
     */
    public function resetSandbox(array $options = []): array
    {
        return $this->post(['sandbox', 'reset'], $options, null, isRepeatable: true);
    }

    /** @param list<string> $path */
    private function get(array $path, array $options, array $query = []): mixed
    {
        return $this->sender->send('GET', $path, $options, $query);
    }

    /** @param list<string> $path */
    private function patch(array $path, array $options, array $body): mixed
    {
        return $this->sender->send('PATCH', $path, $options, [], $body, isRepeatable: true);
    }

    /** @param list<string> $path */
    private function remove(array $path, array $options): void
    {
        $this->sender->send('DELETE', $path, $options, isRepeatable: true);
    }

    /** @param list<string> $path */
    private function post(
        array $path,
        array $options,
        ?array $body = null,
        bool $isRepeatable = false,
        bool $takesKey = false
    ): mixed {
        return $this->sender->send('POST', $path, $options, [], $body, $isRepeatable, $takesKey);
    }
}
