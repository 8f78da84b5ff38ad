/** Where the partner API begins (spec section 1). */
export const partnerPath = '/api/v1/partner'

/**
 * Every enumeration a partner meets on the wire (spec sections 2, 3, 5 and 6). Values are permanent: none is
 * removed or renamed within v1 (decision 43), and to which lists some may be added says `value-types.ts`
 * (decision 119).
 */
export const deliveryStatuses = [
  'AWAITING_LOCATION',
  'SEARCHING_COURIER',
  'ASSIGNED',
  'IN_TRANSIT',
  'DELIVERED',
  'FAILED',
  'RETURNED',
  'CANCELLED',
  'EXPIRED',
] as const
export type DeliveryStatus = (typeof deliveryStatuses)[number]

export const parcelSizes = ['SMALL', 'MEDIUM', 'LARGE'] as const
export type ParcelSize = (typeof parcelSizes)[number]

/** Documented categories; others of 2 to 40 characters are accepted (spec 2.4). */
export const parcelCategories = ['FASHION', 'BEAUTY', 'FOOD', 'ELECTRONICS', 'DOCUMENTS', 'OTHER'] as const

export const paymentModes = ['PREPAID', 'CASH_ON_DELIVERY'] as const
export type PaymentMode = (typeof paymentModes)[number]

export const feePayers = ['CUSTOMER', 'MERCHANT'] as const
export type FeePayer = (typeof feePayers)[number]

export const collections = ['SECURE', 'DIRECT'] as const
export type Collection = (typeof collections)[number]

export const paymentStatuses = [
  'NOT_DUE',
  'NOT_REQUESTED',
  'AWAITING_CUSTOMER',
  'AWAITING_MERCHANT',
  'AWAITING_SENDER',
  'PAID',
  'FAILED',
  'REFUSED',
] as const
export type PaymentStatus = (typeof paymentStatuses)[number]

export const vehicleTypes = ['MOTO', 'TRICYCLE', 'CAR'] as const
export type VehicleType = (typeof vehicleTypes)[number]

/** The two francs of the CFA zone: equal in value, never mixed. */
export const currencies = ['XOF', 'XAF'] as const
export type Currency = (typeof currencies)[number]

export const surchargeTypes = ['LARGE_PARCEL', 'FRAGILE', 'NIGHT', 'RAIN', 'HIGH_DEMAND'] as const
export type SurchargeType = (typeof surchargeTypes)[number]

export const scopes = [
  'quotes:read',
  'deliveries:read',
  'deliveries:write',
  'webhooks:read',
  'webhooks:write',
  'pickup-addresses:write',
] as const
export type Scope = (typeof scopes)[number]

export const eventTypes = [
  'delivery.created',
  'delivery.location_confirmed',
  'delivery.courier_assigned',
  'delivery.courier_arrived',
  'delivery.picked_up',
  'delivery.delivered',
  'delivery.failed',
  'delivery.returned',
  'delivery.cancelled',
  'delivery.expired',
  'payment.confirmed',
] as const
export type EventType = (typeof eventTypes)[number]

/**
 * Types that only endpoints which name them receive: one that takes all events goes on receiving those of the
 * specification, as its owner knew them.
 */
export const optInEventTypes = ['delivery.courier_arrived'] as const satisfies readonly EventType[]

/** Why a hand-over failed: a code internally, words for the partner (decision 21). */
export const failureCodes = [
  'CUSTOMER_ABSENT',
  'REFUSED',
  'ADDRESS_NOT_FOUND',
  'CUSTOMER_UNREACHABLE',
  'PARCEL_DAMAGED',
  'PAYMENT_REFUSED',
  'OTHER',
] as const
export type FailureCode = (typeof failureCodes)[number]

/** Why cancelling costs what it costs, or why it is no longer possible (decision 121). */
export const cancellationReasons = [
  'COURIER_NOT_ARRIVED',
  'COURIER_ARRIVED',
  'PARCEL_UNDER_WAY',
  'PARCEL_COMING_BACK',
  'ENDED',
] as const
export type CancellationReason = (typeof cancellationReasons)[number]

/** How a hand-over ends. */
export const handoverOutcomes = ['DELIVERED', 'FAILED'] as const
export type HandoverOutcome = (typeof handoverOutcomes)[number]

/** What somebody who takes a parcel is to its customer, in the order in which a form offers it. */
export const recipientKinds = ['NEIGHBOUR', 'GUARD', 'FAMILY', 'COLLEAGUE'] as const
export type RecipientKind = (typeof recipientKinds)[number]

/** Who takes a parcel at its hand-over. */
export const parcelTakers = ['CUSTOMER', ...recipientKinds] as const
export type ParcelTaker = (typeof parcelTakers)[number]

/**
 * What a shop can change of a delivery until its parcel is picked up, as the history names it (decision 121).
 */
export const changeableFields = [
  'customer.lastName',
  'customer.firstName',
  'customer.phone',
  'dropoff',
  'dropoff.label',
  'dropoff.landmark',
  'instructions',
  'externalRef',
] as const
export type ChangeableField = (typeof changeableFields)[number]

