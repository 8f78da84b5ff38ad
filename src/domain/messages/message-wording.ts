import type { VehicleType } from '../../base/contract/vocabulary.ts'
import type { Language, Wording } from '../../base/kernel/language.ts'
import type { PickupReason } from '../deliveries/pickup-problems/pickup-problem.ts'
import type { MessageKind } from './messages-tables.ts'

/** What a message says, with `{places}` for what differs: its subject in a mailbox, its text, its button. */
type MessageWording = {
  subject: string
  body: string
  /** At most 25 characters, as WhatsApp wants it; null for a message that leads nowhere. */
  button: string | null
}

/** The same by WhatsApp and by mail, which have a kind of message each. */
const signInChanged: Record<Language, MessageWording> = {
  fr: {
    subject: 'Votre compte Colis a maintenant {what}',
    body: 'Bonjour, votre compte Colis a maintenant {what}. Si ce n’est pas vous, entrez tout de suite avec un code ou un lien, déconnectez les autres appareils et prévenez ceux qui tiennent le service.',
    button: 'Entrer dans Colis',
  },
  en: {
    subject: 'Your Colis account now has {what}',
    body: 'Hello, your Colis account now has {what}. If this was not you, sign in with a code or a link at once, sign the other devices out, and tell those who run the service.',
    button: 'Sign in to Colis',
  },
}

/**
 * Every message in both languages. The same texts are the templates that WhatsApp approves
 * (`docs/reference/messages.md`), so a text neither begins nor ends with a place, names each place once, and a
 * change of one needs a new approval, under a name of its own: raise `templateVersion` with it. In mail, what
 * stands in brackets is left out where nothing fills a place of it.
 */
