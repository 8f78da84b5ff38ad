import type { InterventionAct } from '../../../domain/deliveries/deliveries-tables.ts'
import type { OperationsText } from '../operations-words.ts'
import type { PaymentAct } from './operated-delivery.ts'

/** What each act says above its form, on its button, and once it is done. */
type ActWords = Partial<Record<'summary' | 'lead' | 'submit', OperationsText>> & { done: OperationsText }

export const actWords: Record<InterventionAct | PaymentAct, ActWords> = {
  ASSIGN: { done: 'The courier is chosen.' },
  REASSIGN: { done: 'The courier is replaced.' },
  CANCEL: {
    summary: 'Cancel the delivery',
    submit: 'Cancel the delivery',
    done: 'The delivery is cancelled.',
  },
  EXPIRE: {
    summary: 'End the delivery',
    lead: 'It expires at once, as if its time were over.',
    submit: 'End the delivery#EXPIRE',
    done: 'The delivery has expired.',
  },
  EXTEND: { summary: 'Move the deadline', submit: 'Extend', done: 'The deadline is moved.' },
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
    submit: 'Note the return',
    done: 'The return is noted.',
  },
  BRING_BACK: {
    summary: 'Note that the parcel called back is there',
    lead: 'The courier can then take another trip.',
    submit: 'Note the return',
    done: 'The return is noted.',
  },
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
}
