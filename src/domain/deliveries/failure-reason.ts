import type { SpokenLanguage } from '../../base/kernel/language.ts'
import type { FailureCode } from '../../contract/vocabulary.ts'

/** Why a hand-over failed, in the words partners read (decision 21). */
export const failureWording: Record<FailureCode, Record<SpokenLanguage, string>> = {
  CUSTOMER_ABSENT: {
    fr: 'Client absent',
    en: 'Customer absent',
    pt: 'Cliente ausente',
    es: 'Cliente ausente',
  },
  REFUSED: {
    fr: 'Colis refusé par le client',
    en: 'Parcel refused by the customer',
    pt: 'Encomenda recusada pelo cliente',
    es: 'Paquete rechazado por el cliente',
  },
  ADDRESS_NOT_FOUND: {
    fr: 'Adresse introuvable',
    en: 'Address not found',
    pt: 'Morada não encontrada',
    es: 'Dirección no encontrada',
  },
  CUSTOMER_UNREACHABLE: {
    fr: 'Client injoignable',
    en: 'Customer unreachable',
    pt: 'Cliente não atende',
    es: 'Cliente ilocalizable',
  },
  PARCEL_DAMAGED: {
    fr: 'Colis endommagé',
    en: 'Parcel damaged',
    pt: 'Encomenda danificada',
    es: 'Paquete dañado',
  },
  PAYMENT_REFUSED: {
    fr: 'Paiement refusé',
    en: 'Payment refused',
    pt: 'Pagamento recusado',
    es: 'Pago rechazado',
  },
  OTHER: { fr: 'Autre raison', en: 'Another reason', pt: 'Outro motivo', es: 'Otro motivo' },
}

/** The reason as it is shown: the courier's own words where the code is OTHER and they gave some. */
export function failureReason(
  code: FailureCode | null,
  words: string | null,
  language: SpokenLanguage,
): string | null {
  if (code === null) return null
  return code === 'OTHER' && words ? words : failureWording[code][language]
}
