import type { Language } from '../kernel/language.ts'
import { define } from './error-definition.ts'
import type { DeliveryStatus, PromoRefusal, Scope } from './vocabulary.ts'

/** One thing wrong with what was sent; `field` is a JSON pointer such as `/customer/phone` (decision 6). */
export type Issue = { field: string; rule: string; message: string }

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
  API_KEY_INVALID: define({
    status: 401,
    en: () => 'This API key is unknown or revoked. Check that it was copied whole.',
    fr: () => 'Cette clé d’API est inconnue ou révoquée. Vérifiez qu’elle a été copiée en entier.',
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
    en: (p) =>
      `The request has ${p.issueCount === 1 ? 'one fault' : `${p.issueCount} faults`}: see details.issues.`,
    fr: (p) =>
      `La requête contient ${p.issueCount === 1 ? 'une erreur' : `${p.issueCount} erreurs`} : voyez details.issues.`,
  }),
  JSON_INVALID: define({
    status: 400,
    en: () => 'The body is not valid JSON.',
    fr: () => 'Le corps de la requête n’est pas du JSON valide.',
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
    en: (p) => `This path does not take ${p.method}. It takes ${p.allowed.join(', ')}.`,
    fr: (p) => `Ce chemin n’accepte pas ${p.method}. Il accepte ${p.allowed.join(', ')}.`,
    details: (p) => ({ allowed: p.allowed }),
  }),
  RATE_LIMITED: define<{ retryAfterSeconds: number }>({
    status: 429,
    example: { retryAfterSeconds: 1 },
    en: (p) => `Too many requests. Try again in ${p.retryAfterSeconds} s.`,
    fr: (p) => `Trop de requêtes. Réessayez dans ${p.retryAfterSeconds} s.`,
  }),
  PHOTO_QUOTA_REACHED: define<{ retryAfterSeconds: number }>({
    status: 429,
    example: { retryAfterSeconds: 1800 },
    en: (p) =>
      `Your shop has announced as many photos as it may in an hour. Try again in ${p.retryAfterSeconds} s.`,
    fr: (p) =>
      `Votre boutique a annoncé autant de photos qu’elle peut en une heure. Réessayez dans ${p.retryAfterSeconds} s.`,
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
      'Say where the parcel is picked up: send pickup or pickupAddressId, or register a main pickup address.',
    fr: () =>
      'Indiquez où retirer le colis : envoyez pickup ou pickupAddressId, ou enregistrez une adresse de retrait principale.',
  }),
  PICKUP_ADDRESS_UNKNOWN: define<{ pickupAddressId: string }>({
    status: 422,
    example: { pickupAddressId: '0192f0c1-7a3e-7c11-9d5b-3f5f7b1c2d4e' },
    en: () => 'Your shop has no pickup address with this pickupAddressId. GET /pickup-addresses lists them.',
    fr: () =>
      'Votre boutique n’a pas d’adresse de retrait avec ce pickupAddressId. GET /pickup-addresses en donne la liste.',
    details: (p) => ({ pickupAddressId: p.pickupAddressId }),
  }),
  OUT_OF_ZONE: define<{
    point: 'pickup' | 'dropoff'
    nearestZone: string | null
    distanceMeters: number | null
  }>({
    status: 422,
    example: { point: 'dropoff', nearestZone: 'Fidjrossè', distanceMeters: 8200 },
    en: (p) =>
      `The ${p.point === 'pickup' ? 'pickup' : 'drop-off'} point is outside the served area${p.nearestZone ? `; the nearest zone is ${p.nearestZone}` : ''}.`,
    fr: (p) =>
      `Le point ${p.point === 'pickup' ? 'de retrait' : 'de livraison'} est hors de l’espace desservi${p.nearestZone ? ` ; la zone la plus proche est ${p.nearestZone}` : ''}.`,
    details: (p) => ({ point: p.point, nearestZone: p.nearestZone, distanceMeters: p.distanceMeters }),
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
  PHOTO_KEY_UNKNOWN: define({
    status: 422,
    en: () => 'This photoKey was not issued to your shop, or nothing valid was uploaded with it.',
    fr: () => 'Ce photoKey n’a pas été délivré à votre boutique, ou rien de valable n’a été envoyé avec.',
  }),
  PROMO_CODE_REFUSED: define<{ reason: PromoRefusal }>({
    status: 422,
    example: { reason: 'EXPIRED' },
    en: (p) => promoRefusalWording[p.reason].en,
    fr: (p) => promoRefusalWording[p.reason].fr,
    details: (p) => ({ reason: p.reason }),
  }),
  PAYOUT_ACCOUNT_REQUIRED: define({
    status: 422,
    en: () => 'SECURE collection needs the mobile-money number that receives your sales: register it first.',
    fr: () =>
      'L’encaissement SECURE demande le numéro mobile money qui reçoit vos ventes : enregistrez-le d’abord.',
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
  IDEMPOTENCY_KEY_REUSED: define({
    status: 422,
    en: () => 'This Idempotency-Key was already used with another body. Use a new key for a new order.',
    fr: () =>
      'Cet Idempotency-Key a déjà servi avec un autre contenu. Prenez une nouvelle clé pour une nouvelle commande.',
  }),
  EXTERNAL_REF_TAKEN: define<{ externalRef: string; deliveryId: string }>({
    status: 409,
    example: { externalRef: 'order-2041', deliveryId: '0192f0c1-7a3e-7c11-9d5b-3f5f7b1c2d4e' },
    en: (p) => `Your shop already has a delivery with the reference ${p.externalRef}.`,
    fr: (p) => `Votre boutique a déjà une livraison avec la référence ${p.externalRef}.`,
    details: (p) => ({ externalRef: p.externalRef, deliveryId: p.deliveryId }),
  }),
  DELIVERY_NOT_FOUND: define({
    status: 404,
    en: () => 'Your shop has no delivery with this id.',
    fr: () => 'Votre boutique n’a pas de livraison avec cet id.',
  }),
  DELIVERY_NOT_CANCELLABLE: define<{ status: DeliveryStatus }>({
    status: 409,
    example: { status: 'DELIVERED' },
    en: (p) => `A delivery with the status ${p.status} can no longer be cancelled.`,
    fr: (p) => `Une livraison au statut ${p.status} ne peut plus être annulée.`,
    details: (p) => ({ status: p.status }),
  }),
  NO_NEXT_STEP: define<{ status: DeliveryStatus; outcome?: DeliveryStatus | undefined }>({
    status: 409,
    example: { status: 'DELIVERED' },
    en: (p) =>
      `A delivery with the status ${p.status} ${p.outcome ? `cannot become ${p.outcome}` : 'has no next step'}.`,
    fr: (p) =>
      `Une livraison au statut ${p.status} ${p.outcome ? `ne peut pas passer à ${p.outcome}` : 'n’a pas d’étape suivante'}.`,
    details: (p) => ({ status: p.status }),
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
  PHOTO_REFUSED: define<{ reason: 'SIZE' | 'CONTENT_TYPE' | 'CONTENT' | 'ALREADY_USED' }>({
    status: 422,
    example: { reason: 'SIZE' },
    en: (p) => photoRefusalWording[p.reason].en,
    fr: (p) => photoRefusalWording[p.reason].fr,
    details: (p) => ({ reason: p.reason }),
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

const promoRefusalWording = {
  UNKNOWN: { en: 'This promo code does not exist.', fr: 'Ce code promo n’existe pas.' },
  NOT_STARTED: { en: 'This promo code is not valid yet.', fr: 'Ce code promo n’est pas encore valable.' },
  EXPIRED: { en: 'This promo code has expired.', fr: 'Ce code promo a expiré.' },
  EXHAUSTED: { en: 'This promo code has been used up.', fr: 'Ce code promo est épuisé.' },
  TRIP_NOT_ELIGIBLE: {
    en: 'This promo code does not apply to this trip.',
    fr: 'Ce code promo ne s’applique pas à ce trajet.',
  },
} satisfies Record<PromoRefusal, Record<Language, string>>

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
} satisfies Record<string, Record<Language, string>>
