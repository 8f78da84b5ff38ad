import { amountText } from '../kernel/figure-text.ts'
import { frenchOf } from '../kernel/french-of.ts'
import type { Language } from '../kernel/language.ts'
import { listText } from '../kernel/list-text.ts'
import { define } from './error-definition.ts'
import { limits } from './limits.ts'
import type { ParcelSize, PaymentStatus, VehicleType } from './vocabulary.ts'

/** Why zones cannot be where they are, worded; `zone` is a zone's name, or null for the whole file. */
export type PlaceFault = { zone: string | null } & Record<Language, string>

/** Why a file gives no map of a city. */
const mapFaults = {
  UNREADABLE: {
    en: 'the file is neither an OpenStreetMap extract (.osm.pbf) nor GeoJSON, or it is damaged.',
    fr: 'le fichier n’est ni un extrait OpenStreetMap (.osm.pbf) ni du GeoJSON, ou il est abîmé.',
  },
  NOT_SORTED: {
    en: 'the file is not sorted. Run osmium sort on it first.',
    fr: 'le fichier n’est pas trié. Passez-le d’abord par osmium sort.',
  },
  COMPRESSION: {
    en: 'the file is compressed in a way that is not read. osmium cat -f pbf writes it anew.',
    fr: 'la compression du fichier n’est pas lue. osmium cat -f pbf le réécrit.',
  },
  TOO_MANY: {
    en: 'the file holds more for this city than a city can have. Is its radius right?',
    fr: 'le fichier contient plus qu’une ville ne peut avoir. Son rayon est-il juste ?',
  },
  TOO_LONG: {
    en: 'reading the file takes too long. Cut the city out of it first: osmium extract.',
    fr: 'la lecture du fichier est trop longue. Découpez d’abord la ville : osmium extract.',
  },
  TOO_LARGE: {
    en: 'the file is too large. Cut the city out of it first: osmium extract.',
    fr: 'le fichier est trop gros. Découpez d’abord la ville : osmium extract.',
  },
  NOTHING: {
    en: 'the file has nothing in this city: no landmark, no main road, no water. Is it the right file?',
    fr: 'le fichier n’a rien dans cette ville : ni repère, ni grande rue, ni eau. Est-ce le bon fichier ?',
  },
}
type MapFault = keyof typeof mapFaults

const exampleId = '0192f0c1-7a3e-7c11-9d5b-3f5f7b1c2d4e'

/**
 * The errors that only our own doors respond with: to customers and couriers on their pages, and to the
 * operator. The partner API responds with none of them.
 */
