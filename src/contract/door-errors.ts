import { amountText } from '../base/kernel/figure-text.ts'
import type { Language } from '../base/kernel/language.ts'
import { listText } from '../base/kernel/list-text.ts'
import type { Speak } from '../base/kernel/translate.ts'
import { define } from './error-definition.ts'
import type { ErrorText } from './error-words.ts'
import { type FormerPhone, formerPhoneSays, type RefusedPhone } from './former-phone.ts'
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
  PHONE_COUNTRY_NOT_SERVED: define<{ callingCodes: readonly string[] }>({
    status: 422,
    says: ({ callingCodes }, t, language) =>
      t(
        'We send codes and messages only to numbers of the countries that we serve. Use a number that begins with {codes}.',
        { codes: listText(callingCodes, language, 'or') },
      ),
    example: { callingCodes: ['+225', '+229'] },
    details: (p) => ({ callingCodes: p.callingCodes }),
  }),
  CHOICE_UNKNOWN: define<{ field: string; choices: readonly string[] }>({
    status: 422,
    says: ({ field, choices }, t, language) =>
      t('“{field}” has a value that nobody can choose, and nothing was done. Choose {choices}.', {
        field,
        choices: listText(choices, language, 'or'),
      }),
    example: { field: 'collection', choices: ['DIRECT', 'SECURE'] },
    details: (p) => ({ field: p.field, choices: p.choices }),
  }),
  NUMBER_OUT_OF_BOUNDS: define<{ field: string; min: number; max: number }>({
    status: 422,
    says: '“{field}” is a whole number from {min} to {max}.',
    example: { field: 'maxUses', min: 1, max: 1_000 },
    details: (p) => ({ field: p.field, min: p.min, max: p.max }),
  }),
  RULE_INVALID: define<{ rule: string; fault: string }>({
    status: 422,
    says: '{rule} {fault}; it stays as it is.',
    example: { rule: 'LATE_COURIER_MINUTES', fault: 'must be a whole number from 1 to 10080' },
    details: (p) => ({ rule: p.rule }),
  }),
  FRESH_CODE_REQUIRED: define<{ minutes: number }>({
    status: 403,
    says: 'First show that it is you: on the page of your account ask for a code, enter it, and do this within {minutes} minutes.',
    example: { minutes: 10 },
  }),
  STRANGER_MESSAGES_USED_UP: define<{ by: keyof typeof strangerLimits; retryAfterSeconds: number }>({
    status: 429,
    says: ({ by }, t) => t(strangerLimits[by]),
    example: { by: 'SERVICE', retryAfterSeconds: 3_600 },
    details: (p) => ({ by: p.by }),
  }),
  MAP_FILE_REFUSED: define<{ city: string; fault: keyof typeof mapFaults }>({
    status: 422,
    says: ({ city, fault }, t) =>
      t('The map of {city} stays as it is: {fault}', { city, fault: t(mapFaults[fault]) }),
    example: { city: 'Cotonou', fault: 'UNREADABLE' },
    details: (p) => ({ city: p.city, fault: p.fault }),
  }),
  CITY_HAS_NO_MAP: define<{ city: string }>({
    status: 404,
    says: '{city} has no map.',
    example: { city: 'Cotonou' },
    details: (p) => ({ city: p.city }),
  }),
  TOO_MANY_BLOCKED: define<{ max: number }>({
    status: 409,
    says: '{max} numbers are blocked, which is the most. Unblock some first.',
    example: { max: 10_000 },
    details: (p) => ({ max: p.max }),
  }),
  MONTH_NOT_CLOSABLE: define<{ month: string; reason: keyof typeof monthFaults }>({
    status: 409,
    says: ({ month, reason }, t) =>
      t('{month} cannot be closed: {reason}', { month, reason: t(monthFaults[reason]) }),
    example: { month: '2026-10', reason: 'NOT_OVER' },
    details: (p) => ({ month: p.month, reason: p.reason }),
  }),
  INVOICES_NOT_ISSUABLE: define<{ month: string; reason: keyof typeof invoiceFaults }>({
    status: 409,
    says: ({ month, reason }, t) =>
      t('The invoices of {month} cannot be issued: {reason}', { month, reason: t(invoiceFaults[reason]) }),
    example: { month: '2026-10', reason: 'NOT_CLOSED' },
    details: (p) => ({ month: p.month, reason: p.reason }),
  }),
  MONEY_NOT_MOVABLE: define<{ reason: keyof typeof moveFaults }>({
    status: 422,
    says: (p, t) => t(moveFaults[p.reason]),
    example: { reason: 'CONFIRMED' },
  }),
  MONEY_NOT_THERE: define<{ heldFcfa: number }>({
    status: 422,
    says: (p, t, language) =>
      t('By the books {held} lie there: note first what came there.', {
        held: amountText(p.heldFcfa, language),
      }),
    example: { heldFcfa: 12_500 },
  }),
  TILL_COUNT_INVALID: define({
    status: 422,
    says: 'Write what was counted in whole francs, 0 where the till is empty.',
  }),
  STATEMENT_PROVIDER_UNKNOWN: define({
    status: 422,
    says: 'The books hold nothing with this provider in this currency.',
  }),
  STATEMENT_NOT_FOUND: define({ status: 404, says: 'There is no such statement.' }),
  DIFFERENCE_NOT_OPEN: define({
    status: 409,
    says: 'This difference is not what it was: it was settled or found meanwhile. Look again.',
  }),
  DISAGREEMENT_NOT_OPEN: define({
    status: 409,
    says: 'This is not what it was: it was settled, or the provider has said something else since. Look again.',
  }),
  STATEMENT_NOT_REMOVABLE: define<{ reason: keyof typeof statementFaults }>({
    status: 409,
    says: (p, t) => t(statementFaults[p.reason]),
    example: { reason: 'SETTLED' },
    details: (p) => ({ reason: p.reason }),
  }),
  BALANCE_NOT_CONFIRMABLE: define<{ reason: keyof typeof balanceFaults }>({
    status: 409,
    says: (p, t) => t('The balance cannot be confirmed: {reason}', { reason: t(balanceFaults[p.reason]) }),
    example: { reason: 'DIFFERENCES' },
    details: (p) => ({ reason: p.reason }),
  }),
  JOURNAL_ACCOUNT_INVALID: define<{ account: string }>({
    status: 422,
    says: '“{account}” is no account that Sage and Odoo take: write 2 to 13 figures and capital letters.',
    example: { account: '411-1' },
  }),
  CREDIT_NOTE_INVALID: define<{ leftFcfa: number }>({
    status: 422,
    says: (p, t, language) =>
      t('Say how much is taken off which line, from 1 FCFA on: {left} of this invoice is left.', {
        left: amountText(p.leftFcfa, language),
      }),
    example: { leftFcfa: 12_500 },
  }),
  INVOICE_NOT_FOUND: define({ status: 404, says: 'There is no such invoice.' }),
  SEARCH_INCOMPLETE: define({
    status: 409,
    says: 'Older deliveries are still being made searchable, so some of this customer would be missed. Try again in some minutes.',
  }),
  ERASURE_UNCONFIRMED: define({
    status: 422,
    says: 'Nothing was erased: type the number again exactly as it is shown.',
  }),
  PAYMENT_NOT_SETTLED: define<{ paymentStatus: PaymentStatus }>({
    status: 409,
    says: 'The parcel is handed over once it is paid; the payment is {paymentStatus}.',
    example: { paymentStatus: 'AWAITING_CUSTOMER' },
    details: (p) => ({ paymentStatus: p.paymentStatus }),
  }),
  TRIP_PHONE_INVALID: define<RefusedPhone>({
    status: 422,
    says: ({ country, former }, t, language) =>
      former
        ? formerPhoneSays(former, language)
        : t('The number to pay from is not a possible number of {country}.', { country }),
    example: { country: 'BJ' },
  }),
  TRIP_REQUESTS_USED_UP: define<{ max: number }>({
    status: 409,
    says: 'This trip was asked for {max} times, which is the most.',
    example: { max: 5 },
  }),
  TRIP_NOT_PAID: define({
    status: 409,
    says: 'The parcel can be picked up once the shop has paid for the trip.',
  }),
  CODE_WRONG: define<{ triesLeft: number }>({
    status: 422,
    says: 'This code is wrong. Tries left: {triesLeft}.',
    example: { triesLeft: 3 },
    details: (p) => ({ triesLeft: p.triesLeft }),
  }),
  CODE_LOCKED: define<{ retryAfterSeconds: number }>({
    status: 423,
    says: (p, t) =>
      t('Too many wrong codes. Try again in {minutes} min.', {
        minutes: Math.ceil(p.retryAfterSeconds / 60),
      }),
    example: { retryAfterSeconds: 900 },
    details: (p) => ({ retryAfterSeconds: p.retryAfterSeconds }),
  }),
  CODE_CLOSED: define({
    status: 423,
    says: 'Too many wrong codes: only the operator can open this code again.',
  }),
  CODE_NOT_LOCKED: define({ status: 409, says: 'No code of this delivery is locked.' }),
  REASON_REQUIRED: define({
    status: 422,
    says: (_, t) => t('Say why, in {min} to {max} characters.', limits.actReason),
  }),
  ALREADY_DONE: define({ status: 409, says: 'This was done already, so nothing was changed.' }),
  DELIVERY_CHANGED_MEANWHILE: define({
    status: 409,
    says: 'Somebody was faster, so nothing was changed. See where the delivery stands now, and decide again.',
  }),
  EXTENSION_REFUSED: define<{ min: number; max: number; maxFromNow: number }>({
    status: 422,
    says: ({ min, max, maxFromNow }, t) =>
      t('A deadline is moved by {min} to {max} minutes, and to no later than {hours} hours from now.', {
        min,
        max,
        hours: maxFromNow / 60,
      }),
    example: limits.deadlineExtension,
    details: (p) => ({ min: p.min, max: p.max, maxFromNow: p.maxFromNow }),
  }),
  CANCELLATION_FEE_CHANGED: define<{ feeFcfa: number }>({
    status: 409,
    says: (p, t, language) =>
      t(
        'Nothing was cancelled: it now costs {fee}, because the courier has gone on meanwhile. Look at it again and decide.',
        { fee: amountText(p.feeFcfa, language) },
      ),
    example: { feeFcfa: 500 },
    details: (p) => ({ feeFcfa: p.feeFcfa }),
  }),
  COURIER_NOT_FOUND: define({ status: 404, says: 'There is no such courier, or they no longer work here.' }),
  COURIER_PHONE_TAKEN: define({ status: 409, says: 'Another courier is registered with this phone number.' }),
  ANNOUNCEMENT_INVALID: define<{ min: number; max: number }>({
    status: 422,
    says: 'Write {min} to {max} characters to the couriers.',
    example: { min: 3, max: 300 },
  }),
  TOO_MANY_ANNOUNCEMENTS: define<{ max: number }>({
    status: 409,
    says: 'The couriers of this city were written to {max} times within a day, which is the most.',
    example: { max: 4 },
  }),
  SHIFT_INVALID: define({
    status: 422,
    says: 'A shift lasts from half an hour to 16 hours, ends in the future, and wants 1 to 200 couriers of zones of its city.',
  }),
  SHIFT_NOT_FOUND: define({ status: 404, says: 'There is no such shift.' }),
  SHIFT_PLANNED: define({ status: 409, says: 'There is such a shift already.' }),
  SHIFT_OVER: define({ status: 409, says: 'This shift is over.' }),
  SHIFT_FULL: define({ status: 409, says: 'This shift has no place left.' }),
  SHIFT_OVERLAPS: define({ status: 409, says: 'The courier has another shift at the same time.' }),
  SHIFT_TOO_NEAR: define<{ hours: number }>({
    status: 409,
    says: 'A shift can be left until {hours} h before it begins. Call those who run the service.',
    example: { hours: 3 },
  }),
  COURIER_SUSPENDED: define({ status: 409, says: 'This courier is suspended.' }),
  APPLICATION_NOT_FOUND: define({ status: 404, says: 'There is no such application.' }),
  APPLICATION_DECIDED: define<{ status: 'APPROVED' | 'REFUSED' }>({
    status: 409,
    says: ({ status }, t) =>
      t(
        status === 'APPROVED'
          ? 'Somebody has approved this application already.'
          : 'Somebody has refused this application already.',
      ),
    example: { status: 'APPROVED' },
  }),
  APPLICATION_OPEN: define({
    status: 409,
    says: 'We have received an application with this number already, and are reading it.',
  }),
  APPLICATIONS_FULL: define({
    status: 503,
    says: 'We have received many applications and read these first. Please try again in a few days.',
  }),
  DOCUMENT_NOT_FOUND: define({ status: 404, says: 'There is no such document.' }),
  DOCUMENT_REFUSED: define<{ reason: keyof typeof documentRefusals }>({
    status: 422,
    says: (p, t) => t(documentRefusals[p.reason]),
    example: { reason: 'CONTENT' },
  }),
  TOO_MANY_DOCUMENTS: define<{ max: number }>({
    status: 409,
    says: 'A courier has at most {max} documents: remove one first.',
    example: { max: 30 },
  }),
  PAY_RULE_REFUSED: define<{ fault: keyof typeof payRuleFaults }>({
    status: 422,
    says: (p, t) => t(payRuleFaults[p.fault]),
    example: { fault: 'HOURS' },
  }),
  COURIER_BUSY: define({
    status: 409,
    says: 'This courier already has as many parcels as they may carry.',
  }),
  PARCEL_NOT_BACK: define({
    status: 409,
    says: 'The courier of the try before still has this parcel: they take it out again, or bring it back first.',
  }),
  COURIER_VEHICLE_UNFIT: define<{ vehicleType: VehicleType; parcelSize: ParcelSize }>({
    status: 409,
    says: 'This courier’s vehicle, {vehicleType}, does not take a parcel of the size {parcelSize}.',
    example: { vehicleType: 'MOTO', parcelSize: 'LARGE' },
    details: (p) => ({ vehicleType: p.vehicleType, parcelSize: p.parcelSize }),
  }),
  COURIER_OF_ANOTHER_CITY: define({
    status: 409,
    says: 'This courier does not work in the city where the parcel is picked up.',
  }),
  PROOF_MISSING: define<{ missing: readonly (keyof typeof proofSteps)[] }>({
    status: 409,
    says: ({ missing }, t) =>
      t('Before you report this: {steps}.', { steps: missing.map((step) => t(proofSteps[step])).join(', ') }),
    example: { missing: ['CALL', 'WAIT'] },
  }),
  WAIT_NOT_POSSIBLE: define({
    status: 409,
    says: 'A courier waits once for a parcel, at its shop, when the shop is closed or the parcel not ready. Otherwise the trip is given up.',
  }),
  OFFER_GONE: define({ status: 409, says: 'This trip is no longer on offer.' }),
  CUSTOMER_LINK_INVALID: define({
    status: 404,
    says: 'This link opens nothing. Open it again from the message you received.',
  }),
  CUSTOMER_LINK_OVER: define({ status: 410, says: 'This delivery is over, and its link with it.' }),
  CUSTOMER_FORM_REFUSED: define({
    status: 403,
    says: 'This form was not sent from our page. Open the link again.',
  }),
  PAYMENT_DECLARATIONS_USED_UP: define<{ max: number }>({
    status: 409,
    says: 'You have said {max} times that you paid, which is the most. Call the shop: it can still confirm.',
    example: { max: 5 },
    details: (p) => ({ max: p.max }),
  }),
  CALLBACK_REFUSED: define({
    status: 403,
    says: 'This callback does not carry the secret agreed on with its sender.',
  }),
  SHOP_NOT_FOUND: define<{ shopId: string }>({
    status: 404,
    says: 'There is no shop {shopId}.',
    example: { shopId: exampleId },
  }),
  ROLE_REQUIRED: define({
    status: 403,
    says: 'You may not do this: ask the owner of the shop, or at the service an operator, or have them give you the right.',
  }),
  ACCOUNT_NOT_FOUND: define({ status: 404, says: 'Nobody of this service signs in with that.' }),
  ACCOUNT_NAME_INVALID: define({
    status: 422,
    says: 'It takes a phone number with its country, such as +229 01 97 00 00 01, or an e-mail address.',
  }),
  PASSWORD_WRONG: define({ status: 422, says: 'The current password is wrong.' }),
  PASSWORD_REFUSED: define<{ fault: keyof typeof passwordFaults }>({
    status: 422,
    says: (p, t) => t(passwordFaults[p.fault]),
    example: { fault: 'TOO_SHORT' },
  }),
  SECOND_FACTOR_ON: define({ status: 409, says: 'Signing in with two factors is switched on already.' }),
  SECOND_FACTOR_OFF: define({ status: 409, says: 'Signing in with two factors is not switched on.' }),
  SECOND_FACTOR_CODE_WRONG: define({
    status: 422,
    says: 'This code is wrong, or was used before. Wait for the next one.',
  }),
  SESSION_NOT_FOUND: define({ status: 404, says: 'This session has ended already.' }),
  MEMBER_NOT_FOUND: define({ status: 404, says: 'This person is not on the team any more.' }),
  LAST_OPERATOR: define({
    status: 409,
    says: 'The service keeps at least one operator: make somebody else an operator first.',
  }),
  LAST_OWNER: define({
    status: 409,
    says: 'A shop keeps at least one owner: make somebody else an owner first.',
  }),
  ALREADY_MEMBER: define({ status: 409, says: 'This person is on the team already.' }),
  ALREADY_INVITED: define({ status: 409, says: 'This person is invited already.' }),
  TOO_MANY_INVITATIONS: define<{ max: number }>({
    status: 409,
    says: 'A shop has at most {max} invitations: withdraw one, or wait until tomorrow.',
    example: { max: 20 },
  }),
  INVITATION_NOT_FOUND: define({
    status: 404,
    says: 'This invitation is over, or was withdrawn. Ask the shop for another.',
  }),
  TOO_MANY_SHOPS: define<{ max: number }>({
    status: 409,
    says: 'One person opens at most {max} shops. Write to us if you need more.',
    example: { max: 5 },
  }),
  WEBHOOK_ATTEMPT_NOT_FOUND: define({
    status: 404,
    says: 'No such request was sent to this endpoint in the last 30 days.',
  }),
  PAYOUT_PHONE_INVALID: define<RefusedPhone>({
    status: 422,
    says: ({ country, former }, t, language) =>
      former
        ? formerPhoneSays(former, language)
        : t('The payout phone is not a possible number of {country}.', { country }),
    example: { country: 'BJ' },
  }),
  PAYER_PHONE_REFUSED: define({
    status: 422,
    says: 'No mobile-money provider of this service can ask this number for this amount.',
  }),
  SECURE_NEEDS_PAYOUT_PHONE: define({
    status: 422,
    says: 'SECURE needs a payout phone: the mobile-money number that receives the sales.',
  }),
  PAYOUT_PHONE_UNCHANGED: define({ status: 409, says: 'This number receives the sales already.' }),
  PAYOUT_CHANGE_PENDING: define<{ takesEffectAt: string }>({
    status: 409,
    says: 'A change of this number is confirmed already. Cancel it before you ask for another.',
    example: { takesEffectAt: '2026-11-22T10:00:00.000Z' },
    details: (p) => ({ takesEffectAt: p.takesEffectAt }),
  }),
  PAYOUT_CHANGE_NOT_FOUND: define({
    status: 404,
    says: 'No change of the payout number is waiting: it has taken effect, or was cancelled.',
  }),
  PAYOUT_CODE_OVER: define({
    status: 409,
    says: 'This code is no longer valid. Ask for the change again to get another one.',
  }),
  LOGO_REFUSED: define<{ reason: keyof typeof logoFaults }>({
    status: 422,
    says: (p, t) =>
      t(logoFaults[p.reason], { kilobytes: limits.logoBytes / 1024, pixels: limits.logoPixels }),
    example: { reason: 'SIZE' },
    details: (p) => ({ reason: p.reason }),
  }),
  API_KEY_NOT_FOUND: define<{ keyId: string }>({
    status: 404,
    says: 'There is no key {keyId}.',
    example: { keyId: exampleId },
  }),
  CITY_NOT_FOUND: define<{ city: string; country?: string | undefined }>({
    status: 404,
    says: ({ city, country }, t) =>
      country
        ? t('There is no city {city} in {country}.', { city, country })
        : t('There is no city {city}.', { city }),
    example: { city: 'Ouidah', country: 'BJ' },
  }),
  CITY_AMBIGUOUS: define<{ city: string; countries: string[] }>({
    status: 422,
    says: ({ city, countries }, t) =>
      t('Several cities are called {city} ({countries}): name the country.', {
        city,
        countries: countries.join(', '),
      }),
    example: { city: 'Savè', countries: ['BJ', 'TG'] },
  }),
  CITY_TAKEN: define<{ city: string; country: string }>({
    status: 409,
    says: '{city} ({country}) is there already.',
    example: { city: 'Cotonou', country: 'BJ' },
  }),
  CITY_TOURS_TOO_LONG: define<{ later: number; ride: number }>({
    status: 422,
    says: 'The settings let tours come at most {later} minutes later and ride at most {ride} minutes longer: a city sets as much, or less.',
    example: { later: 10, ride: 15 },
  }),
  CITY_COUNTRY_REQUIRED: define<{ city: string }>({
    status: 422,
    says: '{city} is not served yet: name its country to begin there.',
    example: { city: 'Savè' },
  }),
  ZONES_MISPLACED: define<{ faults: PlaceFault[] }>({
    status: 422,
    says: ({ faults }, t, language) =>
      t('Nothing was imported. {faults}', { faults: placeFaultLines(faults, t, language) }),
    example: {
      faults: [
        {
          zone: 'Ganhi',
          en: 'It reaches 620 km from the middle of Cotonou: is it a zone of Cotonou?',
          fr: 'Elle s’étend à 620 km du centre de Cotonou : est-ce bien une zone de Cotonou ?',
        },
      ],
    },
  }),
  ZONE_NOT_FOUND: define<{ zone: string; zones: string[] }>({
    status: 404,
    says: ({ zone, zones }, t, language) =>
      zones.length > 0
        ? t('There is no zone {zone}; there are {zones}.', { zone, zones: listText(zones, language) })
        : t('There is no zone {zone}; there is none yet.', { zone }),
    example: { zone: 'Nord', zones: ['Akpakpa', 'Ganhi'] },
  }),
  ZONE_NAME_TAKEN: define<{ zone: string }>({
    status: 409,
    says: 'There is a zone {zone} already: choose another name.',
    example: { zone: 'Ganhi' },
  }),
  ZONES_CHANGED: define({
    status: 409,
    says: 'The zones of this city have changed since you looked at them. Nothing was done: look again.',
  }),
  ZONE_PROPOSAL_NOT_FOUND: define({
    status: 404,
    says: 'This change has been confirmed already, or it was prepared more than a day ago. Prepare it again.',
  }),
  TOO_MANY_ZONES: define<{ max: number }>({
    status: 422,
    says: 'A city has at most {max} zones.',
    example: { max: 300 },
  }),
  TARIFF_NOT_FOUND: define<{ city: string }>({
    status: 404,
    says: '{city} has no tariff yet.',
    example: { city: 'Parakou' },
  }),
  TARIFF_TERMS_REFUSED: define<{ names: string[] }>({
    status: 422,
    says: ({ names }, t, language) =>
      t('No tariff can say this; look at {names}.', { names: listText(names, language) }),
    example: { names: ['stepFcfa'] },
    details: (p) => ({ names: p.names }),
  }),
  TARIFF_DRAFT_CHANGED: define({
    status: 409,
    says: 'Nothing was changed: somebody has changed this draft meanwhile. Look at it again and decide.',
  }),
  TARIFF_CHANGED: define({
    status: 409,
    says: 'Nothing was changed: another tariff is in force than the page showed. Look again and decide.',
  }),
  TARIFF_MOMENT_REFUSED: define({
    status: 422,
    says: 'A tariff can begin from the next minute on, and within a year.',
  }),
  TARIFF_ALREADY_SCHEDULED: define({ status: 409, says: 'A tariff is to come already. Withdraw it first.' }),
  TARIFF_NOT_SCHEDULED: define({
    status: 409,
    says: 'This tariff is not to come: it is in force already, or was withdrawn.',
  }),
  TARIFF_VERSION_NOT_FOUND: define<{ version: number }>({
    status: 404,
    says: 'Version {version} was never in force before today’s tariff.',
    example: { version: 3 },
    details: (p) => ({ version: p.version }),
  }),
  TRIAL_IN_ANOTHER_CITY: define<{ city: string }>({
    status: 422,
    says: 'This trip begins in {city}: try it with the tariff of that city.',
    example: { city: 'Parakou' },
    details: (p) => ({ city: p.city }),
  }),
  ZONE_PAIR_PRICE_REFUSED: define({
    status: 422,
    says: 'The price of a zone pair is whole FCFA from 0 to 1,000,000, and each pair is changed once.',
  }),
  ZONE_PAIRS_CHANGED: define<{ pairs: string[]; count: number }>({
    status: 409,
    says: ({ pairs, count }, t, language) =>
      t(
        'Nothing was changed: somebody has changed {count, plural, one {a price} other {{count} prices}} of these meanwhile ({pairs}). Look again and decide.',
        { count, pairs: listText(pairs, language) },
      ),
    example: { pairs: ['Ganhi → Akpakpa'], count: 1 },
    details: (p) => ({ pairs: p.pairs, count: p.count }),
  }),
  DEMAND_CHANGED: define({
    status: 409,
    says: 'Nothing was changed: somebody has switched this meanwhile, or it has ended. Look again and decide.',
  }),
  DEMAND_END_REFUSED: define({ status: 422, says: 'It ends between 15 minutes and 24 hours from now.' }),
  PROMO_CODE_TAKEN: define<{ promoCode: string }>({
    status: 409,
    says: 'The promo code {promoCode} is there already.',
    example: { promoCode: 'VITE10' },
  }),
  PROMO_CODE_NOT_FOUND: define<{ promoCode: string }>({
    status: 404,
    says: 'There is no promo code {promoCode}.',
    example: { promoCode: 'VITE10' },
  }),
  PROMO_CODE_NEVER_VALID: define({ status: 422, says: 'A promo code must begin before it ends.' }),
  PROMO_CODE_NEEDS_SHOPS: define<{ max: number }>({
    status: 422,
    says: 'A promo code whose discount shops bear names these shops, and a code names {max} shops at most. Name them, or let the service bear the discount.',
    example: { max: 200 },
  }),
  COURIER_PHONE_INVALID: define<{ countries: string[]; former?: FormerPhone | undefined }>({
    status: 422,
    says: ({ countries, former }, t, language) =>
      former
        ? formerPhoneSays(former, language)
        : t('The phone is not a possible number of {countries}.', {
            countries: listText(countries, language, 'or'),
          }),
    example: { countries: ['BJ', 'TG'] },
  }),
  COURIER_UNKNOWN: define<{ courierId: string }>({
    status: 404,
    says: 'There is no courier {courierId}.',
    example: { courierId: exampleId },
  }),
  DELIVERY_UNKNOWN: define<{ delivery: string; isOfShop: boolean }>({
    status: 404,
    says: ({ delivery, isOfShop }, t) =>
      t(isOfShop ? 'This shop has no delivery {delivery}.' : 'There is no delivery {delivery}.', {
        delivery,
      }),
    example: { delivery: 'COL-7K2M9Q', isOfShop: true },
  }),
  PROBLEM_NOT_FOUND: define({ status: 404, says: 'This problem is not there. Look at the list again.' }),
  REFUND_NOT_FOUND: define({
    status: 404,
    says: 'No money of this payment is to be given back, or somebody has said already that they did.',
  }),
  TRANSFER_NOT_HELD: define({
    status: 409,
    says: 'This money does not wait for anybody any more: it was sent again, or it is on its way.',
  }),
  TRANSFER_UNDER_WAY: define({
    status: 409,
    says: 'The service is paying them right now. Wait until that has ended, so that nobody is paid twice.',
  }),
  PAYEE_NOT_FOUND: define({ status: 404, says: 'There is no such shop or courier.' }),
  NOT_OWED: define<{ owedFcfa: number }>({
    status: 422,
    says: (p, t, language) =>
      t('Only {owed} is owed to them: note what was paid of that, from 1 FCFA on.', {
        owed: amountText(p.owedFcfa, language),
      }),
    example: { owedFcfa: 12_500 },
  }),
  SHOP_OWES_LESS: define<{ owedFcfa: number }>({
    status: 422,
    says: (p, t, language) =>
      t('The shop owes {owed}: note what it paid of that, from 1 FCFA on.', {
        owed: amountText(p.owedFcfa, language),
      }),
    example: { owedFcfa: 12_500 },
  }),
  TAX_ID_INVALID: define({
    status: 422,
    says: 'Write the tax number (IFU, NCC, NIF) as the tax office gave it: 5 to 30 letters and figures.',
  }),
  PAYOUT_MINIMUM_INVALID: define({
    status: 422,
    says: 'A payout can begin from an amount between 1 and 1,000,000 FCFA.',
  }),
  SHOP_TERM_INVALID: define<{ term: string; least: number; most: number }>({
    status: 422,
    says: ({ least, most }, t, language) =>
      t('This takes a whole number from {least} to {most}.', { least, most: most.toLocaleString(language) }),
    example: { term: 'tripMinutes', least: 5, most: 1440 },
    details: (p) => ({ term: p.term, least: p.least, most: p.most }),
  }),
  MESSAGE_NOT_FOUND: define<{ messageId: string }>({
    status: 404,
    says: 'There is no message {messageId}.',
    example: { messageId: exampleId },
  }),
  PHOTO_UNUSABLE: define<{ reason: 'TOO_LARGE' | 'NO_PHOTO' }>({
    status: 422,
    says: ({ reason }, t) =>
      t(
        reason === 'TOO_LARGE'
          ? 'This photo is too large: 5 MB at most.'
          : 'This file is not a photo that we can read. Choose a JPEG, PNG or WebP image.',
      ),
    example: { reason: 'NO_PHOTO' },
  }),
  MESSAGE_UNDER_WAY: define({ status: 409, says: 'This message is being sent at this moment.' }),
  PUSH_REFUSED: define<{ reason: keyof typeof pushFaults }>({
    status: 422,
    says: (p, t) => t('This browser cannot be notified. {reason}', { reason: t(pushFaults[p.reason]) }),
    example: { reason: 'ADDRESS' },
    details: (p) => ({ reason: p.reason }),
  }),
  DELIVERY_FILE_REFUSED: define<{ reason: keyof typeof deliveryFileFaults }>({
    status: 422,
    says: (p, t) =>
      t(deliveryFileFaults[p.reason], {
        megabytes: limits.deliveryPhotoBytes / 1024 / 1024,
        kilobytes: limits.voiceNoteBytes / 1024,
        seconds: limits.voiceNoteSeconds,
      }),
    example: { reason: 'PICTURE' },
    details: (p) => ({ reason: p.reason }),
  }),
  TOO_MANY_DELIVERY_FILES: define<{ max: number }>({
    status: 429,
    says: 'You have sent it {max} times within the hour. Please wait a little, then try again.',
    example: { max: 10 },
    details: (p) => ({ max: p.max }),
  }),
  PORTRAIT_REFUSED: define<{ reason: keyof typeof portraitFaults }>({
    status: 422,
    says: (p, t) =>
      t(portraitFaults[p.reason], { kilobytes: limits.portraitBytes / 1024, pixels: limits.portraitPixels }),
    example: { reason: 'SIZE' },
    details: (p) => ({ reason: p.reason }),
  }),
}

