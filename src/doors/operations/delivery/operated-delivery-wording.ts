import type { PaymentRequestState } from '../../../base/contract/vocabulary.ts'
import type { InterventionAct } from '../../../base/database/tables.ts'
import type { Language } from '../../../base/kernel/language.ts'
import type { CodeName } from '../../../domain/deliveries/delivery-code.ts'
import type { OfferAnswer } from '../../../domain/matching/overseeing/search-story.ts'
import type { PaymentAct } from './operated-delivery.ts'

type ActWords = { summary: string; lead: string; submit: string; done: string }

const fr = {
  back: 'Courses',
  shop: 'Boutique',
  suspended: 'suspendue',
  nobody: 'aucun numéro connu',
  people: 'Qui appeler',
  customer: 'client',
  courier: 'livreur',
  atShop: 'Livreur à la boutique',
  placePhoto: 'Photo du lieu où la remise a échoué',
  deadline: (when: string) => `Expire le ${when}`,
  callBack: 'Le colis a été rappelé et n’est pas encore revenu à la boutique.',
  toDo: 'Agir',
  reason: 'Raison',
  reasonHint: 'De 3 à 200 caractères. Elle reste dans l’historique, que la boutique lit.',
  minutes: 'Prolonger de',
  minutesText: (minutes: number) => (minutes < 60 ? `${minutes} min` : `${minutes / 60} h`),
  failure: 'Pourquoi',
  cost: (amount: string) => `La boutique paie ${amount}.`,
  free: 'C’est gratuit pour la boutique.',
  unpaid: 'Pas encore payé : le colis ne se remet qu’une fois payé.',
  choose: 'Choisir un livreur',
  chooseOther: 'Choisir un autre livreur',
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
  declared: {
    waiting: 'Paiement à décider',
    waitingText: (amount: string, when: string) =>
      `Le client dit depuis le ${when} avoir payé ${amount} à la boutique, qui n’a pas encore répondu. Appelez-la : si elle ne répond toujours pas, décidez pour elle.`,
    before: (times: number) =>
      times > 1
        ? `La réponse a déjà été non ${times} fois : rien n’était arrivé.`
        : 'La réponse a déjà été non une fois : rien n’était arrivé.',
    denied: 'Paiement pas arrivé',
    deniedText: (amount: string, when: string) =>
      `Le client dit avoir payé ${amount} à la boutique ; la réponse du ${when} est que rien n’est arrivé. Le livreur garde le colis.`,
  },
  search: {
    heading: 'Recherche d’un livreur',
    none: 'Personne n’a encore été sollicité.',
    rounds: (count: number) => (count > 1 ? `${count} tours` : `${count} tour`),
    next: (when: string) => `prochain tour : ${when}`,
    round: (number: number) => `Tour ${number}`,
    answers: {
      OPEN: 'sollicité',
      DECLINED: 'a refusé',
      EXPIRED: 'sans réponse',
      ENDED: 'trop tard',
      TAKEN: 'a la course',
    } satisfies Record<OfferAnswer, string>,
  },
  requests: {
    heading: 'Demandes de paiement',
    number: (number: number) => `Demande ${number}`,
    numberToShop: (number: number) => `Demande ${number} à la boutique`,
    states: {
      DUE: 'à envoyer',
      ASKED: 'envoyée',
      PAID: 'payée',
      REFUSED: 'refusée',
      FAILED: 'échouée',
      WITHDRAWN: 'retirée',
    } satisfies Record<PaymentRequestState, string>,
  },
  codes: {
    heading: 'Codes',
    names: { pickup: 'Retrait', confirmation: 'Remise', return: 'Retour' } satisfies Record<CodeName, string>,
    fine: 'pas bloqué',
    tries: (count: number) => (count > 1 ? `${count} essais ratés` : '1 essai raté'),
    locked: (when: string) => `bloqué jusqu’à ${when}`,
    closed: 'bloqué pour de bon',
  },
  pay: (amount: string) => `gagne ${amount}`,
}

const en: typeof fr = {
  back: 'Deliveries',
  shop: 'Shop',
  suspended: 'suspended',
  nobody: 'no number known',
  people: 'Whom to call',
  customer: 'customer',
  courier: 'courier',
  atShop: 'Courier at the shop',
  placePhoto: 'Photo of the place where the hand-over failed',
  deadline: (when) => `Expires on ${when}`,
  callBack: 'The parcel was called back and is not at the shop again yet.',
  toDo: 'Act',
  reason: 'Reason',
  reasonHint: '3 to 200 characters. It stays in the history, which the shop reads.',
  minutes: 'Extend by',
  minutesText: (minutes) => (minutes < 60 ? `${minutes} min` : `${minutes / 60} h`),
  failure: 'Why',
  cost: (amount) => `The shop pays ${amount}.`,
  free: 'It is free for the shop.',
  unpaid: 'Not paid yet: the parcel is handed over once it is paid.',
  choose: 'Choose a courier',
  chooseOther: 'Choose another courier',
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
  declared: {
    waiting: 'Payment to decide',
    waitingText: (amount, when) =>
      `The customer has said since ${when} that they paid the shop ${amount}, and it has not answered yet. Call it: if it still does not answer, decide for it.`,
    before: (times) =>
      times > 1
        ? `The answer was no ${times} times before: nothing had arrived.`
        : 'The answer was no once before: nothing had arrived.',
    denied: 'Payment not arrived',
    deniedText: (amount, when) =>
      `The customer says they paid the shop ${amount}; the answer of ${when} is that nothing has arrived. The courier keeps the parcel.`,
  },
  search: {
    heading: 'Search for a courier',
    none: 'Nobody was asked yet.',
    rounds: (count) => (count === 1 ? `${count} round` : `${count} rounds`),
    next: (when) => `next round: ${when}`,
    round: (number) => `Round ${number}`,
    answers: {
      OPEN: 'asked',
      DECLINED: 'declined',
      EXPIRED: 'no answer',
      ENDED: 'too late',
      TAKEN: 'has the trip',
    },
  },
  requests: {
    heading: 'Payment requests',
    number: (number) => `Request ${number}`,
    numberToShop: (number) => `Request ${number} to the shop`,
    states: {
      DUE: 'to be sent',
      ASKED: 'sent',
      PAID: 'paid',
      REFUSED: 'refused',
      FAILED: 'failed',
      WITHDRAWN: 'withdrawn',
    },
  },
  codes: {
    heading: 'Codes',
    names: { pickup: 'Pickup', confirmation: 'Hand-over', return: 'Return' },
    fine: 'not locked',
    tries: (count) => (count === 1 ? '1 wrong try' : `${count} wrong tries`),
    locked: (when) => `locked until ${when}`,
    closed: 'locked for good',
  },
  pay: (amount) => `earns ${amount}`,
}

export const operatedDeliveryWording: Record<Language, typeof fr> = { fr, en }
