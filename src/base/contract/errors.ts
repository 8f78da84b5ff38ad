import type { Language } from '../kernel/language.ts'
import type {
  Collection,
  DeliveryStatus,
  ParcelSize,
  PaymentStatus,
  PromoRefusal,
  Scope,
  VehicleType,
} from './vocabulary.ts'

/** One thing wrong with what was sent; `field` is a JSON pointer such as `/customer/phone` (decision 6). */
export type Issue = { field: string; rule: string; message: string }

type Definition<Params> = {
  status: number
  /** Parameters as they may be, for the reference. */
  example?: Params
  en: (params: Params) => string
  fr: (params: Params) => string
  /** Which parameters partners see in `details`; none when absent. */
  details?: (params: Params) => Record<string, unknown>
}

const define = <Params = Record<never, never>>(definition: Definition<Params>) => definition

/**
 * Every reason this service gives for saying no: code, HTTP status, wording, details (spec section 7).
 * Partners branch on the codes, so they are permanent (decision 43).
 */
export const errors = {
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
  VALIDATION_FAILED: define<{ issues: Record<Language, Issue[]> }>({
    status: 400,
    example: {
      issues: {
        en: [{ field: '/customer/phone', rule: 'required', message: 'is required' }],
        fr: [{ field: '/customer/phone', rule: 'required', message: 'est obligatoire' }],
      },
    },
    en: (p) =>
      `The request has ${p.issues.en.length === 1 ? 'one fault' : `${p.issues.en.length} faults`}: see details.issues.`,
    fr: (p) =>
      `La requête contient ${p.issues.fr.length === 1 ? 'une erreur' : `${p.issues.fr.length} erreurs`} : voyez details.issues.`,
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
  TRANSITION_REFUSED: define<{ status: DeliveryStatus }>({
    status: 409,
    example: { status: 'DELIVERED' },
    en: (p) => `This is not possible while the delivery has the status ${p.status}.`,
    fr: (p) => `Ce n’est pas possible tant que la livraison a le statut ${p.status}.`,
    details: (p) => ({ status: p.status }),
  }),
  PRICE_CHANGED: define<{ priceFcfa: number }>({
    status: 409,
    example: { priceFcfa: 650 },
    en: (p) => `The price has changed since it was shown: it is ${p.priceFcfa} FCFA now.`,
    fr: (p) => `Le prix a changé depuis qu’il a été affiché : il est maintenant de ${p.priceFcfa} FCFA.`,
    details: (p) => ({ priceFcfa: p.priceFcfa }),
  }),
  PAYMENT_NOT_SETTLED: define<{ paymentStatus: PaymentStatus }>({
    status: 409,
    example: { paymentStatus: 'AWAITING_CUSTOMER' },
    en: (p) => `The parcel is handed over once it is paid; the payment is ${p.paymentStatus}.`,
    fr: (p) => `Le colis se remet une fois payé ; le paiement est ${p.paymentStatus}.`,
    details: (p) => ({ paymentStatus: p.paymentStatus }),
  }),
  PAYMENT_TRANSITION_REFUSED: define<{ paymentStatus: PaymentStatus }>({
    status: 409,
    example: { paymentStatus: 'PAID' },
    en: (p) => `This is not possible while the payment is ${p.paymentStatus}.`,
    fr: (p) => `Ce n’est pas possible tant que le paiement est ${p.paymentStatus}.`,
    details: (p) => ({ paymentStatus: p.paymentStatus }),
  }),
  COLLECTION_REFUSED: define<{ collection: Collection }>({
    status: 409,
    example: { collection: 'SECURE' },
    en: (p) => collectionWording[p.collection].en,
    fr: (p) => collectionWording[p.collection].fr,
    details: (p) => ({ collection: p.collection }),
  }),
  CODE_WRONG: define<{ triesLeft: number }>({
    status: 422,
    example: { triesLeft: 3 },
    en: (p) => `This code is wrong. Tries left: ${p.triesLeft}.`,
    fr: (p) => `Ce code est faux. Essais restants : ${p.triesLeft}.`,
    details: (p) => ({ triesLeft: p.triesLeft }),
  }),
  CODE_LOCKED: define<{ retryAfterSeconds: number }>({
    status: 423,
    example: { retryAfterSeconds: 900 },
    en: (p) => `Too many wrong codes. Try again in ${Math.ceil(p.retryAfterSeconds / 60)} min.`,
    fr: (p) => `Trop de codes faux. Réessayez dans ${Math.ceil(p.retryAfterSeconds / 60)} min.`,
    details: (p) => ({ retryAfterSeconds: p.retryAfterSeconds }),
  }),
  COURIER_NOT_FOUND: define({
    status: 404,
    en: () => 'There is no such courier, or they no longer work here.',
    fr: () => 'Ce livreur n’existe pas, ou ne travaille plus ici.',
  }),
  COURIER_PHONE_TAKEN: define({
    status: 409,
    en: () => 'Another courier is registered with this phone number.',
    fr: () => 'Un autre livreur est déjà inscrit avec ce numéro de téléphone.',
  }),
  COURIER_BUSY: define({
    status: 409,
    en: () => 'A courier carries one parcel at a time, and this one already has a parcel.',
    fr: () => 'Un livreur porte un seul colis à la fois, et celui-ci en a déjà un.',
  }),
  COURIER_VEHICLE_UNFIT: define<{ vehicleType: VehicleType; parcelSize: ParcelSize }>({
    status: 409,
    example: { vehicleType: 'MOTO', parcelSize: 'LARGE' },
    en: (p) =>
      `This courier’s vehicle, ${p.vehicleType}, does not take a parcel of the size ${p.parcelSize}.`,
    fr: (p) =>
      `Le véhicule de ce livreur, ${p.vehicleType}, ne prend pas un colis de taille ${p.parcelSize}.`,
    details: (p) => ({ vehicleType: p.vehicleType, parcelSize: p.parcelSize }),
  }),
  COURIER_OF_ANOTHER_CITY: define({
    status: 409,
    en: () => 'This courier does not work in the city where the parcel is picked up.',
    fr: () => 'Ce livreur ne travaille pas dans la ville où le colis est retiré.',
  }),
  OFFER_GONE: define({
    status: 409,
    en: () => 'This trip is no longer on offer.',
    fr: () => 'Cette course n’est plus proposée.',
  }),
  CUSTOMER_LINK_INVALID: define({
    status: 404,
    en: () => 'This link opens nothing. Open it again from the message you received.',
    fr: () => 'Ce lien n’ouvre rien. Ouvrez-le à nouveau depuis le message reçu.',
  }),
  CUSTOMER_LINK_OVER: define({
    status: 410,
    en: () => 'This delivery is over, and its link with it.',
    fr: () => 'Cette livraison est terminée, et son lien aussi.',
  }),
  CUSTOMER_FORM_REFUSED: define({
    status: 403,
    en: () => 'This form was not sent from our page. Open the link again.',
    fr: () => 'Ce formulaire ne vient pas de notre page. Ouvrez à nouveau le lien.',
  }),
  WEBHOOK_URL_REFUSED: define<{
    reason: 'MALFORMED' | 'NOT_HTTPS' | 'CREDENTIALS' | 'NOT_PUBLIC' | 'UNRESOLVED'
  }>({
    status: 422,
    example: { reason: 'NOT_HTTPS' },
    en: (p) => webhookUrlWording[p.reason].en,
    fr: (p) => webhookUrlWording[p.reason].fr,
    details: (p) => ({ reason: p.reason }),
  }),
  WEBHOOK_URL_TAKEN: define<{ endpointId: string | null }>({
    status: 409,
    example: { endpointId: '0192f0c1-7a3e-7c11-9d5b-3f5f7b1c2d4e' },
    en: (p) =>
      `The shop already has an endpoint for this address${p.endpointId ? `: ${p.endpointId}` : ''}. Change that one, or remove it first.`,
    fr: (p) =>
      `La boutique a déjà un webhook pour cette adresse${p.endpointId ? ` : ${p.endpointId}` : ''}. Modifiez-le, ou retirez-le d’abord.`,
    details: (p) => ({ endpointId: p.endpointId }),
  }),
  WEBHOOK_ENDPOINT_NOT_FOUND: define({
    status: 404,
    en: () => 'This shop has no webhook endpoint with this id.',
    fr: () => 'Cette boutique n’a pas d’adresse de webhook avec cet id.',
  }),
  SIGNING_SECRET_SEALED: define({
    status: 409,
    en: () =>
      'The signing secret of this endpoint cannot be opened: it was sealed with another SECRETS_KEY. Put that key back, or make a new secret without an overlap.',
    fr: () =>
      'Le secret de signature de cette adresse est illisible : il a été scellé avec une autre SECRETS_KEY. Remettez cette clé, ou créez un nouveau secret sans période de transition.',
  }),
  SECRETS_KEY_DIFFERS: define({
    status: 409,
    en: () =>
      'SECRETS_KEY here is another one than the service last started with, which could not open what would be sealed with it. Use the same SECRETS_KEY (or the DATA_FOLDER with its secrets.key); where the key is to change, start the service with the new one first.',
    fr: () =>
      'SECRETS_KEY n’est pas ici celle du dernier démarrage du service, qui ne pourrait pas ouvrir ce qu’elle scellerait. Utilisez la même SECRETS_KEY (ou le DATA_FOLDER où se trouve secrets.key) ; pour changer de clé, démarrez d’abord le service avec la nouvelle.',
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
  TOO_MANY_WEBHOOK_ENDPOINTS: define<{ most: number }>({
    status: 422,
    example: { most: 10 },
    en: (p) => `A shop has at most ${p.most} webhook endpoints. Remove one first.`,
    fr: (p) => `Une boutique a au plus ${p.most} adresses de webhook. Retirez-en une d’abord.`,
    details: (p) => ({ most: p.most }),
  }),
  WEBHOOK_EVENT_NOT_FOUND: define({
    status: 404,
    en: () => 'This endpoint was owed no such event in the last 30 days.',
    fr: () => 'Cette adresse n’a eu aucun événement de ce genre ces 30 derniers jours.',
  }),
  CALLBACK_REFUSED: define({
    status: 403,
    en: () => 'This callback does not carry the secret agreed on with its sender.',
    fr: () => 'Cet appel ne porte pas le secret convenu avec son expéditeur.',
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
  PHOTO_REFUSED: define<{ reason: 'SIZE' | 'CONTENT_TYPE' | 'CONTENT' }>({
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

export type ErrorCode = keyof typeof errors
export type ErrorParams<Code extends ErrorCode> = Parameters<(typeof errors)[Code]['en']>[0]

/** The arguments after the code: none for an error without parameters. */
type ParamsArgument<Code extends ErrorCode> =
  Record<never, never> extends ErrorParams<Code> ? [] : [ErrorParams<Code>]

/** Thrown wherever the answer is no. Anything else that is thrown is a bug of ours. */
export class ApiError<Code extends ErrorCode = ErrorCode> extends Error {
  override name = 'ApiError'
  readonly code: Code
  readonly params: ErrorParams<Code>

  constructor(code: Code, ...params: ParamsArgument<Code>) {
    super(code)
    this.code = code
    this.params = (params[0] ?? {}) as ErrorParams<Code>
  }
}

/** An error with the example parameters of the catalogue, for the reference. */
export function exampleError(code: ErrorCode): ApiError {
  const { example } = errors[code] as Definition<unknown>
  return new ApiError(code as 'RATE_LIMITED', example as ErrorParams<'RATE_LIMITED'>)
}

/** The error body of spec section 7, in the caller's language. */
export type ErrorBody = {
  statusCode: number
  code: ErrorCode
  message: string
  details?: Record<string, unknown>
}

/** Words an error for its caller. */
export function errorBody(error: ApiError, language: Language): ErrorBody {
  const definition = errors[error.code] as Definition<unknown>
  const body = {
    statusCode: definition.status,
    code: error.code,
    message: definition[language](error.params),
  }
  const details = errorDetails(error, definition, language)
  return details ? { ...body, details } : body
}

function errorDetails(error: ApiError, definition: Definition<unknown>, language: Language) {
  if (error.code === 'VALIDATION_FAILED') {
    return { issues: (error.params as ErrorParams<'VALIDATION_FAILED'>).issues[language] }
  }
  return definition.details?.(error.params)
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

const webhookUrlWording = {
  MALFORMED: { en: 'This is not a web address.', fr: 'Ce n’est pas une adresse web.' },
  NOT_HTTPS: { en: 'The address must begin with https://.', fr: 'L’adresse doit commencer par https://.' },
  CREDENTIALS: {
    en: 'The address must not contain a user name or a password.',
    fr: 'L’adresse ne doit contenir ni nom d’utilisateur ni mot de passe.',
  },
  NOT_PUBLIC: {
    en: 'The address must lead to a public server.',
    fr: 'L’adresse doit mener à un serveur public.',
  },
  UNRESOLVED: {
    en: 'The name of this address could not be resolved. Check its spelling.',
    fr: 'Le nom de cette adresse est introuvable. Vérifiez son orthographe.',
  },
} satisfies Record<string, Record<Language, string>>

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
} satisfies Record<string, Record<Language, string>>