/** A sentence for each zone, for as many as a person will read. */
function placeFaultLines(faults: readonly PlaceFault[], t: Speak<ErrorText>, language: Language): string {
  const named = faults
    .slice(0, 20)
    .map((fault) => (fault.zone ? `${fault.zone}: ${fault[language]}` : fault[language]))
  const more = faults.length - named.length
  return [...named, ...(more > 0 ? [t('And {count} more.', { count: more })] : [])].join(' ')
}

/** Why a file gives no map of a city. */
const mapFaults = {
  UNREADABLE: 'the file is neither an OpenStreetMap extract (.osm.pbf) nor GeoJSON, or it is damaged.',
  NOT_SORTED: 'the file is not sorted. Run osmium sort on it first.',
  COMPRESSION: 'the file is compressed in a way that is not read. osmium cat -f pbf writes it anew.',
  TOO_MANY: 'the file holds more for this city than a city can have. Is its radius right?',
  TOO_LONG: 'reading the file takes too long. Cut the city out of it first: osmium extract.',
  TOO_LARGE: 'the file is too large. Cut the city out of it first: osmium extract.',
  NOTHING: 'the file has nothing in this city: no landmark, no main road, no water. Is it the right file?',
} as const

/** Why no code goes to people who are new. */
const strangerLimits = {
  NETWORK:
    'Too many codes were asked for on your network today. Use another one, such as the data of your phone instead of a shared Wi-Fi, or try again tomorrow. Whoever has an account signs in as always.',
  SERVICE:
    'So many people have asked for codes today that no more go to people who are new here. Try again tomorrow. Whoever has an account signs in as always.',
} as const

