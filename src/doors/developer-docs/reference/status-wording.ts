import type { DeliveryStatus, PaymentStatus } from '../../../base/contract/vocabulary.ts'
import type { Wording } from '../../../base/kernel/language.ts'

/** What each status of a delivery means (spec section 3). */
export const deliveryStatusWording: Record<DeliveryStatus, Wording> = {
  AWAITING_LOCATION: {
    en: 'The customer has not yet said where they are.',
    fr: 'Le client n’a pas encore dit où il se trouve.',
  },
  SEARCHING_COURIER: { en: 'A courier nearby is being searched.', fr: 'On cherche un livreur à proximité.' },
  ASSIGNED: {
    en: 'A courier has accepted and is coming to pick up the parcel.',
    fr: 'Un livreur a accepté et vient chercher le colis.',
  },
  IN_TRANSIT: {
    en: 'The parcel is on its way to the customer.',
    fr: 'Le colis est en route vers le client.',
  },
  DELIVERED: {
    en: 'The parcel was handed to the customer, who gave their code.',
    fr: 'Le colis a été remis au client, qui a donné son code.',
  },
  FAILED: {
    en: 'The hand-over failed; `failureReason` says why. The courier brings the parcel back.',
    fr: 'La remise a échoué ; `failureReason` dit pourquoi. Le livreur rapporte le colis.',
  },
  RETURNED: { en: 'The parcel is back at the shop.', fr: 'Le colis est revenu à la boutique.' },
  CANCELLED: {
    en: 'It was cancelled; `cancellationFee` says what was charged.',
    fr: 'Elle a été annulée ; `cancellationFee` dit ce qui a été facturé.',
  },
  EXPIRED: {
    en: 'The customer gave no position, or no courier was found, within the delay.',
    fr: 'Pas de position du client, ou pas de livreur, dans le délai.',
  },
}

/** What each status of a payment means. */
export const paymentStatusWording: Record<PaymentStatus, Wording> = {
  NOT_DUE: { en: 'There is nothing to collect.', fr: 'Il n’y a rien à encaisser.' },
  NOT_REQUESTED: {
    en: 'The customer has not been asked to pay: they are asked when the parcel is picked up.',
    fr: 'Rien n’a encore été demandé au client : on le lui demande au retrait du colis.',
  },
  AWAITING_CUSTOMER: { en: 'The customer has been asked to pay.', fr: 'On a demandé au client de payer.' },
  AWAITING_MERCHANT: {
    en: 'The customer says that they paid the shop, which has to confirm it.',
    fr: 'Le client dit avoir payé la boutique, qui doit le confirmer.',
  },
  AWAITING_SENDER: {
    en: 'The shop has to pay the trip before the parcel is picked up; unpaid, the delivery is cancelled free of charge.',
    fr: 'La boutique doit payer la course avant le retrait du colis ; sinon la livraison est annulée sans frais.',
  },
  PAID: { en: 'The payment is confirmed.', fr: 'Le paiement est confirmé.' },
  FAILED: {
    en: 'The payment did not work; a customer can be asked for it again.',
    fr: 'Le paiement n’a pas abouti ; on peut le redemander au client.',
  },
  REFUSED: {
    en: 'Whoever was asked refused to pay; a customer can be asked again.',
    fr: 'Le paiement a été refusé ; on peut le redemander au client.',
  },
}
