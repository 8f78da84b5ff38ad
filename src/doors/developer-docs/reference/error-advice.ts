import type { PartnerErrorCode } from '../../../contract/errors.ts'
import type { DocsText } from '../docs-words.ts'

/** What to do about each error of the partner API, beyond what its message says. */
export const errorAdvice: Readonly<Record<PartnerErrorCode, DocsText>> = {
  API_KEY_MISSING:
    'Send the header on every call, from your server. Some HTTP clients drop it when they follow a redirect: call the final address.',
  API_KEY_INVALID:
    'Compare the key with the one you were given: a blank or a missing letter is enough. A sandbox key works in the sandbox only. If it was revoked, ask for a new one.',
  SCOPE_REQUIRED:
    'Ask for a key that also has the right in `details.scope`. Each operation names its rights in the reference.',
  VALIDATION_FAILED:
    'Correct every entry of `details.issues`: `field` says where, `message` what. Sending the same request again changes nothing.',
  JSON_INVALID: 'Build the body with your language’s JSON library instead of by hand, in UTF-8.',
  REQUEST_MALFORMED:
    'Encode what goes into the address (`encodeURIComponent`, `rawurlencode`, `quote`), and use a common HTTP library.',
  UNSUPPORTED_MEDIA_TYPE: 'Forms and multipart are not taken: send JSON, and name it in `Content-Type`.',
  BODY_TOO_LARGE:
    'No order is that large. Photos are not sent in the body: see `POST /deliveries/parcel-photo-uploads`.',
  HEADERS_TOO_LARGE: 'Send no cookies and no long query; the lists take filters and pages.',
  REQUEST_TIMEOUT:
    'Send the same request again, with the same `Idempotency-Key`. If it happens often, look at your connection.',
  ROUTE_NOT_FOUND:
    'Compare the path with the reference: paths begin with /api/v1/partner and have no slash at the end. The sandbox’s operations do not exist in production.',
  METHOD_NOT_ALLOWED:
    'Use a method of `details.allowed`. A client that follows a redirect may turn POST into GET.',
  RATE_LIMITED:
    'Wait for the seconds of `Retry-After`, then send the same request again. Spread batches; receive webhooks instead of asking again and again.',
  PHOTO_QUOTA_REACHED: 'Wait for the seconds of `Retry-After`, or order without a photo.',
  EVENT_CURSOR_INVALID:
    'Start again without `after`, drop by their `id` the events that you have, and store each `nextCursor` as it came.',
  PICKUP_AMBIGUOUS:
    'Leave one of the two out: `pickupAddressId` for a registered address, `pickup` for any other place.',
  PICKUP_REQUIRED: 'Best register the shop’s main address once: then no order needs to name it.',
  PICKUP_WINDOW_REFUSED:
    'Send both times with their offset (`2026-11-21T14:00:00+01:00`), from now to 7 days ahead and 30 minutes to 24 hours apart. `details.reason` says which of these it is.',
  DROPOFF_WINDOW_REFUSED:
    'Bounded as `pickupWindow`; besides, the courier has to be there before it ends, and `pickupWindow` must not end long before it begins. `details.reason` says which of these it is.',
  CLOSED:
    'Show `message`, or order with a `pickupWindow` that begins at `details.opensAt` or later. What counts is the start of the window, without one the moment of the request. `details.opensAt` is null while no opening is planned.',
  PICKUP_ADDRESS_UNKNOWN:
    'Read the addresses again: this one was removed, or belongs to the other environment.',
  OUT_OF_ZONE:
    'Look whether `lat` and `lng` are swapped. Otherwise tell the customer before they pay: `GET /zones` has the served area, and a quote refuses the same way.',
  CITIES_DIFFER: 'Choose a pickup address in the customer’s city, or send the parcel otherwise.',
  PHONE_NUMBER_INVALID:
    'Check the number when the customer types it. With + and the country code there is no doubt.',
  CUSTOMER_BLOCKED:
    'Do not send the order again: only the courier company can unblock a number. Quotes are answered as before.',
  PHOTO_KEY_UNKNOWN:
    'Announce a photo, send it with PUT to `uploadUrl`, and only then order with its `photoKey`, within a day.',
  PROMO_CODE_REFUSED:
    'Show the message to whoever typed the code, or order without it. `POST /deliveries/promo-code-checks` says it beforehand. At a change it is the new customer who has used the code as often as they may: keep the number, or cancel and order again without the code.',
  SHOP_NOT_APPROVED:
    'Quotes, pickup addresses, keys and webhooks work meanwhile. Nothing has to be sent again once the shop is approved but the order itself, with the same Idempotency-Key. In the sandbox every shop is approved at once.',
  SHOP_SUSPENDED:
    'Do not call again in a loop: every call is refused until the courier company lifts the suspension. Webhooks about deliveries under way are still sent.',
  PAYOUT_ACCOUNT_REQUIRED:
    'The number is registered once: by the owner of the shop in the console, or by the courier company. Until then `PREPAID` orders work; the sandbox takes `DIRECT` without it too.',
  COLLECTION_UNAVAILABLE:
    'Leave `collection` out and the order is collected as it can be: `DIRECT` where nobody serves `SECURE`. In the sandbox the simulated provider serves every country.',
  PAYMENT_AMOUNT_REFUSED:
    'The bounds are those of the provider and the central bank, in `details`. What counts is the goods and, where the customer pays for it, the trip. Send `DIRECT`, have the shop pay for the trip (`feePayer` `MERCHANT`), or make two orders of it.',
  IDEMPOTENCY_KEY_REQUIRED:
    'Make a key for each order, store it with the order, then call: a repeated call never makes a second delivery.',
  IDEMPOTENCY_KEY_INVALID: 'A UUID, or your order number without blanks, does well.',
  IDEMPOTENCY_KEY_REUSED:
    'A repeated call must have the very same body: store it with the key. Is it another order? Then it needs a key of its own.',
  EXTERNAL_REF_TAKEN:
    'The order was sent before: read the delivery of `details.deliveryId`. For a second trip of one order add something, such as `order-2041-2`.',
  DELIVERY_NOT_FOUND:
    'Use the `id` of the answer that made it, with a key of the same shop and the same environment.',
  DELIVERY_NOT_CANCELLABLE: 'It has ended, or failed: there is nothing left to cancel. Read it to see how.',
  NO_HANDOVER:
    'Wait for `delivery.delivered` or `delivery.failed`. One that was cancelled or expired has none.',
  DELIVERY_NOT_CHANGEABLE: 'The parcel is with the courier: call them (`courier.phone`), or cancel.',
  DELIVERY_CHANGED_TOO_OFTEN:
    'Something in your software changes it again and again: send a change only when a person made one.',
  DROPOFF_UNKNOWN: 'Wait for `delivery.location_confirmed`, or send the whole place.',
  SECOND_TRY_REFUSED:
    'Ask for it while the delivery is FAILED or RETURNED, and for today or tomorrow; `details.reason` says which of it is missing. Later, create a new delivery.',
  SECOND_TRY_ASKED:
    'Read the delivery `details.deliveryId`: it brings the parcel. To have it at another time, cancel it, and ask for a second try again.',
  PRICE_CHANGED: 'Show the new price to whoever pays it; once they agree, send it with the request.',
  TRANSITION_REFUSED:
    'Read the delivery: it may have moved on while you were calling. `details.from` says from which statuses this works.',
  PAYMENT_TRANSITION_REFUSED:
    'Read the delivery and look at `payment.status`: it may be paid already, or not yet asked for, which happens when the parcel is picked up. `details.from` says from which statuses of the payment this works.',
  COLLECTION_REFUSED:
    'Look at `payment.collection`: a DIRECT payment is confirmed by the shop, a SECURE one is asked for again.',
  PAYMENT_REQUESTS_USED_UP: 'Call the customer and agree on another way, or cancel.',
  PAYMENT_NOT_SIMULATED:
    'This sandbox tries a real provider: pay with one of its test numbers, or ask the delivery service for a sandbox with simulated payments. `details.provider` names it.',
  NO_NEXT_STEP:
    'The delivery has come to an end, or the ending that you ask for does not start from here: `details.from` says where it does. Order another one.',
  UPLOAD_URL_INVALID: 'Use `uploadUrl` as it came, without decoding or shortening it.',
  UPLOAD_URL_EXPIRED: 'An address lasts for 15 minutes: announce the photo just before you send it.',
  PHOTO_REFUSED:
    'Announce exactly what you send: its number of bytes, and its true format (JPEG, PNG or WebP).',
  WEBHOOK_URL_REFUSED:
    'Give an https address that everybody can reach. On your own machine use `colis listen`. Whoever runs the service can allow further addresses: `WEBHOOK_ALLOW_RANGES`, or `WEBHOOK_ALLOW_INSECURE` for a service on one’s own machine.',
  WEBHOOK_URL_TAKEN:
    'Change the endpoint of `details.endpointId`; two for one address would receive every event twice.',
  TOO_MANY_WEBHOOK_ENDPOINTS: 'Let one address receive the events and pass them on within your own systems.',
  WEBHOOK_ENDPOINT_NOT_FOUND:
    'List the endpoints: this one was removed, or belongs to another shop or environment.',
  WEBHOOK_EVENT_NOT_FOUND: 'Read what you missed from `GET /events`, which goes back 30 days as well.',
  SIGNING_SECRET_SEALED:
    'Make a new secret at once and put it on your server: until then nothing reaches it.',
  SECRETS_KEY_DIFFERS: 'Nothing is wrong with your request. Tell the courier company, and try again later.',
  SECRET_OVERLAP_UNDER_WAY:
    'Put the present secret on all your servers first; the next change is for after `details.until`.',
  PICKUP_ADDRESS_NOT_FOUND:
    'List the addresses: this one was removed, or belongs to another shop or environment.',
  PICKUP_ADDRESS_IS_MAIN:
    'Make another address the main one, then remove this one: orders that name no address need one.',
  TOO_MANY_PICKUP_ADDRESSES: 'Remove those that you no longer use, or send `pickup` with the order.',
  SERVICE_UNAVAILABLE:
    'Wait for the seconds of `Retry-After` and repeat the call; nothing was done twice, thanks to the key.',
  INTERNAL_ERROR:
    'Try again a little later, with the same `Idempotency-Key`. If it stays, send `details.requestId` to the courier company.',
}