/** Why a month of the books stays open. */
const monthFaults = {
  NOT_OVER: 'it is not over yet.',
  CLOSED: 'it is closed already.',
  NOT_BOOKED: 'some of what happened in it is not booked yet. Try again in a minute.',
  FAULTY: 'the books have faults. Run colis ledger check.',
} as const

/** Why the invoices of a month wait. */
const invoiceFaults = {
  NOT_CLOSED: 'close the month in the books first.',
  NO_COMPANY:
    'set COMPANY_NAME, COMPANY_ADDRESS, COMPANY_RCCM and COMPANY_TAX_ID, and VAT_RATE or VAT_EXEMPTION, on the page of settings.',
} as const

/** What is wrong with a movement of money. */
const moveFaults = {
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
} as const

/** Why an import stays. */
const statementFaults = {
  CONFIRMED: 'This import cannot be removed any more: its balance is confirmed.',
  SETTLED: 'This import cannot be removed any more: a difference of one of its rows is settled.',
  SHARED: 'A file that was imported after this one has rows in common with it: remove that one first.',
} as const

/** Why a balance is not confirmed. */
const balanceFaults = {
  NO_BALANCE: 'it was not given with the file.',
  FUTURE: 'its last row is dated in the future.',
  DIFFERENCES: 'settle the differences first.',
  OTHER_BALANCE: 'the books had another one at that moment.',
} as const