/** Why a promo code cannot be used (decision 11). */
export const promoRefusals = [
  'UNKNOWN',
  'NOT_FOR_SHOP',
  'NOT_STARTED',
  'EXPIRED',
  'EXHAUSTED',
  'SHOP_LIMIT',
  'CUSTOMER_LIMIT',
  'TRIP_NOT_ELIGIBLE',
] as const
export type PromoRefusal = (typeof promoRefusals)[number]

/** Who bears what a promo code takes off: the courier company, or the shop that ordered (decision 216). */
export const promoBearers = ['SERVICE', 'SHOP'] as const
export type PromoBearer = (typeof promoBearers)[number]

/** What a promo code may ask of a trip. */
export const promoConditions = ['CITY', 'MINIMUM_TRIP'] as const
export type PromoCondition = (typeof promoConditions)[number]

/** Why a pickup window cannot be taken (decision 128). */
const pickupWindowRefusals = ['PAST', 'TOO_FAR', 'TOO_SHORT', 'TOO_LONG'] as const
export type PickupWindowRefusal = (typeof pickupWindowRefusals)[number]

/** The same of a window of the drop-off: the courier is not there before it ends, or long before it begins. */
export type DropoffWindowRefusal = PickupWindowRefusal | 'TOO_SOON' | 'AFTER_PICKUP'

/** Why a parcel that could not be handed over is not brought once more (decision 340). */
const secondTryRefusals = [
  'OFF',
  'NOT_FAILED',
  'PARCEL_DAMAGED',
  'TRIES_USED_UP',
  'TOO_LATE',
  'WINDOW',
  'PAYMENT_UNANSWERED',
  'CANCELLED',
] as const
export type SecondTryRefusal = (typeof secondTryRefusals)[number]

/** Formats a parcel photo may have. */
export const photoContentTypes = ['image/jpeg', 'image/png', 'image/webp'] as const
export type PhotoContentType = (typeof photoContentTypes)[number]

/** Why a webhook request got no usable response (decision 40). */
export const attemptFailures = ['DNS', 'TLS', 'CONNECTION', 'TIMEOUT', 'REDIRECT', 'BLOCKED_ADDRESS'] as const
export type AttemptFailure = (typeof attemptFailures)[number]

/** Whether a webhook endpoint is called, and if not, why (decisions 35, 38). */
export const endpointStates = ['ACTIVE', 'PAUSED', 'DISABLED', 'SECRET_SEALED'] as const
export type EndpointState = (typeof endpointStates)[number]

/** Why a webhook request was made (decision 40). */
export const attemptTriggers = ['SCHEDULED', 'RESEND', 'PING'] as const
export type AttemptTrigger = (typeof attemptTriggers)[number]

/**
 * Why a mobile-money provider refuses an order for good: the customer said no, has too little money or did
 * not answer in time; it does not serve the number, or not for this; a limit of the person is reached; what
 * lies with it for the service is too little; or something failed there.
 */
const refusalReasons = [
  'PAYER_REFUSED',
  'FUNDS_TOO_LOW',
  'EXPIRED',
  'NUMBER_REFUSED',
  'LIMIT_REACHED',
  'FLOAT_TOO_LOW',
  'PROVIDER_FAILED',
] as const
export type RefusalReason = (typeof refusalReasons)[number]

/** Who is asked to pay: the customer of a delivery, or its shop for the trip (decision 256). */
export const payers = ['CUSTOMER', 'SENDER'] as const
export type Payer = (typeof payers)[number]

/** Who bears what a provider takes for a payout (decision 258). */
export const feeBearers = ['COMPANY', 'SHOP'] as const
export type FeeBearer = (typeof feeBearers)[number]

/** What money is sent for. */
const transferKinds = ['SHOP_PAYOUT', 'COURIER_PAYOUT', 'CUSTOMER_REFUND'] as const
export type TransferKind = (typeof transferKinds)[number]

/** How far a transfer is: written, known to its provider, and the two ways in which it ends. */
const transferStates = ['DUE', 'SENT', 'PAID', 'REFUSED'] as const
export type TransferState = (typeof transferStates)[number]

/** The days of a week, as settings name them. */
export const weekdayNames = [
  'MONDAY',
  'TUESDAY',
  'WEDNESDAY',
  'THURSDAY',
  'FRIDAY',
  'SATURDAY',
  'SUNDAY',
] as const
export type WeekdayName = (typeof weekdayNames)[number]

/** When a shop is paid what it sold. */
export const payoutRhythms = ['AT_ONCE', 'DAILY', 'WEEKLY'] as const
export type PayoutRhythm = (typeof payoutRhythms)[number]

/**
 * The state of a request to pay. DUE: to be sent; ASKED: the customer was asked; then the provider's final
 * status, FAILED at the deadline, or WITHDRAWN because the payment was no longer expected.
 */
const paymentRequestStates = ['DUE', 'ASKED', 'PAID', 'REFUSED', 'FAILED', 'WITHDRAWN'] as const
export type PaymentRequestState = (typeof paymentRequestStates)[number]
