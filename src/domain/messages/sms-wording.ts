import type { Wording } from '../../base/kernel/language.ts'
import type { SmsKind } from './message-kinds.ts'

/**
 * Every message that goes by SMS, in characters of GSM 03.38: no ê, â, ç, œ and no curly quotes. The places are those of
 * `message-wording.ts`, and `{link}`. What stands in brackets is left out where there is no room for it (`sms-text.ts`).
 */
export const smsWording: Record<SmsKind, Wording> = {
  POSITION_LINK: {
    fr: 'Bonjour[ {customer}], {shop} vous envoie un colis. Dites-nous où vous livrer : {link}',
    en: 'Hello[ {customer}], {shop} is sending you a parcel. Tell us where to deliver: {link}',
  },
  COURIER_WAITS_OWNER_PHONE: {
    fr: "Colis {reference} : {courier} vous attend, {reason}. Jusqu'à {until}, frais ensuite : {amount}. {phone} {link}",
    en: 'Parcel {reference}: {courier} is waiting, {reason}. Until {until}, fee after that: {amount}. {phone} {link}',
  },
  COURIER_ON_THE_WAY: {
    fr: '{shop} : colis en route. Code de remise {code}, à donner colis en main.[ Livreur {courier}] {phone} {link}',
    en: '{shop}: parcel on its way. Code {code}, give it once you hold it.[ Courier {courier}] {phone} {link}',
  },
  COURIER_NEARBY: {
    fr: '[Bonjour {customer}, ]{courier} arrive avec le colis de {shop} : gardez votre code sous la main. {link}',
    en: '[Hello {customer}, ]{courier} will soon be there with the parcel from {shop}: keep your code at hand. {link}',
  },
  DELIVERED: {
    fr: 'Bonjour[ {customer}], votre colis de {shop} est bien arrivé entre vos mains. Merci !',
    en: 'Hello[ {customer}], your parcel from {shop} is now in your hands. Thank you!',
  },
  DELIVERY_FAILED: {
    fr: "Bonjour[ {customer}], nous n'avons pas pu vous remettre le colis de {shop}. Il retourne à la boutique : voyez avec elle pour la suite.",
    en: 'Hello[ {customer}], we could not hand you your parcel from {shop}. It goes back to the shop: please ask them what happens next.',
  },
  DELIVERY_FAILED_OWNER_PHONE: {
    fr: 'Colis {reference} non remis[ à {customer}][ ({reason})]. {courier} le rapporte, {phone}. Colis en main, donnez-lui le code {code}. {link}',
    en: 'Parcel {reference} not handed over[ to {customer}][ ({reason})]. {courier} brings it back, {phone}. Once you hold it, give code {code}. {link}',
  },
  DELIVERY_CANCELLED: {
    fr: 'Bonjour[ {customer}], la livraison de votre colis de {shop} est annulée. Pour toute question, voyez avec la boutique.',
    en: 'Hello[ {customer}], the delivery of your parcel from {shop} is cancelled. If you have a question, please ask the shop.',
  },
  DELIVERY_EXPIRED: {
    fr: "Bonjour[ {customer}], la livraison de votre colis de {shop} n'a pas eu lieu. Pour la relancer, voyez avec la boutique.",
    en: 'Hello[ {customer}], the delivery of your parcel from {shop} did not take place. To start again, please ask the shop.',
  },
  PAYMENT_DUE: {
    fr: "Colis de {shop} : {amount} à payer avant la remise.[ Le livreur ne prend pas d'argent.] {link}",
    en: 'Parcel from {shop}: {amount} to pay before the hand-over.[ The courier takes no money.] {link}',
  },
  PAYMENT_DECLARED_PHONE: {
    fr: 'Colis {reference} : {customer} dit vous avoir payé {amount}. Vérifiez, puis répondez oui ou non : {link}',
    en: 'Parcel {reference}: {customer} says they paid you {amount}. Please check, then answer yes or no: {link}',
  },
  PAYMENT_DECLARED_AGAIN_PHONE: {
    fr: 'Colis {reference} : {customer} redit avoir payé {amount}. Vérifiez encore, puis répondez oui ou non : {link}',
    en: 'Parcel {reference}: {customer} says again they paid {amount}. Check again, then answer yes or no: {link}',
  },
  PAYMENT_REMINDER_PHONE: {
    fr: 'Colis {reference} : le livreur attend. {customer} dit avoir payé {amount} : répondez oui ou non, {link}',
    en: 'Parcel {reference}: the courier is waiting. {customer} says they paid {amount}: answer yes or no, {link}',
  },
  PAYMENT_LAST_REMINDER_PHONE: {
    fr: 'Dernier rappel, colis {reference} : {customer} dit avoir payé {amount}. Sans réponse, nous déciderons : {link}',
    en: 'Last reminder, parcel {reference}: {customer} says they paid {amount}. Without an answer we decide: {link}',
  },
  PAYMENT_CONFIRMED_OWNER_PHONE: {
    fr: 'Colis {reference} : nous avons répondu oui pour vous, {amount} payés.[ Motif : {reason}.] Pas vrai ? Appelez-nous vite. {link}',
    en: 'Parcel {reference}: we answered yes for you, {amount} paid.[ Reason: {reason}.] Not so? Please call us at once. {link}',
  },
  PAYMENT_DENIED_OWNER_PHONE: {
    fr: 'Colis {reference} : nous avons répondu non pour vous, {amount} non arrivés.[ Motif : {reason}.] Vous les avez ? Dites-le : {link}',
    en: 'Parcel {reference}: we answered no for you, {amount} not there.[ Reason: {reason}.] You have it? Please say so: {link}',
  },
  PAYMENT_DENIED: {
    fr: "{shop} n'a pas eu vos {amount}. Vérifiez l'envoi et le numéro, puis redites-le : {link}",
    en: '{shop} has not received your {amount}. Check that it was sent and where, then say so: {link}',
  },
  PAYMENT_DENIED_COURIER: {
    fr: "Ne remettez pas le colis {reference} : {shop} n'a pas été payé. Gardez-le, sans prendre d'argent. {link}",
    en: 'Do not hand over parcel {reference}: {shop} has not been paid. Keep it, and take no money. {link}',
  },
  COURIER_ASSIGNED: {
    fr: 'La course {reference} de {shop} vous est confiée, pour {amount}. Voyez où aller : {link}',
    en: 'Trip {reference} of {shop} is given to you, for {amount}. See where to go: {link}',
  },
  COURIER_REPLACED: {
    fr: "La course {reference} de {shop} est donnée à un autre livreur. N'allez pas chercher le colis. {link}",
    en: 'Trip {reference} of {shop} was given to another courier. Do not fetch the parcel. {link}',
  },
  SIGN_IN_CODE: {
    fr: 'Votre code pour entrer dans Colis : {code}. Il sert une fois, dans les {minutes} minutes. Ne le donnez à personne.',
    en: 'Your code to sign in to Colis: {code}. It works once, within {minutes} minutes. Give it to nobody.',
  },
  SIGN_IN_CHANGED: {
    fr: 'Votre compte Colis a maintenant {what}. Pas vous ? Entrez avec un code, déconnectez les autres appareils et prévenez le service.',
    en: 'Your Colis account now has {what}. Not you? Sign in with a code, sign the other devices out and tell the service.',
  },
  TEAM_INVITATION: {
    fr: '{shop} vous invite dans son équipe sur Colis. Entrez avec ce numéro dans les sept jours : {link}',
    en: '{shop} invites you to its team on Colis. Sign in with this number within seven days: {link}',
  },
  PAYOUT_CODE: {
    fr: 'Code {code} : les ventes de {shop} iront au numéro qui finit par {new}. Valable {minutes} min. Rien demandé ? Ne le donnez à personne.',
    en: 'Code {code}: the sales of {shop} will go to the number ending in {new}. Good for {minutes} min. Not you? Give it to nobody.',
  },
  PAYOUT_HELD_PHONE: {
    fr: "{shop} : {amount} vous attendent, l'opérateur refuse le numéro qui finit par {new}. Vérifiez-le : {link}",
    en: '{shop}: {amount} waits for you, the operator refuses the number ending in {new}. Check it: {link}',
  },
  COURIER_PAYOUT_HELD: {
    fr: "{courier}, {amount} pour vous : l'opérateur refuse le numéro finissant par {end}. Voyez avec lui, puis {link}",
    en: '{courier}, {amount} waits for you: the operator refuses your number ending in {end}. Ask them, then {link}',
  },
  COURIER_APPROVED: {
    fr: "Bonjour[ {courier}], c'est oui : vous pouvez livrer avec nous. Entrez avec ce numéro : {link}",
    en: 'Hello[ {courier}], the answer is yes: you can deliver with us. Sign in with this number: {link}',
  },
  COURIER_REFUSED: {
    fr: "Bonjour[ {courier}], nous ne pouvons pas accepter votre candidature. Motif : {reason}. Merci d'avoir pensé à nous.",
    en: 'Hello[ {courier}], we cannot accept your application. Reason: {reason}. Thank you for thinking of us.',
  },
  OPERATOR_ALERT: {
    fr: 'Alerte : {what}.[ Que faire : {advice}.] {link}',
    en: 'Alert: {what}.[ What to do: {advice}.] {link}',
  },
  OPERATOR_ALERT_OVER: {
    fr: "C'est réglé : {what}. Vous n'avez plus rien à faire.",
    en: 'Settled: {what}. There is nothing left to do.',
  },
}
