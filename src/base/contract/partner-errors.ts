import { countryName } from '../kernel/country-name.ts'
import type { Environment } from '../kernel/environment.ts'
import type { Fcfa } from '../kernel/fcfa.ts'
import { amountText, beginningText, distanceText } from '../kernel/figure-text.ts'
import type { Language } from '../kernel/language.ts'
import { listText } from '../kernel/list-text.ts'
import { define } from './error-definition.ts'
import { fieldName } from './field-name.ts'
import type { JsonExpected, JsonFault } from './json-fault.ts'
import type {
  Collection,
  DeliveryStatus,
  PaymentStatus,
  PickupWindowRefusal,
  PromoRefusal,
  Scope,
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
    en: () => 'Send your API key in the header "Authorization: Bearer <API_KEY>".',
    fr: () => 'Envoyez votre clé d’API dans l’en-tête « Authorization: Bearer <API_KEY> ».',
  }),
  API_KEY_INVALID: define<{ environment: Environment | null }>({
    status: 401,
    example: { environment: 'sandbox' },
    en: (p) =>
      p.environment
        ? foreignKeyWording[p.environment].en
        : 'This API key is unknown or revoked. Check that it was copied whole.',
    fr: (p) =>
      p.environment
        ? foreignKeyWording[p.environment].fr
        : 'Cette clé d’API est inconnue ou révoquée. Vérifiez qu’elle a été copiée en entier.',
    details: (p) => (p.environment ? { environment: p.environment } : undefined),
  }),
  SCOPE_REQUIRED: define<{ scope: Scope }>({
    status: 403,
    example: { scope: 'deliveries:write' },
    en: (p) => `This API key lacks the right ${p.scope}.`,
    fr: (p) => `Cette clé d’API n’a pas le droit ${p.scope}.`,
    details: (p) => ({ scope: p.scope }),
  }),
  VALIDATION_FAILED: define<{ issues: Record<Language, Issue[]>; issueCount: number }>({
    status: 400,
    example: {
      issues: {
        en: [{ field: '/customer/phone', rule: 'required', message: 'is required' }],
        fr: [{ field: '/customer/phone', rule: 'required', message: 'est obligatoire' }],
      },
      issueCount: 1,
    },
    en: (p) => {
      const others = p.issueCount - 1
      const more = others === 1 ? 'There is 1 more fault' : `There are ${others} more faults`
      return `${firstFault(p.issues.en, 'The body')}${others > 0 ? ` ${more}: see details.issues.` : ''}`
    },
    fr: (p) => {
      const others = p.issueCount - 1
      const more = `Il y a ${others} autre${others === 1 ? '' : 's'} erreur${others === 1 ? '' : 's'}`
      return `${firstFault(p.issues.fr, 'Le corps de la requête')}${others > 0 ? ` ${more} : voyez details.issues.` : ''}`
    },
  }),
  JSON_INVALID: define<{ fault: JsonFault }>({
    status: 400,
    example: { fault: { kind: 'NAME', line: 4, column: 1, met: '}' } },
    en: (p) => jsonSentence(p.fault, 'en'),
    fr: (p) => jsonSentence(p.fault, 'fr'),
    details: ({ fault }) =>
      fault.kind === 'FORBIDDEN_NAME' ? undefined : { line: fault.line, column: fault.column },
  }),
  REQUEST_MALFORMED: define({
    status: 400,
    en: () => 'The request is not valid HTTP or its address cannot be read.',
    fr: () => 'La requête n’est pas du HTTP valide ou son adresse est illisible.',
  }),
  UNSUPPORTED_MEDIA_TYPE: define({
    status: 415,
    en: () => 'Send the body as JSON, with the header "Content-Type: application/json".',
    fr: () => 'Envoyez le corps en JSON, avec l’en-tête « Content-Type: application/json ».',
  }),
  BODY_TOO_LARGE: define<{ limitBytes: number }>({
    status: 413,
    example: { limitBytes: 262144 },
    en: (p) => `The body is larger than ${p.limitBytes} bytes.`,
    fr: (p) => `Le corps de la requête dépasse ${p.limitBytes} octets.`,
    details: (p) => ({ limitBytes: p.limitBytes }),
  }),
  HEADERS_TOO_LARGE: define({
    status: 431,
    en: () => 'The headers are too large.',
    fr: () => 'Les en-têtes sont trop volumineux.',
  }),
  REQUEST_TIMEOUT: define({
    status: 408,
    en: () => 'The request took too long to arrive.',
    fr: () => 'La requête a mis trop de temps à arriver.',
  }),
  ROUTE_NOT_FOUND: define<{ method: string; path: string }>({
    status: 404,
    example: { method: 'GET', path: '/api/v1/partner/deliverys' },
    en: (p) => `There is no operation ${p.method} ${p.path}.`,
    fr: (p) => `L’opération ${p.method} ${p.path} n’existe pas.`,
  }),
  METHOD_NOT_ALLOWED: define<{ method: string; allowed: string[] }>({
    status: 405,
    example: { method: 'PUT', allowed: ['POST'] },
    en: (p) => `This path does not take ${p.method}. It takes ${listText(p.allowed, 'en')}.`,
    fr: (p) => `Ce chemin n’accepte pas ${p.method}. Il accepte ${listText(p.allowed, 'fr')}.`,
    details: (p) => ({ allowed: p.allowed }),
  }),
  RATE_LIMITED: define<{ retryAfterSeconds: number }>({
    status: 429,
    example: { retryAfterSeconds: 1 },
    en: (p) => `Too many requests. Try again in ${p.retryAfterSeconds} s.`,
    fr: (p) => `Trop de requêtes. Réessayez dans ${p.retryAfterSeconds} s.`,
  }),
  PHOTO_QUOTA_REACHED: define<{ retryAfterSeconds: number; isUnused?: true }>({
    status: 429,
    example: { retryAfterSeconds: 1800 },
    en: (p) =>
      `${p.isUnused ? 'Too many photos were announced that no order names yet: create the deliveries they are for.' : 'Your shop has announced as many photos as it may in an hour.'} Try again in ${p.retryAfterSeconds} s.`,
    fr: (p) =>
      `${p.isUnused ? 'Trop de photos annoncées ne servent encore à aucune commande : créez les livraisons auxquelles elles sont destinées.' : 'Votre boutique a annoncé autant de photos qu’elle peut en une heure.'} Réessayez dans ${p.retryAfterSeconds} s.`,
    details: (p) => ({ retryAfterSeconds: p.retryAfterSeconds }),
  }),
  EVENT_CURSOR_INVALID: define({
    status: 422,
    en: () =>
      'This cursor was not made for your shop. Send a nextCursor that GET /events answered, or leave after out to read from the oldest event.',
    fr: () =>
      'Ce curseur n’a pas été émis pour votre boutique. Envoyez un nextCursor reçu de GET /events, ou omettez after pour lire depuis l’événement le plus ancien.',
  }),
  PICKUP_AMBIGUOUS: define({
    status: 422,
    en: () => 'Send either pickup or pickupAddressId, not both.',
    fr: () => 'Envoyez soit pickup, soit pickupAddressId, pas les deux.',
  }),
  PICKUP_REQUIRED: define({
    status: 422,
    en: () =>
      'Your shop has no main pickup address. Send pickup or pickupAddressId, or register one: by POST /pickup-addresses, or with the courier company.',
    fr: () =>
      'Votre boutique n’a pas d’adresse de retrait principale. Envoyez pickup ou pickupAddressId, ou enregistrez-en une : par POST /pickup-addresses, ou auprès de la société de livraison.',
  }),
  PICKUP_ADDRESS_UNKNOWN: define<{ pickupAddressId: string }>({
    status: 422,
    example: { pickupAddressId: '0192f0c1-7a3e-7c11-9d5b-3f5f7b1c2d4e' },
    en: () => 'Your shop has no pickup address with this pickupAddressId. GET /pickup-addresses lists them.',
    fr: () =>
      'Votre boutique n’a pas d’adresse de retrait avec ce pickupAddressId. GET /pickup-addresses en donne la liste.',
    details: (p) => ({ pickupAddressId: p.pickupAddressId }),
  }),
  OUT_OF_ZONE: define<UnservedPoint>({
    status: 422,
    example: {
      point: 'dropoff',
      nearestZone: 'Fidjrossè',
      distanceMeters: 8200,
      nearestCity: 'Cotonou',
      cityDistanceMeters: 6400,
      isSwapped: false,
    },
    en: (p) => outOfZone(p, 'en'),
    fr: (p) => outOfZone(p, 'fr'),
    details: (p) => ({ ...p }),
  }),
  CITIES_DIFFER: define<{ pickupCity: string; dropoffCity: string }>({
    status: 422,
    example: { pickupCity: 'Cotonou', dropoffCity: 'Parakou' },
    en: (p) =>
      `Pickup is in ${p.pickupCity} and drop-off in ${p.dropoffCity}: a delivery stays within one city.`,
    fr: (p) =>
      `Le retrait est à ${p.pickupCity} et la livraison à ${p.dropoffCity} : une livraison reste dans une même ville.`,
    details: (p) => ({ pickupCity: p.pickupCity, dropoffCity: p.dropoffCity }),
  }),
  PHONE_NUMBER_INVALID: define<{ country: string }>({
    status: 422,
    example: { country: 'BJ' },
    en: (p) =>
      `The customer's phone number is not possible. Send it in national form (${p.country}) or with + and the country code.`,
    fr: (p) =>
      `Le numéro de téléphone du client n’est pas possible. Envoyez-le au format national (${p.country}) ou avec + et l’indicatif du pays.`,
    details: (p) => ({ field: '/customer/phone', country: p.country }),
  }),
  CUSTOMER_BLOCKED: define({
    status: 422,
    en: () =>
      'The courier company delivers nothing to this phone number at present. Ask the courier company why.',
    fr: () =>
      'La société de livraison ne livre rien à ce numéro de téléphone en ce moment. Demandez-lui pourquoi.',
    details: () => ({ field: '/customer/phone' }),
  }),
  PHOTO_KEY_UNKNOWN: define({
    status: 422,
    en: () => 'This photoKey was not issued to your shop, or nothing valid was uploaded with it.',
    fr: () => 'Ce photoKey n’a pas été délivré à votre boutique, ou rien de valable n’a été envoyé avec.',
  }),
  PROMO_CODE_REFUSED: define<{ reason: Exclude<PromoRefusal, 'TRIP_NOT_ELIGIBLE'> } | IneligibleTrip>({
    status: 422,
    example: {
      reason: 'TRIP_NOT_ELIGIBLE',
      condition: 'MINIMUM_TRIP',
      minimumTripFcfa: 1000,
      tripFcfa: 650,
    },
    en: (p) =>
      p.reason === 'TRIP_NOT_ELIGIBLE' ? ineligibleTrip(p, 'en') : promoRefusalWording[p.reason].en,
    fr: (p) =>
      p.reason === 'TRIP_NOT_ELIGIBLE' ? ineligibleTrip(p, 'fr') : promoRefusalWording[p.reason].fr,
    details: (p) => ({ ...p }),
  }),
  CLOSED: define<ClosedCity>({
    status: 422,
    example: { city: 'Cotonou', opensAt: '2026-11-23T07:00:00.000Z', timeZone: 'Africa/Porto-Novo' },
    en: (p) => closedCity(p, 'en'),
    fr: (p) => closedCity(p, 'fr'),
    details: (p) => ({ ...p }),
  }),
  PICKUP_WINDOW_REFUSED: define<{ reason: PickupWindowRefusal }>({
    status: 422,
    example: { reason: 'TOO_SHORT' },
    en: (p) => pickupWindowWording[p.reason].en,
    fr: (p) => pickupWindowWording[p.reason].fr,
    details: (p) => ({ reason: p.reason }),
  }),
  SHOP_NOT_APPROVED: define({
    status: 403,
    en: () =>
      'This shop is not approved yet: it can prepare everything, and order once the operator has approved it.',
    fr: () =>
      'Cette boutique n’est pas encore approuvée : elle peut tout préparer, et commander dès que le service l’a approuvée.',
  }),
  SHOP_SUSPENDED: define({
    status: 403,
    en: () =>
      'The courier company has suspended this shop: its keys open nothing, while deliveries under way go on. Ask the courier company why.',
    fr: () =>
      'La société de livraison a suspendu cette boutique : ses clés n’ouvrent plus rien, mais les livraisons en cours continuent. Demandez-lui pourquoi.',
  }),
  PAYOUT_ACCOUNT_REQUIRED: define({
    status: 422,
    en: () =>
      'Your shop has no mobile-money number yet. With SECURE your sales are paid out to it, with DIRECT your customers pay to it: add it in the console, or ask the courier company to. Orders with the mode PREPAID need none.',
    fr: () =>
      'Votre boutique n’a pas encore de numéro mobile money. Avec SECURE, vos ventes y sont versées ; avec DIRECT, vos clients y paient : ajoutez-le dans la console, ou demandez-le à la société de livraison. Les commandes au mode PREPAID s’en passent.',
  }),
  COLLECTION_UNAVAILABLE: define<{ country: string }>({
    status: 422,
    example: { country: 'BJ' },
    en: (p) =>
      `SECURE is not available: no mobile-money provider of the courier company serves customers in ${countryName(p.country, 'en')}. Send the collection DIRECT, by which they pay to your own number, or leave it out.`,
    fr: (p) =>
      `SECURE n’est pas disponible : aucun fournisseur mobile money de la société de livraison ne sert les clients de ce pays (${countryName(p.country, 'fr')}). Envoyez collection à DIRECT, le client paie alors sur votre numéro, ou ne l’envoyez pas.`,
    details: (p) => ({ collection: 'SECURE', country: p.country, use: 'DIRECT' }),
  }),
  PAYMENT_AMOUNT_REFUSED: define<{ amountFcfa: Fcfa; minFcfa: Fcfa; maxFcfa: Fcfa }>({
    status: 422,
    example: { amountFcfa: 2_501_000, minFcfa: 100, maxFcfa: 2_000_000 },
    en: (p) =>
      `With SECURE the customer would pay ${amountText(p.amountFcfa, 'en')}, and by mobile money they can pay ${amountText(p.minFcfa, 'en')} to ${amountText(p.maxFcfa, 'en')} at once. Collect it DIRECT, by which they pay to your own number, or change the amount.`,
    fr: (p) =>
      `Avec SECURE, le client paierait ${amountText(p.amountFcfa, 'fr')}, or il peut payer par mobile money de ${amountText(p.minFcfa, 'fr')} à ${amountText(p.maxFcfa, 'fr')} en une fois. Passez par DIRECT, le client paie alors sur votre numéro, ou changez le montant.`,
    details: (p) => ({ amount: p.amountFcfa, minimum: p.minFcfa, maximum: p.maxFcfa, use: 'DIRECT' }),
  }),
  IDEMPOTENCY_KEY_REQUIRED: define({
    status: 400,
    en: () => 'Send the header Idempotency-Key: 8 to 100 letters, digits, - and _, one for each order.',
    fr: () => 'Envoyez l’en-tête Idempotency-Key : 8 à 100 lettres, chiffres, - et _, un par commande.',
  }),
  IDEMPOTENCY_KEY_INVALID: define({
    status: 400,
    en: () => 'The header Idempotency-Key takes 8 to 100 letters, digits, - and _.',
    fr: () => 'L’en-tête Idempotency-Key accepte 8 à 100 lettres, chiffres, - et _.',
  }),
  IDEMPOTENCY_KEY_REUSED: define<{ deliveryId: string }>({
    status: 422,
    example: { deliveryId: '0192f0c1-7a3e-7c11-9d5b-3f5f7b1c2d4e' },
    en: (p) =>
      `This Idempotency-Key was already used with another body: it made the delivery ${p.deliveryId}. Use a new key for a new order.`,
    fr: (p) =>
      `Cet Idempotency-Key a déjà servi avec un autre contenu : il a créé la livraison ${p.deliveryId}. Prenez une nouvelle clé pour une nouvelle commande.`,
    details: (p) => ({ deliveryId: p.deliveryId }),
  }),
  EXTERNAL_REF_TAKEN: define<{ externalRef: string; deliveryId: string }>({
    status: 409,
    example: { externalRef: 'order-2041', deliveryId: '0192f0c1-7a3e-7c11-9d5b-3f5f7b1c2d4e' },
    en: (p) => `Your shop already has a delivery with the externalRef ${p.externalRef}.`,
    fr: (p) => `Votre boutique a déjà une livraison avec l’externalRef ${p.externalRef}.`,
    details: (p) => ({ externalRef: p.externalRef, deliveryId: p.deliveryId }),
  }),
  DELIVERY_NOT_FOUND: define({
    status: 404,
    en: () => 'Your shop has no delivery with this id or reference.',
    fr: () => 'Votre boutique n’a pas de livraison avec cet id ou cette référence.',
  }),
  DELIVERY_NOT_CANCELLABLE: define<{ status: DeliveryStatus }>({
    status: 409,
    example: { status: 'DELIVERED' },
    en: (p) => `A delivery with the status ${p.status} can no longer be cancelled.`,
    fr: (p) => `Une livraison au statut ${p.status} ne peut plus être annulée.`,
    details: (p) => ({ status: p.status }),
  }),
  DELIVERY_NOT_CHANGEABLE: define<{ status: DeliveryStatus }>({
    status: 409,
    example: { status: 'IN_TRANSIT' },
    en: (p) =>
      `A delivery can be changed until the courier has picked up the parcel. This one has the status ${p.status}.`,
    fr: (p) =>
      `Une livraison se modifie tant que le livreur n’a pas pris le colis. Celle-ci est au statut ${p.status}.`,
    details: (p) => ({ status: p.status }),
  }),
  DELIVERY_CHANGED_TOO_OFTEN: define<{ max: number }>({
    status: 409,
    example: { max: 50 },
    en: (p) =>
      `This delivery has been changed ${p.max} times, which is the most. Cancel it and create another one.`,
    fr: (p) =>
      `Cette livraison a déjà été modifiée ${p.max} fois, le maximum. Annulez-la et créez-en une autre.`,
    details: (p) => ({ max: p.max }),
  }),
  DROPOFF_UNKNOWN: define({
    status: 409,
    en: () => 'The drop-off is not known yet: to give it a label or a landmark, send lat and lng too.',
    fr: () =>
      'Le lieu de livraison n’est pas encore connu : pour lui donner un nom ou un repère, envoyez aussi lat et lng.',
  }),
  PRICE_CHANGED: define<{ priceFcfa: number }>({
    status: 409,
    example: { priceFcfa: 650 },
    en: (p) =>
      `The delivery to this place costs ${p.priceFcfa} FCFA. To agree to that, send the request again with expectedPrice ${p.priceFcfa}.`,
    fr: (p) =>
      `La livraison à cet endroit coûte ${p.priceFcfa} FCFA. Pour accepter ce prix, renvoyez la requête avec expectedPrice à ${p.priceFcfa}.`,
    details: (p) => ({ price: p.priceFcfa }),
  }),
  TRANSITION_REFUSED: define<{
    status: DeliveryStatus
    /** The statuses from which it works. */
    from?: readonly DeliveryStatus[]
  }>({
    status: 409,
    example: { status: 'DELIVERED', from: ['FAILED'] },
    en: (p) => `This is not possible while the delivery has the status ${p.status}.`,
    fr: (p) => `Ce n’est pas possible tant que la livraison a le statut ${p.status}.`,
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
    example: {
      paymentStatus: 'NOT_REQUESTED',
      status: 'ASSIGNED',
      from: ['AWAITING_CUSTOMER', 'AWAITING_MERCHANT'],
    },
    en: (p) =>
      `This is not possible while the payment is ${p.paymentStatus}. The delivery has the status ${p.status}.`,
    fr: (p) =>
      `Ce n’est pas possible tant que le paiement est ${p.paymentStatus}. La livraison a le statut ${p.status}.`,
    details: (p) => ({ ...p }),
  }),
  COLLECTION_REFUSED: define<{ collection: Collection }>({
    status: 409,
    example: { collection: 'SECURE' },
    en: (p) => collectionWording[p.collection].en,
    fr: (p) => collectionWording[p.collection].fr,
    details: (p) => ({ collection: p.collection }),
  }),
  PAYMENT_REQUESTS_USED_UP: define<{ max: number }>({
    status: 409,
    example: { max: 5 },
    en: (p) =>
      `The customer has been asked to pay ${p.max} times for this delivery, which is the most. Call them, or ask the delivery service.`,
    fr: (p) =>
      `Le client a déjà reçu ${p.max} demandes de paiement pour cette livraison, le maximum. Appelez-le, ou contactez le service de livraison.`,
    details: (p) => ({ max: p.max }),
  }),
  PAYMENT_NOT_SIMULATED: define<{ provider: string | null }>({
    status: 409,
    example: { provider: 'mtn' },
    en: (p) =>
      `The sandbox pays for the customer only where payments are simulated; here ${p.provider ?? 'nobody'} is asked. Pay as the customer of ${p.provider ?? 'a provider'}, and make the step again once the payment is PAID.`,
    fr: (p) =>
      `Le bac à sable ne paie à la place du client que si les paiements sont simulés ; ici, la demande passe par ${p.provider ?? 'personne'}. Payez en tant que client de ${p.provider ?? 'l’opérateur'}, puis relancez l’étape une fois le paiement PAID.`,
    details: (p) => ({ provider: p.provider }),
  }),
  NO_NEXT_STEP: define<{
    status: DeliveryStatus
    outcome?: DeliveryStatus | undefined
    /** The statuses from which it works. */
    from: readonly DeliveryStatus[]
  }>({
    status: 409,
    example: { status: 'DELIVERED', outcome: 'EXPIRED', from: ['AWAITING_LOCATION', 'SEARCHING_COURIER'] },
    en: (p) =>
      `A delivery with the status ${p.status} ${p.outcome ? `cannot become ${p.outcome}` : 'has no next step'}. This works from ${listText(p.from, 'en', 'or')}.`,
    fr: (p) =>
      `Une livraison au statut ${p.status} ${p.outcome ? `ne peut pas passer à ${p.outcome}` : 'n’a pas d’étape suivante'}. Cela marche depuis ${listText(p.from, 'fr', 'or')}.`,
    details: (p) => ({ status: p.status, from: p.from }),
  }),
  UPLOAD_URL_INVALID: define({
    status: 403,
    en: () => 'This upload address was not issued by us, or was changed.',
    fr: () => 'Cette adresse d’envoi n’a pas été délivrée par nous, ou a été modifiée.',
  }),
  UPLOAD_URL_EXPIRED: define({
    status: 403,
    en: () => 'This upload address has expired. Ask for a new one.',
    fr: () => 'Cette adresse d’envoi a expiré. Demandez-en une nouvelle.',
  }),
  PHOTO_REFUSED: define<{
    reason: 'SIZE' | 'CONTENT_TYPE' | 'CONTENT' | 'ALREADY_USED' | 'UPLOAD_UNDER_WAY'
  }>({
    status: 422,
    example: { reason: 'SIZE' },
    en: (p) => photoRefusalWording[p.reason].en,
    fr: (p) => photoRefusalWording[p.reason].fr,
    details: (p) => ({ reason: p.reason }),
  }),
  WEBHOOK_URL_REFUSED: define<{ reason: 'MALFORMED' | 'NOT_HTTPS' | 'CREDENTIALS' | 'NOT_PUBLIC' }>({
    status: 422,
    example: { reason: 'NOT_HTTPS' },
    en: (p) => webhookUrlWording[p.reason].en,
    fr: (p) => webhookUrlWording[p.reason].fr,
    details: (p) => ({ reason: p.reason }),
  }),
  WEBHOOK_URL_TAKEN: define<{ endpointId: string | null }>({
    status: 409,
    example: { endpointId: exampleId },
    en: (p) =>
      `The shop already has an endpoint for this address${p.endpointId ? `: ${p.endpointId}` : ''}. Change that one, or remove it first; if its secret is lost, make a new one.`,
    fr: (p) =>
      `La boutique a déjà un webhook pour cette adresse${p.endpointId ? ` : ${p.endpointId}` : ''}. Modifiez-le, ou retirez-le d’abord ; si son secret est perdu, créez-en un nouveau.`,
    details: (p) => ({ endpointId: p.endpointId }),
  }),
  TOO_MANY_WEBHOOK_ENDPOINTS: define<{ max: number }>({
    status: 422,
    example: { max: 10 },
    en: (p) => `A shop has at most ${p.max} webhook endpoints. Remove one first.`,
    fr: (p) => `Une boutique a au plus ${p.max} webhooks. Retirez-en un d’abord.`,
    details: (p) => ({ max: p.max }),
  }),
  WEBHOOK_ENDPOINT_NOT_FOUND: define({
    status: 404,
    en: () => 'This shop has no webhook endpoint with this id.',
    fr: () => 'Cette boutique n’a pas de webhook avec cet id.',
  }),
  WEBHOOK_EVENT_NOT_FOUND: define({
    status: 404,
    en: () => 'No such event was enqueued for this endpoint in the last 30 days.',
    fr: () => 'Aucun événement avec cet id n’était destiné à ce webhook ces 30 derniers jours.',
  }),
  SIGNING_SECRET_SEALED: define({
    status: 409,
    en: () =>
      'The service can no longer read the signing secret of this endpoint, so the endpoint is not called. Make a new secret without an overlap, or ask the courier company to restore the old one.',
    fr: () =>
      'Le service ne peut plus lire le secret de signature de ce webhook, qui n’est donc plus appelé. Créez un nouveau secret sans période de transition, ou demandez à la société de livraison de rétablir l’ancien.',
  }),
  SECRETS_KEY_DIFFERS: define({
    status: 409,
    en: () =>
      'No signing secret can be made at the moment: this process has another key than the service last started with. Ask the courier company that runs the service to set that right.',
    fr: () =>
      'Aucun secret de signature ne peut être créé pour le moment : ce processus n’a pas la clé du dernier démarrage du service. Demandez à la société de livraison, qui l’exploite, d’y remédier.',
  }),
  SECRET_OVERLAP_UNDER_WAY: define<{ until: string }>({
    status: 409,
    example: { until: '2026-11-22T10:00:00.000Z' },
    en: (p) =>
      `The secret before this one stays valid until ${p.until}, as was promised. Wait until then, or make a new secret without an overlap: both old ones end at once.`,
    fr: (p) =>
      `Le secret précédent reste valable jusqu’au ${p.until}, comme promis. Attendez cette date, ou créez un nouveau secret sans période de transition : les deux anciens cessent aussitôt.`,
    details: (p) => ({ until: p.until }),
  }),
  PICKUP_ADDRESS_NOT_FOUND: define({
    status: 404,
    en: () => 'This shop has no pickup address with this id.',
    fr: () => 'Cette boutique n’a pas d’adresse de retrait avec cet id.',
  }),
  PICKUP_ADDRESS_IS_MAIN: define({
    status: 409,
    en: () => 'This is the main pickup address of the shop. Make another one the main address first.',
    fr: () => 'C’est l’adresse de retrait principale de la boutique. Choisissez-en d’abord une autre.',
  }),
  TOO_MANY_PICKUP_ADDRESSES: define<{ max: number }>({
    status: 422,
    example: { max: 200 },
    en: (p) => `A shop has at most ${p.max} pickup addresses. Remove one first.`,
    fr: (p) => `Une boutique a au plus ${p.max} adresses de retrait. Retirez-en une d’abord.`,
    details: (p) => ({ max: p.max }),
  }),
  SERVICE_UNAVAILABLE: define<{ retryAfterSeconds: number }>({
    status: 503,
    example: { retryAfterSeconds: 2 },
    en: () =>
      'The service is briefly unavailable. Send the same request again, with the same Idempotency-Key.',
    fr: () =>
      'Le service est momentanément indisponible. Renvoyez la même requête, avec le même Idempotency-Key.',
  }),
  INTERNAL_ERROR: define<{ requestId: string }>({
    status: 500,
    example: { requestId: '5b1c6a52-8a53-4a8e-9a33-1f8f2f6f3b10' },
    en: (p) => `Something failed on our side. Quote this request: ${p.requestId}.`,
    fr: (p) => `Une erreur est survenue de notre côté. Citez cette requête : ${p.requestId}.`,
    details: (p) => ({ requestId: p.requestId }),
  }),
}