export const messageWording: Record<MessageKind, Record<Language, MessageWording>> = {
  POSITION_LINK: {
    fr: {
      subject: 'Où vous livrer ?',
      body: 'Bonjour {customer}, {shop} vous envoie un colis. Dites-nous où vous le remettre : touchez le bouton et montrez l’endroit sur la carte. Un livreur se met en route dès que c’est fait.',
      button: 'Montrer où me livrer',
    },
    en: {
      subject: 'Where shall we deliver?',
      body: 'Hello {customer}, {shop} is sending you a parcel. Tell us where to bring it: tap the button and show us the place on the map. A courier sets off as soon as you have.',
      button: 'Show where to deliver',
    },
  },
  COURIER_WAITS_OWNER: {
    fr: {
      subject: 'Un livreur attend le colis {reference}',
      body: 'Bonjour, {courier} attend devant chez vous pour prendre le colis {reference} : {reason}. Remettez-le avant {until}, ou appelez : {phone}.[ Après cette heure, l’attente vous coûte {amount}.]',
      button: 'Voir la livraison',
    },
    en: {
      subject: 'A courier is waiting for parcel {reference}',
      body: 'Hello, {courier} is waiting at your door for parcel {reference}: {reason}. Hand it over before {until}, or call: {phone}.[ After that, the wait costs you {amount}.]',
      button: 'See the delivery',
    },
  },
  COURIER_WAITS_OWNER_PHONE: {
    fr: {
      subject: 'Un livreur attend le colis {reference}',
      body: 'Bonjour, {courier} attend devant chez vous pour prendre le colis {reference} : {reason}. Remettez-le avant {until}, ou appelez : {phone}. Frais d’attente après cette heure : {amount}. Tout est dans votre console.',
      button: 'Ouvrir ma console',
    },
    en: {
      subject: 'A courier is waiting for parcel {reference}',
      body: 'Hello, {courier} is waiting at your door for parcel {reference}: {reason}. Hand it over before {until}, or call: {phone}. Waiting fee after that: {amount}. It is all in your console.',
      button: 'Open my console',
    },
  },
  COURIER_ON_THE_WAY: {
    fr: {
      subject: 'Votre colis est en route',
      body: 'Bonjour {customer}, votre colis de {shop} est en route. {courier} vous l’apporte {vehicle} ; pour l’appeler : {phone}. Votre code de remise est {code} : donnez-le au livreur seulement quand le colis est entre vos mains.',
      button: 'Suivre mon colis',
    },
    en: {
      subject: 'Your parcel is on its way',
      body: 'Hello {customer}, your parcel from {shop} is on its way. {courier} is bringing it {vehicle}; to call: {phone}. Your handover code is {code}: give it to the courier only once the parcel is in your hands.',
      button: 'Follow my parcel',
    },
  },
  COURIER_NEARBY: {
    fr: {
      subject: 'Votre livreur arrive',
      body: 'Bonjour {customer}, {courier} arrive bientôt avec votre colis de {shop}. Gardez votre téléphone près de vous et votre code sous la main.',
      button: 'Suivre mon colis',
    },
    en: {
      subject: 'Your courier is near',
      body: 'Hello {customer}, {courier} will soon be there with your parcel from {shop}. Keep your phone close and your code at hand.',
      button: 'Follow my parcel',
    },
  },
  DELIVERED: {
    fr: {
      subject: 'Votre colis est arrivé',
      body: 'Bonjour {customer}, votre colis de {shop} est bien arrivé entre vos mains. Merci, et à bientôt !',
      button: null,
    },
    en: {
      subject: 'Your parcel has arrived',
      body: 'Hello {customer}, your parcel from {shop} is now in your hands. Thank you, and see you soon!',
      button: null,
    },
  },
  DELIVERY_FAILED: {
    fr: {
      subject: 'Votre colis n’a pas pu être remis',
      body: 'Bonjour {customer}, votre colis de {shop} n’a pas pu vous être remis. {reason} Nous rapportons le colis à la boutique, qui est prévenue : voyez avec elle pour la suite. Merci de votre compréhension.',
      button: null,
    },
    en: {
      subject: 'Your parcel could not be handed over',
      body: 'Hello {customer}, we could not hand you your parcel from {shop}. {reason} We are taking the parcel back to the shop, and they know about it: please ask them what happens next. Thank you for your understanding.',
      button: null,
    },
  },
  DELIVERY_FAILED_OWNER: {
    fr: {
      subject: 'Le colis {reference} n’a pas pu être remis',
      body: 'Bonjour, le colis {reference} n’a pas pu être remis à {customer}. Motif : {reason}. {courier} vous le rapporte ; pour l’appeler : {phone}. Quand vous l’avez en main, donnez-lui ce code : {code}.[ Votre numéro de commande : {order}.]',
      button: null,
    },
    en: {
      subject: 'Parcel {reference} could not be handed over',
      body: 'Hello, parcel {reference} could not be handed over to {customer}. Reason: {reason}. {courier} is bringing it back to you; to call: {phone}. Once you hold it, give them this code: {code}.[ Your order number: {order}.]',
      button: null,
    },
  },
  DELIVERY_FAILED_OWNER_PHONE: {
    fr: {
      subject: 'Le colis {reference} n’a pas pu être remis',
      body: 'Bonjour, le colis {reference} n’a pas pu être remis à {customer}. Motif : {reason}. {courier} vous le rapporte ; pour l’appeler : {phone}. Quand vous l’avez en main, donnez-lui ce code : {code}. Il est aussi dans votre console.',
      button: 'Ouvrir ma console',
    },
    en: {
      subject: 'Parcel {reference} could not be handed over',
      body: 'Hello, parcel {reference} could not be handed over to {customer}. Reason: {reason}. {courier} is bringing it back to you; to call: {phone}. Once you hold it, give them this code: {code}. It is in your console as well.',
      button: 'Open my console',
    },
  },
  DELIVERY_CANCELLED: {
    fr: {
      subject: 'Votre livraison est annulée',
      body: 'Bonjour {customer}, la livraison de votre colis de {shop} est annulée. {reason} Pour toute question, voyez avec la boutique.',
      button: null,
    },
    en: {
      subject: 'Your delivery is cancelled',
      body: 'Hello {customer}, the delivery of your parcel from {shop} is cancelled. {reason} If you have a question, please ask the shop.',
      button: null,
    },
  },
  DELIVERY_EXPIRED: {
    fr: {
      subject: 'Votre livraison n’a pas eu lieu',
      body: 'Bonjour {customer}, la livraison de votre colis de {shop} n’a pas eu lieu. {reason} Si vous voulez encore votre colis, voyez avec la boutique.',
      button: null,
    },
    en: {
      subject: 'Your delivery did not take place',
      body: 'Hello {customer}, the delivery of your parcel from {shop} did not take place. {reason} If you still want your parcel, please ask the shop.',
      button: null,
    },
  },
  PAYMENT_DUE: {
    fr: {
      subject: 'À payer avant la remise',
      body: 'Bonjour {customer}, votre colis de {shop} arrive. À payer : {amount}. Touchez le bouton pour payer avant la remise. Le livreur ne prend pas d’argent. Votre code secret, ne le donnez à personne, pas même au livreur.',
      button: 'Payer mon colis',
    },
    en: {
      subject: 'To pay before the hand-over',
      body: 'Hello {customer}, your parcel from {shop} is coming. To pay: {amount}. Tap the button to pay before the hand-over. The courier takes no money. Give your secret PIN to nobody, not even to the courier.',
      button: 'Pay for my parcel',
    },
  },
  PAYMENT_DECLARED: {
    fr: {
      subject: 'Colis {reference} : votre client dit avoir payé',
      body: 'Bonjour, {customer} dit vous avoir payé {amount} pour le colis {reference}. Le livreur ne le remet qu’une fois ce paiement confirmé : regardez si l’argent est bien arrivé, puis répondez oui ou non dans votre console, ou à votre service de livraison.[ Votre numéro de commande : {order}.]',
      button: 'Répondre',
    },
    en: {
      subject: 'Parcel {reference}: your customer says they have paid',
      body: 'Hello, {customer} says they have paid you {amount} for parcel {reference}. The courier hands it over only once this payment is confirmed: check whether the money has arrived, then answer yes or no in your console, or to your delivery service.[ Your order number: {order}.]',
      button: 'Answer',
    },
  },
  PAYMENT_DECLARED_PHONE: {
    fr: {
      subject: 'Colis {reference} : votre client dit avoir payé',
      body: 'Bonjour, {customer} dit vous avoir payé {amount} pour le colis {reference}. Le livreur ne le remet qu’une fois ce paiement confirmé : regardez si l’argent est bien arrivé, puis touchez le bouton pour répondre oui ou non.',
      button: 'Répondre',
    },
    en: {
      subject: 'Parcel {reference}: your customer says they have paid',
      body: 'Hello, {customer} says they have paid you {amount} for parcel {reference}. The courier hands it over only once this payment is confirmed: check whether the money has arrived, then tap the button to answer yes or no.',
      button: 'Answer',
    },
  },
  PAYMENT_DECLARED_AGAIN: {
    fr: {
      subject: 'Colis {reference} : votre client redit avoir payé',
      body: 'Bonjour, {customer} redit vous avoir payé {amount} pour le colis {reference}. La dernière réponse était non : regardez encore une fois si l’argent est bien arrivé, puis répondez oui ou non dans votre console, ou à votre service de livraison.[ Votre numéro de commande : {order}.]',
      button: 'Répondre',
    },
    en: {
      subject: 'Parcel {reference}: your customer says again that they have paid',
      body: 'Hello, {customer} says once more that they have paid you {amount} for parcel {reference}. The last answer was no: check again whether the money has arrived, then answer yes or no in your console, or to your delivery service.[ Your order number: {order}.]',
      button: 'Answer',
    },
  },
  PAYMENT_DECLARED_AGAIN_PHONE: {
    fr: {
      subject: 'Colis {reference} : votre client redit avoir payé',
      body: 'Bonjour, {customer} redit vous avoir payé {amount} pour le colis {reference}. La dernière réponse était non : regardez encore une fois si l’argent est bien arrivé, puis touchez le bouton pour répondre oui ou non.',
      button: 'Répondre',
    },
    en: {
      subject: 'Parcel {reference}: your customer says again that they have paid',
      body: 'Hello, {customer} says once more that they have paid you {amount} for parcel {reference}. The last answer was no: check again whether the money has arrived, then tap the button to answer yes or no.',
      button: 'Answer',
    },
  },
  PAYMENT_REMINDER: {
    fr: {
      subject: 'Colis {reference} : le livreur attend votre réponse',
      body: 'Bonjour, le livreur attend toujours votre réponse pour le colis {reference}. {customer} dit vous avoir payé {amount} : regardez si l’argent est bien arrivé, puis répondez oui ou non dans votre console, ou à votre service de livraison.[ Votre numéro de commande : {order}.]',
      button: 'Répondre',
    },
    en: {
      subject: 'Parcel {reference}: the courier is waiting for your answer',
      body: 'Hello, the courier is still waiting for your answer about parcel {reference}. {customer} says they have paid you {amount}: check whether the money has arrived, then answer yes or no in your console, or to your delivery service.[ Your order number: {order}.]',
      button: 'Answer',
    },
  },
  PAYMENT_REMINDER_PHONE: {
    fr: {
      subject: 'Colis {reference} : le livreur attend votre réponse',
      body: 'Bonjour, le livreur attend toujours votre réponse pour le colis {reference}. {customer} dit vous avoir payé {amount} : regardez si l’argent est bien arrivé, puis touchez le bouton pour répondre oui ou non.',
      button: 'Répondre',
    },
    en: {
      subject: 'Parcel {reference}: the courier is waiting for your answer',
      body: 'Hello, the courier is still waiting for your answer about parcel {reference}. {customer} says they have paid you {amount}: check whether the money has arrived, then tap the button to answer yes or no.',
      button: 'Answer',
    },
  },
  PAYMENT_LAST_REMINDER: {
    fr: {
      subject: 'Colis {reference} : sans réponse, nous devrons décider',
      body: 'Bonjour, dernier rappel pour le colis {reference}. {customer} dit vous avoir payé {amount}, et vous n’avez pas répondu. Répondez oui ou non dans votre console ; sinon, votre service de livraison vous appelle, puis décide pour vous.[ Votre numéro de commande : {order}.]',
      button: 'Répondre',
    },
    en: {
      subject: 'Parcel {reference}: without an answer we will have to decide',
      body: 'Hello, this is the last reminder about parcel {reference}. {customer} says they have paid you {amount}, and you have not answered. Answer yes or no in your console; otherwise your delivery service calls you, then decides for you.[ Your order number: {order}.]',
      button: 'Answer',
    },
  },
  PAYMENT_LAST_REMINDER_PHONE: {
    fr: {
      subject: 'Colis {reference} : sans réponse, nous devrons décider',
      body: 'Bonjour, dernier rappel pour le colis {reference}. {customer} dit vous avoir payé {amount}, et vous n’avez pas répondu. Touchez le bouton pour répondre oui ou non ; sinon, votre service de livraison vous appelle, puis décide pour vous.',
      button: 'Répondre',
    },
    en: {
      subject: 'Parcel {reference}: without an answer we will have to decide',
      body: 'Hello, this is the last reminder about parcel {reference}. {customer} says they have paid you {amount}, and you have not answered. Tap the button to answer yes or no; otherwise your delivery service calls you, then decides for you.',
      button: 'Answer',
    },
  },
  PAYMENT_CONFIRMED_OWNER: {
    fr: {
      subject: 'Colis {reference} : nous avons répondu oui pour vous',
      body: 'Bonjour, votre service de livraison a répondu oui pour vous au sujet du colis {reference} : {customer} a bien payé {amount}. Motif : {reason}. Le livreur peut donc remettre le colis. Si vous n’avez pas reçu cet argent, appelez tout de suite votre service de livraison.[ Votre numéro de commande : {order}.]',
      button: 'Voir la livraison',
    },
    en: {
      subject: 'Parcel {reference}: we answered yes for you',
      body: 'Hello, your delivery service has answered yes for you about parcel {reference}: {customer} did pay {amount}. Reason: {reason}. So the courier may hand over the parcel. If you have not received this money, call your delivery service at once.[ Your order number: {order}.]',
      button: 'See the delivery',
    },
  },
  PAYMENT_CONFIRMED_OWNER_PHONE: {
    fr: {
      subject: 'Colis {reference} : nous avons répondu oui pour vous',
      body: 'Bonjour, votre service de livraison a répondu oui pour vous au sujet du colis {reference} : {customer} a bien payé {amount}. Motif : {reason}. Le livreur peut donc remettre le colis. Si vous n’avez pas reçu cet argent, appelez tout de suite votre service de livraison.',
      button: 'Ouvrir ma console',
    },
    en: {
      subject: 'Parcel {reference}: we answered yes for you',
      body: 'Hello, your delivery service has answered yes for you about parcel {reference}: {customer} did pay {amount}. Reason: {reason}. So the courier may hand over the parcel. If you have not received this money, call your delivery service at once.',
      button: 'Open my console',
    },
  },
  PAYMENT_DENIED_OWNER: {
    fr: {
      subject: 'Colis {reference} : nous avons répondu non pour vous',
      body: 'Bonjour, votre service de livraison a répondu non pour vous au sujet du colis {reference} : {customer} dit avoir payé {amount}, mais cet argent n’est pas arrivé. Motif : {reason}. Le livreur garde le colis. Si vous avez bien cet argent, confirmez-le dans votre console, ou à votre service de livraison.[ Votre numéro de commande : {order}.]',
      button: 'Confirmer le paiement',
    },
    en: {
      subject: 'Parcel {reference}: we answered no for you',
      body: 'Hello, your delivery service has answered no for you about parcel {reference}: {customer} says they paid {amount}, but this money has not arrived. Reason: {reason}. The courier keeps the parcel. If you do have this money, confirm it in your console, or to your delivery service.[ Your order number: {order}.]',
      button: 'Confirm the payment',
    },
  },
  PAYMENT_DENIED_OWNER_PHONE: {
    fr: {
      subject: 'Colis {reference} : nous avons répondu non pour vous',
      body: 'Bonjour, votre service de livraison a répondu non pour vous au sujet du colis {reference} : {customer} dit avoir payé {amount}, mais cet argent n’est pas arrivé. Motif : {reason}. Le livreur garde le colis. Si vous avez bien cet argent, touchez le bouton pour le confirmer.',
      button: 'Confirmer le paiement',
    },
    en: {
      subject: 'Parcel {reference}: we answered no for you',
      body: 'Hello, your delivery service has answered no for you about parcel {reference}: {customer} says they paid {amount}, but this money has not arrived. Reason: {reason}. The courier keeps the parcel. If you do have this money, tap the button to confirm it.',
      button: 'Confirm the payment',
    },
  },
  PAYMENT_DENIED: {
    fr: {
      subject: 'Votre paiement n’est pas arrivé',
      body: 'Bonjour {customer}, {shop} n’a pas reçu votre paiement de {amount}. Vérifiez qu’il est bien parti, et vers le bon numéro, puis touchez le bouton pour le redire à la boutique. En attendant, le livreur garde votre colis.',
      button: 'Voir mon paiement',
    },
    en: {
      subject: 'Your payment has not arrived',
      body: 'Hello {customer}, {shop} has not received your payment of {amount}. Check that it was sent, and to the right number, then tap the button to ask the shop again. Meanwhile the courier keeps your parcel.',
      button: 'See my payment',
    },
  },
  PAYMENT_DENIED_COURIER: {
    fr: {
      subject: 'Ne remettez pas le colis {reference}',
      body: 'Bonjour {courier}, ne remettez pas le colis {reference} : {shop} n’a pas reçu l’argent du client. Gardez le colis, et ne prenez pas d’argent vous-même. Votre page change dès que c’est payé.',
      button: 'Voir le colis',
    },
    en: {
      subject: 'Do not hand over parcel {reference}',
      body: 'Hello {courier}, do not hand over parcel {reference}: {shop} has not received the customer’s money. Keep the parcel, and take no money yourself. Your page changes as soon as it is paid.',
      button: 'See the parcel',
    },
  },
  COURIER_ASSIGNED: {
    fr: {
      subject: 'Une course vous est confiée',
      body: 'Bonjour {courier}, la course {reference} vous est confiée : colis à prendre chez {shop}, {place}. Elle vous rapporte {amount}. Si vous ne pouvez pas y aller, dites-le tout de suite sur votre page.',
      button: 'Voir la course',
    },
    en: {
      subject: 'A trip is given to you',
      body: 'Hello {courier}, trip {reference} is given to you: a parcel to fetch at {shop}, {place}. It earns you {amount}. If you cannot go, say so at once on your page.',
      button: 'See the trip',
    },
  },
  COURIER_REPLACED: {
    fr: {
      subject: 'La course {reference} n’est plus pour vous',
      body: 'Bonjour {courier}, la course {reference} de {shop} a été donnée à un autre livreur. N’allez pas chercher le colis. Votre page est libre pour d’autres courses.',
      button: 'Voir ma page',
    },
    en: {
      subject: 'Trip {reference} is no longer yours',
      body: 'Hello {courier}, trip {reference} of {shop} was given to another courier. Do not fetch the parcel. Your page is free for other trips.',
      button: 'See my page',
    },
  },
  COURIER_OFFER: {
    fr: {
      subject: 'Une course pour vous',
      body: 'Bonjour {courier}, une course pour vous : colis à prendre chez {shop}, {place}. La boutique est à {distance} de vous et la course vous rapporte {pay}. Elle va au premier qui l’accepte.',
      button: 'Voir la course',
    },
    en: {
      subject: 'A trip for you',
      body: 'Hello {courier}, here is a trip for you: a parcel to fetch at {shop}, {place}. The shop is {distance} from you and the trip earns you {pay}. It goes to the first to accept it.',
      button: 'See the trip',
    },
  },
  SIGN_IN_CODE: {
    fr: {
      subject: 'Votre code pour entrer',
      body: 'Votre code pour entrer dans Colis est {code}. Il sert une seule fois, dans les {minutes} minutes. Ne le donnez à personne, pas même à nous.',
      button: null,
    },
    en: {
      subject: 'Your code to sign in',
      body: 'Your code to sign in to Colis is {code}. It works once, within {minutes} minutes. Give it to nobody, not even to us.',
      button: null,
    },
  },
  SIGN_IN_LINK: {
    fr: {
      subject: 'Votre lien pour entrer dans Colis',
      body: 'Bonjour, voici votre lien pour entrer dans Colis. Il sert une seule fois, dans les {minutes} minutes. Si vous n’avez rien demandé, laissez ce message : rien ne se passe sans vous.',
      button: 'Entrer dans Colis',
    },
    en: {
      subject: 'Your link to sign in to Colis',
      body: 'Hello, here is your link to sign in to Colis. It works once, within {minutes} minutes. If you did not ask for it, leave this message alone: nothing happens without you.',
      button: 'Sign in to Colis',
    },
  },
  SIGN_IN_CHANGED: signInChanged,
  SIGN_IN_CHANGED_MAIL: signInChanged,
  TEAM_INVITATION: {
    fr: {
      subject: 'Une boutique vous invite',
      body: 'Bonjour, la boutique {shop} vous invite dans son équipe sur Colis. Pour accepter, entrez avec ce numéro dans les sept jours. Si vous ne la connaissez pas, laissez ce message.',
      button: 'Voir l’invitation',
    },
    en: {
      subject: 'A shop invites you',
      body: 'Hello, the shop {shop} invites you to its team on Colis. To accept, sign in with this number within seven days. If you do not know it, leave this message alone.',
      button: 'See the invitation',
    },
  },
  TEAM_INVITATION_MAIL: {
    fr: {
      subject: 'La boutique {shop} vous invite',
      body: 'Bonjour, la boutique {shop} vous invite dans son équipe sur Colis. Pour accepter, entrez avec cette adresse dans les sept jours. Si vous ne la connaissez pas, laissez ce message.',
      button: 'Voir l’invitation',
    },
    en: {
      subject: 'The shop {shop} invites you',
      body: 'Hello, the shop {shop} invites you to its team on Colis. To accept, sign in with this address within seven days. If you do not know it, leave this message alone.',
      button: 'See the invitation',
    },
  },
  ENDPOINT_FAILING: {
    fr: {
      subject: 'Votre serveur n’accepte plus nos webhooks',
      body: 'Bonjour, votre serveur n’accepte plus nos webhooks depuis le {since}. Nous continuons d’appeler {url}, mais si rien ne change nous cesserons de le faire à partir du {until}. Vérifiez que votre serveur est joignable et qu’il répond par un statut 2xx en moins de 10 secondes. Ce qui attend encore repart aux tentatives suivantes.',
      button: null,
    },
    en: {
      subject: 'Your server has stopped accepting our webhooks',
      body: 'Hello, your server has not accepted our webhooks since {since}. We keep calling {url}, but if nothing changes we stop doing so from {until} on. Please check that your server can be reached and that it answers with a 2xx status within 10 seconds. What is still waiting is sent again with the next attempts.',
      button: null,
    },
  },
  ENDPOINT_DISABLED: {
    fr: {
      subject: 'Nous n’appelons plus votre serveur',
      body: 'Bonjour, votre serveur ne répond plus à nos webhooks depuis le {since}, et nous avons cessé d’appeler {url} pour ne pas insister. Une fois votre serveur réparé, demandez que l’adresse soit réactivée : ce qui attend encore vous sera envoyé aussitôt. Les événements dont les huit tentatives ont échoué ne repartent pas d’eux-mêmes : demandez aussi leur renvoi, possible pendant 30 jours.',
      button: null,
    },
    en: {
      subject: 'We have stopped calling your server',
      body: 'Hello, your server has not answered our webhooks since {since}, and we have stopped calling {url} so as not to insist. Once your server is fixed, ask for the address to be enabled again: what still waits is sent to you at once. Events whose eight attempts have failed do not go out by themselves: ask for them to be sent again too, which can be done for 30 days.',
      button: null,
    },
  },
  PAYOUT_CODE: {
    fr: {
      subject: 'Votre code pour confirmer le numéro',
      body: 'Le code {code} confirme que les ventes de {shop} iront au numéro qui finit par {new}. Il sert une seule fois, dans les {minutes} minutes. Si vous n’avez rien demandé, ne le donnez à personne, pas même à nous.',
      button: null,
    },
    en: {
      subject: 'Your code to confirm the number',
      body: 'The code {code} confirms that the sales of {shop} will go to the number that ends in {new}. It works once, within {minutes} minutes. If you asked for nothing, give it to nobody, not even to us.',
      button: null,
    },
  },
  PAYOUT_CHANGE_REQUESTED: {
    fr: {
      subject: '{shop} : on demande un autre numéro pour recevoir vos ventes',
      body: 'Bonjour, quelqu’un demande que les ventes de {shop} soient versées au numéro qui finit par {new}[, et non plus à celui qui finit par {old}]. Rien ne change sans le code que nous venons d’envoyer[, puis une attente de {hours} heures]. Si cette demande ne vient pas de vous, annulez-la dans votre espace Colis, à la page du numéro de reversement.',
      button: null,
    },
    en: {
      subject: '{shop}: another number is asked for to receive your sales',
      body: 'Hello, somebody asks that the sales of {shop} be paid out to the number that ends in {new}[, and no longer to the one that ends in {old}]. Nothing changes without the code that we have just sent[, and a wait of {hours} hours after it]. If it was not you, cancel this in your Colis space, on the page of the payout number.',
      button: null,
    },
  },
  PAYOUT_CHANGED: {
    fr: {
      subject: '{shop} : un autre numéro reçoit vos ventes',
      body: 'Bonjour, les ventes de {shop} sont maintenant versées au numéro qui finit par {new}[, et non plus à celui qui finit par {old}]. Si ce changement ne vient pas de vous, prévenez tout de suite votre service de livraison.',
      button: null,
    },
    en: {
      subject: '{shop}: another number receives your sales',
      body: 'Hello, the sales of {shop} are now paid out to the number that ends in {new}[, and no longer to the one that ends in {old}]. If this was not you, tell your delivery service at once.',
      button: null,
    },
  },
  PAYOUT_HELD: {
    fr: {
      subject: '{shop} : votre numéro n’accepte pas nos versements',
      body: 'Bonjour, nous n’avons pas pu verser {amount} à {shop} : l’opérateur refuse le numéro qui finit par {new}. Rien n’est perdu, la somme vous attend. Vérifiez ce numéro avec votre opérateur, ou changez-le dans votre espace Colis, à la page des reversements ; vous pouvez aussi y demander un nouvel essai.',
      button: null,
    },
    en: {
      subject: '{shop}: your number does not accept our payouts',
      body: 'Hello, we could not pay {amount} to {shop}: the operator refuses the number that ends in {new}. Nothing is lost, the money waits for you. Check this number with your operator, or change it in your Colis space, on the page of payouts; you can also ask there for another try.',
      button: null,
    },
  },
  PAYOUT_HELD_PHONE: {
    fr: {
      subject: '{shop} : votre numéro n’accepte pas nos versements',
      body: 'Bonjour, nous n’avons pas pu verser {amount} à {shop} : l’opérateur refuse le numéro qui finit par {new}. Rien n’est perdu, la somme vous attend. Vérifiez ce numéro avec votre opérateur, ou changez-le dans votre console, à la page des reversements ; vous pouvez aussi y demander un nouvel essai.',
      button: 'Ouvrir ma console',
    },
    en: {
      subject: '{shop}: your number does not accept our payouts',
      body: 'Hello, we could not pay {amount} to {shop}: the operator refuses the number that ends in {new}. Nothing is lost, the money waits for you. Check this number with your operator, or change it in your console, on the page of payouts; you can also ask there for another try.',
      button: 'Open my console',
    },
  },
  COURIER_PAYOUT_HELD: {
    fr: {
      subject: 'Votre argent n’est pas passé',
      body: 'Bonjour {courier}, nous n’avons pas pu vous envoyer {amount} : votre opérateur refuse votre numéro qui finit par {end}. Rien n’est perdu, l’argent vous attend. Voyez avec l’opérateur si votre compte mobile money est actif, puis touchez le bouton pour demander un nouvel essai.',
      button: 'Voir mes gains',
    },
    en: {
      subject: 'Your money did not go through',
      body: 'Hello {courier}, we could not send you {amount}: your operator refuses your number that ends in {end}. Nothing is lost, the money waits for you. Ask the operator whether your mobile money account is active, then tap the button to ask for another try.',
      button: 'See my earnings',
    },
  },
  COURIER_APPROVED: {
    fr: {
      subject: 'Bienvenue parmi les livreurs',
      body: 'Bonjour {courier}, c’est oui : vous pouvez livrer avec nous. Touchez le bouton et entrez avec ce numéro. Dès que vous êtes en service, les courses arrivent sur votre téléphone.',
      button: 'Commencer',
    },
    en: {
      subject: 'Welcome among our couriers',
      body: 'Hello {courier}, the answer is yes: you can deliver with us. Tap the button and sign in with this number. As soon as you are on duty, trips come to your phone.',
      button: 'Start',
    },
  },
  COURIER_REFUSED: {
    fr: {
      subject: 'Votre candidature',
      body: 'Bonjour {courier}, nous avons lu votre candidature et nous ne pouvons pas l’accepter. Motif : {reason}. Merci d’avoir pensé à nous.',
      button: null,
    },
    en: {
      subject: 'Your application',
      body: 'Hello {courier}, we have read your application and cannot accept it. Reason: {reason}. Thank you for thinking of us.',
      button: null,
    },
  },
  OPERATOR_ALERT: {
    fr: {
      subject: 'Alerte : {what}',
      body: 'Alerte du service de livraison, ouverte le {since} : {what}. À faire : {advice}. La page du service en dit plus.',
      button: 'Voir le service',
    },
    en: {
      subject: 'Alert: {what}',
      body: 'Alert of the delivery service, opened on {since}: {what}. What to do: {advice}. The page of the service says more.',
      button: 'See the service',
    },
  },
  OPERATOR_ALERT_MAIL: {
    fr: {
      subject: 'Alerte : {what}',
      body: 'Alerte du service de livraison, ouverte le {since} : {what}. À faire : {advice}. La page du service en dit plus.',
      button: 'Voir le service',
    },
    en: {
      subject: 'Alert: {what}',
      body: 'Alert of the delivery service, opened on {since}: {what}. What to do: {advice}. The page of the service says more.',
      button: 'See the service',
    },
  },
  OPERATOR_ALERT_OVER: {
    fr: {
      subject: 'Réglé : {what}',
      body: 'C’est réglé depuis le {until}. L’alerte disait : {what}. Vous n’avez plus rien à faire.',
      button: 'Voir le service',
    },
    en: {
      subject: 'Settled: {what}',
      body: 'This was settled on {until}. The alert said: {what}. There is nothing left to do.',
      button: 'See the service',
    },
  },
  OPERATOR_ALERT_OVER_MAIL: {
    fr: {
      subject: 'Réglé : {what}',
      body: 'C’est réglé depuis le {until}. L’alerte disait : {what}. Vous n’avez plus rien à faire.',
      button: 'Voir le service',
    },
    en: {
      subject: 'Settled: {what}',
      body: 'This was settled on {until}. The alert said: {what}. There is nothing left to do.',
      button: 'See the service',
    },
  },
}

/** The end of every template's name: a template that was approved is not rewritten, it is followed by another. */
export const templateVersion = 2

/** How the courier comes, after “vous l’apporte” and “is bringing it”. */
export const vehicleWording: Record<VehicleType, Wording> = {
  MOTO: { fr: 'à moto', en: 'by motorbike' },
  TRICYCLE: { fr: 'en tricycle', en: 'by tricycle' },
  CAR: { fr: 'en voiture', en: 'by car' },
}

/** In place of a reason that nobody gave. */
export const noReason: Wording = { fr: 'non précisé', en: 'not given' }

/** Why a courier has to wait at a shop; only what the shop can mend is waited for. */
export const waitReasons = {
  SHOP_CLOSED: { fr: 'la boutique est fermée', en: 'the shop is closed' },
  PARCEL_NOT_READY: { fr: 'le colis n’est pas prêt', en: 'the parcel is not ready' },
} satisfies Partial<Record<PickupReason, Wording>>

/** In place of a fee where none is taken. */
export const noFee: Wording = { fr: 'aucun', en: 'none' }
