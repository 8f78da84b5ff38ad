import type { DeliveryStatus, FailureCode } from '../../base/contract/vocabulary.ts'
import type { Wording } from '../../base/kernel/language.ts'
import type { InterventionAct } from './deliveries-tables.ts'
import { isIn } from './delivery-status.ts'

/** Why a customer does not get the parcel. */
export type EndingReason =
  | `FAILED_${FailureCode}`
  | 'CANCELLED_BY_SHOP'
  | 'CANCELLED_BY_SERVICE'
  | 'NO_LOCATION'
  | 'NO_COURIER'
  | 'ENDED_BY_SERVICE'

/** What a delivery ended with: its status, why it failed, where it was to go, and who ended it in whose place. */
type Ended = {
  status: DeliveryStatus
  failureCode: FailureCode | null
  hasDropoff: boolean
  intervention: InterventionAct | null
}

/** Why a delivery ended without a hand-over; null while it goes on, and once it is handed over. */
export function endingReason({ status, failureCode, hasDropoff, intervention }: Ended): EndingReason | null {
  if (isIn('failed', status)) return `FAILED_${failureCode ?? 'OTHER'}`
  if (isIn('cancelled', status)) return intervention === null ? 'CANCELLED_BY_SHOP' : 'CANCELLED_BY_SERVICE'
  if (!isIn('expired', status)) return null
  if (intervention !== null) return 'ENDED_BY_SERVICE'
  return hasDropoff ? 'NO_COURIER' : 'NO_LOCATION'
}

/**
 * The reasons as they are said to the customer. What a courier or the service wrote about them is for the shop and the
 * service, not for the customer (decision 238).
 */
export const endingWording: Record<EndingReason, Wording> = {
  FAILED_CUSTOMER_ABSENT: {
    fr: 'Le livreur est venu et ne vous a pas trouvé sur place.',
    en: 'The courier came and did not find you there.',
  },
  FAILED_REFUSED: {
    fr: 'Le colis n’a pas été accepté à l’arrivée.',
    en: 'The parcel was not accepted at the door.',
  },
  FAILED_ADDRESS_NOT_FOUND: {
    fr: 'Le livreur n’a pas trouvé l’endroit où livrer.',
    en: 'The courier did not find the place to deliver to.',
  },
  FAILED_CUSTOMER_UNREACHABLE: {
    fr: 'Le livreur n’a pas réussi à vous joindre au téléphone.',
    en: 'The courier could not reach you by phone.',
  },
  FAILED_PARCEL_DAMAGED: {
    fr: 'Le colis a été abîmé en route.',
    en: 'The parcel was damaged on its way.',
  },
  FAILED_PAYMENT_REFUSED: {
    fr: 'Le paiement n’a pas été fait.',
    en: 'The payment was not made.',
  },
  FAILED_OTHER: {
    fr: 'Un imprévu a empêché la remise.',
    en: 'Something unforeseen prevented the hand-over.',
  },
  CANCELLED_BY_SHOP: { fr: 'La boutique l’a annulée.', en: 'The shop has cancelled it.' },
  CANCELLED_BY_SERVICE: {
    fr: 'Le service de livraison a dû l’annuler.',
    en: 'The delivery service had to cancel it.',
  },
  NO_LOCATION: {
    fr: 'Nous n’avons pas reçu à temps l’endroit où livrer.',
    en: 'We did not receive the place to deliver to in time.',
  },
  NO_COURIER: {
    fr: 'Aucun livreur n’était disponible à temps.',
    en: 'No courier was available in time.',
  },
  ENDED_BY_SERVICE: {
    fr: 'Le service de livraison a dû y mettre fin.',
    en: 'The delivery service had to end it.',
  },
}
