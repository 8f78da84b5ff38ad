import type { FailureCode } from '../../base/contract/vocabulary.ts'
import type { Language, Wording } from '../../base/kernel/language.ts'

/** Why a hand-over failed, in the words partners read (decision 21). */
export const failureWording: Record<FailureCode, Wording> = {
  CUSTOMER_ABSENT: { fr: 'Client absent', en: 'Customer absent' },
  REFUSED: { fr: 'Colis refusé par le client', en: 'Parcel refused by the customer' },
  ADDRESS_NOT_FOUND: { fr: 'Adresse introuvable', en: 'Address not found' },
  CUSTOMER_UNREACHABLE: { fr: 'Client injoignable', en: 'Customer unreachable' },
  PARCEL_DAMAGED: { fr: 'Colis endommagé', en: 'Parcel damaged' },
  PAYMENT_REFUSED: { fr: 'Paiement refusé', en: 'Payment refused' },
  OTHER: { fr: 'Autre raison', en: 'Another reason' },
}

/** The reason as it is shown: the courier's own words where the code is OTHER and they gave some. */
export function failureReason(
  code: FailureCode | null,
  words: string | null,
  language: Language,
): string | null {
  if (code === null) return null
  return code === 'OTHER' && words ? words : failureWording[code][language]
}