export const doorErrors = {
  PHONE_COUNTRY_NOT_SERVED: define<{ callingCodes: readonly string[] }>({
    status: 422,
    example: { callingCodes: ['+225', '+229'] },
    en: (p) =>
      `We send codes and messages only to numbers of the countries that we serve. Use a number that begins with ${listText(p.callingCodes, 'en', 'or')}.`,
    fr: (p) =>
      `Nous n’envoyons de code ni de message qu’aux numéros des pays où nous livrons. Prenez un numéro qui commence par ${listText(p.callingCodes, 'fr', 'or')}.`,
    details: (p) => ({ callingCodes: p.callingCodes }),
  }),
  CHOICE_UNKNOWN: define<{ field: string; choices: readonly string[] }>({
    status: 422,
    example: { field: 'collection', choices: ['DIRECT', 'SECURE'] },
    en: (p) =>
      `“${p.field}” has a value that nobody can choose, and nothing was done. Choose ${listText(p.choices, 'en', 'or')}.`,
    fr: (p) =>
      `« ${p.field} » a une valeur que personne ne peut choisir, et rien n’a été fait. Choisissez ${listText(p.choices, 'fr', 'or')}.`,
    details: (p) => ({ field: p.field, choices: p.choices }),
  }),
  RULE_INVALID: define<{ rule: string; fault: string }>({
    status: 422,
    example: { rule: 'LATE_COURIER_MINUTES', fault: 'must be a whole number from 1 to 10080' },
    en: (p) => `${p.rule} ${p.fault}; it stays as it is.`,
    fr: (p) => `${p.rule} ne peut pas prendre cette valeur, et reste comme avant.`,
    details: (p) => ({ rule: p.rule }),
  }),
  FRESH_CODE_REQUIRED: define<{ minutes: number }>({
    status: 403,
    example: { minutes: 10 },
    en: (p) =>
      `First show that it is you: on the page of your account ask for a code, enter it, and do this within ${p.minutes} minutes.`,
    fr: (p) =>
      `Montrez d’abord que c’est bien vous : sur la page de votre compte, demandez un code, entrez-le, puis faites ceci dans les ${p.minutes} minutes.`,
  }),
  STRANGER_MESSAGES_USED_UP: define<{ by: 'NETWORK' | 'SERVICE'; retryAfterSeconds: number }>({
    status: 429,
    example: { by: 'SERVICE', retryAfterSeconds: 3_600 },
    en: (p) =>
      `${
        {
          NETWORK:
            'Too many codes were asked for on your network today. Use another one, such as the data of your phone instead of a shared Wi-Fi, or try again tomorrow.',
          SERVICE:
            'So many people have asked for codes today that no more go to people who are new here. Try again tomorrow.',
        }[p.by]
      } Whoever has an account signs in as always.`,
    fr: (p) =>
      `${
        {
          NETWORK:
            'Trop de codes ont été demandés aujourd’hui depuis votre réseau. Prenez-en un autre, par exemple les données de votre téléphone au lieu d’un Wi-Fi partagé, ou réessayez demain.',
          SERVICE:
            'Tant de personnes ont demandé un code aujourd’hui que nous n’en envoyons plus aux nouveaux. Réessayez demain.',
        }[p.by]
      } Si vous avez déjà un compte, entrez comme d’habitude.`,
    details: (p) => ({ by: p.by }),
  }),
  MAP_FILE_REFUSED: define<{ city: string; fault: MapFault }>({
    status: 422,
    example: { city: 'Cotonou', fault: 'UNREADABLE' },
    en: (p) => `The map of ${p.city} stays as it is: ${mapFaults[p.fault].en}`,
    fr: (p) => `La carte ${frenchOf(p.city)} reste comme elle est : ${mapFaults[p.fault].fr}`,
    details: (p) => ({ city: p.city, fault: p.fault }),
  }),
  CITY_HAS_NO_MAP: define<{ city: string }>({
    status: 404,
    example: { city: 'Cotonou' },
    en: (p) => `${p.city} has no map.`,
    fr: (p) => `${p.city} n’a pas de carte.`,
    details: (p) => ({ city: p.city }),
  }),
  TOO_MANY_BLOCKED: define<{ max: number }>({
    status: 409,
    example: { max: 10_000 },
    en: (p) => `${p.max} numbers are blocked, which is the most. Unblock some first.`,
    fr: (p) => `${p.max} numéros sont bloqués, le maximum. Débloquez-en d’abord.`,
    details: (p) => ({ max: p.max }),
  }),
  MONTH_NOT_CLOSABLE: define<{ month: string; reason: 'NOT_OVER' | 'CLOSED' | 'NOT_BOOKED' | 'FAULTY' }>({
    status: 409,
    example: { month: '2026-10', reason: 'NOT_OVER' },
    en: (p) =>
      `${p.month} cannot be closed: ${
        {
          NOT_OVER: 'it is not over yet.',
          CLOSED: 'it is closed already.',
          NOT_BOOKED: 'some of what happened in it is not booked yet. Try again in a minute.',
          FAULTY: 'the books have faults. Run colis ledger check.',
        }[p.reason]
      }`,
    fr: (p) =>
      `Impossible de clore ${p.month} : ${
        {
          NOT_OVER: 'ce mois n’est pas terminé.',
          CLOSED: 'il est déjà clos.',
          NOT_BOOKED: 'il reste des écritures à passer. Réessayez dans une minute.',
          FAULTY: 'les comptes ont des écarts. Lancez colis ledger check.',
        }[p.reason]
      }`,
    details: (p) => ({ month: p.month, reason: p.reason }),
  }),
  INVOICES_NOT_ISSUABLE: define<{ month: string; reason: 'NOT_CLOSED' | 'NO_COMPANY' }>({
    status: 409,
    example: { month: '2026-10', reason: 'NOT_CLOSED' },
    en: (p) =>
      `The invoices of ${p.month} cannot be issued: ${
        {
          NOT_CLOSED: 'close the month in the books first.',
          NO_COMPANY:
            'set COMPANY_NAME, COMPANY_ADDRESS, COMPANY_RCCM and COMPANY_TAX_ID, and VAT_RATE or VAT_EXEMPTION.',
        }[p.reason]
      }`,
    fr: (p) =>
      `Impossible d’établir les factures de ${p.month} : ${
        {
          NOT_CLOSED: 'clôturez d’abord ce mois dans les comptes.',
          NO_COMPANY:
            'réglez COMPANY_NAME, COMPANY_ADDRESS, COMPANY_RCCM et COMPANY_TAX_ID, puis VAT_RATE ou VAT_EXEMPTION.',
        }[p.reason]
      }`,
    details: (p) => ({ month: p.month, reason: p.reason }),
  }),
  MONEY_NOT_MOVABLE: define<{
    reason: 'PLACES' | 'AMOUNT' | 'FEE' | 'REFERENCE' | 'FUTURE' | 'CLOSED' | 'CONFIRMED'
  }>({
    status: 422,
    example: { reason: 'CONFIRMED' },
    en: (p) =>
      ({
        PLACES: 'Choose two different accounts out of those that the books have.',
        AMOUNT: 'The amount is whole francs, from 1 FCFA on.',
        FEE: 'The fee is whole francs, less than the amount, and only a provider takes one.',
        REFERENCE:
          'Write the number that the provider gave it, in 60 signs at most: its statement is compared by it.',
        FUTURE: 'Money that was moved was not moved in the future: look at the day and the time.',
        CLOSED:
          'That month is closed. Settle it as a difference of the provider’s statement, or give the day that it is noted.',
        CONFIRMED:
          'The provider’s statement confirmed what lay there until after that moment. Settle it as a difference of the next one.',
      })[p.reason],
    fr: (p) =>
      ({
        PLACES: 'Choisissez deux comptes différents parmi ceux des comptes de la société.',
        AMOUNT: 'Le montant s’écrit en francs entiers, à partir de 1 FCFA.',
        FEE: 'Les frais s’écrivent en francs entiers, sous le montant, et seul un opérateur en prend.',
        REFERENCE:
          'Écrivez le numéro que l’opérateur lui a donné, en 60 signes au plus : son relevé se compare avec lui.',
        FUTURE: 'Cet argent n’a pas pu bouger dans le futur : vérifiez le jour et l’heure.',
        CLOSED:
          'Ce mois est clos. Réglez-le comme un écart du relevé de l’opérateur, ou notez-le au jour d’aujourd’hui.',
        CONFIRMED:
          'Le relevé de l’opérateur a confirmé ce compte jusqu’après ce moment. Réglez-le comme un écart du prochain relevé.',
      })[p.reason],
  }),
  MONEY_NOT_THERE: define<{ heldFcfa: number }>({
    status: 422,
    example: { heldFcfa: 12_500 },
    en: (p) => `By the books ${amountText(p.heldFcfa, 'en')} lie there: note first what came there.`,
    fr: (p) =>
      `D’après les comptes, il y a là ${amountText(p.heldFcfa, 'fr')} : notez d’abord ce qui y est entré.`,
  }),
  TILL_COUNT_INVALID: define({
    status: 422,
    en: () => 'Write what was counted in whole francs, 0 where the till is empty.',
    fr: () => 'Écrivez ce que vous avez compté, en francs entiers, et 0 si la caisse est vide.',
  }),
  STATEMENT_PROVIDER_UNKNOWN: define({
    status: 422,
    en: () => 'The books hold nothing with this provider in this currency.',
    fr: () => 'Les comptes n’ont rien chez cet opérateur dans cette monnaie.',
  }),
  STATEMENT_NOT_FOUND: define({
    status: 404,
    en: () => 'There is no such statement.',
    fr: () => 'Ce relevé n’existe pas.',
  }),
  DIFFERENCE_NOT_OPEN: define({
    status: 409,
    en: () => 'This difference is not what it was: it was settled or found meanwhile. Look again.',
    fr: () => 'Cet écart n’est plus le même : il a été réglé ou retrouvé entre-temps. Regardez à nouveau.',
  }),
  DISAGREEMENT_NOT_OPEN: define({
    status: 409,
    en: () =>
      'This is not what it was: it was settled, or the provider has said something else since. Look again.',
    fr: () =>
      'Ce n’est plus la même chose : quelqu’un l’a réglé, ou l’opérateur a dit autre chose depuis. Regardez à nouveau.',
  }),
  STATEMENT_NOT_REMOVABLE: define<{ reason: 'CONFIRMED' | 'SETTLED' | 'SHARED' }>({
    status: 409,
    example: { reason: 'SETTLED' },
    en: (p) =>
      ({
        CONFIRMED: 'This import cannot be removed any more: its balance is confirmed.',
        SETTLED: 'This import cannot be removed any more: a difference of one of its rows is settled.',
        SHARED: 'A file that was imported after this one has rows in common with it: remove that one first.',
      })[p.reason],
    fr: (p) =>
      ({
        CONFIRMED: 'Cet import ne se retire plus : son solde est confirmé.',
        SETTLED: 'Cet import ne se retire plus : un écart d’une de ses lignes est réglé.',
        SHARED: 'Un fichier importé après celui-ci a des lignes en commun avec lui : retirez-le d’abord.',
      })[p.reason],
    details: (p) => ({ reason: p.reason }),
  }),
  BALANCE_NOT_CONFIRMABLE: define<{ reason: 'NO_BALANCE' | 'FUTURE' | 'DIFFERENCES' | 'OTHER_BALANCE' }>({
    status: 409,
    example: { reason: 'DIFFERENCES' },
    en: (p) =>
      `The balance cannot be confirmed: ${
        {
          NO_BALANCE: 'it was not given with the file.',
          FUTURE: 'its last row is dated in the future.',
          DIFFERENCES: 'settle the differences first.',
          OTHER_BALANCE: 'the books had another one at that moment.',
        }[p.reason]
      }`,
    fr: (p) =>
      `Impossible de confirmer le solde : ${
        {
          NO_BALANCE: 'il n’a pas été donné avec le fichier.',
          FUTURE: 'sa dernière ligne est datée de l’avenir.',
          DIFFERENCES: 'réglez d’abord les écarts.',
          OTHER_BALANCE: 'les comptes en avaient un autre à ce moment.',
        }[p.reason]
      }`,
    details: (p) => ({ reason: p.reason }),
  }),
  JOURNAL_ACCOUNT_INVALID: define<{ account: string }>({
    status: 422,
    example: { account: '411-1' },
    en: (p) =>
      `“${p.account}” is no account that Sage and Odoo take: write 2 to 13 figures and capital letters.`,
    fr: (p) =>
      `« ${p.account} » n’est pas un compte que Sage et Odoo acceptent : écrivez 2 à 13 chiffres et lettres.`,
  }),
  CREDIT_NOTE_INVALID: define<{ leftFcfa: number }>({
    status: 422,
    example: { leftFcfa: 12_500 },
    en: (p) =>
      `Say how much is taken off which line, from 1 FCFA on: ${amountText(p.leftFcfa, 'en')} of this invoice is left.`,
    fr: (p) =>
      `Dites combien retirer de quelle ligne, à partir de 1 FCFA : il reste ${amountText(p.leftFcfa, 'fr')} sur cette facture.`,
  }),
  INVOICE_NOT_FOUND: define({
    status: 404,
    en: () => 'There is no such invoice.',
    fr: () => 'Cette facture n’existe pas.',
  }),
  SEARCH_INCOMPLETE: define({
    status: 409,
    en: () =>
      'Older deliveries are still being made searchable, so some of this customer would be missed. Try again in some minutes.',
    fr: () =>
      'Les anciennes livraisons deviennent encore cherchables : il en manquerait de ce client. Réessayez dans quelques minutes.',
  }),
  ERASURE_UNCONFIRMED: define({
    status: 422,
    en: () => 'Nothing was erased: type the number again exactly as it is shown.',
    fr: () => 'Rien n’a été effacé : retapez le numéro exactement comme il est affiché.',
  }),
  PAYMENT_NOT_SETTLED: define<{ paymentStatus: PaymentStatus }>({
    status: 409,
    example: { paymentStatus: 'AWAITING_CUSTOMER' },
    en: (p) => `The parcel is handed over once it is paid; the payment is ${p.paymentStatus}.`,
    fr: (p) => `Le colis se remet une fois payé ; le paiement est ${p.paymentStatus}.`,
    details: (p) => ({ paymentStatus: p.paymentStatus }),
  }),
  TRIP_PHONE_INVALID: define<{ country: string }>({
    status: 422,
    example: { country: 'BJ' },
    en: (p) => `The number to pay from is not a possible number of ${p.country}.`,
    fr: (p) => `Le numéro qui paie n’est pas un numéro possible (${p.country}).`,
  }),
  TRIP_REQUESTS_USED_UP: define<{ max: number }>({
    status: 409,
    example: { max: 5 },
    en: (p) => `This trip was asked for ${p.max} times, which is the most.`,
    fr: (p) => `Cette course a déjà fait l’objet de ${p.max} demandes de paiement, le maximum.`,
  }),
  TRIP_NOT_PAID: define({
    status: 409,
    en: () => 'The parcel can be picked up once the shop has paid for the trip.',
    fr: () => 'Le colis se retire une fois la course payée par la boutique.',
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
  REASON_REQUIRED: define({
    status: 422,
    en: () => `Say why, in ${limits.actReason.min} to ${limits.actReason.max} characters.`,
    fr: () => `Dites pourquoi, en ${limits.actReason.min} à ${limits.actReason.max} caractères.`,
  }),
  ALREADY_DONE: define({
    status: 409,
    en: () => 'This was done already, so nothing was changed.',
    fr: () => 'C’est déjà fait : rien n’a été changé.',
  }),
  DELIVERY_CHANGED_MEANWHILE: define({
    status: 409,
    en: () =>
      'Somebody was faster, so nothing was changed. See where the delivery stands now, and decide again.',
    fr: () =>
      'Quelqu’un a été plus rapide : rien n’a été changé. Voyez où en est la livraison, puis décidez à nouveau.',
  }),
  EXTENSION_REFUSED: define<{ min: number; max: number; maxFromNow: number }>({
    status: 422,
    example: limits.deadlineExtension,
    en: (p) =>
      `A deadline is moved by ${p.min} to ${p.max} minutes, and to no later than ${p.maxFromNow / 60} hours from now.`,
    fr: (p) =>
      `Un délai se prolonge de ${p.min} à ${p.max} minutes, et de ${p.maxFromNow / 60} heures au plus à partir de maintenant.`,
    details: (p) => ({ min: p.min, max: p.max, maxFromNow: p.maxFromNow }),
  }),
  CANCELLATION_FEE_CHANGED: define<{ feeFcfa: number }>({
    status: 409,
    example: { feeFcfa: 500 },
    en: (p) =>
      `Nothing was cancelled: it now costs ${amountText(p.feeFcfa, 'en')}, because the courier has gone on meanwhile. Look at it again and decide.`,
    fr: (p) =>
      `Rien n’a été annulé : cela coûte maintenant ${amountText(p.feeFcfa, 'fr')}, car le livreur a avancé entre-temps. Regardez encore et décidez.`,
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
  COURIER_SUSPENDED: define({
    status: 409,
    en: () => 'This courier is suspended.',
    fr: () => 'Ce livreur est suspendu.',
  }),
  APPLICATION_NOT_FOUND: define({
    status: 404,
    en: () => 'There is no such application.',
    fr: () => 'Cette candidature n’existe pas.',
  }),
  APPLICATION_DECIDED: define<{ status: 'APPROVED' | 'REFUSED' }>({
    status: 409,
    example: { status: 'APPROVED' },
    en: (p) => `Somebody has ${p.status === 'APPROVED' ? 'approved' : 'refused'} this application already.`,
    fr: (p) => `Quelqu’un a déjà ${p.status === 'APPROVED' ? 'accepté' : 'refusé'} cette candidature.`,
  }),
  APPLICATION_OPEN: define({
    status: 409,
    en: () => 'We have received an application with this number already, and are reading it.',
    fr: () => 'Nous avons déjà reçu une candidature avec ce numéro ; nous sommes en train de la lire.',
  }),
  APPLICATIONS_FULL: define({
    status: 503,
    en: () => 'We have received many applications and read these first. Please try again in a few days.',
    fr: () =>
      'Nous avons reçu beaucoup de candidatures et nous les lisons d’abord. Réessayez dans quelques jours.',
  }),
  DOCUMENT_NOT_FOUND: define({
    status: 404,
    en: () => 'There is no such document.',
    fr: () => 'Ce document n’existe pas.',
  }),
  DOCUMENT_REFUSED: define<{ reason: 'CONTENT' | 'SIZE' | 'KIND' }>({
    status: 422,
    example: { reason: 'CONTENT' },
    en: (p) => documentRefusals[p.reason].en,
    fr: (p) => documentRefusals[p.reason].fr,
  }),
  TOO_MANY_DOCUMENTS: define<{ max: number }>({
    status: 409,
    example: { max: 30 },
    en: (p) => `A courier has at most ${p.max} documents: remove one first.`,
    fr: (p) => `Un livreur a au plus ${p.max} documents : retirez-en un d’abord.`,
  }),
  PAY_RULE_REFUSED: define<{ fault: 'PERCENT' | 'MINIMUM' | 'BONUSES' | 'HOURS' | 'AMOUNT' }>({
    status: 422,
    example: { fault: 'HOURS' },
    en: (p) => payRuleFaults[p.fault].en,
    fr: (p) => payRuleFaults[p.fault].fr,
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
  PROOF_MISSING: define<{ missing: readonly ('CALL' | 'WAIT' | 'PHOTO')[] }>({
    status: 409,
    example: { missing: ['CALL', 'WAIT'] },
    en: (p) =>
      `Before you report this: ${p.missing.map((part) => ({ CALL: 'call the customer', WAIT: 'wait five minutes at their place', PHOTO: 'take a photo of the place' })[part]).join(', ')}.`,
    fr: (p) =>
      `Avant de le signaler : ${p.missing.map((part) => ({ CALL: 'appelez le client', WAIT: 'attendez cinq minutes sur place', PHOTO: 'prenez une photo du lieu' })[part]).join(', ')}.`,
  }),
  WAIT_NOT_POSSIBLE: define({
    status: 409,
    en: () =>
      'A courier waits once for a parcel, at its shop, when the shop is closed or the parcel not ready. Otherwise the trip is given up.',
    fr: () =>
      'On attend une seule fois un colis, à la boutique, quand elle est fermée ou que le colis n’est pas prêt. Sinon, la course se laisse à un autre.',
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
  PAYMENT_DECLARATIONS_USED_UP: define<{ max: number }>({
    status: 409,
    example: { max: 5 },
    en: (p) =>
      `You have said ${p.max} times that you paid, which is the most. Call the shop: it can still confirm.`,
    fr: (p) =>
      `Vous avez dit ${p.max} fois que vous avez payé, c’est le maximum. Appelez la boutique : elle peut encore confirmer.`,
    details: (p) => ({ max: p.max }),
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
    en: () =>
      'You may not do this: ask the owner of the shop, or at the service an operator, or have them give you the right.',
    fr: () =>
      'Vous n’en avez pas le droit : demandez-le au propriétaire de la boutique, ou à un exploitant du service.',
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
  LAST_OPERATOR: define({
    status: 409,
    en: () => 'The service keeps at least one operator: make somebody else an operator first.',
    fr: () => 'Le service garde au moins un exploitant : nommez d’abord quelqu’un d’autre.',
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
  PAYER_PHONE_REFUSED: define({
    status: 422,
    en: () => 'No mobile-money provider of this service can ask this number for this amount.',
    fr: () => 'Aucun fournisseur mobile money de ce service ne peut demander ce montant à ce numéro.',
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
  ZONE_NAME_TAKEN: define<{ zone: string }>({
    status: 409,
    example: { zone: 'Ganhi' },
    en: (p) => `There is a zone ${p.zone} already: choose another name.`,
    fr: (p) => `Il y a déjà une zone ${p.zone} : choisissez un autre nom.`,
  }),
  ZONES_CHANGED: define({
    status: 409,
    en: () => 'The zones of this city have changed since you looked at them. Nothing was done: look again.',
    fr: () =>
      'Les zones de cette ville ont changé depuis que vous les avez vues. Rien n’a été fait : regardez de nouveau.',
  }),
  ZONE_PROPOSAL_NOT_FOUND: define({
    status: 404,
    en: () =>
      'This change has been confirmed already, or it was prepared more than a day ago. Prepare it again.',
    fr: () =>
      'Ce changement a déjà été confirmé, ou il a été préparé il y a plus d’un jour. Préparez-le de nouveau.',
  }),
  TOO_MANY_ZONES: define<{ max: number }>({
    status: 422,
    example: { max: 300 },
    en: (p) => `A city has at most ${p.max} zones.`,
    fr: (p) => `Une ville a au plus ${p.max} zones.`,
  }),
  TARIFF_NOT_FOUND: define<{ city: string }>({
    status: 404,
    example: { city: 'Parakou' },
    en: (p) => `${p.city} has no tariff yet.`,
    fr: (p) => `${p.city} n’a pas encore de tarif.`,
  }),
  TARIFF_TERMS_REFUSED: define<{ names: string[] }>({
    status: 422,
    example: { names: ['stepFcfa'] },
    en: (p) => `No tariff can say this; look at ${listText(p.names, 'en')}.`,
    fr: (p) => `Un tarif ne peut pas dire cela ; voyez ${listText(p.names, 'fr')}.`,
    details: (p) => ({ names: p.names }),
  }),
  TARIFF_DRAFT_CHANGED: define({
    status: 409,
    en: () => 'Nothing was changed: somebody has changed this draft meanwhile. Look at it again and decide.',
    fr: () =>
      'Rien n’a changé : quelqu’un a modifié ce brouillon entre-temps. Regardez-le encore et décidez.',
  }),
  TARIFF_CHANGED: define({
    status: 409,
    en: () => 'Nothing was changed: another tariff is in force than the page showed. Look again and decide.',
    fr: () =>
      'Rien n’a changé : un autre tarif est en vigueur que celui de la page. Regardez encore et décidez.',
  }),
  TARIFF_MOMENT_REFUSED: define({
    status: 422,
    en: () => 'A tariff can begin from the next minute on, and within a year.',
    fr: () => 'Un tarif peut commencer dès la minute qui vient, et dans l’année.',
  }),
  TARIFF_ALREADY_SCHEDULED: define({
    status: 409,
    en: () => 'A tariff is to come already. Withdraw it first.',
    fr: () => 'Un tarif est déjà prévu. Retirez-le d’abord.',
  }),
  TARIFF_NOT_SCHEDULED: define({
    status: 409,
    en: () => 'This tariff is not to come: it is in force already, or was withdrawn.',
    fr: () => 'Ce tarif n’est pas à venir : il est déjà en vigueur, ou a été retiré.',
  }),
  TARIFF_VERSION_NOT_FOUND: define<{ version: number }>({
    status: 404,
    example: { version: 3 },
    en: (p) => `Version ${p.version} was never in force before today’s tariff.`,
    fr: (p) => `La version ${p.version} n’a jamais été en vigueur avant le tarif d’aujourd’hui.`,
    details: (p) => ({ version: p.version }),
  }),
  TRIAL_IN_ANOTHER_CITY: define<{ city: string }>({
    status: 422,
    example: { city: 'Parakou' },
    en: (p) => `This trip begins in ${p.city}: try it with the tariff of that city.`,
    fr: (p) => `Cette course part de ${p.city} : essayez-la avec le tarif de cette ville.`,
    details: (p) => ({ city: p.city }),
  }),
  ZONE_PAIR_PRICE_REFUSED: define({
    status: 422,
    en: () => 'The price of a zone pair is whole FCFA from 0 to 1,000,000, and each pair is changed once.',
    fr: () =>
      'Le prix d’une paire de zones est en FCFA entiers de 0 à 1 000 000, et chaque paire se change une fois.',
  }),
  ZONE_PAIRS_CHANGED: define<{ pairs: string[]; count: number }>({
    status: 409,
    example: { pairs: ['Ganhi → Akpakpa'], count: 1 },
    en: (p) =>
      `Nothing was changed: somebody has changed ${p.count === 1 ? 'a price' : `${p.count} prices`} of these meanwhile (${listText(p.pairs, 'en')}). Look again and decide.`,
    fr: (p) =>
      `Rien n’a changé : quelqu’un a modifié ${p.count === 1 ? 'un de ces prix' : `${p.count} de ces prix`} entre-temps (${listText(p.pairs, 'fr')}). Regardez encore et décidez.`,
    details: (p) => ({ pairs: p.pairs, count: p.count }),
  }),
  DEMAND_CHANGED: define({
    status: 409,
    en: () =>
      'Nothing was changed: somebody has switched this meanwhile, or it has ended. Look again and decide.',
    fr: () =>
      'Rien n’a changé : quelqu’un l’a changé entre-temps, ou c’est terminé. Regardez encore et décidez.',
  }),
  DEMAND_END_REFUSED: define({
    status: 422,
    en: () => 'It ends between 15 minutes and 24 hours from now.',
    fr: () => 'La fin est entre 15 minutes et 24 heures à partir de maintenant.',
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
  PROMO_CODE_NEEDS_SHOPS: define<{ max: number }>({
    status: 422,
    example: { max: 200 },
    en: (p) =>
      `A promo code whose discount shops bear names these shops, and a code names ${p.max} shops at most. Name them, or let the service bear the discount.`,
    fr: (p) =>
      `Un code promo dont la remise est à la charge des boutiques nomme ces boutiques, et un code en nomme au plus ${p.max}. Nommez-les, ou mettez la remise à la charge du service.`,
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
  PROBLEM_NOT_FOUND: define({
    status: 404,
    en: () => 'This problem is not there. Look at the list again.',
    fr: () => 'Ce problème n’est pas là. Regardez la liste à nouveau.',
  }),
  REFUND_NOT_FOUND: define({
    status: 404,
    en: () => 'No money of this payment is to be given back, or somebody has said already that they did.',
    fr: () => 'Il n’y a rien à rembourser pour ce paiement, ou quelqu’un a déjà dit que c’est fait.',
  }),
  TRANSFER_NOT_HELD: define({
    status: 409,
    en: () => 'This money does not wait for anybody any more: it was sent again, or it is on its way.',
    fr: () => 'Cet argent n’attend plus personne : il est reparti, ou il est déjà en route.',
  }),
  TRANSFER_UNDER_WAY: define({
    status: 409,
    en: () =>
      'The service is paying them right now. Wait until that has ended, so that nobody is paid twice.',
    fr: () =>
      'Le service est en train de les payer. Attendez la fin, pour que personne ne soit payé deux fois.',
  }),
  PAYEE_NOT_FOUND: define({
    status: 404,
    en: () => 'There is no such shop or courier.',
    fr: () => 'Cette boutique ou ce livreur n’existe pas.',
  }),
  NOT_OWED: define<{ owedFcfa: number }>({
    status: 422,
    example: { owedFcfa: 12_500 },
    en: (p) =>
      `Only ${amountText(p.owedFcfa, 'en')} is owed to them: note what was paid of that, from 1 FCFA on.`,
    fr: (p) =>
      `On ne leur doit que ${amountText(p.owedFcfa, 'fr')} : notez ce qui en a été payé, à partir de 1 FCFA.`,
  }),
  SHOP_OWES_LESS: define<{ owedFcfa: number }>({
    status: 422,
    example: { owedFcfa: 12_500 },
    en: (p) => `The shop owes ${amountText(p.owedFcfa, 'en')}: note what it paid of that, from 1 FCFA on.`,
    fr: (p) =>
      `La boutique doit ${amountText(p.owedFcfa, 'fr')} : notez ce qu’elle en a payé, à partir de 1 FCFA.`,
  }),
  TAX_ID_INVALID: define({
    status: 422,
    en: () => 'Write the tax number (IFU, NCC, NIF) as the tax office gave it: 5 to 30 letters and figures.',
    fr: () =>
      'Écrivez le numéro fiscal (IFU, NCC, NIF) tel que l’administration l’a donné : 5 à 30 lettres et chiffres.',
  }),
  PAYOUT_MINIMUM_INVALID: define({
    status: 422,
    en: () => 'A payout can begin from an amount between 1 and 1,000,000 FCFA.',
    fr: () => 'Un reversement peut partir à partir d’un montant de 1 à 1 000 000 FCFA.',
  }),
  SHOP_TERM_INVALID: define<{ term: string; least: number; most: number }>({
    status: 422,
    example: { term: 'tripMinutes', least: 5, most: 1440 },
    en: (p) => `This takes a whole number from ${p.least} to ${p.most.toLocaleString('en')}.`,
    fr: (p) => `Il faut un nombre entier de ${p.least} à ${p.most.toLocaleString('fr')}.`,
    details: (p) => ({ term: p.term, least: p.least, most: p.most }),
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
  PUSH_REFUSED: define<{ reason: 'KEYS' | 'ADDRESS' | 'SERVICE' }>({
    status: 422,
    example: { reason: 'ADDRESS' },
    en: (p) => `This browser cannot be notified. ${pushFaults[p.reason].en}`,
    fr: (p) => `Ce navigateur ne peut pas être prévenu. ${pushFaults[p.reason].fr}`,
    details: (p) => ({ reason: p.reason }),
  }),
  DELIVERY_FILE_REFUSED: define<{ reason: 'PICTURE' | 'SOUND' | 'PICTURE_SIZE' | 'SOUND_SIZE' | 'LENGTH' }>({
    status: 422,
    example: { reason: 'PICTURE' },
    en: (p) => deliveryFileFaults[p.reason].en,
    fr: (p) => deliveryFileFaults[p.reason].fr,
    details: (p) => ({ reason: p.reason }),
  }),
  TOO_MANY_DELIVERY_FILES: define<{ max: number }>({
    status: 429,
    example: { max: 10 },
    en: (p) => `You have sent it ${p.max} times within the hour. Please wait a little, then try again.`,
    fr: (p) => `Vous en avez déjà envoyé ${p.max} en une heure. Patientez un peu, puis réessayez.`,
    details: (p) => ({ max: p.max }),
  }),
  PORTRAIT_REFUSED: define<{ reason: 'CONTENT' | 'SIZE' | 'DIMENSIONS' }>({
    status: 422,
    example: { reason: 'SIZE' },
    en: (p) => portraitFaults[p.reason].en,
    fr: (p) => portraitFaults[p.reason].fr,
    details: (p) => ({ reason: p.reason }),
  }),
}

/** Why nothing can be pushed to a browser. */
const pushFaults: Record<'KEYS' | 'ADDRESS' | 'SERVICE', Record<Language, string>> = {
  KEYS: { en: 'Its keys are not valid.', fr: 'Ses clés ne sont pas valables.' },
  ADDRESS: {
    en: 'Its push service has no public address.',
    fr: 'Son service de notification n’a pas d’adresse publique.',
  },
  SERVICE: {
    en: 'The operator does not allow its push service.',
    fr: 'L’exploitant n’autorise pas son service de notification.',
  },
}

/** What is wrong with a photo or a recording of a delivery. */
const deliveryFileFaults: Record<
  'PICTURE' | 'SOUND' | 'PICTURE_SIZE' | 'SOUND_SIZE' | 'LENGTH',
  Record<Language, string>
> = {
  PICTURE: {
    en: 'This file is no photo that we can read. Take the photo again, or choose one in JPEG, PNG or WebP.',
    fr: 'Ce fichier n’est pas une photo que nous pouvons lire. Reprenez la photo, ou choisissez-en une en JPEG, PNG ou WebP.',
  },
  SOUND: {
    en: 'This file is no recording that the courier can play. Record the message again.',
    fr: 'Ce fichier n’est pas un enregistrement que le livreur peut écouter. Enregistrez le message de nouveau.',
  },
  PICTURE_SIZE: {
    en: `The photo is too heavy: ${limits.deliveryPhotoBytes / 1024 / 1024} MB at most.`,
    fr: `La photo est trop lourde : ${limits.deliveryPhotoBytes / 1024 / 1024} Mo au plus.`,
  },
  SOUND_SIZE: {
    en: `The recording is too heavy: ${limits.voiceNoteBytes / 1024} KB at most. Make it shorter.`,
    fr: `L’enregistrement est trop lourd : ${limits.voiceNoteBytes / 1024} Ko au plus. Faites plus court.`,
  },
  LENGTH: {
    en: `The message is too long: ${limits.voiceNoteSeconds} seconds at most.`,
    fr: `Le message est trop long : ${limits.voiceNoteSeconds} secondes au plus.`,
  },
}

/** What is wrong with the picture of a courier. */
const portraitFaults: Record<'CONTENT' | 'SIZE' | 'DIMENSIONS', Record<Language, string>> = {
  CONTENT: {
    en: 'This file is no picture in PNG, JPEG or WebP.',
    fr: 'Ce fichier n’est pas une image PNG, JPEG ou WebP.',
  },
  SIZE: {
    en: `The photo is too heavy: ${limits.portraitBytes / 1024} KB at most.`,
    fr: `La photo est trop lourde : ${limits.portraitBytes / 1024} Ko au plus.`,
  },
  DIMENSIONS: {
    en: `The photo is too large: ${limits.portraitPixels} pixels a side at most.`,
    fr: `La photo est trop grande : ${limits.portraitPixels} pixels de côté au plus.`,
  },
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

/** What is wrong with a pay rule. */
const payRuleFaults: Record<
  'PERCENT' | 'MINIMUM' | 'BONUSES' | 'HOURS' | 'AMOUNT',
  Record<Language, string>
> = {
  PERCENT: {
    en: 'The share is a whole number from 0 to 100.',
    fr: 'La part est un nombre entier de 0 à 100.',
  },
  MINIMUM: {
    en: 'The minimum is a whole amount of at most 1,000,000 FCFA.',
    fr: 'Le minimum est un montant entier d’au plus 1 000 000 FCFA.',
  },
  BONUSES: { en: 'A rule has at most 20 bonuses.', fr: 'Une règle a au plus 20 primes.' },
  HOURS: {
    en: 'The hours of a bonus are two different times, like 18:00 and 22:00.',
    fr: 'Les heures d’une prime sont deux heures différentes, comme 18:00 et 22:00.',
  },
  AMOUNT: {
    en: 'A bonus is a whole amount from 1 to 100,000 FCFA.',
    fr: 'Une prime est un montant entier de 1 à 100 000 FCFA.',
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

const documentRefusals: Record<'CONTENT' | 'SIZE' | 'KIND', { en: string; fr: string }> = {
  CONTENT: {
    en: 'This file cannot be read. Choose a photo (JPEG, PNG, WebP) or a PDF.',
    fr: 'Nous ne savons pas lire ce fichier. Choisissez une photo (JPEG, PNG, WebP) ou un PDF.',
  },
  SIZE: {
    en: 'This file is too heavy: 5 MB at most.',
    fr: 'Ce fichier est trop lourd : 5 Mo au plus.',
  },
  KIND: { en: 'Choose what kind of document it is.', fr: 'Choisissez de quel document il s’agit.' },
}
