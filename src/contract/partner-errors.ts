import { countryName } from '../base/kernel/country-name.ts'
import type { Environment } from '../base/kernel/environment.ts'
import type { Fcfa } from '../base/kernel/fcfa.ts'
import { amountText, beginningText, distanceText } from '../base/kernel/figure-text.ts'
import type { Language } from '../base/kernel/language.ts'
import { listText } from '../base/kernel/list-text.ts'
import type { Speak } from '../base/kernel/translate.ts'
import { define } from './error-definition.ts'
import type { ErrorText } from './error-words.ts'
import { fieldName } from './field-name.ts'
import { formerPhoneSays, type RefusedPhone } from './former-phone.ts'
import type { JsonExpected, JsonFault } from './json-fault.ts'
import type {
  Collection,
  DeliveryStatus,
  DropoffWindowRefusal,
  PaymentStatus,
  PickupWindowRefusal,
  PromoRefusal,
  Scope,
  SecondTryRefusal,
} from './vocabulary.ts'

/** One thing wrong with what was sent; `field` is a JSON pointer such as `/customer/phone` (decision 6). */
export type Issue = { field: string; rule: string; message: string }

const exampleId = '0192f0c1-7a3e-7c11-9d5b-3f5f7b1c2d4e'

/**
 * Every error that the partner API responds with: code, HTTP status, wording, details (spec section 7).
 * Partners branch on the codes, so they are permanent (decision 43). Errors of our own doors alone are in
 * `door-errors.ts`.
 */
