<?php

declare(strict_types=1);

namespace Colis;

// Written by `npm run docs` from the OpenAPI description; a test holds it true.

/**
 * What the partner API takes and returns, for type checkers. More members may come than are listed.
 *
 * @phpstan-type AdvanceInput array{
 *     outcome?: 'DELIVERED'|'FAILED'|'RETURNED'|'EXPIRED',
 *     failureReason?: string,
 * }
 * @phpstan-type Attempt array{
 *     id: string,
 *     eventId: string,
 *     eventType: 'delivery.created'|'delivery.location_confirmed'|'delivery.courier_assigned'|'delivery.courier_arrived'|'delivery.picked_up'|'delivery.delivered'|'delivery.failed'|'delivery.returned'|'delivery.cancelled'|'delivery.expired'|'payment.confirmed'|'ping'|string,
 *     attempt: int,
 *     trigger: 'SCHEDULED'|'RESEND'|'PING'|string,
 *     startedAt: string,
 *     durationMs: int,
 *     isSuccess: bool,
 *     httpStatus: int|null,
 *     failure: 'DNS'|'TLS'|'CONNECTION'|'TIMEOUT'|'REDIRECT'|'HTTP_ERROR'|string|null,
 *     responseExcerpt: string|null,
 *     nextAttemptAt: string|null,
 * }
 * @phpstan-type AttemptList array{
 *     items: list<Attempt>,
 *     nextCursor: string|null,
 *     hasMore: bool,
 * }
 * @phpstan-type CancelInput array{
 *     reason?: string,
 * }
 * @phpstan-type Cancellation array{
 *     allowed: bool,
 *     cancellationFee: int,
 *     returnFee: int,
 *     reason: 'COURIER_NOT_ARRIVED'|'COURIER_ARRIVED'|'PARCEL_UNDER_WAY'|'PARCEL_COMING_BACK'|'ENDED'|string,
 *     message: string,
 * }
 * @phpstan-type ChosenEventType 'delivery.created'|'delivery.location_confirmed'|'delivery.courier_assigned'|'delivery.courier_arrived'|'delivery.picked_up'|'delivery.delivered'|'delivery.failed'|'delivery.returned'|'delivery.cancelled'|'delivery.expired'|'payment.confirmed'
 * @phpstan-type Collection 'SECURE'|'DIRECT'
 * @phpstan-type Courier array{
 *     firstName: string,
 *     phone: string,
 *     vehicleType: VehicleType,
 *     plateNumber: string|null,
 * }
 * @phpstan-type CreatedDelivery array{
 *     id: string,
 *     reference: string,
 *     externalRef: string|null,
 *     status: DeliveryStatus,
 *     createdAt: string,
 *     customer: Customer,
 *     pickup: Place,
 *     dropoff: Place|null,
 *     parcel: Parcel,
 *     payment: Payment,
 *     price: int,
 *     priceIsEstimate: bool,
 *     cancellationFee: int,
 *     returnFee: int,
 *     failureReason: string|null,
 *     courier: Courier|null,
 *     currency: Currency,
 *     pickupWindow: PickupWindow|null,
 *     dropoffWindow: DropoffWindow|null,
 *     courierArrivedAt: string|null,
 *     trackingUrl: string|null,
 *     metadata: array<string, string>,
 *     secondTryOf: string|null,
 *     secondTryId: string|null,
 *     pickupCode: string,
 * }
 * @phpstan-type Currency 'XOF'|'XAF'
 * @phpstan-type Customer array{
 *     lastName: string,
 *     firstName: string,
 *     phone: string,
 * }
 * @phpstan-type CustomerChange array{
 *     lastName?: string,
 *     firstName?: string,
 *     phone?: string,
 * }
 * @phpstan-type CustomerInput array{
 *     lastName: string,
 *     firstName: string,
 *     phone: string,
 * }
 * @phpstan-type Delivery array{
 *     id: string,
 *     reference: string,
 *     externalRef: string|null,
 *     status: DeliveryStatus,
 *     createdAt: string,
 *     customer: Customer,
 *     pickup: Place,
 *     dropoff: Place|null,
 *     parcel: Parcel,
 *     payment: Payment,
 *     price: int,
 *     priceIsEstimate: bool,
 *     cancellationFee: int,
 *     returnFee: int,
 *     failureReason: string|null,
 *     courier: Courier|null,
 *     currency: Currency,
 *     pickupWindow: PickupWindow|null,
 *     dropoffWindow: DropoffWindow|null,
 *     courierArrivedAt: string|null,
 *     trackingUrl: string|null,
 *     metadata: array<string, string>,
 *     secondTryOf: string|null,
 *     secondTryId: string|null,
 * }
 * @phpstan-type DeliveryChange array{
 *     customer?: CustomerChange,
 *     dropoff?: DropoffChange,
 *     instructions?: string,
 *     externalRef?: string,
 *     expectedPrice?: int,
 * }
 * @phpstan-type DeliveryInput array{
 *     pickupAddressId?: string,
 *     pickup?: PlaceInput,
 *     dropoff?: PlaceInput,
 *     customer: CustomerInput,
 *     parcel: ParcelInput,
 *     payment: PaymentInput,
 *     instructions?: string,
 *     promoCode?: string,
 *     externalRef?: string,
 *     pickupWindow?: PickupWindowInput,
 *     dropoffWindow?: DropoffWindowInput,
 *     metadata?: array<string, string>,
 * }
 * @phpstan-type DeliveryPage array{
 *     items: list<Delivery>,
 *     total: int,
 *     page: int,
 *     pageSize: int,
 * }
 * @phpstan-type DeliveryStatus 'AWAITING_LOCATION'|'SEARCHING_COURIER'|'ASSIGNED'|'IN_TRANSIT'|'DELIVERED'|'FAILED'|'RETURNED'|'CANCELLED'|'EXPIRED'
 * @phpstan-type DropoffChange array{
 *     lat?: float|int,
 *     lng?: float|int,
 *     label?: string,
 *     landmark?: string,
 * }
 * @phpstan-type DropoffWindow array{
 *     from: string,
 *     to: string,
 * }
 * @phpstan-type DropoffWindowInput array{
 *     from: string,
 *     to: string,
 * }
 * @phpstan-type EnabledEndpoint array{
 *     id: string,
 *     url: string,
 *     events: list<EventType>|null,
 *     description: string|null,
 *     state: 'ACTIVE'|'PAUSED'|'DISABLED'|'SECRET_SEALED'|string,
 *     failingSince: string|null,
 *     previousSecretUntil: string|null,
 *     createdAt: string,
 *     failedSince: string|null,
 *     exhaustedCount: int,
 * }
 * @phpstan-type ErrorBody array{
 *     statusCode: int,
 *     code: ErrorCode,
 *     message: string,
 *     details?: array<string, mixed>,
 * }
 * @phpstan-type ErrorCode 'API_KEY_MISSING'|'API_KEY_INVALID'|'SCOPE_REQUIRED'|'VALIDATION_FAILED'|'JSON_INVALID'|'REQUEST_MALFORMED'|'UNSUPPORTED_MEDIA_TYPE'|'BODY_TOO_LARGE'|'HEADERS_TOO_LARGE'|'REQUEST_TIMEOUT'|'ROUTE_NOT_FOUND'|'METHOD_NOT_ALLOWED'|'RATE_LIMITED'|'PHOTO_QUOTA_REACHED'|'EVENT_CURSOR_INVALID'|'PICKUP_AMBIGUOUS'|'PICKUP_REQUIRED'|'PICKUP_ADDRESS_UNKNOWN'|'OUT_OF_ZONE'|'CITIES_DIFFER'|'PHONE_NUMBER_INVALID'|'CUSTOMER_BLOCKED'|'PHOTO_KEY_UNKNOWN'|'PROMO_CODE_REFUSED'|'CLOSED'|'PICKUP_WINDOW_REFUSED'|'DROPOFF_WINDOW_REFUSED'|'SHOP_NOT_APPROVED'|'SHOP_SUSPENDED'|'PAYOUT_ACCOUNT_REQUIRED'|'COLLECTION_UNAVAILABLE'|'PAYMENT_AMOUNT_REFUSED'|'IDEMPOTENCY_KEY_REQUIRED'|'IDEMPOTENCY_KEY_INVALID'|'IDEMPOTENCY_KEY_REUSED'|'EXTERNAL_REF_TAKEN'|'DELIVERY_NOT_FOUND'|'DELIVERY_NOT_CANCELLABLE'|'NO_HANDOVER'|'DELIVERY_NOT_CHANGEABLE'|'DELIVERY_CHANGED_TOO_OFTEN'|'DROPOFF_UNKNOWN'|'SECOND_TRY_REFUSED'|'SECOND_TRY_ASKED'|'PRICE_CHANGED'|'TRANSITION_REFUSED'|'PAYMENT_TRANSITION_REFUSED'|'COLLECTION_REFUSED'|'PAYMENT_REQUESTS_USED_UP'|'PAYMENT_NOT_SIMULATED'|'NO_NEXT_STEP'|'UPLOAD_URL_INVALID'|'UPLOAD_URL_EXPIRED'|'PHOTO_REFUSED'|'WEBHOOK_URL_REFUSED'|'WEBHOOK_URL_TAKEN'|'TOO_MANY_WEBHOOK_ENDPOINTS'|'WEBHOOK_ENDPOINT_NOT_FOUND'|'WEBHOOK_EVENT_NOT_FOUND'|'SIGNING_SECRET_SEALED'|'SECRETS_KEY_DIFFERS'|'SECRET_OVERLAP_UNDER_WAY'|'PICKUP_ADDRESS_NOT_FOUND'|'PICKUP_ADDRESS_IS_MAIN'|'TOO_MANY_PICKUP_ADDRESSES'|'SERVICE_UNAVAILABLE'|'INTERNAL_ERROR'|string
 * @phpstan-type WebhookEvent array{
 *     id: string,
 *     type: EventType,
 *     createdAt: string,
 *     data: Delivery,
 * }
 * @phpstan-type EventPage array{
 *     items: list<WebhookEvent>,
 *     nextCursor: string,
 *     hasMore: bool,
 * }
 * @phpstan-type EventType 'delivery.created'|'delivery.location_confirmed'|'delivery.courier_assigned'|'delivery.courier_arrived'|'delivery.picked_up'|'delivery.delivered'|'delivery.failed'|'delivery.returned'|'delivery.cancelled'|'delivery.expired'|'payment.confirmed'|string
 * @phpstan-type FeePayer 'CUSTOMER'|'MERCHANT'
 * @phpstan-type HandoverProof array{
 *     outcome: 'DELIVERED'|'FAILED'|string,
 *     occurredAt: string,
 *     failureReason: string|null,
 *     withCode: bool|null,
 *     takenBy: 'CUSTOMER'|'NEIGHBOUR'|'GUARD'|'FAMILY'|'COLLEAGUE'|string|null,
 *     takenByName: string|null,
 *     place: ProofPlace|null,
 *     photo: ProofPhoto|null,
 *     arrivedAtCustomerAt: string|null,
 *     customerCalledAt: string|null,
 * }
 * @phpstan-type KeyLimit array{
 *     requests: int,
 *     seconds: int,
 * }
 * @phpstan-type NoInput array<string, mixed>
 * @phpstan-type Parcel array{
 *     category: string,
 *     size: ParcelSize,
 *     fragile: bool,
 * }
 * @phpstan-type ParcelInput array{
 *     category: string,
 *     size: ParcelSize,
 *     fragile?: bool,
 *     photoKey?: string,
 * }
 * @phpstan-type ParcelSize 'SMALL'|'MEDIUM'|'LARGE'
 * @phpstan-type Payment array{
 *     mode: PaymentMode,
 *     goodsAmount: int,
 *     feePayer: FeePayer,
 *     collection: Collection,
 *     amountToCollect: int,
 *     status: PaymentStatus,
 *     paidAt: string|null,
 * }
 * @phpstan-type PaymentConfirmationInput array{
 *     received: bool,
 * }
 * @phpstan-type PaymentInput array{
 *     mode: PaymentMode,
 *     goodsAmount?: int,
 *     feePayer?: FeePayer,
 *     collection?: Collection,
 * }
 * @phpstan-type PaymentMode 'PREPAID'|'CASH_ON_DELIVERY'
 * @phpstan-type PaymentStatus 'NOT_DUE'|'NOT_REQUESTED'|'AWAITING_CUSTOMER'|'AWAITING_MERCHANT'|'AWAITING_SENDER'|'PAID'|'FAILED'|'REFUSED'
 * @phpstan-type PhotoUpload array{
 *     photoKey: string,
 *     uploadUrl: string,
 *     method: 'PUT'|string,
 *     headers: array<string, string>,
 *     expiresAt: string,
 * }
 * @phpstan-type PhotoUploadInput array{
 *     contentType: 'image/jpeg'|'image/png'|'image/webp',
 *     sizeBytes: int,
 * }
 * @phpstan-type PickupAddress array{
 *     id: string,
 *     label: string|null,
 *     landmark: string|null,
 *     formatted: string|null,
 *     isDefault: bool,
 *     lat: float|int,
 *     lng: float|int,
 * }
 * @phpstan-type PickupAddressChange array{
 *     lat?: float|int,
 *     lng?: float|int,
 *     label?: string|null,
 *     landmark?: string|null,
 *     formatted?: string|null,
 *     isDefault?: true,
 * }
 * @phpstan-type PickupAddressInput array{
 *     lat: float|int,
 *     lng: float|int,
 *     label?: string|null,
 *     landmark?: string|null,
 *     formatted?: string|null,
 *     isDefault?: true,
 * }
 * @phpstan-type PickupWindow array{
 *     from: string,
 *     to: string,
 * }
 * @phpstan-type PickupWindowInput array{
 *     from: string,
 *     to: string,
 * }
 * @phpstan-type PingData array{
 *     endpointId: string,
 * }
 * @phpstan-type PingEvent array{
 *     id: string,
 *     type: 'ping'|string,
 *     createdAt: string,
 *     data: PingData,
 * }
 * @phpstan-type Place array{
 *     label: string|null,
 *     landmark: string|null,
 *     lat: float|int,
 *     lng: float|int,
 * }
 * @phpstan-type PlaceInput array{
 *     lat: float|int,
 *     lng: float|int,
 *     label?: string,
 *     landmark?: string,
 * }
 * @phpstan-type PointInput array{
 *     lat: float|int,
 *     lng: float|int,
 * }
 * @phpstan-type PromoBearer 'SERVICE'|'SHOP'|string
 * @phpstan-type PromoCodeCheck array{
 *     promoCode: string,
 *     valid: bool,
 *     reason: PromoRefusal|null,
 *     condition: PromoCondition|null,
 *     discount: int|null,
 *     bearer: PromoBearer|null,
 *     expiresAt: string|null,
 * }
 * @phpstan-type PromoCodeCheckInput array{
 *     promoCode: string,
 *     customer?: PromoCodeCustomer,
 *     quote?: QuoteInput,
 * }
 * @phpstan-type PromoCodeCustomer array{
 *     phone: string,
 * }
 * @phpstan-type PromoCondition 'CITY'|'MINIMUM_TRIP'|string
 * @phpstan-type PromoRefusal 'UNKNOWN'|'NOT_FOR_SHOP'|'NOT_STARTED'|'EXPIRED'|'EXHAUSTED'|'SHOP_LIMIT'|'CUSTOMER_LIMIT'|'TRIP_NOT_ELIGIBLE'|string
 * @phpstan-type ProofPhoto array{
 *     url: string,
 *     expiresAt: string,
 * }
 * @phpstan-type ProofPlace array{
 *     lat: float|int,
 *     lng: float|int,
 *     accuracyMeters: int|null,
 * }
 * @phpstan-type Quote array{
 *     price: int,
 *     isEstimate: bool,
 *     base: int,
 *     surcharges: list<Surcharge>,
 *     discount: int,
 *     codFee: int,
 *     fromZone: string|null,
 *     toZone: string|null,
 *     currency: Currency,
 * }
 * @phpstan-type QuoteInput array{
 *     pickupAddressId?: string,
 *     pickup?: PointInput,
 *     dropoff?: PointInput,
 *     parcelSize: ParcelSize,
 *     fragile?: bool,
 *     paymentMode: PaymentMode,
 *     goodsAmount?: int,
 *     collection?: Collection,
 *     pickupWindow?: PickupWindowInput,
 *     dropoffWindow?: DropoffWindowInput,
 * }
 * @phpstan-type RegenerateInput array{
 *     overlapHours?: int,
 * }
 * @phpstan-type ResendInput array{
 *     eventId?: string,
 *     failedSince?: string,
 * }
 * @phpstan-type Resent array{
 *     resentCount: int,
 *     hasMore: bool,
 * }
 * @phpstan-type SandboxReset array{
 *     deliveries: int,
 *     events: int,
 *     attempts: int,
 *     isComplete: bool,
 * }
 * @phpstan-type SecondTryInput array{
 *     window: PickupWindowInput,
 *     expectedPrice?: int,
 * }
 * @phpstan-type Shop array{
 *     name: string,
 *     environment: 'sandbox'|'production'|string,
 *     scopes: list<'quotes:read'|'deliveries:read'|'deliveries:write'|'webhooks:read'|'webhooks:write'|'pickup-addresses:write'|string>,
 *     rateLimit: KeyLimit|null,
 * }
 * @phpstan-type StatusEvent array{
 *     status: DeliveryStatus,
 *     note: string|null,
 *     occurredAt: string,
 * }
 * @phpstan-type Surcharge array{
 *     type: SurchargeType,
 *     amount: int,
 * }
 * @phpstan-type SurchargeType 'LARGE_PARCEL'|'FRAGILE'|'NIGHT'|'RAIN'|'HIGH_DEMAND'|string
 * @phpstan-type ValidationIssue array{
 *     field: string,
 *     rule: string,
 *     message: string,
 * }
 * @phpstan-type VehicleType 'MOTO'|'TRICYCLE'|'CAR'|string
 * @phpstan-type WebhookEndpoint array{
 *     id: string,
 *     url: string,
 *     events: list<EventType>|null,
 *     description: string|null,
 *     state: 'ACTIVE'|'PAUSED'|'DISABLED'|'SECRET_SEALED'|string,
 *     failingSince: string|null,
 *     previousSecretUntil: string|null,
 *     createdAt: string,
 * }
 * @phpstan-type WebhookEndpointChange array{
 *     url?: string,
 *     events?: list<ChosenEventType>|null,
 *     description?: string|null,
 * }
 * @phpstan-type WebhookEndpointInput array{
 *     url: string,
 *     events?: list<ChosenEventType>|null,
 *     description?: string|null,
 * }
 * @phpstan-type WebhookEndpointList array{
 *     items: list<WebhookEndpoint>,
 * }
 * @phpstan-type WebhookEndpointWithSecret array{
 *     id: string,
 *     url: string,
 *     events: list<EventType>|null,
 *     description: string|null,
 *     state: 'ACTIVE'|'PAUSED'|'DISABLED'|'SECRET_SEALED'|string,
 *     failingSince: string|null,
 *     previousSecretUntil: string|null,
 *     createdAt: string,
 *     secret: string,
 * }
 * @phpstan-type Zone array{
 *     id: string,
 *     name: string,
 *     city: string,
 *     shape: list<list<list<list<float|int>>>>,
 * }
 * @phpstan-type ZoneMap array{
 *     bbox: list<float|int>|null,
 *     zones: list<Zone>,
 * }
 * @phpstan-type ListDeliveriesQuery array{
 *     status?: string|list<string>,
 *     from?: string,
 *     to?: string,
 *     page?: int,
 *     pageSize?: int,
 *     updatedSince?: string,
 *     reference?: string,
 *     externalRef?: string,
 * }
 * @phpstan-type ListEventsQuery array{
 *     after?: string,
 *     limit?: int,
 * }
 * @phpstan-type ListWebhookAttemptsQuery array{
 *     before?: string,
 *     limit?: int,
 *     failed?: 'true',
 * }
 */
final class Types
{
    private function __construct()
    {
    }
}
