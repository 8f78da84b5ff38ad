import type {
  ChangeableField,
  DeliveryStatus,
  ParcelSize,
  PaymentStatus,
  SurchargeType,
} from '../base/contract/vocabulary.ts'
import type { MessageKind } from '../base/database/tables.ts'
import type { Language } from '../base/kernel/language.ts'

/** What the shop reads for the values of a delivery. */
export type StatusWords = {
  delivery: Record<DeliveryStatus, string>
  payment: Record<PaymentStatus, string>
  /** Of a payment that is not asked for any more. */
  paymentWithdrawn: string
  /** What the customer declared has not arrived. */
  paymentDenied: string
  /** The documented categories; others are shown as they were typed. */
  category: Record<string, string>
  size: Record<ParcelSize, string>
  surcharge: Record<SurchargeType | 'BASE', string>
  field: Record<ChangeableField, string>
  message: Partial<Record<MessageKind, string>>
}

export const valueWording: Record<Language, StatusWords> = {
  fr: {
    delivery: {
      AWAITING_LOCATION: 'Position attendue',
      SEARCHING_COURIER: 'Recherche d’un livreur',
      ASSIGNED: 'Livreur en route vers vous',
      IN_TRANSIT: 'En livraison',
      DELIVERED: 'Livrée',
      FAILED: 'Échec, colis en retour',
      RETURNED: 'Revenue à la boutique',
      CANCELLED: 'Annulée',
      EXPIRED: 'Expirée',
    },
    payment: {
      NOT_DUE: 'Rien à encaisser',
      NOT_REQUESTED: 'À encaisser à la livraison',
      AWAITING_CUSTOMER: 'Paiement demandé au client',
      AWAITING_MERCHANT: 'Paiement à confirmer par vous',
      AWAITING_SENDER: 'Course à payer avant le retrait',
      PAID: 'Payé',
      FAILED: 'Paiement échoué',
      REFUSED: 'Paiement refusé',
    },
    paymentWithdrawn: 'Plus rien à encaisser',
    paymentDenied: 'Paiement déclaré, mais pas arrivé',
    category: {
      FASHION: 'Vêtements, mode',
      BEAUTY: 'Beauté',
      FOOD: 'Nourriture',
      ELECTRONICS: 'Électronique',
      DOCUMENTS: 'Documents',
      OTHER: 'Autre',
    },
    size: { SMALL: 'Petit', MEDIUM: 'Moyen', LARGE: 'Grand' },
    surcharge: {
      BASE: 'Course',
      LARGE_PARCEL: 'Grand colis',
      FRAGILE: 'Fragile',
      NIGHT: 'Nuit',
      RAIN: 'Pluie',
      HIGH_DEMAND: 'Forte demande',
    },
    field: {
      'customer.lastName': 'nom du client',
      'customer.firstName': 'prénom du client',
      'customer.phone': 'téléphone du client',
      dropoff: 'destination',
      'dropoff.label': 'nom du lieu',
      'dropoff.landmark': 'repère',
      instructions: 'consignes',
      externalRef: 'votre référence',
    },
    message: {
      POSITION_LINK: 'Lien pour donner la position',
      COURIER_WAITS_OWNER: 'Livreur qui attend, à vous',
      COURIER_WAITS_OWNER_PHONE: 'Livreur qui attend, à vous',
      COURIER_ON_THE_WAY: 'Le colis est en route',
      COURIER_NEARBY: 'Le livreur arrive',
      DELIVERED: 'Le colis est remis',
      DELIVERY_FAILED: 'Le colis n’a pas pu être remis',
      DELIVERY_FAILED_OWNER: 'Code de retour, à vous',
      DELIVERY_FAILED_OWNER_PHONE: 'Code de retour, à vous',
      DELIVERY_CANCELLED: 'La livraison est annulée',
      DELIVERY_EXPIRED: 'La livraison a expiré',
      PAYMENT_DUE: 'Somme à payer, au client',
      PAYMENT_DECLARED: 'Paiement déclaré, à vous',
      PAYMENT_DECLARED_PHONE: 'Paiement déclaré, à vous',
      PAYMENT_DECLARED_AGAIN: 'Paiement déclaré de nouveau, à vous',
      PAYMENT_DECLARED_AGAIN_PHONE: 'Paiement déclaré de nouveau, à vous',
      PAYMENT_REMINDER: 'Paiement à confirmer, rappel à vous',
      PAYMENT_REMINDER_PHONE: 'Paiement à confirmer, rappel à vous',
      PAYMENT_LAST_REMINDER: 'Paiement à confirmer, dernier rappel à vous',
      PAYMENT_LAST_REMINDER_PHONE: 'Paiement à confirmer, dernier rappel à vous',
      PAYMENT_CONFIRMED_OWNER: 'Paiement confirmé par le service, à vous',
      PAYMENT_CONFIRMED_OWNER_PHONE: 'Paiement confirmé par le service, à vous',
      PAYMENT_DENIED_OWNER: 'Paiement jugé non arrivé par le service, à vous',
      PAYMENT_DENIED_OWNER_PHONE: 'Paiement jugé non arrivé par le service, à vous',
      PAYMENT_DENIED: 'Paiement pas arrivé, au client',
      PAYMENT_DENIED_COURIER: 'Colis à garder, au livreur',
      COURIER_ASSIGNED: 'Course confiée, au livreur',
      COURIER_REPLACED: 'Course retirée, au livreur',
    },
  },
  en: {
    delivery: {
      AWAITING_LOCATION: 'Waiting for the position',
      SEARCHING_COURIER: 'Looking for a courier',
      ASSIGNED: 'Courier on the way to you',
      IN_TRANSIT: 'On the way',
      DELIVERED: 'Delivered',
      FAILED: 'Failed, parcel coming back',
      RETURNED: 'Back at the shop',
      CANCELLED: 'Cancelled',
      EXPIRED: 'Expired',
    },
    payment: {
      NOT_DUE: 'Nothing to collect',
      NOT_REQUESTED: 'To be collected at delivery',
      AWAITING_CUSTOMER: 'Customer asked to pay',
      AWAITING_MERCHANT: 'Payment for you to confirm',
      AWAITING_SENDER: 'Trip to be paid before pick-up',
      PAID: 'Paid',
      FAILED: 'Payment failed',
      REFUSED: 'Payment refused',
    },
    paymentWithdrawn: 'Nothing to collect any more',
    paymentDenied: 'Payment declared, but not arrived',
    category: {
      FASHION: 'Clothes, fashion',
      BEAUTY: 'Beauty',
      FOOD: 'Food',
      ELECTRONICS: 'Electronics',
      DOCUMENTS: 'Documents',
      OTHER: 'Other',
    },
    size: { SMALL: 'Small', MEDIUM: 'Medium', LARGE: 'Large' },
    surcharge: {
      BASE: 'Trip',
      LARGE_PARCEL: 'Large parcel',
      FRAGILE: 'Fragile',
      NIGHT: 'Night',
      RAIN: 'Rain',
      HIGH_DEMAND: 'High demand',
    },
    field: {
      'customer.lastName': 'customer’s last name',
      'customer.firstName': 'customer’s first name',
      'customer.phone': 'customer’s phone',
      dropoff: 'destination',
      'dropoff.label': 'name of the place',
      'dropoff.landmark': 'landmark',
      instructions: 'instructions',
      externalRef: 'your reference',
    },
    message: {
      POSITION_LINK: 'Link to give the position',
      COURIER_WAITS_OWNER: 'Courier waiting, to you',
      COURIER_WAITS_OWNER_PHONE: 'Courier waiting, to you',
      COURIER_ON_THE_WAY: 'The parcel is on its way',
      COURIER_NEARBY: 'The courier is near',
      DELIVERED: 'The parcel was handed over',
      DELIVERY_FAILED: 'The parcel could not be handed over',
      DELIVERY_FAILED_OWNER: 'Return code, to you',
      DELIVERY_FAILED_OWNER_PHONE: 'Return code, to you',
      DELIVERY_CANCELLED: 'The delivery was cancelled',
      DELIVERY_EXPIRED: 'The delivery expired',
      PAYMENT_DUE: 'Amount to pay, to the customer',
      PAYMENT_DECLARED: 'Payment declared, to you',
      PAYMENT_DECLARED_PHONE: 'Payment declared, to you',
      PAYMENT_DECLARED_AGAIN: 'Payment declared again, to you',
      PAYMENT_DECLARED_AGAIN_PHONE: 'Payment declared again, to you',
      PAYMENT_REMINDER: 'Payment to confirm, reminder to you',
      PAYMENT_REMINDER_PHONE: 'Payment to confirm, reminder to you',
      PAYMENT_LAST_REMINDER: 'Payment to confirm, last reminder to you',
      PAYMENT_LAST_REMINDER_PHONE: 'Payment to confirm, last reminder to you',
      PAYMENT_CONFIRMED_OWNER: 'Payment confirmed by the service, to you',
      PAYMENT_CONFIRMED_OWNER_PHONE: 'Payment confirmed by the service, to you',
      PAYMENT_DENIED_OWNER: 'Payment denied by the service, to you',
      PAYMENT_DENIED_OWNER_PHONE: 'Payment denied by the service, to you',
      PAYMENT_DENIED: 'Payment not arrived, to the customer',
      PAYMENT_DENIED_COURIER: 'Parcel to keep, to the courier',
      COURIER_ASSIGNED: 'Trip given, to the courier',
      COURIER_REPLACED: 'Trip taken back, to the courier',
    },
  },
}

