import { type SpokenLanguage, writtenLanguage } from '../../base/kernel/language.ts'
import { type CustomerKind, isToCustomer, type SmsKind } from './message-kinds.ts'
import { type CustomerMessageText, type MessageText, toCustomers, toOthers } from './message-words.ts'
import type { MessageKind } from './messages-tables.ts'

/** What a message says, with `{places}` for what differs: its subject in a mailbox, its text, its button. */
type MessageWording<Text extends string = string> = {
  subject: Text
  body: Text
  /** At most 25 characters, as WhatsApp wants it; null for a message that leads nowhere. */
  button: Text | null
  /** The shorter text of what goes by SMS, with `{link}`. */
  sms?: Text
}

type WordingOf<Kind extends MessageKind, Text extends string> = MessageWording<Text> &
  (Kind extends SmsKind ? { sms: Text } : unknown)

/**
 * Every message in English; its other languages stand in the catalogues. The same texts are the templates
 * that WhatsApp approves (`docs/reference/messages.md`), so a text neither begins nor ends with a place,
 * names each place once, and a change of one needs a new approval, under a name of its own: raise
 * `templateVersion` with it. What stands in brackets is left out where nothing fills a place of it,
 * and by SMS where there is no room for it (`sms-text.ts`).
 */
const customerTexts: { [Kind in CustomerKind]: WordingOf<Kind, CustomerMessageText> } = {
  POSITION_LINK: {
    subject: 'Where shall we deliver?',
    body: 'Hello {customer}, {shop} is sending you a parcel. Tell us where to bring it: tap the button and show us the place on the map. A courier sets off as soon as you have.',
    button: 'Show where to deliver',
    sms: 'Hello[ {customer}], {shop} is sending you a parcel[ ({span})]. Tell us where to deliver: {link}',
  },
  COURIER_ON_THE_WAY: {
    subject: 'Your parcel is on its way',
    body: 'Hello {customer}, your parcel from {shop} is on its way. {courier} is bringing it {vehicle}; to call: {phone}. Your handover code is {code}: give it to the courier only once the parcel is in your hands.',
    button: 'Follow my parcel',
    sms: '{shop}: parcel on its way[, due {span}]. Code {code}, give it once you hold it.[ Courier {courier}] {phone} {link}',
  },
  COURIER_NEARBY: {
    subject: 'Your courier is near',
    body: 'Hello {customer}, {courier} will soon be there with your parcel from {shop}. Keep your phone close and your code at hand.',
    button: 'Follow my parcel',
    sms: '[Hello {customer}, ]{courier} will soon be there with the parcel from {shop}: keep your code at hand. {link}',
  },
  DELIVERED: {
    subject: 'Your parcel has arrived',
    body: 'Hello {customer}, your parcel from {shop} is now in your hands. Thank you, and see you soon!',
    button: null,
    sms: 'Hello[ {customer}], your parcel from {shop} is now in your hands. Thank you!',
  },
  DELIVERY_FAILED: {
    subject: 'Your parcel could not be handed over',
    body: 'Hello {customer}, we could not hand you your parcel from {shop}. {reason} We are taking the parcel back to the shop, and they know about it: please ask them what happens next. Thank you for your understanding.',
    button: null,
    sms: 'Hello[ {customer}], we could not hand you your parcel from {shop}. It goes back to the shop: please ask them what happens next.',
  },
  DELIVERY_CANCELLED: {
    subject: 'Your delivery is cancelled',
    body: 'Hello {customer}, the delivery of your parcel from {shop} is cancelled. {reason} If you have a question, please ask the shop.',
    button: null,
    sms: 'Hello[ {customer}], the delivery of your parcel from {shop} is cancelled. If you have a question, please ask the shop.',
  },
  DELIVERY_EXPIRED: {
    subject: 'Your delivery did not take place',
    body: 'Hello {customer}, the delivery of your parcel from {shop} did not take place. {reason} If you still want your parcel, please ask the shop.',
    button: null,
    sms: 'Hello[ {customer}], the delivery of your parcel from {shop} did not take place. To start again, please ask the shop.',
  },
  PAYMENT_DUE: {
    subject: 'To pay before the hand-over',
    body: 'Hello {customer}, your parcel from {shop} is coming. To pay: {amount}. Tap the button to pay before the hand-over. The courier takes no money. Give your secret PIN to nobody, not even to the courier.',
    button: 'Pay for my parcel',
    sms: 'Parcel from {shop}: {amount} to pay before the hand-over.[ The courier takes no money.] {link}',
  },
  PAYMENT_DENIED: {
    subject: 'Your payment has not arrived',
    body: 'Hello {customer}, {shop} has not received your payment of {amount}. Check that it was sent, and to the right number, then tap the button to ask the shop again. Meanwhile the courier keeps your parcel.',
    button: 'See my payment',
    sms: '{shop} has not received your {amount}. Check that it was sent and where, then say so: {link}',
  },
}

