import type { FeePayer } from '../../base/contract/vocabulary.ts'
import type { Language } from '../../base/kernel/language.ts'

/** What exported files say, in both languages. */
type ExportWording = {
  sheet: string
  headers: {
    reference: string
    externalRef: string
    shop: string
    city: string
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
    promoOfShop: string
    courier: string
    endedAt: string
  }
  feePayers: Record<FeePayer, string>
}

const french: ExportWording = {
  sheet: 'Livraisons',
  headers: {
    reference: 'Référence',
    externalRef: 'Votre référence',
    shop: 'Boutique',
    city: 'Ville',
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
    promoOfShop: 'Remise promo à la charge de la boutique (FCFA)',
    courier: 'Livreur',
    endedAt: 'Terminée le',
  },
  feePayers: { CUSTOMER: 'Client', MERCHANT: 'Boutique' },
}

const english: ExportWording = {
  sheet: 'Deliveries',
  headers: {
    reference: 'Reference',
    externalRef: 'Your reference',
    shop: 'Shop',
    city: 'City',
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
    promoOfShop: 'Promo discount borne by the shop (FCFA)',
    courier: 'Courier',
    endedAt: 'Ended',
  },
  feePayers: { CUSTOMER: 'Customer', MERCHANT: 'Shop' },
}

export const exportWording: Record<Language, ExportWording> = { fr: french, en: english }