const { fr, en } = valueWording

/** The same for those who run the service, to whom a shop is somebody else. */
export const operatorValueWording: Record<Language, StatusWords> = {
  fr: {
    ...fr,
    delivery: { ...fr.delivery, ASSIGNED: 'Livreur en route vers la boutique' },
    payment: { ...fr.payment, AWAITING_MERCHANT: 'Paiement à confirmer par la boutique' },
    field: { ...fr.field, externalRef: 'référence de la boutique' },
    message: {
      ...fr.message,
      COURIER_WAITS_OWNER: 'Livreur qui attend, à la boutique',
      COURIER_WAITS_OWNER_PHONE: 'Livreur qui attend, à la boutique',
      DELIVERY_FAILED_OWNER: 'Code de retour, à la boutique',
      DELIVERY_FAILED_OWNER_PHONE: 'Code de retour, à la boutique',
      PAYMENT_DECLARED: 'Paiement déclaré, à la boutique',
      PAYMENT_DECLARED_PHONE: 'Paiement déclaré, à la boutique',
      PAYMENT_DECLARED_AGAIN: 'Paiement déclaré de nouveau, à la boutique',
      PAYMENT_DECLARED_AGAIN_PHONE: 'Paiement déclaré de nouveau, à la boutique',
      PAYMENT_REMINDER: 'Paiement à confirmer, rappel à la boutique',
      PAYMENT_REMINDER_PHONE: 'Paiement à confirmer, rappel à la boutique',
      PAYMENT_LAST_REMINDER: 'Paiement à confirmer, dernier rappel à la boutique',
      PAYMENT_LAST_REMINDER_PHONE: 'Paiement à confirmer, dernier rappel à la boutique',
      PAYMENT_CONFIRMED_OWNER: 'Paiement confirmé par le service, à la boutique',
      PAYMENT_CONFIRMED_OWNER_PHONE: 'Paiement confirmé par le service, à la boutique',
      PAYMENT_DENIED_OWNER: 'Paiement jugé non arrivé par le service, à la boutique',
      PAYMENT_DENIED_OWNER_PHONE: 'Paiement jugé non arrivé par le service, à la boutique',
    },
  },
  en: {
    ...en,
    delivery: { ...en.delivery, ASSIGNED: 'Courier on the way to the shop' },
    payment: { ...en.payment, AWAITING_MERCHANT: 'Payment for the shop to confirm' },
    field: { ...en.field, externalRef: 'the shop’s reference' },
    message: {
      ...en.message,
      COURIER_WAITS_OWNER: 'Courier waiting, to the shop',
      COURIER_WAITS_OWNER_PHONE: 'Courier waiting, to the shop',
      DELIVERY_FAILED_OWNER: 'Return code, to the shop',
      DELIVERY_FAILED_OWNER_PHONE: 'Return code, to the shop',
      PAYMENT_DECLARED: 'Payment declared, to the shop',
      PAYMENT_DECLARED_PHONE: 'Payment declared, to the shop',
      PAYMENT_DECLARED_AGAIN: 'Payment declared again, to the shop',
      PAYMENT_DECLARED_AGAIN_PHONE: 'Payment declared again, to the shop',
      PAYMENT_REMINDER: 'Payment to confirm, reminder to the shop',
      PAYMENT_REMINDER_PHONE: 'Payment to confirm, reminder to the shop',
      PAYMENT_LAST_REMINDER: 'Payment to confirm, last reminder to the shop',
      PAYMENT_LAST_REMINDER_PHONE: 'Payment to confirm, last reminder to the shop',
      PAYMENT_CONFIRMED_OWNER: 'Payment confirmed by the service, to the shop',
      PAYMENT_CONFIRMED_OWNER_PHONE: 'Payment confirmed by the service, to the shop',
      PAYMENT_DENIED_OWNER: 'Payment denied by the service, to the shop',
      PAYMENT_DENIED_OWNER_PHONE: 'Payment denied by the service, to the shop',
    },
  },
}

/** The look of a status: what waits, what went wrong, what is over; the others are on their way. */
export function statusKind(status: DeliveryStatus): '' | 'waiting' | 'bad' | 'over' {
  if (status === 'AWAITING_LOCATION' || status === 'SEARCHING_COURIER') return 'waiting'
  if (status === 'FAILED') return 'bad'
  return status === 'RETURNED' || status === 'CANCELLED' || status === 'EXPIRED' ? 'over' : ''
}
