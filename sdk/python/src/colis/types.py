# Written by `npm run docs` from the OpenAPI description; a test holds it true.
"""What the partner API takes and returns, for type checkers. More members may come than are listed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, Optional, TypedDict, Union

if TYPE_CHECKING:
    from typing_extensions import NotRequired


class AdvanceInput(TypedDict):
    """Optional. Without it the delivery makes its next step."""

    outcome: NotRequired[Literal["DELIVERED", "FAILED", "RETURNED", "EXPIRED"]]
    failureReason: NotRequired[str]


class Attempt(TypedDict):
    """One request to an endpoint."""

    id: str
    eventId: str
    eventType: str
    attempt: int
    trigger: str
    startedAt: str
    durationMs: int
    isSuccess: bool
    httpStatus: Optional[int]
    failure: Optional[str]
    responseExcerpt: Optional[str]
    nextAttemptAt: Optional[str]


class AttemptList(TypedDict):
    """Attempts of the last 30 days."""

    items: list[Attempt]
    nextCursor: Optional[str]
    hasMore: bool


class CancelInput(TypedDict):
    """May be an empty object."""

    reason: NotRequired[str]


class Cancellation(TypedDict):
    """What cancelling would cost now, and why."""

    allowed: bool
    cancellationFee: int
    returnFee: int
    reason: str
    message: str


ChosenEventType = Literal["delivery.created", "delivery.location_confirmed", "delivery.courier_assigned", "delivery.courier_arrived", "delivery.picked_up", "delivery.delivered", "delivery.failed", "delivery.returned", "delivery.cancelled", "delivery.expired", "payment.confirmed"]


Collection = Literal["SECURE", "DIRECT"]


class Courier(TypedDict):
    """Who carries the parcel."""

    firstName: str
    phone: str
    vehicleType: VehicleType
    plateNumber: Optional[str]


class CreatedDelivery(TypedDict):
    """A delivery just created, with the code for its pickup."""

    id: str
    reference: str
    externalRef: Optional[str]
    status: DeliveryStatus
    createdAt: str
    customer: Customer
    pickup: Place
    dropoff: Optional[Place]
    parcel: Parcel
    payment: Payment
    price: int
    priceIsEstimate: bool
    cancellationFee: int
    returnFee: int
    failureReason: Optional[str]
    courier: Optional[Courier]
    currency: Currency
    pickupWindow: Optional[PickupWindow]
    dropoffWindow: Optional[DropoffWindow]
    courierArrivedAt: Optional[str]
    trackingUrl: Optional[str]
    metadata: dict[str, str]
    secondTryOf: Optional[str]
    secondTryId: Optional[str]
    pickupCode: str


Currency = Literal["XOF", "XAF"]


class Customer(TypedDict):
    """Who receives the parcel."""

    lastName: str
    firstName: str
    phone: str


class CustomerChange(TypedDict):
    """Who receives the parcel: only what changes."""

    lastName: NotRequired[str]
    firstName: NotRequired[str]
    phone: NotRequired[str]


class CustomerInput(TypedDict):
    """Who receives the parcel."""

    lastName: str
    firstName: str
    phone: str


class Delivery(TypedDict):
    """A delivery."""

    id: str
    reference: str
    externalRef: Optional[str]
    status: DeliveryStatus
    createdAt: str
    customer: Customer
    pickup: Place
    dropoff: Optional[Place]
    parcel: Parcel
    payment: Payment
    price: int
    priceIsEstimate: bool
    cancellationFee: int
    returnFee: int
    failureReason: Optional[str]
    courier: Optional[Courier]
    currency: Currency
    pickupWindow: Optional[PickupWindow]
    dropoffWindow: Optional[DropoffWindow]
    courierArrivedAt: Optional[str]
    trackingUrl: Optional[str]
    metadata: dict[str, str]
    secondTryOf: Optional[str]
    secondTryId: Optional[str]


class DeliveryChange(TypedDict):
    """What to change; what is left out stays as it is. At least one field."""

    customer: NotRequired[CustomerChange]
    dropoff: NotRequired[DropoffChange]
    instructions: NotRequired[str]
    externalRef: NotRequired[str]
    expectedPrice: NotRequired[int]


class DeliveryInput(TypedDict):
    """A delivery to make. Without `dropoff` the customer is asked for their position."""

    pickupAddressId: NotRequired[str]
    pickup: NotRequired[PlaceInput]
    dropoff: NotRequired[PlaceInput]
    customer: CustomerInput
    parcel: ParcelInput
    payment: PaymentInput
    instructions: NotRequired[str]
    promoCode: NotRequired[str]
    externalRef: NotRequired[str]
    pickupWindow: NotRequired[PickupWindowInput]
    dropoffWindow: NotRequired[DropoffWindowInput]
    metadata: NotRequired[dict[str, str]]


class DeliveryPage(TypedDict):
    """A page of deliveries."""

    items: list[Delivery]
    total: int
    page: int
    pageSize: int


DeliveryStatus = Literal["AWAITING_LOCATION", "SEARCHING_COURIER", "ASSIGNED", "IN_TRANSIT", "DELIVERED", "FAILED", "RETURNED", "CANCELLED", "EXPIRED"]


class DropoffChange(TypedDict):
    """Another place: `lat` and `lng` together, with a `label` and a `landmark` of its own, since those of the place before are dropped. Without them, other words for the place that is known."""

    lat: NotRequired[float]
    lng: NotRequired[float]
    label: NotRequired[str]
    landmark: NotRequired[str]


DropoffWindow = TypedDict(
    "DropoffWindow",
    {
        "from": "str",
        "to": "str",
    },
)


DropoffWindowInput = TypedDict(
    "DropoffWindowInput",
    {
        "from": "str",
        "to": "str",
    },
)


class EnabledEndpoint(TypedDict):
    """The endpoint, and what it missed."""

    id: str
    url: str
    events: Optional[list[EventType]]
    description: Optional[str]
    state: str
    failingSince: Optional[str]
    previousSecretUntil: Optional[str]
    createdAt: str
    failedSince: Optional[str]
    exhaustedCount: int


class ErrorBody(TypedDict):
    """The body of every error."""

    statusCode: int
    code: ErrorCode
    message: str
    details: NotRequired[dict[str, Any]]


ErrorCode = Union[Literal["API_KEY_MISSING", "API_KEY_INVALID", "SCOPE_REQUIRED", "VALIDATION_FAILED", "JSON_INVALID", "REQUEST_MALFORMED", "UNSUPPORTED_MEDIA_TYPE", "BODY_TOO_LARGE", "HEADERS_TOO_LARGE", "REQUEST_TIMEOUT", "ROUTE_NOT_FOUND", "METHOD_NOT_ALLOWED", "RATE_LIMITED", "PHOTO_QUOTA_REACHED", "EVENT_CURSOR_INVALID", "PICKUP_AMBIGUOUS", "PICKUP_REQUIRED", "PICKUP_ADDRESS_UNKNOWN", "OUT_OF_ZONE", "CITIES_DIFFER", "PHONE_NUMBER_INVALID", "CUSTOMER_BLOCKED", "PHOTO_KEY_UNKNOWN", "PROMO_CODE_REFUSED", "CLOSED", "PICKUP_WINDOW_REFUSED", "DROPOFF_WINDOW_REFUSED", "SHOP_NOT_APPROVED", "SHOP_SUSPENDED", "PAYOUT_ACCOUNT_REQUIRED", "COLLECTION_UNAVAILABLE", "PAYMENT_AMOUNT_REFUSED", "IDEMPOTENCY_KEY_REQUIRED", "IDEMPOTENCY_KEY_INVALID", "IDEMPOTENCY_KEY_REUSED", "EXTERNAL_REF_TAKEN", "DELIVERY_NOT_FOUND", "DELIVERY_NOT_CANCELLABLE", "NO_HANDOVER", "DELIVERY_NOT_CHANGEABLE", "DELIVERY_CHANGED_TOO_OFTEN", "DROPOFF_UNKNOWN", "SECOND_TRY_REFUSED", "SECOND_TRY_ASKED", "PRICE_CHANGED", "TRANSITION_REFUSED", "PAYMENT_TRANSITION_REFUSED", "COLLECTION_REFUSED", "PAYMENT_REQUESTS_USED_UP", "PAYMENT_NOT_SIMULATED", "NO_NEXT_STEP", "UPLOAD_URL_INVALID", "UPLOAD_URL_EXPIRED", "PHOTO_REFUSED", "WEBHOOK_URL_REFUSED", "WEBHOOK_URL_TAKEN", "TOO_MANY_WEBHOOK_ENDPOINTS", "WEBHOOK_ENDPOINT_NOT_FOUND", "WEBHOOK_EVENT_NOT_FOUND", "SIGNING_SECRET_SEALED", "SECRETS_KEY_DIFFERS", "SECRET_OVERLAP_UNDER_WAY", "PICKUP_ADDRESS_NOT_FOUND", "PICKUP_ADDRESS_IS_MAIN", "TOO_MANY_PICKUP_ADDRESSES", "SERVICE_UNAVAILABLE", "INTERNAL_ERROR"], str]


class WebhookEvent(TypedDict):
    """An event, byte for byte as webhooks carry it."""

    id: str
    type: EventType
    createdAt: str
    data: Delivery


class EventPage(TypedDict):
    """Events of the shop."""

    items: list[WebhookEvent]
    nextCursor: str
    hasMore: bool


EventType = Union[Literal["delivery.created", "delivery.location_confirmed", "delivery.courier_assigned", "delivery.courier_arrived", "delivery.picked_up", "delivery.delivered", "delivery.failed", "delivery.returned", "delivery.cancelled", "delivery.expired", "payment.confirmed"], str]


FeePayer = Literal["CUSTOMER", "MERCHANT"]


class HandoverProof(TypedDict):
    """What proves a hand-over, or that it failed."""

    outcome: str
    occurredAt: str
    failureReason: Optional[str]
    withCode: Optional[bool]
    takenBy: Optional[str]
    takenByName: Optional[str]
    place: Optional[ProofPlace]
    photo: Optional[ProofPhoto]
    arrivedAtCustomerAt: Optional[str]
    customerCalledAt: Optional[str]


class KeyLimit(TypedDict):
    """How often a key may call."""

    requests: int
    seconds: int


class NoInput(TypedDict):
    """Nothing is needed here."""



class Parcel(TypedDict):
    """What is carried."""

    category: str
    size: ParcelSize
    fragile: bool


class ParcelInput(TypedDict):
    """What is carried."""

    category: str
    size: ParcelSize
    fragile: NotRequired[bool]
    photoKey: NotRequired[str]


ParcelSize = Literal["SMALL", "MEDIUM", "LARGE"]


class Payment(TypedDict):
    """Where the money stands."""

    mode: PaymentMode
    goodsAmount: int
    feePayer: FeePayer
    collection: Collection
    amountToCollect: int
    status: PaymentStatus
    paidAt: Optional[str]


class PaymentConfirmationInput(TypedDict):
    """What the shop says about the payment."""

    received: bool


class PaymentInput(TypedDict):
    """Who pays what, and how."""

    mode: PaymentMode
    goodsAmount: NotRequired[int]
    feePayer: NotRequired[FeePayer]
    collection: NotRequired[Collection]


PaymentMode = Literal["PREPAID", "CASH_ON_DELIVERY"]


PaymentStatus = Literal["NOT_DUE", "NOT_REQUESTED", "AWAITING_CUSTOMER", "AWAITING_MERCHANT", "AWAITING_SENDER", "PAID", "FAILED", "REFUSED"]


class PhotoUpload(TypedDict):
    """Where and how to upload a photo."""

    photoKey: str
    uploadUrl: str
    method: str
    headers: dict[str, str]
    expiresAt: str


class PhotoUploadInput(TypedDict):
    """A photo about to be uploaded."""

    contentType: Literal["image/jpeg", "image/png", "image/webp"]
    sizeBytes: int


class PickupAddress(TypedDict):
    """A place of the shop where couriers fetch parcels."""

    id: str
    label: Optional[str]
    landmark: Optional[str]
    formatted: Optional[str]
    isDefault: bool
    lat: float
    lng: float


class PickupAddressChange(TypedDict):
    """What to change; what is left out stays, null empties a text."""

    lat: NotRequired[float]
    lng: NotRequired[float]
    label: NotRequired[Optional[str]]
    landmark: NotRequired[Optional[str]]
    formatted: NotRequired[Optional[str]]
    isDefault: NotRequired[Literal[True]]


class PickupAddressInput(TypedDict):
    """A place where couriers fetch the shop’s parcels."""

    lat: float
    lng: float
    label: NotRequired[Optional[str]]
    landmark: NotRequired[Optional[str]]
    formatted: NotRequired[Optional[str]]
    isDefault: NotRequired[Literal[True]]


PickupWindow = TypedDict(
    "PickupWindow",
    {
        "from": "str",
        "to": "str",
    },
)


PickupWindowInput = TypedDict(
    "PickupWindowInput",
    {
        "from": "str",
        "to": "str",
    },
)


class PingData(TypedDict):
    """What a ping carries."""

    endpointId: str


class PingEvent(TypedDict):
    """What a test of an endpoint sends."""

    id: str
    type: str
    createdAt: str
    data: PingData


class Place(TypedDict):
    """A place, with words that help to find it."""

    label: Optional[str]
    landmark: Optional[str]
    lat: float
    lng: float


class PlaceInput(TypedDict):
    """A place, with words that help to find it."""

    lat: float
    lng: float
    label: NotRequired[str]
    landmark: NotRequired[str]


class PointInput(TypedDict):
    """A point on Earth."""

    lat: float
    lng: float


PromoBearer = Union[Literal["SERVICE", "SHOP"], str]


class PromoCodeCheck(TypedDict):
    """Whether a promo code can be used, and what for."""

    promoCode: str
    valid: bool
    reason: Optional[PromoRefusal]
    condition: Optional[PromoCondition]
    discount: Optional[int]
    bearer: Optional[PromoBearer]
    expiresAt: Optional[str]


class PromoCodeCheckInput(TypedDict):
    """A promo code, and the trip it would be for."""

    promoCode: str
    customer: NotRequired[PromoCodeCustomer]
    quote: NotRequired[QuoteInput]


class PromoCodeCustomer(TypedDict):
    """The customer it would be for: some codes are limited for each customer."""

    phone: str


PromoCondition = Union[Literal["CITY", "MINIMUM_TRIP"], str]


PromoRefusal = Union[Literal["UNKNOWN", "NOT_FOR_SHOP", "NOT_STARTED", "EXPIRED", "EXHAUSTED", "SHOP_LIMIT", "CUSTOMER_LIMIT", "TRIP_NOT_ELIGIBLE"], str]


class ProofPhoto(TypedDict):
    """A photo of a hand-over, and where it is shown."""

    url: str
    expiresAt: str


class ProofPlace(TypedDict):
    """Where a courier’s phone was."""

    lat: float
    lng: float
    accuracyMeters: Optional[int]


class Quote(TypedDict):
    """The price of a trip."""

    price: int
    isEstimate: bool
    base: int
    surcharges: list[Surcharge]
    discount: int
    codFee: int
    fromZone: Optional[str]
    toZone: Optional[str]
    currency: Currency


class QuoteInput(TypedDict):
    """A trip to price."""

    pickupAddressId: NotRequired[str]
    pickup: NotRequired[PointInput]
    dropoff: NotRequired[PointInput]
    parcelSize: ParcelSize
    fragile: NotRequired[bool]
    paymentMode: PaymentMode
    goodsAmount: NotRequired[int]
    collection: NotRequired[Collection]
    pickupWindow: NotRequired[PickupWindowInput]
    dropoffWindow: NotRequired[DropoffWindowInput]


class RegenerateInput(TypedDict):
    """Optional. Without it the old secret ends at once."""

    overlapHours: NotRequired[int]


class ResendInput(TypedDict):
    """One event, or those that failed for good since a time."""

    eventId: NotRequired[str]
    failedSince: NotRequired[str]


class Resent(TypedDict):
    """What is sent again."""

    resentCount: int
    hasMore: bool


class SandboxReset(TypedDict):
    """How much was removed."""

    deliveries: int
    events: int
    attempts: int
    isComplete: bool


class SecondTryInput(TypedDict):
    """When a parcel is brought once more."""

    window: PickupWindowInput
    expectedPrice: NotRequired[int]


class Shop(TypedDict):
    """The shop of a key, and what the key may do."""

    name: str
    environment: str
    scopes: list[str]
    rateLimit: Optional[KeyLimit]


class StatusEvent(TypedDict):
    """A line of the history."""

    status: DeliveryStatus
    note: Optional[str]
    occurredAt: str


class Surcharge(TypedDict):
    """What is added to the base."""

    type: SurchargeType
    amount: int


SurchargeType = Union[Literal["LARGE_PARCEL", "FRAGILE", "NIGHT", "RAIN", "HIGH_DEMAND"], str]


class ValidationIssue(TypedDict):
    """One thing wrong with what was sent."""

    field: str
    rule: str
    message: str


VehicleType = Union[Literal["MOTO", "TRICYCLE", "CAR"], str]


class WebhookEndpoint(TypedDict):
    """An address of the shop’s server, to which events are sent."""

    id: str
    url: str
    events: Optional[list[EventType]]
    description: Optional[str]
    state: str
    failingSince: Optional[str]
    previousSecretUntil: Optional[str]
    createdAt: str


class WebhookEndpointChange(TypedDict):
    """What to change; what is left out stays."""

    url: NotRequired[str]
    events: NotRequired[Optional[list[ChosenEventType]]]
    description: NotRequired[Optional[str]]


class WebhookEndpointInput(TypedDict):
    """An address of your server."""

    url: str
    events: NotRequired[Optional[list[ChosenEventType]]]
    description: NotRequired[Optional[str]]


class WebhookEndpointList(TypedDict):
    """All endpoints of the shop."""

    items: list[WebhookEndpoint]


class WebhookEndpointWithSecret(TypedDict):
    """The endpoint, with its new signing secret."""

    id: str
    url: str
    events: Optional[list[EventType]]
    description: Optional[str]
    state: str
    failingSince: Optional[str]
    previousSecretUntil: Optional[str]
    createdAt: str
    secret: str


class Zone(TypedDict):
    """A part of a city that has prices of its own."""

    id: str
    name: str
    city: str
    shape: list[list[list[list[float]]]]


class ZoneMap(TypedDict):
    """The served zones."""

    bbox: Optional[list[float]]
    zones: list[Zone]


ListDeliveriesQuery = TypedDict(
    "ListDeliveriesQuery",
    {
        "status": "NotRequired[Union[str, list[str]]]",
        "from": "NotRequired[str]",
        "to": "NotRequired[str]",
        "page": "NotRequired[int]",
        "pageSize": "NotRequired[int]",
        "updatedSince": "NotRequired[str]",
        "reference": "NotRequired[str]",
        "externalRef": "NotRequired[str]",
    },
)


class ListEventsQuery(TypedDict):
    """The query of listEvents."""

    after: NotRequired[str]
    limit: NotRequired[int]


class ListWebhookAttemptsQuery(TypedDict):
    """The query of listWebhookAttempts."""

    before: NotRequired[str]
    limit: NotRequired[int]
    failed: NotRequired[Literal["true"]]