export const partnerErrors = {
  API_KEY_MISSING: define({
    status: 401,
    says: 'Send your API key in the header "Authorization: Bearer \'<API_KEY>\'".',
  }),
  API_KEY_INVALID: define<{
    environment: Environment | null
    cell: { code: string; url: string | null } | null
  }>({
    status: 401,
    says: ({ environment, cell }, t) => {
      if (environment) return t(foreignKey[environment])
      if (cell?.url)
        return t('This API key is of the cell {code}. Send it to {url}.', { code: cell.code, url: cell.url })
      if (cell)
        return t('This API key is of the cell {code}. Send it to the address that you were given with it.', {
          code: cell.code,
        })
      return t('This API key is unknown or revoked. Check that it was copied whole.')
    },
    example: { environment: 'sandbox', cell: null },
    details: ({ environment, cell }) =>
      environment ? { environment } : cell ? { cell: cell.code, url: cell.url } : undefined,
  }),
  SCOPE_REQUIRED: define<{ scope: Scope }>({
    status: 403,
    says: 'This API key lacks the right {scope}.',
    example: { scope: 'deliveries:write' },
    details: (p) => ({ scope: p.scope }),
  }),
  VALIDATION_FAILED: define<{ issues: Record<Language, Issue[]>; issueCount: number }>({
    status: 400,
    says: ({ issues, issueCount }, t, language) => {
      const first = firstFault(issues[language], t('The body'))
      if (issueCount < 2) return first
      if (issueCount === 2) return t('{first} There is 1 more fault: see details.issues.', { first })
      return t('{first} There are {others} more faults: see details.issues.', {
        first,
        others: issueCount - 1,
      })
    },
    example: {
      issues: {
        en: [{ field: '/customer/phone', rule: 'required', message: 'is required' }],
        fr: [{ field: '/customer/phone', rule: 'required', message: 'est obligatoire' }],
      },
      issueCount: 1,
    },
  }),
  JSON_INVALID: define<{ fault: JsonFault }>({
    status: 400,
    says: ({ fault }, t) => jsonSentence(fault, t),
    example: { fault: { kind: 'NAME', line: 4, column: 1, met: '}' } },
    details: ({ fault }) =>
      fault.kind === 'FORBIDDEN_NAME' ? undefined : { line: fault.line, column: fault.column },
  }),
  REQUEST_MALFORMED: define({
    status: 400,
    says: 'The request is not valid HTTP or its address cannot be read.',
  }),
  UNSUPPORTED_MEDIA_TYPE: define({
    status: 415,
    says: 'Send the body as JSON, with the header "Content-Type: application/json".',
  }),
  BODY_TOO_LARGE: define<{ limitBytes: number }>({
    status: 413,
    says: 'The body is larger than {limitBytes} bytes.',
    example: { limitBytes: 262144 },
    details: (p) => ({ limitBytes: p.limitBytes }),
  }),
  HEADERS_TOO_LARGE: define({ status: 431, says: 'The headers are too large.' }),
  REQUEST_TIMEOUT: define({ status: 408, says: 'The request took too long to arrive.' }),
  ROUTE_NOT_FOUND: define<{ method: string; path: string }>({
    status: 404,
    says: 'There is no operation {method} {path}.',
    example: { method: 'GET', path: '/api/v1/partner/deliverys' },
  }),
  METHOD_NOT_ALLOWED: define<{ method: string; allowed: string[] }>({
    status: 405,
    says: (p, t, language) =>
      t('This path does not take {method}. It takes {allowed}.', {
        method: p.method,
        allowed: listText(p.allowed, language),
      }),
    example: { method: 'PUT', allowed: ['POST'] },
    details: (p) => ({ allowed: p.allowed }),
  }),
  RATE_LIMITED: define<{ retryAfterSeconds: number }>({
    status: 429,
    says: 'Too many requests. Try again in {retryAfterSeconds} s.',
    example: { retryAfterSeconds: 1 },
  }),
  PHOTO_QUOTA_REACHED: define<{ retryAfterSeconds: number; isUnused?: true }>({
    status: 429,
    says: ({ isUnused, retryAfterSeconds }, t) =>
      t(photoQuotas[isUnused ? 'UNUSED' : 'HOUR'], { retryAfterSeconds }),
    example: { retryAfterSeconds: 1800 },
    details: (p) => ({ retryAfterSeconds: p.retryAfterSeconds }),
  }),
  EVENT_CURSOR_INVALID: define({
    status: 422,
    says: 'This cursor was not made for your shop. Send a nextCursor that GET /events answered, or omit after to read from the oldest event.',
  }),
  PICKUP_AMBIGUOUS: define({ status: 422, says: 'Send either pickup or pickupAddressId, not both.' }),
  PICKUP_REQUIRED: define({
    status: 422,
    says: 'Your shop has no main pickup address. Send pickup or pickupAddressId, or register one: by POST /pickup-addresses, or with the courier company.',
  }),
  PICKUP_ADDRESS_UNKNOWN: define<{ pickupAddressId: string }>({
    status: 422,
    says: 'Your shop has no pickup address with this pickupAddressId. GET /pickup-addresses lists them.',
    example: { pickupAddressId: '0192f0c1-7a3e-7c11-9d5b-3f5f7b1c2d4e' },
    details: (p) => ({ pickupAddressId: p.pickupAddressId }),
  }),
  OUT_OF_ZONE: define<UnservedPoint>({
    status: 422,
    says: outOfZone,
    example: {
      point: 'dropoff',
      nearestZone: 'Fidjrossè',
      distanceMeters: 8200,
      nearestCity: 'Cotonou',
      cityDistanceMeters: 6400,
      isSwapped: false,
    },
    details: (p) => ({ ...p }),
  }),
  CITIES_DIFFER: define<{ pickupCity: string; dropoffCity: string }>({
    status: 422,
    says: 'Pickup is in {pickupCity} and drop-off in {dropoffCity}: a delivery stays within one city.',
    example: { pickupCity: 'Cotonou', dropoffCity: 'Parakou' },
    details: (p) => ({ pickupCity: p.pickupCity, dropoffCity: p.dropoffCity }),
  }),
  PHONE_NUMBER_INVALID: define<RefusedPhone>({
    status: 422,
    says: ({ country, former }, t, language) =>
      former
        ? formerPhoneSays(former, language)
        : t(
            "The customer's phone number is not possible. Send it in national form ({country}) or with + and the country code.",
            { country },
          ),
    example: { country: 'BJ' },
    details: ({ country, former }) => ({
      field: '/customer/phone',
      country,
      ...(former && { today: former.today }),
    }),
  }),
  CUSTOMER_BLOCKED: define({
    status: 422,
    says: 'The courier company delivers nothing to this phone number at present. Ask the courier company why.',
    details: () => ({ field: '/customer/phone' }),
  }),
  PHOTO_KEY_UNKNOWN: define({
    status: 422,
    says: 'This photoKey was not issued to your shop, or nothing valid was uploaded with it.',
  }),
  PROMO_CODE_REFUSED: define<{ reason: Exclude<PromoRefusal, 'TRIP_NOT_ELIGIBLE'> } | IneligibleTrip>({
    status: 422,
    says: (p, t) => {
      if (p.reason !== 'TRIP_NOT_ELIGIBLE') return t(promoRefusals[p.reason])
      if (p.condition === 'CITY') return t('This promo code is only for trips in {city}.', { city: p.city })
      const { minimumTripFcfa, tripFcfa } = p
      return t(
        'This promo code is for trips of {minimumTripFcfa} FCFA or more before discounts; this one costs {tripFcfa} FCFA.',
        { minimumTripFcfa, tripFcfa },
      )
    },
    example: {
      reason: 'TRIP_NOT_ELIGIBLE',
      condition: 'MINIMUM_TRIP',
      minimumTripFcfa: 1000,
      tripFcfa: 650,
    },
    details: (p) => ({ ...p }),
  }),
  CLOSED: define<ClosedCity>({
    status: 422,
    says: ({ city, opensAt, timeZone }, t, language) => {
      if (opensAt === null)
        return t('Deliveries in {city} are closed, and no opening is planned yet.', { city })
      const opens = beginningText(new Date(opensAt), timeZone, language)
      return t('Deliveries in {city} are closed. They open on {opens}.', { city, opens })
    },
    example: { city: 'Cotonou', opensAt: '2026-11-23T07:00:00.000Z', timeZone: 'Africa/Porto-Novo' },
    details: (p) => ({ ...p }),
  }),
  PICKUP_WINDOW_REFUSED: define<{ reason: PickupWindowRefusal }>({
    status: 422,
    says: (p, t) => t(pickupWindowRefusals[p.reason]),
    example: { reason: 'TOO_SHORT' },
    details: (p) => ({ reason: p.reason }),
  }),
  DROPOFF_WINDOW_REFUSED: define<{ reason: DropoffWindowRefusal }>({
    status: 422,
    says: (p, t) => t(dropoffWindowRefusals[p.reason]),
    example: { reason: 'TOO_SOON' },
    details: (p) => ({ reason: p.reason }),
  }),
  SHOP_NOT_APPROVED: define({
    status: 403,
    says: 'This shop is not approved yet: it can prepare everything, and order once the operator has approved it.',
  }),
  SHOP_SUSPENDED: define({
    status: 403,
    says: 'The courier company has suspended this shop: its keys are refused, while deliveries under way go on. Ask the courier company why.',
  }),
  PAYOUT_ACCOUNT_REQUIRED: define({
    status: 422,
    says: 'Your shop has no mobile-money number yet. With SECURE your sales are paid out to it, with DIRECT your customers pay to it: add it in the console, or ask the courier company to. Orders with the mode PREPAID need none.',
  }),
  COLLECTION_UNAVAILABLE: define<{ country: string }>({
    status: 422,
    says: ({ country }, t, language) =>
      t(
        'SECURE is not available: no mobile-money provider of the courier company serves customers in {country}. Send the collection DIRECT, by which they pay to your own number, or leave it out.',
        { country: countryName(country, language) },
      ),
    example: { country: 'BJ' },
    details: (p) => ({ collection: 'SECURE', country: p.country, use: 'DIRECT' }),
  }),
  PAYMENT_AMOUNT_REFUSED: define<{ amountFcfa: Fcfa; minFcfa: Fcfa; maxFcfa: Fcfa }>({
    status: 422,
    says: (p, t, language) =>
      t(
        'With SECURE the customer would pay {amount}, and by mobile money they can pay {min} to {max} at once. Collect it DIRECT, by which they pay to your own number, or change the amount.',
        {
          amount: amountText(p.amountFcfa, language),
          min: amountText(p.minFcfa, language),
          max: amountText(p.maxFcfa, language),
        },
      ),
    example: { amountFcfa: 2_501_000, minFcfa: 100, maxFcfa: 2_000_000 },
    details: (p) => ({ amount: p.amountFcfa, minimum: p.minFcfa, maximum: p.maxFcfa, use: 'DIRECT' }),
  }),
  IDEMPOTENCY_KEY_REQUIRED: define({
    status: 400,
    says: 'Send the header Idempotency-Key: 8 to 100 letters, digits, - and _, one for each order.',
  }),
  IDEMPOTENCY_KEY_INVALID: define({
    status: 400,
    says: 'The header Idempotency-Key takes 8 to 100 letters, digits, - and _.',
  }),
  IDEMPOTENCY_KEY_REUSED: define<{ deliveryId: string }>({
    status: 422,
    says: 'This Idempotency-Key was already used with another body: it made the delivery {deliveryId}. Use a new key for a new order.',
    example: { deliveryId: '0192f0c1-7a3e-7c11-9d5b-3f5f7b1c2d4e' },
    details: (p) => ({ deliveryId: p.deliveryId }),
  }),
  EXTERNAL_REF_TAKEN: define<{ externalRef: string; deliveryId: string }>({
    status: 409,
    says: 'Your shop already has a delivery with the externalRef {externalRef}.',
    example: { externalRef: 'order-2041', deliveryId: '0192f0c1-7a3e-7c11-9d5b-3f5f7b1c2d4e' },
    details: (p) => ({ externalRef: p.externalRef, deliveryId: p.deliveryId }),
  }),
  DELIVERY_NOT_FOUND: define({ status: 404, says: 'Your shop has no delivery with this id or reference.' }),
  DELIVERY_NOT_CANCELLABLE: define<{ status: DeliveryStatus }>({
    status: 409,
    says: 'A delivery with the status {status} can no longer be cancelled.',
    example: { status: 'DELIVERED' },
    details: (p) => ({ status: p.status }),
  }),
  NO_HANDOVER: define<{ status: DeliveryStatus }>({
    status: 409,
    says: 'There is no proof of a hand-over while the delivery has the status {status}: it is there once the parcel was handed over, or could not be.',
    example: { status: 'IN_TRANSIT' },
    details: (p) => ({ status: p.status }),
  }),
  DELIVERY_NOT_CHANGEABLE: define<{ status: DeliveryStatus }>({
    status: 409,
    says: 'A delivery can be changed until the courier has picked up the parcel. This one has the status {status}.',
    example: { status: 'IN_TRANSIT' },
    details: (p) => ({ status: p.status }),
  }),
  DELIVERY_CHANGED_TOO_OFTEN: define<{ max: number }>({
    status: 409,
    says: 'This delivery has been changed {max} times, which is the most. Cancel it and create another one.',
    example: { max: 50 },
    details: (p) => ({ max: p.max }),
  }),
  DROPOFF_UNKNOWN: define({
    status: 409,
    says: 'The drop-off is not known yet: to give it a label or a landmark, send lat and lng too.',
  }),
  SECOND_TRY_REFUSED: define<{ reason: SecondTryRefusal }>({
    status: 409,
    says: (p, t) => t(secondTryRefusals[p.reason]),
    example: { reason: 'NOT_FAILED' },
    details: (p) => ({ reason: p.reason }),
  }),
  SECOND_TRY_ASKED: define<{ deliveryId: string }>({
    status: 409,
    says: 'A second try of this delivery was asked for before, with another window or by somebody else.',
    example: { deliveryId: '0192f0c1-7a3e-7c11-9d5b-3f5f7b1c2d4e' },
    details: (p) => ({ deliveryId: p.deliveryId }),
  }),
  PRICE_CHANGED: define<{ priceFcfa: number }>({
    status: 409,
    says: 'The delivery to this place costs {priceFcfa} FCFA. To agree to that, send the request again with expectedPrice {priceFcfa}.',
    example: { priceFcfa: 650 },
    details: (p) => ({ price: p.priceFcfa }),
  }),
  TRANSITION_REFUSED: define<{
    status: DeliveryStatus
    /** The statuses from which it works. */
    from?: readonly DeliveryStatus[]
  }>({
    status: 409,
    says: 'This is not possible while the delivery has the status {status}.',
    example: { status: 'DELIVERED', from: ['FAILED'] },
    details: (p) => ({ ...p }),
  }),
  PAYMENT_TRANSITION_REFUSED: define<{
    paymentStatus: PaymentStatus
    /** The status of the delivery. */
    status: DeliveryStatus
    /** The statuses of a payment from which it works. */
    from: readonly PaymentStatus[]
  }>({
    status: 409,
    says: 'This is not possible while the payment is {paymentStatus}. The delivery has the status {status}.',
    example: {
      paymentStatus: 'NOT_REQUESTED',
      status: 'ASSIGNED',
      from: ['AWAITING_CUSTOMER', 'AWAITING_MERCHANT'],
    },
    details: (p) => ({ ...p }),
  }),
  COLLECTION_REFUSED: define<{ collection: Collection }>({
    status: 409,
    says: (p, t) => t(collectionRefusals[p.collection]),
    example: { collection: 'SECURE' },
    details: (p) => ({ collection: p.collection }),
  }),
  PAYMENT_REQUESTS_USED_UP: define<{ max: number }>({
    status: 409,
    says: 'The customer has been asked to pay {max} times for this delivery, which is the most. Call them, or ask the delivery service.',
    example: { max: 5 },
    details: (p) => ({ max: p.max }),
  }),
  PAYMENT_NOT_SIMULATED: define<{ provider: string | null }>({
    status: 409,
    says: ({ provider }, t) =>
      provider === null
        ? t(
            'The sandbox pays for the customer only where payments are simulated; here nobody is asked. Pay as the customer of a provider, and make the step again once the payment is PAID.',
          )
        : t(
            'The sandbox pays for the customer only where payments are simulated; here {provider} is asked. Pay as the customer of {provider}, and make the step again once the payment is PAID.',
            { provider },
          ),
    example: { provider: 'mtn' },
    details: (p) => ({ provider: p.provider }),
  }),
  NO_NEXT_STEP: define<{
    status: DeliveryStatus
    outcome?: DeliveryStatus | undefined
    /** The statuses from which it works. */
    from: readonly DeliveryStatus[]
  }>({
    status: 409,
    says: ({ status, outcome, from }, t, language) => {
      const where = { status, from: listText(from, language, 'or') }
      return outcome
        ? t('A delivery with the status {status} cannot become {outcome}. This works from {from}.', {
            ...where,
            outcome,
          })
        : t('A delivery with the status {status} has no next step. This works from {from}.', where)
    },
    example: { status: 'DELIVERED', outcome: 'EXPIRED', from: ['AWAITING_LOCATION', 'SEARCHING_COURIER'] },
    details: (p) => ({ status: p.status, from: p.from }),
  }),
  UPLOAD_URL_INVALID: define({
    status: 403,
    says: 'This upload address was not issued by us, or was changed.',
  }),
  UPLOAD_URL_EXPIRED: define({ status: 403, says: 'This upload address has expired. Ask for a new one.' }),
  PHOTO_REFUSED: define<{ reason: keyof typeof photoRefusals }>({
    status: 422,
    says: (p, t) => t(photoRefusals[p.reason]),
    example: { reason: 'SIZE' },
    details: (p) => ({ reason: p.reason }),
  }),
  WEBHOOK_URL_REFUSED: define<{ reason: keyof typeof webhookUrlRefusals }>({
    status: 422,
    says: (p, t) => t(webhookUrlRefusals[p.reason]),
    example: { reason: 'NOT_HTTPS' },
    details: (p) => ({ reason: p.reason }),
  }),
  WEBHOOK_URL_TAKEN: define<{ endpointId: string | null }>({
    status: 409,
    says: ({ endpointId }, t) =>
      endpointId
        ? t(
            'The shop already has an endpoint for this address: {endpointId}. Change that one, or remove it first; if its secret is lost, make a new one.',
            { endpointId },
          )
        : t(
            'The shop already has an endpoint for this address. Change that one, or remove it first; if its secret is lost, make a new one.',
          ),
    example: { endpointId: exampleId },
    details: (p) => ({ endpointId: p.endpointId }),
  }),
  TOO_MANY_WEBHOOK_ENDPOINTS: define<{ max: number }>({
    status: 422,
    says: 'A shop has at most {max} webhook endpoints. Remove one first.',
    example: { max: 10 },
    details: (p) => ({ max: p.max }),
  }),
  WEBHOOK_ENDPOINT_NOT_FOUND: define({
    status: 404,
    says: 'This shop has no webhook endpoint with this id.',
  }),
  WEBHOOK_EVENT_NOT_FOUND: define({
    status: 404,
    says: 'No such event was enqueued for this endpoint in the last 30 days.',
  }),
  SIGNING_SECRET_SEALED: define({
    status: 409,
    says: 'The service can no longer read the signing secret of this endpoint, so the endpoint is not called. Make a new secret without an overlap, or ask the courier company to restore the old one.',
  }),
  SECRETS_KEY_DIFFERS: define({
    status: 409,
    says: 'No signing secret can be made at the moment: this process has another key than the service last started with. Ask the courier company that runs the service to set that right.',
  }),
  SECRET_OVERLAP_UNDER_WAY: define<{ until: string }>({
    status: 409,
    says: 'The secret before this one stays valid until {until}, as was promised. Wait until then, or make a new secret without an overlap: both old ones end at once.',
    example: { until: '2026-11-22T10:00:00.000Z' },
    details: (p) => ({ until: p.until }),
  }),
  PICKUP_ADDRESS_NOT_FOUND: define({ status: 404, says: 'This shop has no pickup address with this id.' }),
  PICKUP_ADDRESS_IS_MAIN: define({
    status: 409,
    says: 'This is the main pickup address of the shop. Make another one the main address first.',
  }),
  TOO_MANY_PICKUP_ADDRESSES: define<{ max: number }>({
    status: 422,
    says: 'A shop has at most {max} pickup addresses. Remove one first.',
    example: { max: 200 },
    details: (p) => ({ max: p.max }),
  }),
  SERVICE_UNAVAILABLE: define<{ retryAfterSeconds: number }>({
    status: 503,
    says: 'The service is briefly unavailable. Send the same request again, with the same Idempotency-Key.',
    example: { retryAfterSeconds: 2 },
  }),
  INTERNAL_ERROR: define<{ requestId: string }>({
    status: 500,
    says: 'Something failed on our side. Quote this request: {requestId}.',
    example: { requestId: '5b1c6a52-8a53-4a8e-9a33-1f8f2f6f3b10' },
    details: (p) => ({ requestId: p.requestId }),
  }),
}

