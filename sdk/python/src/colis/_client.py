"""The partner API, one method for each operation."""

from __future__ import annotations

import random
import time
from typing import TYPE_CHECKING, Any, Callable, Iterator, Optional, cast

from ._send_request import Sender

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ._options import CallOptions, KeyedOptions, PhotoContentType
    from .types import (
        AdvanceInput,
        Attempt,
        AttemptList,
        Cancellation,
        CancelInput,
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
    )


class Colis:
    """
    The partner API of Colis. A call raises ColisError when it is refused or the service cannot be reached, and
    ValueError when it cannot be sent as it is. One client may be used by several threads.

    `api_key` is a secret: keep it on your server. `base_url` is the address of the service, such as
    https://sandbox.example. `timeout` is how many seconds one attempt may take with its answer, `max_retries` how often a
    call is sent again. `sleep`, `clock` and `chance` are for tests. Raises ValueError for settings that cannot work.
    """

    def __init__(
        self,
        *,
        api_key: str,
        base_url: str,
        language: Optional[str] = None,
        timeout: float = 15.0,
        max_retries: int = 3,
        sleep: Callable[[float], None] = time.sleep,
        clock: Callable[[], float] = time.time,
        chance: Callable[[], float] = random.random,
    ) -> None:
        self._sender = Sender(
            api_key=api_key,
            base_url=base_url,
            language=language,
            timeout=timeout,
            max_retries=max_retries,
            sleep=sleep,
            clock=clock,
            chance=chance,
        )

    def get_shop(self, **options: Unpack[CallOptions]) -> Shop:
        """The shop of the key, its environment, the rights of the key and how often it may call."""
        return cast("Shop", self._get(("shop",), options))

    def create_quote(self, quote: QuoteInput, **options: Unpack[CallOptions]) -> Quote:
        """The price of a trip."""
        return cast("Quote", self._post(("quotes",), options, body=quote, repeatable=True))

    def get_zones(self, **options: Unpack[CallOptions]) -> ZoneMap:
        """The served zones."""
        return cast("ZoneMap", self._get(("zones",), options))

    def list_pickup_addresses(self, **options: Unpack[CallOptions]) -> list[PickupAddress]:
        """Where the shop's parcels are picked up."""
        return cast("list[PickupAddress]", self._get(("pickup-addresses",), options))

    def create_pickup_address(
        self, address: PickupAddressInput, **options: Unpack[CallOptions]
    ) -> PickupAddress:
        """Adds an address; the first one is the main one."""
        return cast("PickupAddress", self._post(("pickup-addresses",), options, body=address, repeatable=True))

    def change_pickup_address(
        self, address_id: str, change: PickupAddressChange, **options: Unpack[CallOptions]
    ) -> PickupAddress:
        """Changes what is given; `isDefault` makes it the main address."""
        return cast("PickupAddress", self._patch(("pickup-addresses", address_id), options, change))

    def remove_pickup_address(self, address_id: str, **options: Unpack[CallOptions]) -> None:
        """Removes an address."""
        self._remove(("pickup-addresses", address_id), options)

    def create_delivery(self, delivery: DeliveryInput, **options: Unpack[KeyedOptions]) -> CreatedDelivery:
        """Orders a delivery, and one only, however often the call is sent again with its `idempotency_key`."""
        return cast("CreatedDelivery", self._post(("deliveries",), options, body=delivery, takes_key=True))

    def list_deliveries(
        self, query: Optional[ListDeliveriesQuery] = None, **options: Unpack[CallOptions]
    ) -> DeliveryPage:
        """A page of deliveries, newest first."""
        return cast("DeliveryPage", self._get(("deliveries",), options, query=query))

    def each_delivery(
        self, query: Optional[ListDeliveriesQuery] = None, **options: Unpack[CallOptions]
    ) -> Iterator[Delivery]:
        """
        The deliveries that match, newest first, page by page from the page of the query on. With `status` it may pass
        over some: one that leaves the list between two pages moves others to a page that was read. To miss no change,
        read `each_event`.
        """
        wanted: ListDeliveriesQuery = {"page": 1, **(query or {})}
        seen: set[str] = set()
        while True:
            answer = self.list_deliveries(wanted, **options)
            # A delivery made meanwhile moves others to the next page.
            yield from (each for each in answer["items"] if each["id"] not in seen)
            if not answer["items"] or wanted["page"] * answer["pageSize"] >= answer["total"]:
                return
            seen = {each["id"] for each in answer["items"]}
            wanted = {**wanted, "page": wanted["page"] + 1}

    def get_delivery(self, delivery_id: str, **options: Unpack[CallOptions]) -> Delivery:
        """A delivery by its id or its reference."""
        return cast("Delivery", self._get(("deliveries", delivery_id), options))

    def change_delivery(
        self, delivery_id: str, change: DeliveryChange, **options: Unpack[CallOptions]
    ) -> Delivery:
        """
        Changes a delivery before its pick-up. Another price is refused with PRICE_CHANGED unless `expectedPrice` is it.
        """
        return cast("Delivery", self._patch(("deliveries", delivery_id), options, change))

    def list_delivery_events(self, delivery_id: str, **options: Unpack[CallOptions]) -> list[StatusEvent]:
        """The statuses that a delivery took, oldest first."""
        return cast("list[StatusEvent]", self._get(("deliveries", delivery_id, "events"), options))

    def get_cancellation(self, delivery_id: str, **options: Unpack[CallOptions]) -> Cancellation:
        """What cancelling would cost now, and why."""
        return cast("Cancellation", self._get(("deliveries", delivery_id, "cancellation"), options))

    def get_handover_proof(self, delivery_id: str, **options: Unpack[CallOptions]) -> HandoverProof:
        """What proves a hand-over, or that it failed; NO_HANDOVER before."""
        return cast("HandoverProof", self._get(("deliveries", delivery_id, "proof"), options))

    def cancel_delivery(
        self, delivery_id: str, cancellation: Optional[CancelInput] = None, **options: Unpack[KeyedOptions]
    ) -> Delivery:
        """Cancels a delivery; `cancellationFee` says what it cost."""
        path = ("deliveries", delivery_id, "cancel")
        return cast("Delivery", self._post(path, options, body=cancellation or {}, takes_key=True))

    def confirm_payment(
        self, delivery_id: str, confirmation: PaymentConfirmationInput, **options: Unpack[CallOptions]
    ) -> Delivery:
        """Says whether a DIRECT payment has arrived."""
        path = ("deliveries", delivery_id, "payment-confirmations")
        return cast("Delivery", self._post(path, options, body=confirmation, repeatable=True))

    def request_payment(self, delivery_id: str, **options: Unpack[CallOptions]) -> Delivery:
        """Asks the customer again for a SECURE payment."""
        path = ("deliveries", delivery_id, "payment-requests")
        return cast("Delivery", self._post(path, options, repeatable=True))

    def confirm_return(self, delivery_id: str, **options: Unpack[CallOptions]) -> Delivery:
        """Says that the parcel of a failed delivery is back."""
        path = ("deliveries", delivery_id, "return-confirmations")
        return cast("Delivery", self._post(path, options, repeatable=True))

    def ask_second_try(
        self, delivery_id: str, second_try: SecondTryInput, **options: Unpack[CallOptions]
    ) -> CreatedDelivery:
        """Has the parcel of a failed delivery brought once more, by a delivery of its own."""
        path = ("deliveries", delivery_id, "second-tries")
        return cast("CreatedDelivery", self._post(path, options, body=second_try, repeatable=True))

    def list_events(self, query: Optional[ListEventsQuery] = None, **options: Unpack[CallOptions]) -> EventPage:
        """Events of the shop in order, from `after` on."""
        return cast("EventPage", self._get(("events",), options, query=query))

    def each_event_page(
        self, query: Optional[ListEventsQuery] = None, **options: Unpack[CallOptions]
    ) -> Iterator[EventPage]:
        """The pages of events up to now. Keep the `nextCursor` of each, to read on from it another time."""
        wanted: ListEventsQuery = {**(query or {})}
        while True:
            page = self.list_events(wanted, **options)
            yield page
            if not page["hasMore"]:
                return
            wanted = {**wanted, "after": page["nextCursor"]}

    def each_event(
        self, query: Optional[ListEventsQuery] = None, **options: Unpack[CallOptions]
    ) -> Iterator[WebhookEvent]:
        """The events up to now."""
        for page in self.each_event_page(query, **options):
            yield from page["items"]

    def check_promo_code(
        self, check: PromoCodeCheckInput, **options: Unpack[CallOptions]
    ) -> PromoCodeCheck:
        """Whether a promo code can be used."""
        path = ("deliveries", "promo-code-checks")
        return cast("PromoCodeCheck", self._post(path, options, body=check, repeatable=True))

    def create_parcel_photo_upload(
        self, upload: PhotoUploadInput, **options: Unpack[CallOptions]
    ) -> PhotoUpload:
        """An address to which a parcel's photo can be sent; `upload_parcel_photo` does both."""
        path = ("deliveries", "parcel-photo-uploads")
        return cast("PhotoUpload", self._post(path, options, body=upload, repeatable=True))

    def upload_parcel_photo(
        self, photo: bytes, content_type: PhotoContentType, **options: Unpack[CallOptions]
    ) -> str:
        """Uploads a parcel's photo, and returns the `photoKey` for its delivery."""
        announced: PhotoUploadInput = {"contentType": content_type, "sizeBytes": len(photo)}
        upload = self.create_parcel_photo_upload(announced, **options)
        self._sender.upload(upload["uploadUrl"], upload["headers"], photo, cast("KeyedOptions", options))
        return upload["photoKey"]

    def create_webhook_endpoint(
        self, endpoint: WebhookEndpointInput, **options: Unpack[CallOptions]
    ) -> WebhookEndpointWithSecret:
        """
        Adds an address for webhooks. Only this answer, and that of `regenerate_webhook_secret`, has the signing secret.
        """
        path = ("webhook-endpoints",)
        answer = self._post(path, options, body=endpoint, repeatable=True)
        return cast("WebhookEndpointWithSecret", answer)

    def list_webhook_endpoints(self, **options: Unpack[CallOptions]) -> WebhookEndpointList:
        """The addresses for webhooks, the oldest first."""
        return cast("WebhookEndpointList", self._get(("webhook-endpoints",), options))

    def get_webhook_endpoint(self, endpoint_id: str, **options: Unpack[CallOptions]) -> WebhookEndpoint:
        """One address for webhooks."""
        return cast("WebhookEndpoint", self._get(("webhook-endpoints", endpoint_id), options))

    def change_webhook_endpoint(
        self, endpoint_id: str, change: WebhookEndpointChange, **options: Unpack[CallOptions]
    ) -> WebhookEndpoint:
        """Changes what is given."""
        return cast("WebhookEndpoint", self._patch(("webhook-endpoints", endpoint_id), options, change))

    def remove_webhook_endpoint(self, endpoint_id: str, **options: Unpack[CallOptions]) -> None:
        """Removes an address; what is still to be sent to it is not sent."""
        self._remove(("webhook-endpoints", endpoint_id), options)

    def ping_webhook_endpoint(self, endpoint_id: str, **options: Unpack[CallOptions]) -> Attempt:
        """Sends an event of type `ping`, and says what came of it."""
        return cast("Attempt", self._post(("webhook-endpoints", endpoint_id, "ping"), options))

    def regenerate_webhook_secret(
        self, endpoint_id: str, overlap: Optional[RegenerateInput] = None, **options: Unpack[CallOptions]
    ) -> WebhookEndpointWithSecret:
        """Makes a new signing secret; the old one ends at once, or after `overlapHours`."""
        path = ("webhook-endpoints", endpoint_id, "regenerate-secret")
        return cast("WebhookEndpointWithSecret", self._post(path, options, body=overlap or {}))

    def enable_webhook_endpoint(self, endpoint_id: str, **options: Unpack[CallOptions]) -> EnabledEndpoint:
        """Takes up a paused or disabled endpoint again, and says what it missed."""
        return cast("EnabledEndpoint", self._post(("webhook-endpoints", endpoint_id, "enable"), options))

    def pause_webhook_endpoint(self, endpoint_id: str, **options: Unpack[CallOptions]) -> WebhookEndpoint:
        """Holds what is due to an endpoint until it is enabled."""
        path = ("webhook-endpoints", endpoint_id, "pause")
        return cast("WebhookEndpoint", self._post(path, options, repeatable=True))

    def resend_webhook_events(
        self, endpoint_id: str, events: ResendInput, **options: Unpack[CallOptions]
    ) -> Resent:
        """Sends one event again, or those that failed for good since a time."""
        return cast("Resent", self._post(("webhook-endpoints", endpoint_id, "resend"), options, body=events))

    def list_webhook_attempts(
        self,
        endpoint_id: str,
        query: Optional[ListWebhookAttemptsQuery] = None,
        **options: Unpack[CallOptions],
    ) -> AttemptList:
        """Requests to an endpoint, the newest first."""
        path = ("webhook-endpoints", endpoint_id, "attempts")
        return cast("AttemptList", self._get(path, options, query=query))

    def each_webhook_attempt(
        self,
        endpoint_id: str,
        query: Optional[ListWebhookAttemptsQuery] = None,
        **options: Unpack[CallOptions],
    ) -> Iterator[Attempt]:
        """Every request to an endpoint, page by page."""
        wanted: ListWebhookAttemptsQuery = {**(query or {})}
        while True:
            page = self.list_webhook_attempts(endpoint_id, wanted, **options)
            yield from page["items"]
            if not page["hasMore"] or page["nextCursor"] is None:
                return
            wanted = {**wanted, "before": page["nextCursor"]}

    def advance_delivery(
        self, delivery_id: str, step: Optional[AdvanceInput] = None, **options: Unpack[CallOptions]
    ) -> Delivery:
        """
        Sandbox only: the next step of a delivery, or the ending that `step` asks for. Never sent again by itself.
        """
        path = ("sandbox", "deliveries", delivery_id, "advance")
        return cast("Delivery", self._post(path, options, body=step or {}))

    def reset_sandbox(self, **options: Unpack[CallOptions]) -> SandboxReset:
        """Sandbox only: removes the shop's deliveries and events. Call it again until `isComplete`."""
        return cast("SandboxReset", self._post(("sandbox", "reset"), options, repeatable=True))

    def _get(self, path: tuple[str, ...], options: object, query: object = None) -> Any:
        return self._sender.send("GET", path, cast("KeyedOptions", options), query=cast("Any", query))

    def _patch(self, path: tuple[str, ...], options: object, body: object) -> Any:
        return self._sender.send(
            "PATCH", path, cast("KeyedOptions", options), body=cast("Any", body), repeatable=True
        )

    def _remove(self, path: tuple[str, ...], options: object) -> None:
        self._sender.send("DELETE", path, cast("KeyedOptions", options), repeatable=True)

    def _post(
        self,
        path: tuple[str, ...],
        options: object,
        *,
        body: object = None,
        repeatable: bool = False,
        takes_key: bool = False,
    ) -> Any:
        return self._sender.send(
            "POST",
            path,
            cast("KeyedOptions", options),
            body=cast("Any", body),
            repeatable=repeatable,
            takes_key=takes_key,
        )