/** What is wrong with a paper of a courier. */
const documentRefusals = {
  CONTENT: 'This file cannot be read. Choose a photo (JPEG, PNG, WebP) or a PDF.',
  SIZE: 'This file is too heavy: 5 MB at most.',
  KIND: 'Choose what kind of document it is.',
} as const

/** What is wrong with a pay rule. */
const payRuleFaults = {
  PERCENT: 'The share is a whole number from 0 to 100.',
  MINIMUM: 'The minimum is a whole amount of at most 1,000,000 FCFA.',
  BONUSES: 'A rule has at most 20 bonuses.',
  HOURS: 'The hours of a bonus are two different times, like 18:00 and 22:00.',
  AMOUNT: 'A bonus is a whole amount from 1 to 100,000 FCFA.',
} as const

/** What a courier does before they report a customer. */
const proofSteps = {
  CALL: 'call the customer',
  WAIT: 'wait five minutes at their place',
  PHOTO: 'take a photo of the place',
} as const

/** What is wrong with a password. */
const passwordFaults = {
  TOO_SHORT: 'A password has at least 10 characters.',
  TOO_LONG: 'A password has at most 200 characters.',
  IS_ABOUT_YOU: 'Your name, phone or address is no password: others know it.',
  TOO_COMMON: 'Too many people use this password. Choose another.',
} as const