/** The first fault as a sentence; `body` names the whole body. */
function firstFault([first]: readonly Issue[], body: string): string {
  const sentence = `${fieldName(first?.field ?? '') || body} ${first?.message}`
  return /[.?!]$/.test(sentence) ? sentence : `${sentence}.`
}

function jsonSentence(fault: JsonFault, t: Speak<ErrorText>): string {
  if (fault.kind === 'FORBIDDEN_NAME')
    return t('The body has a member named __proto__, or constructor with a prototype: leave it out.')
  const { kind, line, column } = fault
  if (kind === 'NOT_UTF8')
    return t(
      'The body is not UTF-8: line {line}, column {column} has bytes of another encoding. Send the JSON in UTF-8.',
      { line, column },
    )
  const expected = t(expectedWords[kind])
  if (fault.met === null)
    return t('The body is not valid JSON: it stops at line {line}, column {column}, where {expected}.', {
      line,
      column,
      expected,
    })
  return t('The body is not valid JSON: line {line}, column {column} has {met} where {expected}.', {
    line,
    column,
    met: shownCharacter(fault.met, t),
    expected,
  })
}

const expectedWords = {
  VALUE: 'a value should be',
  NAME: 'a name in double quotes should be',
  COLON: 'a colon should be',
  COMMA: 'a comma should be, or the end of the object or array',
  TEXT: 'text in double quotes should go on or end (a line break in it is written \\n)',
  END: 'the body should end',
} as const satisfies Record<JsonExpected, ErrorText>

