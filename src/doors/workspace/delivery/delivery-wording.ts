import type { InterventionAct, ShareChannel } from '../../../base/database/tables.ts'
import type { Language } from '../../../base/kernel/language.ts'

/** Who reads of a delivery: its shop, or those who run the service. */
export type DeliveryReader = 'SHOP' | 'OPERATOR'

/** What the pages of one delivery say to its shop. */
const fr = {
  customer: {
    heading: 'Client',
    phone: 'Téléphone',
    place: 'Lieu',
    landmark: 'Repère',
    unknown: 'pas encore indiqué',
  },
  parcel: {
    heading: 'Colis',
    category: 'Catégorie',
    size: 'Taille',
    fragile: 'fragile',
    instructions: 'Consignes',
    externalRef: 'Votre référence',
    pickup: 'Retrait',
    window: 'À retirer',
    search: 'Ville fermée, recherche d’un livreur',
    photo: 'Photo',
    hasPhoto: 'jointe',
  },
  courier: {
    heading: 'Livreur',
    vehicle: { MOTO: 'moto', TRICYCLE: 'tricycle', CAR: 'voiture' },
    map: 'Carte : le colis et le livreur',
    here: 'Destination',
  },
  money: {
    heading: 'Argent',
    estimate: 'Estimation : le prix exact vient avec la position du client.',
    distance: (text: string) => `Distance comptée : ${text}`,
    discountShop: 'Remise de votre boutique',
    discountPromo: 'Code promo',
    promoOfShop: 'Remise du code promo, à votre charge',
    trip: 'Prix de la course',
    paidBy: { CUSTOMER: 'payée par le client', MERCHANT: 'payée par vous' },
    goods: 'Articles',
    collect: 'À encaisser auprès du client',
    direct: 'Le client vous paie directement, sur votre numéro.',
    codFee: 'Frais d’encaissement',
    paidOut: 'Ce qui vous est reversé',
    refundDue: 'À rendre au client',
    refunded: 'Rendu au client',
    cancellationFee: 'Frais d’annulation',
    returnFee: 'Frais de retour',
    payment: 'Paiement',
    paidAt: (when: string) => `Payé le ${when}`,
  },
  story: {
    heading: 'Historique',
    changed: (fields: string) => `Modifié : ${fields}`,
    arrived: 'Le livreur est arrivé chez vous',
    shared: {
      WHATSAPP: 'Lien envoyé au client par WhatsApp',
      SMS: 'Lien envoyé au client par SMS',
      COPY: 'Lien envoyé au client',
    } satisfies Record<ShareChannel, string>,
    created: 'Commande créée',
    withoutCode: 'sans code',
    interventions: {
      ASSIGN: 'Livreur choisi',
      REASSIGN: 'Livreur remplacé',
      CANCEL: 'Livraison annulée',
      EXPIRE: 'Livraison arrêtée',
      EXTEND: 'Délai prolongé',
      FAIL: 'Échec noté',
      UNLOCK_CODE: 'Code débloqué',
      ARRIVE: 'Le livreur est arrivé à la boutique',
      PICK_UP: 'Colis retiré sans code',
      HAND_OVER: 'Colis remis sans code',
      RETURN: 'Retour noté',
      BRING_BACK: 'Le colis rappelé est revenu à la boutique',
    } satisfies Record<InterventionAct, string>,
    by: {
      API_KEY: (name: string | null) => (name ? `par l’API (clé « ${name} »)` : 'par l’API'),
      ACCOUNT: (name: string | null) => `par ${name ?? 'une personne de la boutique'}`,
      COURIER: (name: string | null) => `par ${name ?? 'le livreur'}`,
      CUSTOMER: () => 'par le client',
      OPERATOR: (name: string | null) => (name ? `par ${name}` : 'par l’exploitant'),
      CLI: () => 'par l’exploitant',
      SYSTEM: () => '',
    },
  },
  messages: {
    heading: 'Messages',
    none: 'Aucun message n’a été envoyé.',
    states: { PENDING: 'en attente', SENT: 'envoyé', FAILED: 'non envoyé', SKIPPED: 'plus utile' },
    reports: { sent: 'envoyé', failed: 'non reçu', delivered: 'reçu', read: 'lu' },
  },
  webhooks: {
    heading: 'Webhooks',
    states: { PENDING: 'en cours', DELIVERED: 'reçu', EXHAUSTED: 'abandonné' },
    attempts: (count: number) => (count > 1 ? `${count} essais` : `${count} essai`),
  },
}

