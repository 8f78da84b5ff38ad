import type { FeePayer } from '../../contract/vocabulary.ts'
import type { WebText } from '../web-words.ts'

/** The headings of an exported file, by the name of the column. */
export const exportHeaders = {
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
  dropoffWindow: 'Drop-off window',
} as const

export const exportFeePayers: Record<FeePayer, WebText> = {
  CUSTOMER: 'Customer',
  MERCHANT: 'Shop',
}
