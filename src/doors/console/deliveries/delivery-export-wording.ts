import type { DeliveryStatus, FeePayer, PaymentStatus } from '../../../base/contract/vocabulary.ts'
import type { Language } from '../../../base/kernel/language.ts'

/** What exported files say, in both languages. */
type ExportWording = {
  sheet: string
  headers: {
    reference: string
    externalRef: string
    createdAt: string
    status: string
    failureReason: string
    lastName: string
    firstName: string
    phone: string
    zone: string
    place: string
    landmark: string
    category: string
    goodsAmount: string
    price: string
    feePayer: string
    amountToCollect: string
    paymentStatus: string
    paidAt: string
    codFee: string
    cancellationFee: string
    returnFee: string
    courier: string
    endedAt: string
  }
  statuses: Record<DeliveryStatus, string>
  paymentStatuses: Record<PaymentStatus, string>
  feePayers: Record<FeePayer, string>
}

const french: ExportWording = {
  sheet: 'Livraisons',
  headers: {
    reference: 'Référence',
    externalRef: 'Votre référence',
    createdAt: 'Créée le',
    status: 'Statut',
    failureReason: 'Raison de l’échec',
    lastName: 'Nom',
    firstName: 'Prénom',
    phone: 'Téléphone',
    zone: 'Zone',
    place: 'Lieu',
    landmark: 'Repère',
    category: 'Catégorie',
    goodsAmount: 'Marchandise (FCFA)',
    price: 'Livraison (FCFA)',
    feePayer: 'Livraison payée par',
    amountToCollect: 'À encaisser (FCFA)',
    paymentStatus: 'Paiement',
    paidAt: 'Payée le',
    codFee: 'Frais d’encaissement (FCFA)',
    cancellationFee: 'Frais d’annulation (FCFA)',
    returnFee: 'Frais de retour (FCFA)',
    courier: 'Livreur',
    endedAt: 'Terminée le',
  },
  statuses: {
    AWAITING_LOCATION: 'Position attendue',
    SEARCHING_COURIER: 'Recherche d’un livreur',
    ASSIGNED: 'Livreur en route vers la boutique',
    IN_TRANSIT: 'En cours de livraison',
    DELIVERED: 'Livrée',
    FAILED: 'Échec, colis en retour',
    RETURNED: 'Colis rendu à la boutique',
    CANCELLED: 'Annulée',
    EXPIRED: 'Expirée',
  },
  paymentStatuses: {
    NOT_DUE: 'Rien à encaisser',
    NOT_REQUESTED: 'Pas encore demandé',
    AWAITING_CUSTOMER: 'Attendu du client',
    AWAITING_MERCHANT: 'À confirmer par la boutique',
    AWAITING_SENDER: 'Attendu de l’expéditeur',
    PAID: 'Payé',
    FAILED: 'Échoué',
    REFUSED: 'Refusé',
  },
  feePayers: { CUSTOMER: 'Client', MERCHANT: 'Boutique' },
}

const english: ExportWording = {
  sheet: 'Deliveries',
  headers: {
    reference: 'Reference',
    externalRef: 'Your reference',
    createdAt: 'Created',
    status: 'Status',
    failureReason: 'Reason of the failure',
    lastName: 'Last name',
    firstName: 'First name',
    phone: 'Phone',
    zone: 'Zone',
    place: 'Place',
    landmark: 'Landmark',
    category: 'Category',
    goodsAmount: 'Goods (FCFA)',
    price: 'Delivery (FCFA)',
    feePayer: 'Delivery paid by',
    amountToCollect: 'To collect (FCFA)',
    paymentStatus: 'Payment',
    paidAt: 'Paid',
    codFee: 'Collection fee (FCFA)',
    cancellationFee: 'Cancellation fee (FCFA)',
    returnFee: 'Return fee (FCFA)',
    courier: 'Courier',
    endedAt: 'Ended',
  },
  statuses: {
    AWAITING_LOCATION: 'Waiting for the position',
    SEARCHING_COURIER: 'Searching for a courier',
    ASSIGNED: 'Courier on the way to the shop',
    IN_TRANSIT: 'Being delivered',
    DELIVERED: 'Delivered',
    FAILED: 'Failed, parcel coming back',
    RETURNED: 'Parcel back at the shop',
    CANCELLED: 'Cancelled',
    EXPIRED: 'Expired',
  },
  paymentStatuses: {
    NOT_DUE: 'Nothing to collect',
    NOT_REQUESTED: 'Not asked for yet',
    AWAITING_CUSTOMER: 'Waiting for the customer',
    AWAITING_MERCHANT: 'To be confirmed by the shop',
    AWAITING_SENDER: 'Waiting for the sender',
    PAID: 'Paid',
    FAILED: 'Failed',
    REFUSED: 'Refused',
  },
  feePayers: { CUSTOMER: 'Customer', MERCHANT: 'Shop' },
}

export const exportWording: Record<Language, ExportWording> = { fr: french, en: english }
