import type { Language } from '../kernel/language.ts'
import { listText } from '../kernel/list-text.ts'
import { define } from './error-definition.ts'
import { limits } from './limits.ts'
import type { ParcelSize, PaymentStatus, VehicleType } from './vocabulary.ts'

/** Why zones cannot be where they are, worded; `zone` is a zone's name, or null for the whole file. */
export type PlaceFault = { zone: string | null } & Record<Language, string>

const exampleId = '0192f0c1-7a3e-7c11-9d5b-3f5f7b1c2d4e'

/**
 * The errors that only our own doors respond with: to customers and couriers on their pages, and to the
 * operator. The partner API responds with none of them.
 */
export const doorErrors = {
  PAYMENT_NOT_SETTLED: define<{ paymentStatus: PaymentStatus }>({
    status: 409,
    example: { paymentStatus: 'AWAITING_CUSTOMER' },
    en: (p) => `The parcel is handed over once it is paid; the payment is ${p.paymentStatus}.`,
    fr: (p) => `Le colis se remet une fois payé ; le paiement est ${p.paymentStatus}.`,
    details: (p) => ({ paymentStatus: p.paymentStatus }),
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
  CODE_CLOSED: define({
    status: 423,
    en: () => 'Too many wrong codes: only the operator can open this code again.',
    fr: () => 'Trop de codes faux : seul l’exploitant du service peut débloquer ce code.',
  }),
  CODE_NOT_LOCKED: define({
    status: 409,
    en: () => 'No code of this delivery is locked.',
    fr: () => 'Aucun code de cette livraison n’est bloqué.',
  }),
  CANCELLATION_FEE_CHANGED: define<{ feeFcfa: number }>({
    status: 409,
    example: { feeFcfa: 500 },
    en: (p) =>
      `Nothing was cancelled: it now costs ${p.feeFcfa} FCFA, because the courier has gone on meanwhile. Look at it again and decide.`,
    fr: (p) =>
      `Rien n’a été annulé : cela coûte maintenant ${p.feeFcfa} FCFA, car le livreur a avancé entre-temps. Regardez encore et décidez.`,
    details: (p) => ({ feeFcfa: p.feeFcfa }),
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
  CALLBACK_REFUSED: define({
    status: 403,
    en: () => 'This callback does not carry the secret agreed on with its sender.',
    fr: () => 'Cet appel ne porte pas le secret convenu avec son expéditeur.',
  }),
  SHOP_NOT_FOUND: define<{ shopId: string }>({
    status: 404,
    example: { shopId: exampleId },
    en: (p) => `There is no shop ${p.shopId}.`,
    fr: (p) => `Aucune boutique ne porte l’id ${p.shopId}.`,
  }),
  ROLE_REQUIRED: define({
    status: 403,
    en: () => 'Only the owner of the shop may do this: ask them, or have them make you an owner too.',
    fr: () =>
      'Seul le propriétaire de la boutique peut le faire : demandez-le-lui, ou qu’il vous nomme propriétaire.',
  }),
  ACCOUNT_NOT_FOUND: define({
    status: 404,
    en: () => 'Nobody of this service signs in with that.',
    fr: () => 'Personne n’entre dans ce service avec cela.',
  }),
  ACCOUNT_NAME_INVALID: define({
    status: 422,
    en: () => 'It takes a phone number with its country, such as +229 01 97 00 00 01, or an e-mail address.',
    fr: () =>
      'Il faut un numéro de téléphone avec son pays, comme +229 01 97 00 00 01, ou une adresse e-mail.',
  }),
  PASSWORD_WRONG: define({
    status: 422,
    en: () => 'The current password is wrong.',
    fr: () => 'Le mot de passe actuel est faux.',
  }),
  PASSWORD_REFUSED: define<{ fault: 'TOO_SHORT' | 'TOO_LONG' | 'IS_ABOUT_YOU' | 'TOO_COMMON' }>({
    status: 422,
    example: { fault: 'TOO_SHORT' },
    en: (p) => passwordFaults[p.fault].en,
    fr: (p) => passwordFaults[p.fault].fr,
  }),
  SECOND_FACTOR_ON: define({
    status: 409,
    en: () => 'Signing in with two factors is switched on already.',
    fr: () => 'La double vérification est déjà activée.',
  }),
  SECOND_FACTOR_OFF: define({
    status: 409,
    en: () => 'Signing in with two factors is not switched on.',
    fr: () => 'La double vérification n’est pas activée.',
  }),
  SECOND_FACTOR_CODE_WRONG: define({
    status: 422,
    en: () => 'This code is wrong, or was used before. Wait for the next one.',
    fr: () => 'Ce code est faux ou a déjà servi. Attendez le suivant.',
  }),
  SESSION_NOT_FOUND: define({
    status: 404,
    en: () => 'This session has ended already.',
    fr: () => 'Cette session est déjà terminée.',
  }),
  MEMBER_NOT_FOUND: define({
    status: 404,
    en: () => 'This person is not on the team any more.',
    fr: () => 'Cette personne n’est plus dans l’équipe.',
  }),
  LAST_OWNER: define({
    status: 409,
    en: () => 'A shop keeps at least one owner: make somebody else an owner first.',
    fr: () => 'Une boutique garde au moins un propriétaire : nommez d’abord quelqu’un d’autre.',
  }),
  ALREADY_MEMBER: define({
    status: 409,
    en: () => 'This person is on the team already.',
    fr: () => 'Cette personne est déjà dans l’équipe.',
  }),
  ALREADY_INVITED: define({
    status: 409,
    en: () => 'This person is invited already.',
    fr: () => 'Cette personne est déjà invitée.',
  }),
  TOO_MANY_INVITATIONS: define<{ max: number }>({
    status: 409,
    example: { max: 20 },
    en: (p) => `A shop has at most ${p.max} invitations: withdraw one, or wait until tomorrow.`,
    fr: (p) => `Une boutique a au plus ${p.max} invitations : retirez-en une, ou attendez demain.`,
  }),
  INVITATION_NOT_FOUND: define({
    status: 404,
    en: () => 'This invitation is over, or was withdrawn. Ask the shop for another.',
    fr: () => 'Cette invitation est terminée ou retirée. Demandez-en une autre à la boutique.',
  }),
  TOO_MANY_SHOPS: define<{ max: number }>({
    status: 409,
    example: { max: 5 },
    en: (p) => `One person opens at most ${p.max} shops. Write to us if you need more.`,
    fr: (p) => `Une personne ouvre au plus ${p.max} boutiques. Écrivez-nous s’il vous en faut plus.`,
  }),
  WEBHOOK_ATTEMPT_NOT_FOUND: define({
    status: 404,
    en: () => 'No such request was sent to this endpoint in the last 30 days.',
    fr: () => 'Aucun envoi avec cet id n’a été fait à ce webhook ces 30 derniers jours.',
  }),
  PAYOUT_PHONE_INVALID: define<{ country: string }>({
    status: 422,
    example: { country: 'BJ' },
    en: (p) => `The payout phone is not a possible number of ${p.country}.`,
    fr: (p) => `Le numéro de reversement n’est pas un numéro possible (${p.country}).`,
  }),
  SECURE_NEEDS_PAYOUT_PHONE: define({
    status: 422,
    en: () => 'SECURE needs a payout phone: the mobile-money number that receives the sales.',
    fr: () => 'SECURE demande un numéro de reversement : celui du mobile money qui reçoit les ventes.',
  }),
  PAYOUT_PHONE_UNCHANGED: define({
    status: 409,
    en: () => 'This number receives the sales already.',
    fr: () => 'Ce numéro reçoit déjà les ventes.',
  }),
  PAYOUT_CHANGE_PENDING: define<{ takesEffectAt: string }>({
    status: 409,
    example: { takesEffectAt: '2026-11-22T10:00:00.000Z' },
    en: () => 'A change of this number is confirmed already. Cancel it before you ask for another.',
    fr: () => 'Un changement de ce numéro est déjà confirmé. Annulez-le avant d’en demander un autre.',
    details: (p) => ({ takesEffectAt: p.takesEffectAt }),
  }),
  PAYOUT_CHANGE_NOT_FOUND: define({
    status: 404,
    en: () => 'No change of the payout number is waiting: it has taken effect, or was cancelled.',
    fr: () => 'Aucun changement du numéro de reversement n’attend : il a pris effet, ou il a été annulé.',
  }),
  PAYOUT_CODE_OVER: define({
    status: 409,
    en: () => 'This code is no longer valid. Ask for the change again to get another one.',
    fr: () => 'Ce code n’est plus valable. Demandez à nouveau le changement pour en recevoir un autre.',
  }),
  LOGO_REFUSED: define<{ reason: 'CONTENT' | 'SIZE' | 'DIMENSIONS' }>({
    status: 422,
    example: { reason: 'SIZE' },
    en: (p) => logoFaults[p.reason].en,
    fr: (p) => logoFaults[p.reason].fr,
    details: (p) => ({ reason: p.reason }),
  }),
  API_KEY_NOT_FOUND: define<{ keyId: string }>({
    status: 404,
    example: { keyId: exampleId },
    en: (p) => `There is no key ${p.keyId}.`,
    fr: (p) => `Aucune clé ne porte l’id ${p.keyId}.`,
  }),
  CITY_NOT_FOUND: define<{ city: string; country?: string | undefined }>({
    status: 404,
    example: { city: 'Ouidah', country: 'BJ' },
    en: (p) => `There is no city ${p.city}${p.country ? ` in ${p.country}` : ''}.`,
    fr: (p) => `Il n’y a pas de ville ${p.city}${p.country ? ` (${p.country})` : ''}.`,
  }),
  CITY_AMBIGUOUS: define<{ city: string; countries: string[] }>({
    status: 422,
    example: { city: 'Savè', countries: ['BJ', 'TG'] },
    en: (p) => `Several cities are called ${p.city} (${p.countries.join(', ')}): name the country.`,
    fr: (p) => `Plusieurs villes s’appellent ${p.city} (${p.countries.join(', ')}) : précisez le pays.`,
  }),
  CITY_TAKEN: define<{ city: string; country: string }>({
    status: 409,
    example: { city: 'Cotonou', country: 'BJ' },
    en: (p) => `${p.city} (${p.country}) is there already.`,
    fr: (p) => `${p.city} (${p.country}) existe déjà.`,
  }),
  CITY_COUNTRY_REQUIRED: define<{ city: string }>({
    status: 422,
    example: { city: 'Savè' },
    en: (p) => `${p.city} is not served yet: name its country to begin there.`,
    fr: (p) => `${p.city} n’est pas encore desservie : indiquez son pays pour commencer.`,
  }),
  ZONES_MISPLACED: define<{ faults: PlaceFault[] }>({
    status: 422,
    example: {
      faults: [
        {
          zone: 'Ganhi',
          en: 'It reaches 620 km from the middle of Cotonou: is it a zone of Cotonou?',
          fr: 'Elle s’étend à 620 km du centre de Cotonou : est-ce bien une zone de Cotonou ?',
        },
      ],
    },
    en: (p) => `Nothing was imported. ${placeFaultLines(p.faults, 'en')}`,
    fr: (p) => `Rien n’a été importé. ${placeFaultLines(p.faults, 'fr')}`,
  }),
  ZONE_NOT_FOUND: define<{ zone: string; zones: string[] }>({
    status: 404,
    example: { zone: 'Nord', zones: ['Akpakpa', 'Ganhi'] },
    en: (p) =>
      `There is no zone ${p.zone}; there ${p.zones.length > 0 ? `are ${listText(p.zones, 'en')}` : 'is none yet'}.`,
    fr: (p) =>
      `Il n’y a pas de zone ${p.zone} ; ${p.zones.length > 0 ? `il y a ${listText(p.zones, 'fr')}` : 'il n’y en a encore aucune'}.`,
  }),
  TARIFF_NOT_FOUND: define<{ city: string }>({
    status: 404,
    example: { city: 'Parakou' },
    en: (p) => `${p.city} has no tariff yet.`,
    fr: (p) => `${p.city} n’a pas encore de tarif.`,
  }),
  PROMO_CODE_TAKEN: define<{ promoCode: string }>({
    status: 409,
    example: { promoCode: 'VITE10' },
    en: (p) => `The promo code ${p.promoCode} is there already.`,
    fr: (p) => `Le code promo ${p.promoCode} existe déjà.`,
  }),
  PROMO_CODE_NOT_FOUND: define<{ promoCode: string }>({
    status: 404,
    example: { promoCode: 'VITE10' },
    en: (p) => `There is no promo code ${p.promoCode}.`,
    fr: (p) => `Il n’y a pas de code promo ${p.promoCode}.`,
  }),
  PROMO_CODE_NEVER_VALID: define({
    status: 422,
    en: () => 'A promo code must begin before it ends.',
    fr: () => 'Un code promo doit commencer avant de finir.',
  }),
  COURIER_PHONE_INVALID: define<{ countries: string[] }>({
    status: 422,
    example: { countries: ['BJ', 'TG'] },
    en: (p) => `The phone is not a possible number of ${listText(p.countries, 'en', 'or')}.`,
    fr: (p) => `Le numéro de téléphone n’est pas un numéro possible (${listText(p.countries, 'fr', 'or')}).`,
  }),
  COURIER_UNKNOWN: define<{ courierId: string }>({
    status: 404,
    example: { courierId: exampleId },
    en: (p) => `There is no courier ${p.courierId}.`,
    fr: (p) => `Aucun livreur ne porte l’id ${p.courierId}.`,
  }),
  DELIVERY_UNKNOWN: define<{ delivery: string; isOfShop: boolean }>({
    status: 404,
    example: { delivery: 'COL-7K2M9Q', isOfShop: true },
    en: (p) =>
      p.isOfShop ? `This shop has no delivery ${p.delivery}.` : `There is no delivery ${p.delivery}.`,
    fr: (p) =>
      p.isOfShop
        ? `Cette boutique n’a pas de livraison ${p.delivery}.`
        : `Il n’y a pas de livraison ${p.delivery}.`,
  }),
  MESSAGE_NOT_FOUND: define<{ messageId: string }>({
    status: 404,
    example: { messageId: exampleId },
    en: (p) => `There is no message ${p.messageId}.`,
    fr: (p) => `Aucun message ne porte l’id ${p.messageId}.`,
  }),
  PHOTO_UNUSABLE: define<{ reason: 'TOO_LARGE' | 'NO_PHOTO' }>({
    status: 422,
    example: { reason: 'NO_PHOTO' },
    en: (p) =>
      p.reason === 'TOO_LARGE'
        ? 'This photo is too large: 5 MB at most.'
        : 'This file is not a photo that we can read. Choose a JPEG, PNG or WebP image.',
    fr: (p) =>
      p.reason === 'TOO_LARGE'
        ? 'Cette photo est trop lourde : 5 Mo au plus.'
        : 'Ce fichier n’est pas une photo que nous savons lire. Choisissez une image JPEG, PNG ou WebP.',
  }),
  MESSAGE_UNDER_WAY: define({
    status: 409,
    en: () => 'This message is being sent at this moment.',
    fr: () => 'Ce message est en train de partir.',
  }),
}

/** What is wrong with a logo. */
const logoFaults: Record<'CONTENT' | 'SIZE' | 'DIMENSIONS', Record<Language, string>> = {
  CONTENT: {
    en: 'This file is no picture in PNG, JPEG or WebP.',
    fr: 'Ce fichier n’est pas une image PNG, JPEG ou WebP.',
  },
  SIZE: {
    en: `The picture is too heavy: ${limits.logoBytes / 1024} KB at most, so that the customer’s page stays light.`,
    fr: `L’image est trop lourde : ${limits.logoBytes / 1024} Ko au plus, pour que la page du client reste légère.`,
  },
  DIMENSIONS: {
    en: `The picture is too large: ${limits.logoPixels} pixels a side at most.`,
    fr: `L’image est trop grande : ${limits.logoPixels} pixels de côté au plus.`,
  },
}

const passwordFaults = {
  TOO_SHORT: {
    en: 'A password has at least 10 characters.',
    fr: 'Un mot de passe a au moins 10 caractères.',
  },
  TOO_LONG: { en: 'A password has at most 200 characters.', fr: 'Un mot de passe a au plus 200 caractères.' },
  IS_ABOUT_YOU: {
    en: 'Your name, phone or address is no password: others know it.',
    fr: 'Votre nom, votre numéro ou votre adresse ne fait pas un mot de passe : d’autres les connaissent.',
  },
  TOO_COMMON: {
    en: 'Too many people use this password. Choose another.',
    fr: 'Trop de gens utilisent ce mot de passe. Choisissez-en un autre.',
  },
}

/** A sentence for each zone, for as many as a person will read. */
function placeFaultLines(faults: readonly PlaceFault[], language: Language): string {
  const named = faults
    .slice(0, 20)
    .map((fault) => (fault.zone ? `${fault.zone}: ${fault[language]}` : fault[language]))
  const more = faults.length - named.length
  const rest = { en: `And ${more} more.`, fr: `Et ${more} autres.` }[language]
  return [...named, ...(more > 0 ? [rest] : [])].join(' ')
}