/** The first fault as a sentence; `body` names the whole body. */
function firstFault([first]: readonly Issue[], body: string): string {
  const sentence = `${fieldName(first?.field ?? '') || body} ${first?.message}`
  return /[.?!]$/.test(sentence) ? sentence : `${sentence}.`
}

function jsonSentence(fault: JsonFault, language: Language): string {
  if (fault.kind === 'FORBIDDEN_NAME')
    return {
      en: 'The body has a member named __proto__, or constructor with a prototype: leave it out.',
      fr: 'Le corps de la requête contient un membre nommé __proto__, ou constructor avec prototype : retirez-le.',
    }[language]
  const { line, column } = fault
  if (fault.kind === 'NOT_UTF8')
    return {
      en: `The body is not UTF-8: line ${line}, column ${column} has bytes of another encoding. Send the JSON in UTF-8.`,
      fr: `Le corps de la requête n’est pas en UTF-8 : ligne ${line}, colonne ${column}, des octets viennent d’un autre encodage. Envoyez le JSON en UTF-8.`,
    }[language]
  const { en, fr } = expectedWording[fault.kind]
  const met = fault.met === null ? null : shownCharacter(fault.met, language)
  return {
    en: `The body is not valid JSON: ${met === null ? `it stops at line ${line}, column ${column},` : `line ${line}, column ${column} has ${met}`} where ${en}.`,
    fr: `Le corps de la requête n’est pas du JSON valide : ${met === null ? `il s’arrête ligne ${line}, colonne ${column},` : `ligne ${line}, colonne ${column}, on trouve ${met}`} là où ${fr}.`,
  }[language]
}