/** What is wrong with a logo. */
const logoFaults = {
  CONTENT: 'This file is no picture in PNG, JPEG or WebP.',
  SIZE: 'The picture is too heavy: {kilobytes} KB at most, so that the customer’s page stays light.',
  DIMENSIONS: 'The picture is too large: {pixels} pixels a side at most.',
} as const

/** What is wrong with the picture of a courier. */
const portraitFaults = {
  CONTENT: 'This file is no picture in PNG, JPEG or WebP.',
  SIZE: 'The photo is too heavy: {kilobytes} KB at most.',
  DIMENSIONS: 'The photo is too large: {pixels} pixels a side at most.',
} as const

/** What is wrong with a photo or a recording of a delivery. */
const deliveryFileFaults = {
  PICTURE:
    'This file is no photo that we can read. Take the photo again, or choose one in JPEG, PNG or WebP.',
  SOUND: 'This file is no recording that the courier can play. Record the message again.',
  PICTURE_SIZE: 'The photo is too heavy: {megabytes} MB at most.',
  SOUND_SIZE: 'The recording is too heavy: {kilobytes} KB at most. Make it shorter.',
  LENGTH: 'The message is too long: {seconds} seconds at most.',
} as const

/** Why nothing can be pushed to a browser. */
const pushFaults = {
  KEYS: 'Its keys are not valid.',
  ADDRESS: 'Its push service has no public address.',
  SERVICE: 'The operator does not allow its push service.',
} as const
