import type { Language } from '../../../base/kernel/language.ts'
import type { InterventionAct } from '../../../domain/deliveries/deliveries-tables.ts'
import type { PaymentAct } from './operated-delivery.ts'

type ActWords = { summary: string; lead: string; submit: string; done: string }

const fr = {
  minutesText: (minutes: number) => (minutes < 60 ? `${minutes} min` : `${minutes / 60} h`),
  acts: {
    ASSIGN: { summary: '', lead: '', submit: '', done: 'Le livreur est choisi.' },
    REASSIGN: { summary: '', lead: '', submit: '', done: 'Le livreur est remplacé.' },
    CANCEL: {
      summary: 'Annuler la livraison',
      lead: '',
      submit: 'Annuler la livraison',
      done: 'La livraison est annulée.',
    },
    EXPIRE: {
      summary: 'Faire expirer la livraison',
      lead: 'Elle expire tout de suite, comme si son délai était passé.',
      submit: 'Faire expirer maintenant',
      done: 'La livraison a expiré.',
    },
    EXTEND: {
      summary: 'Prolonger le délai',
      lead: '',
      submit: 'Prolonger',
      done: 'Le délai est prolongé.',
    },
    FAIL: {
      summary: 'Noter que la remise a échoué',
      lead: 'Le livreur rapporte le colis à la boutique.',
      submit: 'Noter l’échec',
      done: 'L’échec est noté.',
    },
    UNLOCK_CODE: {
      summary: 'Débloquer le code',
      lead: 'Appelez d’abord le livreur et la boutique ou le client. Cinq nouveaux essais sont permis.',
      submit: 'Débloquer',
      done: 'Le code est débloqué.',
    },
    ARRIVE: {
      summary: 'Noter que le livreur est à la boutique',
      lead: 'Dès lors, annuler est payant pour la boutique.',
      submit: 'Noter l’arrivée',
      done: 'L’arrivée est notée.',
    },
    PICK_UP: {
      summary: 'Noter que le livreur a pris le colis',
      lead: 'Sans code : la boutique l’a confirmé au téléphone.',
      submit: 'Noter le retrait',
      done: 'Le retrait est noté.',
    },
    HAND_OVER: {
      summary: 'Noter que le client a le colis',
      lead: 'Sans code : le client l’a confirmé au téléphone.',
      submit: 'Noter la remise',
      done: 'La remise est notée.',
    },
    RETURN: {
      summary: 'Noter que la boutique a repris le colis',
      lead: '',
      submit: 'Noter le retour',
      done: 'Le retour est noté.',
    },
    BRING_BACK: {
      summary: 'Noter que le colis rappelé est revenu',
      lead: 'Le livreur peut alors prendre une autre course.',
      submit: 'Noter le retour',
      done: 'Le retour est noté.',
    },
  } satisfies Record<InterventionAct, ActWords>,
  paymentActs: {
    'confirm-payment': {
      summary: 'Noter que la boutique est payée',
      lead: 'La boutique a vu l’argent sur son numéro, ou vous le savez autrement. Le livreur peut alors remettre le colis.',
      submit: 'Noter le paiement',
      done: 'Le paiement est noté.',
    },
    'deny-payment': {
      summary: 'Noter que la boutique n’a rien reçu',
      lead: 'Le client est à nouveau prié de payer, et le livreur garde le colis.',
      submit: 'Noter que rien n’est arrivé',
      done: 'Le client et le livreur sont prévenus.',
    },
    'request-payment': {
      summary: 'Redemander le paiement au client',
      lead: 'Il reçoit une nouvelle demande sur son téléphone.',
      submit: 'Redemander',
      done: 'Le client reçoit une nouvelle demande.',
    },
  } satisfies Record<PaymentAct, ActWords>,
}

const en: typeof fr = {
  minutesText: (minutes) => (minutes < 60 ? `${minutes} min` : `${minutes / 60} h`),
  acts: {
    ASSIGN: { summary: '', lead: '', submit: '', done: 'The courier is chosen.' },
    REASSIGN: { summary: '', lead: '', submit: '', done: 'The courier is replaced.' },
    CANCEL: {
      summary: 'Cancel the delivery',
      lead: '',
      submit: 'Cancel the delivery',
      done: 'The delivery is cancelled.',
    },
    EXPIRE: {
      summary: 'End the delivery',
      lead: 'It expires at once, as if its time were over.',
      submit: 'End the delivery',
      done: 'The delivery has expired.',
    },
    EXTEND: { summary: 'Move the deadline', lead: '', submit: 'Extend', done: 'The deadline is moved.' },
    FAIL: {
      summary: 'Note that the hand-over failed',
      lead: 'The courier brings the parcel back to the shop.',
      submit: 'Note the failure',
      done: 'The failure is noted.',
    },
    UNLOCK_CODE: {
      summary: 'Unlock the code',
      lead: 'First call the courier and the shop or the customer. Five new tries are allowed.',
      submit: 'Unlock',
      done: 'The code is unlocked.',
    },
    ARRIVE: {
      summary: 'Note that the courier is at the shop',
      lead: 'From then on the shop pays for cancelling.',
      submit: 'Note the arrival',
      done: 'The arrival is noted.',
    },
    PICK_UP: {
      summary: 'Note that the courier has the parcel',
      lead: 'Without a code: the shop confirmed it on the phone.',
      submit: 'Note the pickup',
      done: 'The pickup is noted.',
    },
    HAND_OVER: {
      summary: 'Note that the customer has the parcel',
      lead: 'Without a code: the customer confirmed it on the phone.',
      submit: 'Note the hand-over',
      done: 'The hand-over is noted.',
    },
    RETURN: {
      summary: 'Note that the shop has the parcel back',
      lead: '',
      submit: 'Note the return',
      done: 'The return is noted.',
    },
    BRING_BACK: {
      summary: 'Note that the parcel called back is there',
      lead: 'The courier can then take another trip.',
      submit: 'Note the return',
      done: 'The return is noted.',
    },
  },
  paymentActs: {
    'confirm-payment': {
      summary: 'Note that the shop was paid',
      lead: 'The shop has seen the money on its number, or you know otherwise. The courier may then hand over the parcel.',
      submit: 'Note the payment',
      done: 'The payment is noted.',
    },
    'deny-payment': {
      summary: 'Note that nothing reached the shop',
      lead: 'The customer is asked to pay again, and the courier keeps the parcel.',
      submit: 'Note that nothing arrived',
      done: 'The customer and the courier are told.',
    },
    'request-payment': {
      summary: 'Ask the customer to pay again',
      lead: 'They receive a new request on their phone.',
      submit: 'Ask again',
      done: 'The customer receives a new request.',
    },
  },
}

export const operatedDeliveryWording: Record<Language, typeof fr> = { fr, en }

export const operatedDeliverySearchAnswers = {
  OPEN: 'asked',
  DECLINED: 'declined',
  EXPIRED: 'no answer',
  ENDED: 'too late',
  TAKEN: 'has the trip',
} as const

export const operatedDeliveryRequestsStates = {
  DUE: 'to be sent',
  ASKED: 'sent',
  PAID: 'paid',
  REFUSED: 'refused',
  FAILED: 'failed',
  WITHDRAWN: 'withdrawn',
} as const

export const operatedDeliveryCodesNames = {
  pickup: 'Pickup',
  confirmation: 'Hand-over',
  return: 'Return',
} as const