const expectedWording = {
  VALUE: { en: 'a value should be', fr: 'il faut une valeur' },
  NAME: { en: 'a name in double quotes should be', fr: 'il faut un nom entre guillemets doubles' },
  COLON: { en: 'a colon should be', fr: 'il faut deux-points' },
  COMMA: {
    en: 'a comma should be, or the end of the object or array',
    fr: 'il faut une virgule, ou la fin de l’objet ou du tableau',
  },
  TEXT: {
    en: 'text in double quotes should go on or end (a line break in it is written \\n)',
    fr: 'le texte entre guillemets doubles devrait continuer ou finir (un retour à la ligne s’y écrit \\n)',
  },
  END: { en: 'the body should end', fr: 'le corps devrait finir' },
} satisfies Record<JsonExpected, Record<Language, string>>

/** One character as it may be shown: by its number where it shows nothing, or could hide what stands beside it. */
function shownCharacter(sign: string, language: Language): string {
  if (sign === '\n') return { en: 'a line break', fr: 'un retour à la ligne' }[language]
  if (sign === '\t') return { en: 'a tab', fr: 'une tabulation' }[language]
  const isVisible = /^[\p{L}\p{N}\p{P}\p{S}]$/u.test(sign)
  const shown = isVisible
    ? sign
    : `U+${(sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
  return { en: `“${shown}”`, fr: `« ${shown} »` }[language]
}

/** A point that is not served. A trip stays within one city, so a drop-off is measured to that of the pickup. */
type UnservedPoint = {
  point: 'pickup' | 'dropoff'
  /** The nearest zone, and how far its border is: of a drop-off, in the city of the pickup. */
  nearestZone: string | null
  distanceMeters: number | null
  /** The nearest served city, of a drop-off that of the pickup, and how far the nearest place is that it serves. */
  nearestCity: string | null
  cityDistanceMeters: number | null
  /** Whether the point would be served, by the same city, if its lat were its lng. */
  isSwapped: boolean
}

/** A point whose coordinates are swapped is far from everything: how far says nothing. */
function outOfZone(p: UnservedPoint, language: Language): string {
  const isPickup = p.point === 'pickup'
  const where = {
    en: `The ${isPickup ? 'pickup' : 'drop-off'} point is outside the served area`,
    fr: `Le point ${isPickup ? 'de retrait' : 'de livraison'} est hors de l’espace desservi`,
  }[language]
  if (p.isSwapped)
    return {
      en: `${where}. Are lat and lng swapped? The other way round, this point is served.`,
      fr: `${where}. Avez-vous inversé lat et lng ? Dans l’autre sens, ce point est desservi.`,
    }[language]
  if (p.nearestCity === null)
    return {
      en: `${where}: no city is served yet.`,
      fr: `${where} : aucune ville n’est encore desservie.`,
    }[language]
  const distance = plainDistance(p.cityDistanceMeters, language)
  const city = p.nearestCity
  return {
    en: isPickup
      ? `${where}: the nearest served place is ${distance} away, in ${city}.`
      : `${where}: the nearest served place in ${city}, the city of the pickup, is ${distance} away.`,
    fr: isPickup
      ? `${where} : le lieu desservi le plus proche est à ${distance}, à ${city}.`
      : `${where} : à ${city}, la ville du retrait, le lieu desservi le plus proche est à ${distance}.`,
  }[language]
}

/** A city outside its opening hours; `opensAt` is a date-time, null while no opening is planned. */
type ClosedCity = { city: string; opensAt: string | null; timeZone: string }

function closedCity({ city, opensAt, timeZone }: ClosedCity, language: Language): string {
  if (opensAt === null)
    return {
      en: `Deliveries in ${city} are closed, and no opening is planned yet.`,
      fr: `Les livraisons à ${city} sont fermées, et aucune ouverture n’est encore prévue.`,
    }[language]
  const opens = beginningText(new Date(opensAt), timeZone, language)
  return {
    en: `Deliveries in ${city} are closed. They open on ${opens}.`,
    fr: `Les livraisons à ${city} sont fermées. Elles ouvrent ${opens}.`,
  }[language]
}

/** A distance with plain blanks, for what is read in a terminal or a log. */
const plainDistance = (meters: number | null, language: Language): string =>
  distanceText(meters ?? 0, language).replaceAll(/[\u00a0\u202f]/g, ' ')

const foreignKeyWording = {
  sandbox: {
    en: 'This API key was made in the sandbox, and this is production. Send it to the sandbox, or use a key that was made in production.',
    fr: 'Cette clé d’API vient du bac à sable, et vous êtes en production. Envoyez-la au bac à sable, ou utilisez une clé créée en production.',
  },
  production: {
    en: 'This API key was made in production, and this is the sandbox. Send it to production, or use a key that was made in the sandbox.',
    fr: 'Cette clé d’API vient de la production, et vous êtes dans le bac à sable. Envoyez-la en production, ou utilisez une clé créée dans le bac à sable.',
  },
} satisfies Record<Environment, Record<Language, string>>

/** What to do about an endpoint that only one's own machine can reach. */
const ownMachine = {
  en: 'To receive events on your own machine, use colis listen.',
  fr: 'Pour recevoir des événements sur votre machine, utilisez colis listen.',
} satisfies Record<Language, string>

const webhookUrlWording = {
  MALFORMED: { en: 'This is not a web address.', fr: 'Ce n’est pas une adresse web.' },
  NOT_HTTPS: {
    en: `The address must begin with https://. ${ownMachine.en}`,
    fr: `L’adresse doit commencer par https://. ${ownMachine.fr}`,
  },
  CREDENTIALS: {
    en: 'The address must not contain a user name or a password.',
    fr: 'L’adresse ne doit contenir ni nom d’utilisateur ni mot de passe.',
  },
  // The same for a name that leads nowhere: the difference would tell a stranger which internal names exist.
  NOT_PUBLIC: {
    en: `The address must lead to a public server. Check its spelling. ${ownMachine.en}`,
    fr: `L’adresse doit mener à un serveur public. Vérifiez son orthographe. ${ownMachine.fr}`,
  },
} satisfies Record<string, Record<Language, string>>

