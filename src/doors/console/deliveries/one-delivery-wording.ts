import type { ShareChannel } from '../../../base/database/tables.ts'
import type { Language } from '../../../base/kernel/language.ts'

/** What the page of one delivery says to its shop, besides what operators read as well. */
const fr = {
  back: 'Livraisons',
  trip: {
    heading: 'Course à payer avant le retrait',
    lead: (amount: string, until: string) =>
      `Payez ${amount} avant le ${until} : le livreur ne prend le colis qu’une fois la course payée. Sinon la livraison s’annule sans frais.`,
    later: (amount: string) =>
      `La demande part dès que le client a donné sa position et que le prix est définitif : environ ${amount}.`,
    asked: (phone: string) => `Une demande est sur le ${phone} : validez-la avec votre code secret.`,
    failed: (phone: string) =>
      `Le paiement par le ${phone} n’a pas abouti. Réessayez, ou payez d’un autre numéro.`,
    noNumber: 'Aucun numéro n’est enregistré pour votre boutique : indiquez celui qui paie.',
    phone: 'Numéro qui paie',
    onPage: 'Payer maintenant',
    submit: 'Recevoir la demande',
    again: 'Envoyer une nouvelle demande',
  },
  pickupCode: {
    heading: 'Code de retrait',
    lead: 'Donnez-le au livreur quand il prend le colis, pas avant.',
  },
  returnCode: {
    heading: 'Code de retour',
    lead: 'Donnez-le au livreur une fois que vous avez repris le colis.',
    confirm: 'J’ai repris le colis',
    confirmHint: (fee: string) => `Si le livreur n’a pas entré le code. Les frais de retour sont de ${fee}.`,
  },
  paymentToConfirm: {
    heading: 'Le client dit avoir payé',
    lead: (amount: string) =>
      `Regardez sur votre numéro si ${amount} sont arrivés : le livreur ne remet le colis qu’une fois le paiement confirmé.`,
    since: (when: string, timesDenied: number) =>
      timesDenied === 0
        ? `Il le dit depuis le ${when}.`
        : `Il le redit depuis le ${when} ; la réponse a déjà été non ${timesDenied > 1 ? `${timesDenied} fois` : 'une fois'}.`,
    deniedHeading: 'Paiement pas arrivé',
    denied: (when: string) =>
      `Réponse du ${when} : rien n’est arrivé sur votre numéro. Le client est prié de vérifier son paiement et de vous appeler, et le livreur garde le colis. Si l’argent est arrivé depuis, confirmez-le.`,
    awaited: 'Si le client vous a payé sans le dire ici, confirmez-le.',
    confirm: 'Oui, j’ai reçu l’argent',
    deny: 'Non, rien reçu',
  },
  askAgain: {
    lead: 'Le paiement n’a pas abouti. Le client peut recevoir une nouvelle demande sur son téléphone.',
    submit: 'Redemander le paiement',
  },
  share: {
    heading: 'Lien du client',
    locating: 'Envoyez-lui ce lien : il montre où livrer, et la recherche d’un livreur commence.',
    following: 'Le client suit son colis avec ce lien.',
    byHand:
      'Ce service n’envoie ni WhatsApp ni SMS : personne d’autre ne prévient ce client. Touchez WhatsApp, le message est déjà écrit, et envoyez-le de votre téléphone.',
    open: 'Voir la page du client',
    copy: 'Copier',
    copied: 'Copié',
    sms: 'SMS',
    sent: 'C’est envoyé ?',
    noted: {
      WHATSAPP: 'C’est noté : envoyé par WhatsApp.',
      SMS: 'C’est noté : envoyé par SMS.',
      COPY: 'C’est noté : envoyé.',
    } satisfies Record<ShareChannel, string>,
    record: { WHATSAPP: 'Oui, par WhatsApp', SMS: 'Oui, par SMS', COPY: 'Oui, autrement' },
    shared: (channel: ShareChannel, when: string) =>
      ({
        WHATSAPP: `Envoyé par WhatsApp le ${when}.`,
        SMS: `Envoyé par SMS le ${when}.`,
        COPY: `Envoyé le ${when}.`,
      })[channel],
  },
  cancel: {
    summary: 'Annuler la livraison',
    free: 'Annuler ne coûte rien tant que le livreur n’est pas arrivé chez vous.',
    charged: (amount: string) => `Annuler maintenant coûte ${amount}.`,
    reason: 'Raison (facultatif)',
    reasonHint: 'Le client et le livreur la lisent, et elle reste dans l’historique.',
    submit: 'Annuler la livraison',
  },
  repeat: 'Commander à nouveau',
  label: 'Étiquette',
  done: {
    created: 'La livraison est commandée.',
    cancelled: 'La livraison est annulée.',
    confirmed: 'Paiement confirmé : le livreur peut remettre le colis.',
    denied: 'Le client est prévenu que vous n’avez rien reçu.',
    returned: 'C’est noté : le colis est revenu chez vous.',
    asked: 'Le client reçoit une nouvelle demande de paiement.',
    shared: 'C’est noté : le lien est envoyé.',
    trip: 'La demande de paiement arrive sur le téléphone.',
  } as Record<string, string>,
}