/** What is not written to customers. */
const otherTexts: { [Kind in Exclude<MessageKind, CustomerKind>]: WordingOf<Kind, MessageText> } = {
  COURIER_WAITS_OWNER: {
    subject: 'A courier is waiting for parcel {reference}',
    body: 'Hello, {courier} is waiting at your door for parcel {reference}: {reason}. Hand it over before {until}, or call: {phone}.[ After that, the wait costs you {amount}.]',
    button: 'See the delivery',
  },
  COURIER_WAITS_OWNER_PHONE: {
    subject: 'A courier is waiting for parcel {reference}',
    body: 'Hello, {courier} is waiting at your door for parcel {reference}: {reason}. Hand it over before {until}, or call: {phone}. Waiting fee after that: {amount}. It is all in your console.',
    button: 'Open my console',
    sms: 'Parcel {reference}: {courier} is waiting, {reason}. Until {until}, fee after that: {amount}. {phone} {link}',
  },
  DELIVERY_FAILED_OWNER: {
    subject: 'Parcel {reference} could not be handed over',
    body: 'Hello, parcel {reference} could not be handed over to {customer}. Reason: {reason}. {courier} is bringing it back to you; to call: {phone}. Once you hold it, give them this code: {code}.[ Your order number: {order}.]',
    button: null,
  },
  DELIVERY_FAILED_OWNER_PHONE: {
    subject: 'Parcel {reference} could not be handed over',
    body: 'Hello, parcel {reference} could not be handed over to {customer}. Reason: {reason}. {courier} is bringing it back to you; to call: {phone}. Once you hold it, give them this code: {code}. It is in your console as well.',
    button: 'Open my console',
    sms: 'Parcel {reference} not handed over[ to {customer}][ ({reason})]. {courier} brings it back, {phone}. Once you hold it, give code {code}. {link}',
  },
  DELIVERY_LATE_OWNER: {
    subject: 'Parcel {reference} is running late',
    body: 'Hello, parcel {reference} for {customer} is running late. We are seeing to it: you have nothing to do, and your console shows where it is.[ Your order number: {order}.]',
    button: 'See the delivery',
  },
  DELIVERY_LATE_OWNER_PHONE: {
    subject: 'Parcel {reference} is running late',
    body: 'Hello, parcel {reference} for {customer} is running late. We are seeing to it: you have nothing to do, and your console shows where it is.',
    button: 'Open my console',
    sms: 'Parcel {reference}[ for {customer}] is running late. We are seeing to it. {link}',
  },
  PAYMENT_DECLARED: {
    subject: 'Parcel {reference}: your customer says they have paid',
    body: 'Hello, {customer} says they have paid you {amount} for parcel {reference}. The courier hands it over only once this payment is confirmed: check whether the money has arrived, then answer yes or no in your console, or to your delivery service.[ Your order number: {order}.]',
    button: 'Answer',
  },
  PAYMENT_DECLARED_PHONE: {
    subject: 'Parcel {reference}: your customer says they have paid',
    body: 'Hello, {customer} says they have paid you {amount} for parcel {reference}. The courier hands it over only once this payment is confirmed: check whether the money has arrived, then tap the button to answer yes or no.',
    button: 'Answer',
    sms: 'Parcel {reference}: {customer} says they paid you {amount}. Please check, then answer yes or no: {link}',
  },
  PAYMENT_DECLARED_AGAIN: {
    subject: 'Parcel {reference}: your customer says again that they have paid',
    body: 'Hello, {customer} says once more that they have paid you {amount} for parcel {reference}. The last answer was no: check again whether the money has arrived, then answer yes or no in your console, or to your delivery service.[ Your order number: {order}.]',
    button: 'Answer',
  },
  PAYMENT_DECLARED_AGAIN_PHONE: {
    subject: 'Parcel {reference}: your customer says again that they have paid',
    body: 'Hello, {customer} says once more that they have paid you {amount} for parcel {reference}. The last answer was no: check again whether the money has arrived, then tap the button to answer yes or no.',
    button: 'Answer',
    sms: 'Parcel {reference}: {customer} says again they paid {amount}. Check again, then answer yes or no: {link}',
  },
  PAYMENT_REMINDER: {
    subject: 'Parcel {reference}: the courier is waiting for your answer',
    body: 'Hello, the courier is still waiting for your answer about parcel {reference}. {customer} says they have paid you {amount}: check whether the money has arrived, then answer yes or no in your console, or to your delivery service.[ Your order number: {order}.]',
    button: 'Answer',
  },
  PAYMENT_REMINDER_PHONE: {
    subject: 'Parcel {reference}: the courier is waiting for your answer',
    body: 'Hello, the courier is still waiting for your answer about parcel {reference}. {customer} says they have paid you {amount}: check whether the money has arrived, then tap the button to answer yes or no.',
    button: 'Answer',
    sms: 'Parcel {reference}: the courier is waiting. {customer} says they paid {amount}: answer yes or no, {link}',
  },
  PAYMENT_LAST_REMINDER: {
    subject: 'Parcel {reference}: without an answer we will have to decide',
    body: 'Hello, this is the last reminder about parcel {reference}. {customer} says they have paid you {amount}, and you have not answered. Answer yes or no in your console; otherwise your delivery service calls you, then decides for you.[ Your order number: {order}.]',
    button: 'Answer',
  },
  PAYMENT_LAST_REMINDER_PHONE: {
    subject: 'Parcel {reference}: without an answer we will have to decide',
    body: 'Hello, this is the last reminder about parcel {reference}. {customer} says they have paid you {amount}, and you have not answered. Tap the button to answer yes or no; otherwise your delivery service calls you, then decides for you.',
    button: 'Answer',
    sms: 'Last reminder, parcel {reference}: {customer} says they paid {amount}. Without an answer we decide: {link}',
  },
  PAYMENT_CONFIRMED_OWNER: {
    subject: 'Parcel {reference}: we answered yes for you',
    body: 'Hello, your delivery service has answered yes for you about parcel {reference}: {customer} did pay {amount}. Reason: {reason}. So the courier may hand over the parcel. If you have not received this money, call your delivery service at once.[ Your order number: {order}.]',
    button: 'See the delivery',
  },
  PAYMENT_CONFIRMED_OWNER_PHONE: {
    subject: 'Parcel {reference}: we answered yes for you',
    body: 'Hello, your delivery service has answered yes for you about parcel {reference}: {customer} did pay {amount}. Reason: {reason}. So the courier may hand over the parcel. If you have not received this money, call your delivery service at once.',
    button: 'Open my console',
    sms: 'Parcel {reference}: we answered yes for you, {amount} paid.[ Reason: {reason}.] Not so? Please call us at once. {link}',
  },
  PAYMENT_DENIED_OWNER: {
    subject: 'Parcel {reference}: we answered no for you',
    body: 'Hello, your delivery service has answered no for you about parcel {reference}: {customer} says they paid {amount}, but this money has not arrived. Reason: {reason}. The courier keeps the parcel. If you do have this money, confirm it in your console, or to your delivery service.[ Your order number: {order}.]',
    button: 'Confirm the payment',
  },
  PAYMENT_DENIED_OWNER_PHONE: {
    subject: 'Parcel {reference}: we answered no for you',
    body: 'Hello, your delivery service has answered no for you about parcel {reference}: {customer} says they paid {amount}, but this money has not arrived. Reason: {reason}. The courier keeps the parcel. If you do have this money, tap the button to confirm it.',
    button: 'Confirm the payment',
    sms: 'Parcel {reference}: we answered no for you, {amount} not there.[ Reason: {reason}.] You have it? Please say so: {link}',
  },
  PAYMENT_DENIED_COURIER: {
    subject: 'Do not hand over parcel {reference}',
    body: 'Hello {courier}, do not hand over parcel {reference}: {shop} has not received the customer’s money. Keep the parcel, and take no money yourself. Your page changes as soon as it is paid.',
    button: 'See the parcel',
    sms: 'Do not hand over parcel {reference}: {shop} has not been paid. Keep it, and take no money. {link}',
  },
  COURIER_ASSIGNED: {
    subject: 'A trip is given to you',
    body: 'Hello {courier}, trip {reference} is given to you: a parcel to fetch at {shop}, {place}. It earns you {amount}. If you cannot go, say so at once on your page.',
    button: 'See the trip',
    sms: 'Trip {reference} of {shop} is given to you, for {amount}. See where to go: {link}',
  },
  COURIER_REPLACED: {
    subject: 'Trip {reference} is no longer yours',
    body: 'Hello {courier}, trip {reference} of {shop} was given to another courier. Do not fetch the parcel. Your page is free for other trips.',
    button: 'See my page',
    sms: 'Trip {reference} of {shop} was given to another courier. Do not fetch the parcel. {link}',
  },
  COURIER_OFFER: {
    subject: 'A trip for you',
    body: 'Hello {courier}, here is a trip for you: a parcel to fetch at {shop}, {place}. The shop is {distance} from you and the trip earns you {pay}. It goes to the first to accept it.',
    button: 'See the trip',
  },
  SIGN_IN_CODE: {
    subject: 'Your code to sign in',
    body: 'Your code to sign in to Colis is {code}. It works once, within {minutes} minutes. Give it to nobody, not even to us.',
    button: null,
    sms: 'Your code to sign in to Colis: {code}. It works once, within {minutes} minutes. Give it to nobody.',
  },
  SIGN_IN_LINK: {
    subject: 'Your link to sign in to Colis',
    body: 'Hello, here is your link to sign in to Colis. It works once, within {minutes} minutes. If you did not ask for it, leave this message alone: nothing happens without you.',
    button: 'Sign in to Colis',
  },
  SIGN_IN_CHANGED: {
    subject: 'Your Colis account now has {what}',
    body: 'Hello, your Colis account now has {what}. If this was not you, sign in with a code or a link at once, sign the other devices out, and tell those who run the service.',
    button: 'Sign in to Colis',
    sms: 'Your Colis account now has {what}. Not you? Sign in with a code, sign the other devices out and tell the service.',
  },
  SIGN_IN_CHANGED_MAIL: {
    subject: 'Your Colis account now has {what}',
    body: 'Hello, your Colis account now has {what}. If this was not you, sign in with a code or a link at once, sign the other devices out, and tell those who run the service.',
    button: 'Sign in to Colis',
  },
  TEAM_INVITATION: {
    subject: 'A shop invites you',
    body: 'Hello, the shop {shop} invites you to its team on Colis. To accept, sign in with this number within seven days. If you do not know it, leave this message alone.',
    button: 'See the invitation',
    sms: '{shop} invites you to its team on Colis. Sign in with this number within seven days: {link}',
  },
  TEAM_INVITATION_MAIL: {
    subject: 'The shop {shop} invites you',
    body: 'Hello, the shop {shop} invites you to its team on Colis. To accept, sign in with this address within seven days. If you do not know it, leave this message alone.',
    button: 'See the invitation',
  },
  ENDPOINT_FAILING: {
    subject: 'Your server has stopped accepting our webhooks',
    body: 'Hello, your server has not accepted our webhooks since {since}. We keep calling {url}, but if nothing changes we stop doing so from {until} on. Please check that your server can be reached and that it answers with a 2xx status within 10 seconds. What is still waiting is sent again with the next attempts.',
    button: null,
  },
  ENDPOINT_DISABLED: {
    subject: 'We have stopped calling your server',
    body: 'Hello, your server has not answered our webhooks since {since}, and we have stopped calling {url} so as not to insist. Once your server is fixed, ask for the address to be enabled again: what still waits is sent to you at once. Events whose eight attempts have failed do not go out by themselves: ask for them to be sent again too, which can be done for 30 days.',
    button: null,
  },
  PAYOUT_CODE: {
    subject: 'Your code to confirm the number',
    body: 'The code {code} confirms that the sales of {shop} will go to the number that ends in {new}. It works once, within {minutes} minutes. If you asked for nothing, give it to nobody, not even to us.',
    button: null,
    sms: 'Code {code}: the sales of {shop} will go to the number ending in {new}. Good for {minutes} min. Not you? Give it to nobody.',
  },
  PAYOUT_CHANGE_REQUESTED: {
    subject: '{shop}: another number is asked for to receive your sales',
    body: 'Hello, somebody asks that the sales of {shop} be paid out to the number that ends in {new}[, and no longer to the one that ends in {old}]. Nothing changes without the code that we have just sent[, and a wait of {hours} hours after it]. If it was not you, cancel this in your Colis space, on the page of the payout number.',
    button: null,
  },
  PAYOUT_CHANGED: {
    subject: '{shop}: another number receives your sales',
    body: 'Hello, the sales of {shop} are now paid out to the number that ends in {new}[, and no longer to the one that ends in {old}]. If this was not you, tell your delivery service at once.',
    button: null,
  },
  PAYOUT_HELD: {
    subject: '{shop}: your number does not accept our payouts',
    body: 'Hello, we could not pay {amount} to {shop}: the operator refuses the number that ends in {new}. Nothing is lost, the money waits for you. Check this number with your operator, or change it in your Colis space, on the page of payouts; you can also ask there for another try.',
    button: null,
  },
  PAYOUT_HELD_PHONE: {
    subject: '{shop}: your number does not accept our payouts',
    body: 'Hello, we could not pay {amount} to {shop}: the operator refuses the number that ends in {new}. Nothing is lost, the money waits for you. Check this number with your operator, or change it in your console, on the page of payouts; you can also ask there for another try.',
    button: 'Open my console',
    sms: '{shop}: {amount} waits for you, the operator refuses the number ending in {new}. Check it: {link}',
  },
  COURIER_PAYOUT_HELD: {
    subject: 'Your money did not go through',
    body: 'Hello {courier}, we could not send you {amount}: your operator refuses your number that ends in {end}. Nothing is lost, the money waits for you. Ask the operator whether your mobile money account is active, then tap the button to ask for another try.',
    button: 'See my earnings',
    sms: '{courier}, {amount} waits for you: the operator refuses your number ending in {end}. Ask them, then {link}',
  },
  SHOP_APPROVED: {
    subject: '{shop}: your shop is approved',
    body: 'Hello, the courier company has approved {shop}: you can order deliveries now. Your console says what is still missing, and how to order the first.',
    button: 'Open my console',
  },
  SHOP_APPROVED_PHONE: {
    subject: '{shop}: your shop is approved',
    body: 'Hello, the courier company has approved {shop}: you can order deliveries now. Your console says what is still missing, and how to order the first.',
    button: 'Open my console',
    sms: '{shop} is approved: you can order deliveries now. {link}',
  },
  COURIER_APPROVED: {
    subject: 'Welcome among our couriers',
    body: 'Hello {courier}, the answer is yes: you can deliver with us. Tap the button and sign in with this number. As soon as you are on duty, trips come to your phone.',
    button: 'Start',
    sms: 'Hello[ {courier}], the answer is yes: you can deliver with us. Sign in with this number: {link}',
  },
  COURIER_REFUSED: {
    subject: 'Your application',
    body: 'Hello {courier}, we have read your application and cannot accept it. Reason: {reason}. Thank you for thinking of us.',
    button: null,
    sms: 'Hello[ {courier}], we cannot accept your application. Reason: {reason}. Thank you for thinking of us.',
  },
  COURIER_PAPER_ENDS: {
    subject: 'A paper of yours ends',
    body: 'Hello {courier}, your {what} is valid until {until}. Have it renewed in time, and show the new paper to those who run the service: they have to note it.',
    button: 'See my page',
    sms: 'Your {what} is valid until {until}. Have it renewed, and show us the new paper. {link}',
  },
  COURIER_ANNOUNCEMENT: {
    subject: 'A message to the couriers',
    body: 'Hello {courier}, your delivery service writes to all couriers: {what}. Your page has it all.',
    button: 'See my page',
    sms: 'To all couriers: {what}. {link}',
  },
  COURIER_SHIFT_SOON: {
    subject: 'Your shift begins soon',
    body: 'Hello {courier}, your shift begins {begins} and lasts until {ends}. Go on duty on your page when it begins.',
    button: 'See my page',
    sms: 'Your shift begins {begins}, until {ends}. Go on duty on your page then. {link}',
  },
  COURIER_SHIFT_GIVEN: {
    subject: 'A shift for you',
    body: 'Hello {courier}, you were put on a shift: {begins}, until {ends}. If you cannot come, leave it on your page in time.',
    button: 'See my shifts',
    sms: 'A shift for you: {begins}, until {ends}. If you cannot come, leave it in time: {link}',
  },
  COURIER_SHIFT_TAKEN: {
    subject: 'A shift is no longer yours',
    body: 'Hello {courier}, this shift is no longer yours: {begins}, until {ends}. Your page shows others.',
    button: 'See my shifts',
    sms: 'This shift is no longer yours: {begins}, until {ends}. Others: {link}',
  },
  COURIER_SHIFT_CHANGED: {
    subject: 'Your shift has changed',
    body: 'Hello {courier}, your shift has changed. It is now {begins}, until {ends}. Your page shows where. If you cannot come, leave it there in time.',
    button: 'See my shifts',
    sms: 'Your shift has changed: now {begins}, until {ends}. If you cannot come, leave it: {link}',
  },
  OPERATOR_ALERT: {
    subject: 'Alert: {what}',
    body: 'Alert of the delivery service, opened on {since}: {what}. What to do: {advice}. The page of the service says more.',
    button: 'See the service',
    sms: 'Alert: {what}.[ What to do: {advice}.] {link}',
  },
  OPERATOR_ALERT_MAIL: {
    subject: 'Alert: {what}',
    body: 'Alert of the delivery service, opened on {since}: {what}. What to do: {advice}. The page of the service says more.',
    button: 'See the service',
  },
  OPERATOR_ALERT_OVER: {
    subject: 'Settled: {what}',
    body: 'This was settled on {until}. The alert said: {what}. There is nothing left to do.',
    button: 'See the service',
    sms: 'Settled: {what}. There is nothing left to do.',
  },
  OPERATOR_ALERT_OVER_MAIL: {
    subject: 'Settled: {what}',
    body: 'This was settled on {until}. The alert said: {what}. There is nothing left to do.',
    button: 'See the service',
  },
}

/**
 * A message in a language, its places open. What is not for customers is said in French and English alone.
 */
export const messageWording = (kind: MessageKind, language: SpokenLanguage): MessageWording =>
  isToCustomer(kind)
    ? wordingIn(customerTexts[kind], (text) => toCustomers.textIn(language, text))
    : wordingIn(otherTexts[kind], (text) => toOthers.textIn(writtenLanguage(language), text))

function wordingIn<Text extends string>(
  { subject, body, button, sms }: MessageWording<Text>,
  textIn: (text: Text) => string,
): MessageWording {
  return {
    subject: textIn(subject),
    body: textIn(body),
    button: button && textIn(button),
    ...(sms && { sms: textIn(sms) }),
  }
}

/**
 * The end of every template's name: a template that was approved is not rewritten, it is followed by another.
 */
export const templateVersion = 2