const collectionWording = {
  SECURE: {
    en: 'This payment goes through the service: only the mobile-money operator confirms it.',
    fr: 'Ce paiement passe par le service : seul l’opérateur mobile money le confirme.',
  },
  DIRECT: {
    en: 'This payment goes straight to the shop: the service does not ask for it.',
    fr: 'Ce paiement va directement à la boutique : le service ne le demande pas.',
  },
} satisfies Record<Collection, Record<Language, string>>

const promoRefusalWording = {
  UNKNOWN: {
    en: 'This promo code does not exist. Check its spelling, or order without it.',
    fr: 'Ce code promo n’existe pas. Vérifiez-le, ou commandez sans code.',
  },
  NOT_FOR_SHOP: {
    en: 'This promo code is not for your shop. Order without it.',
    fr: 'Ce code promo n’est pas pour votre boutique. Commandez sans code.',
  },
  NOT_STARTED: {
    en: 'This promo code is not valid yet. Use it later, or order without it.',
    fr: 'Ce code promo n’est pas encore valable. Utilisez-le plus tard, ou commandez sans code.',
  },
  EXPIRED: {
    en: 'This promo code has expired. Order without it.',
    fr: 'Ce code promo a expiré. Commandez sans code.',
  },
  EXHAUSTED: {
    en: 'This promo code has been used up. Order without it.',
    fr: 'Ce code promo est épuisé. Commandez sans code.',
  },
  SHOP_LIMIT: {
    en: 'Your shop has used this promo code as often as it may. Order without it.',
    fr: 'Votre boutique a utilisé ce code promo autant de fois que possible. Commandez sans code.',
  },
  CUSTOMER_LIMIT: {
    en: 'This customer has used this promo code as often as they may. Order without it.',
    fr: 'Ce client a utilisé ce code promo autant de fois que possible. Commandez sans code.',
  },
} satisfies Record<Exclude<PromoRefusal, 'TRIP_NOT_ELIGIBLE'>, Record<Language, string>>