const en: typeof fr = {
  customer: {
    heading: 'Customer',
    phone: 'Phone',
    place: 'Place',
    landmark: 'Landmark',
    unknown: 'not given yet',
  },
  parcel: {
    heading: 'Parcel',
    category: 'Category',
    size: 'Size',
    fragile: 'fragile',
    instructions: 'Instructions',
    externalRef: 'Your reference',
    pickup: 'Pickup',
    window: 'To be fetched',
    search: 'City closed, search for a courier',
    photo: 'Photo',
    hasPhoto: 'attached',
  },
  courier: {
    heading: 'Courier',
    vehicle: { MOTO: 'motorbike', TRICYCLE: 'tricycle', CAR: 'car' },
    map: 'Map: the parcel and the courier',
    here: 'Destination',
  },
  money: {
    heading: 'Money',
    estimate: 'An estimate: the exact price comes with the customer’s position.',
    distance: (text) => `Distance counted: ${text}`,
    discountShop: 'Your shop’s discount',
    discountPromo: 'Promo code',
    promoOfShop: 'Promo code’s discount, billed to you',
    trip: 'Price of the trip',
    paidBy: { CUSTOMER: 'paid by the customer', MERCHANT: 'paid by you' },
    goods: 'Goods',
    collect: 'To collect from the customer',
    direct: 'The customer pays you directly, on your own number.',
    codFee: 'Collection fee',
    paidOut: 'What is paid out to you',
    refundDue: 'To give back to the customer',
    refunded: 'Given back to the customer',
    cancellationFee: 'Cancellation fee',
    returnFee: 'Return fee',
    payment: 'Payment',
    paidAt: (when) => `Paid on ${when}`,
  },
  story: {
    heading: 'History',
    changed: (fields) => `Changed: ${fields}`,
    arrived: 'The courier arrived at your shop',
    shared: {
      WHATSAPP: 'Link sent to the customer by WhatsApp',
      SMS: 'Link sent to the customer by SMS',
      COPY: 'Link sent to the customer',
    },
    created: 'Ordered',
    withoutCode: 'without a code',
    interventions: {
      ASSIGN: 'Courier chosen',
      REASSIGN: 'Courier replaced',
      CANCEL: 'Delivery cancelled',
      EXPIRE: 'Delivery ended',
      EXTEND: 'Deadline moved',
      FAIL: 'Failure noted',
      UNLOCK_CODE: 'Code unlocked',
      ARRIVE: 'The courier arrived at the shop',
      PICK_UP: 'Parcel picked up without a code',
      HAND_OVER: 'Parcel handed over without a code',
      RETURN: 'Return noted',
      BRING_BACK: 'The parcel called back is at the shop again',
    },
    by: {
      API_KEY: (name) => (name ? `by the API (key “${name}”)` : 'by the API'),
      ACCOUNT: (name) => `by ${name ?? 'somebody of the shop'}`,
      COURIER: (name) => `by ${name ?? 'the courier'}`,
      CUSTOMER: () => 'by the customer',
      OPERATOR: (name) => (name ? `by ${name}` : 'by the operator'),
      CLI: () => 'by the operator',
      SYSTEM: () => '',
    },
  },
  messages: {
    heading: 'Messages',
    none: 'No message was sent.',
    states: { PENDING: 'waiting', SENT: 'sent', FAILED: 'not sent', SKIPPED: 'no longer needed' },
    reports: { sent: 'sent', failed: 'not received', delivered: 'received', read: 'read' },
  },
  webhooks: {
    heading: 'Webhooks',
    states: { PENDING: 'under way', DELIVERED: 'received', EXHAUSTED: 'given up' },
    attempts: (count) => (count === 1 ? `${count} attempt` : `${count} attempts`),
  },
}

export type DeliveryWords = typeof fr

/** The same for those who run the service, to whom a shop is somebody else. */
const frForOperators: DeliveryWords = {
  ...fr,
  parcel: { ...fr.parcel, externalRef: 'Référence de la boutique' },
  money: {
    ...fr.money,
    discountShop: 'Remise de la boutique',
    promoOfShop: 'Remise du code promo, à la charge de la boutique',
    paidBy: { CUSTOMER: 'payée par le client', MERCHANT: 'payée par la boutique' },
    direct: 'Le client paie la boutique directement, sur son numéro.',
    paidOut: 'Reversé à la boutique',
  },
  story: { ...fr.story, arrived: 'Le livreur est arrivé à la boutique' },
}

const enForOperators: DeliveryWords = {
  ...en,
  parcel: { ...en.parcel, externalRef: 'The shop’s reference' },
  money: {
    ...en.money,
    discountShop: 'The shop’s discount',
    promoOfShop: 'Promo code’s discount, billed to the shop',
    paidBy: { CUSTOMER: 'paid by the customer', MERCHANT: 'paid by the shop' },
    direct: 'The customer pays the shop directly, on its own number.',
    paidOut: 'Paid out to the shop',
  },
  story: { ...en.story, arrived: 'The courier arrived at the shop' },
}

export const deliveryWording: Record<DeliveryReader, Record<Language, DeliveryWords>> = {
  SHOP: { fr, en },
  OPERATOR: { fr: frForOperators, en: enForOperators },
}