const en: typeof fr = {
  back: 'Deliveries',
  trip: {
    heading: 'Trip to pay before pick-up',
    lead: (amount, until) =>
      `Pay ${amount} before ${until}: the courier takes the parcel once the trip is paid. Else the delivery is cancelled free of charge.`,
    later: (amount) =>
      `You are asked once the customer has given their position and the price is final: about ${amount}.`,
    asked: (phone) => `A request is on ${phone}: confirm it with your secret code.`,
    failed: (phone) => `The payment by ${phone} did not go through. Try again, or pay from another number.`,
    noNumber: 'No number is registered for your shop: name the one that pays.',
    phone: 'Number that pays',
    onPage: 'Pay now',
    submit: 'Get the request',
    again: 'Send a new request',
  },
  pickupCode: {
    heading: 'Pickup code',
    lead: 'Give it to the courier when they take the parcel, not before.',
  },
  returnCode: {
    heading: 'Return code',
    lead: 'Give it to the courier once you have the parcel back.',
    confirm: 'I have the parcel back',
    confirmHint: (fee) => `If the courier did not enter the code. The return fee is ${fee}.`,
  },
  paymentToConfirm: {
    heading: 'The customer says they have paid',
    lead: (amount) =>
      `Check whether ${amount} arrived on your number: the courier hands the parcel over only once the payment is confirmed.`,
    since: (when, timesDenied) =>
      timesDenied === 0
        ? `They have said so since ${when}.`
        : `They have said so again since ${when}; the answer was no ${timesDenied > 1 ? `${timesDenied} times` : 'once'} before.`,
    deniedHeading: 'Payment not arrived',
    denied: (when) =>
      `Answer of ${when}: nothing has arrived on your number. The customer is asked to check their payment and to call you, and the courier keeps the parcel. If the money has arrived since, confirm it.`,
    awaited: 'If the customer has paid you without saying so here, confirm it.',
    confirm: 'Yes, I have the money',
    deny: 'No, nothing arrived',
  },
  askAgain: {
    lead: 'The payment did not go through. The customer can be asked again on their phone.',
    submit: 'Ask for the payment again',
  },
  share: {
    heading: 'The customer’s link',
    locating: 'Send them this link: they show where to deliver, and the search for a courier begins.',
    following: 'The customer follows their parcel with this link.',
    byHand:
      'This service sends neither WhatsApp nor SMS: nobody else tells this customer. Tap WhatsApp, the message is written already, and send it from your phone.',
    open: 'See the customer’s page',
    copy: 'Copy',
    copied: 'Copied',
    sms: 'SMS',
    sent: 'Have you sent it?',
    noted: { WHATSAPP: 'Noted: sent by WhatsApp.', SMS: 'Noted: sent by SMS.', COPY: 'Noted: sent.' },
    record: { WHATSAPP: 'Yes, by WhatsApp', SMS: 'Yes, by SMS', COPY: 'Yes, another way' },
    shared: (channel, when) =>
      ({
        WHATSAPP: `Sent by WhatsApp on ${when}.`,
        SMS: `Sent by SMS on ${when}.`,
        COPY: `Sent on ${when}.`,
      })[channel],
  },
  cancel: {
    summary: 'Cancel the delivery',
    free: 'Cancelling is free until the courier has arrived at your shop.',
    charged: (amount) => `Cancelling now costs ${amount}.`,
    reason: 'Reason (optional)',
    reasonHint: 'The customer and the courier read it, and the history keeps it.',
    submit: 'Cancel the delivery',
  },
  repeat: 'Order it again',
  label: 'Label',
  done: {
    created: 'The delivery is ordered.',
    cancelled: 'The delivery is cancelled.',
    confirmed: 'Payment confirmed: the courier may hand over the parcel.',
    denied: 'The customer is told that nothing arrived.',
    returned: 'Noted: you have the parcel back.',
    asked: 'The customer is asked to pay once more.',
    shared: 'Noted: the link was sent.',
    trip: 'The request to pay is on its way to the phone.',
  },
}

export const oneDeliveryWording: Record<Language, typeof fr> = { fr, en }