/** The condition of a promo code that a trip does not meet; amounts before discounts. */
type IneligibleTrip = { reason: 'TRIP_NOT_ELIGIBLE' } & (
  | { condition: 'CITY'; city: string }
  | { condition: 'MINIMUM_TRIP'; minimumTripFcfa: Fcfa; tripFcfa: Fcfa }
)

function ineligibleTrip(trip: IneligibleTrip, language: Language): string {
  if (trip.condition === 'CITY')
    return {
      en: `This promo code is only for trips in ${trip.city}.`,
      fr: `Ce code promo ne vaut que pour les trajets à ${trip.city}.`,
    }[language]
  const { minimumTripFcfa, tripFcfa } = trip
  return {
    en: `This promo code is for trips of ${minimumTripFcfa} FCFA or more before discounts; this one costs ${tripFcfa} FCFA.`,
    fr: `Ce code promo vaut à partir de ${minimumTripFcfa} FCFA de trajet avant remise ; celui-ci coûte ${tripFcfa} FCFA.`,
  }[language]
}

const pickupWindowWording = {
  PAST: {
    en: 'pickupWindow begins in the past. Leave it out to have the parcel fetched as soon as possible.',
    fr: 'pickupWindow commence dans le passé. Retirez-le pour que le colis soit pris dès que possible.',
  },
  TOO_FAR: {
    en: 'pickupWindow begins more than 7 days ahead. Order closer to the day.',
    fr: 'pickupWindow commence dans plus de 7 jours. Commandez plus près de la date.',
  },
  TOO_SHORT: {
    en: 'pickupWindow must be at least 30 minutes long, and end after it begins.',
    fr: 'pickupWindow doit durer au moins 30 minutes, et finir après avoir commencé.',
  },
  TOO_LONG: {
    en: 'pickupWindow must be at most 24 hours long.',
    fr: 'pickupWindow doit durer au plus 24 heures.',
  },
} satisfies Record<PickupWindowRefusal, Record<Language, string>>

const photoRefusalWording = {
  SIZE: {
    en: 'The photo does not have the announced size.',
    fr: 'La photo n’a pas la taille annoncée.',
  },
  CONTENT_TYPE: {
    en: 'The header Content-Type is not the announced one.',
    fr: 'L’en-tête Content-Type n’est pas celui annoncé.',
  },
  CONTENT: {
    en: 'The file is not an image of the announced format.',
    fr: 'Le fichier n’est pas une image du format annoncé.',
  },
  ALREADY_USED: {
    en: 'An order names this photo already: it can no longer be replaced. Announce another one.',
    fr: 'Une commande utilise déjà cette photo : elle ne peut plus être remplacée. Annoncez-en une autre.',
  },
  UPLOAD_UNDER_WAY: {
    en: 'Another upload of this photo is under way. Try again in 30 s.',
    fr: 'Un autre envoi de cette photo est en cours. Réessayez dans 30 s.',
  },
} satisfies Record<string, Record<Language, string>>