/**
 * One character as it may be shown: by its number where it shows nothing, or could hide what stands beside
 * it.
 */
function shownCharacter(sign: string, t: Speak<ErrorText>): string {
  if (sign === '\n') return t('a line break')
  if (sign === '\t') return t('a tab')
  const isVisible = /^[\p{L}\p{N}\p{P}\p{S}]$/u.test(sign)
  const shown = isVisible
    ? sign
    : `U+${(sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
  return t('“{shown}”', { shown })
}

/**
 * A point that is not served. A trip stays within one city, so a drop-off is measured to that of the pickup.
 */
type UnservedPoint = {
  point: 'pickup' | 'dropoff'
  /** The nearest zone, and how far its border is: of a drop-off, in the city of the pickup. */
  nearestZone: string | null
  distanceMeters: number | null
  /**
   * The nearest served city, of a drop-off that of the pickup, and how far the nearest place is that it
   * serves.
   */
  nearestCity: string | null
  cityDistanceMeters: number | null
  /** Whether the point would be served, by the same city, if its lat were its lng. */
  isSwapped: boolean
}

/** A point whose coordinates are swapped is far from everything: how far says nothing. */
function outOfZone(p: UnservedPoint, t: Speak<ErrorText>, language: Language): string {
  const texts = unservedPoints[p.point]
  if (p.isSwapped) return t(texts.SWAPPED)
  const city = p.nearestCity
  if (city === null) return t(texts.NO_CITY)
  return t(texts.FAR, { distance: plainDistance(p.cityDistanceMeters, language), city })
}

const unservedPoints = {
  pickup: {
    SWAPPED:
      'The pickup point is outside the served area. Are lat and lng swapped? The other way round, this point is served.',
    NO_CITY: 'The pickup point is outside the served area: no city is served yet.',
    FAR: 'The pickup point is outside the served area: the nearest served place is {distance} away, in {city}.',
  },
  dropoff: {
    SWAPPED:
      'The drop-off point is outside the served area. Are lat and lng swapped? The other way round, this point is served.',
    NO_CITY: 'The drop-off point is outside the served area: no city is served yet.',
    FAR: 'The drop-off point is outside the served area: the nearest served place in {city}, the city of the pickup, is {distance} away.',
  },
} as const

/** A city outside its opening hours; `opensAt` is a date-time, null while no opening is planned. */
type ClosedCity = { city: string; opensAt: string | null; timeZone: string }

/** A distance with plain blanks, for what is read in a terminal or a log. */
const plainDistance = (meters: number | null, language: Language): string =>
  distanceText(meters ?? 0, language).replaceAll(/[\u00a0\u202f]/g, ' ')

const foreignKey = {
  sandbox:
    'This API key was made in the sandbox, and this is production. Send it to the sandbox, or use a key that was made in production.',
  production:
    'This API key was made in production, and this is the sandbox. Send it to production, or use a key that was made in the sandbox.',
} as const satisfies Record<Environment, ErrorText>

const webhookUrlRefusals = {
  MALFORMED: 'This is not a web address.',
  NOT_HTTPS: 'The address must begin with https://. To receive events on your own machine, use colis listen.',
  CREDENTIALS: 'The address must not contain a user name or a password.',
  // The same for a name that leads nowhere: the difference would tell a stranger which internal names exist.
  NOT_PUBLIC:
    'The address must lead to a public server. Check its spelling. To receive events on your own machine, use colis listen.',
} as const

const collectionRefusals = {
  SECURE: 'This payment goes through the service: only the mobile-money operator confirms it.',
  DIRECT: 'This payment goes straight to the shop: the service does not ask for it.',
} as const satisfies Record<Collection, ErrorText>

const promoRefusals = {
  UNKNOWN: 'This promo code does not exist. Check its spelling, or order without it.',
  NOT_FOR_SHOP: 'This promo code is not for your shop. Order without it.',
  NOT_STARTED: 'This promo code is not valid yet. Use it later, or order without it.',
  EXPIRED: 'This promo code has expired. Order without it.',
  EXHAUSTED: 'This promo code has been used up. Order without it.',
  SHOP_LIMIT: 'Your shop has used this promo code as often as it may. Order without it.',
  CUSTOMER_LIMIT: 'This customer has used this promo code as often as they may. Order without it.',
} as const satisfies Record<Exclude<PromoRefusal, 'TRIP_NOT_ELIGIBLE'>, ErrorText>

/** The condition of a promo code that a trip does not meet; amounts before discounts. */
type IneligibleTrip = { reason: 'TRIP_NOT_ELIGIBLE' } & (
  | { condition: 'CITY'; city: string }
  | { condition: 'MINIMUM_TRIP'; minimumTripFcfa: Fcfa; tripFcfa: Fcfa }
)

const pickupWindowRefusals = {
  PAST: 'pickupWindow begins in the past. Leave it out to have the parcel fetched as soon as possible.',
  TOO_FAR: 'pickupWindow begins more than 7 days ahead. Order closer to the day.',
  TOO_SHORT: 'pickupWindow must be at least 30 minutes long, and end after it begins.',
  TOO_LONG: 'pickupWindow must be at most 24 hours long.',
} as const satisfies Record<PickupWindowRefusal, ErrorText>

const dropoffWindowRefusals = {
  PAST: 'The window of the drop-off begins in the past. Leave it out to have the parcel brought as soon as possible.',
  TOO_FAR: 'The window of the drop-off begins more than 7 days ahead. Order closer to the day.',
  TOO_SHORT: 'The window of the drop-off must be at least 30 minutes long, and end after it begins.',
  TOO_LONG: 'The window of the drop-off must be at most 24 hours long.',
  TOO_SOON: 'The window of the drop-off ends before the courier can be there. Let it end later.',
  AFTER_PICKUP:
    'The window of the drop-off begins long after that of the pick-up ends, and a courier brings a parcel as soon as they have it. Bring the two closer together.',
} as const satisfies Record<DropoffWindowRefusal, ErrorText>

const secondTryRefusals = {
  OFF: 'The courier company offers no second tries.',
  NOT_FAILED: 'A second try is for a delivery that FAILED, or was RETURNED after that.',
  PARCEL_DAMAGED: 'A parcel that was damaged is not brought once more.',
  TRIES_USED_UP:
    'This parcel was brought three times, or a second try asked for three times, which is the most.',
  WINDOW: 'The courier sets out today or tomorrow: choose a window that is not over by then.',
  PAYMENT_UNANSWERED:
    'The customer said that they had paid the shop, which did not answer before the hand-over failed. Settle that with them, then order a new delivery.',
  CANCELLED: 'The shop cancelled the second try: only the shop asks for another.',
  TOO_LATE: 'A second try can be asked for until the end of the day after the hand-over failed.',
} as const satisfies Record<SecondTryRefusal, ErrorText>

const photoQuotas = {
  HOUR: 'Your shop has reached its limit of photos for this hour. Try again in {retryAfterSeconds} s.',
  UNUSED:
    'Too many photos were announced that no order names yet: create the deliveries they are for. Try again in {retryAfterSeconds} s.',
} as const

const photoRefusals = {
  SIZE: 'The photo does not have the announced size.',
  CONTENT_TYPE: 'The header Content-Type is not the announced one.',
  CONTENT: 'The file is not an image of the announced format.',
  ALREADY_USED: 'An order names this photo already: it can no longer be replaced. Announce another one.',
  UPLOAD_UNDER_WAY: 'Another upload of this photo is under way. Try again in 30 s.',
} as const
