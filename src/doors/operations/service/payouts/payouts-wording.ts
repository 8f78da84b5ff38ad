import type { Language } from '../../../../base/kernel/language.ts'
import type { OperationsText } from '../../operations-words.ts'

const fr = {}

const en: typeof fr = {}

export const payoutsWording: Record<Language, typeof fr> = { fr, en }

export const payoutsLists = {
  HELD: 'To see to#lists',
  UNDER_WAY: 'Under way',
  ENDED: 'Ended',
} as const

export const payoutsNone = {
  HELD: 'Nothing waits for anybody.',
  UNDER_WAY: 'Nothing is on its way.',
  ENDED: 'Nothing has been sent yet.',
} as const

export const payoutsStates = {
  DUE: 'to be sent',
  SENT: 'sent, answer awaited',
  PAID: 'arrived',
  REFUSED: 'refused#states',
} as const

export const payoutsReasons = {
  PAYER_REFUSED: 'the customer refused',
  FUNDS_TOO_LOW: 'too little money',
  EXPIRED: 'not answered in time',
  NUMBER_REFUSED: 'number refused',
  LIMIT_REACHED: 'limit of the person reached',
  FLOAT_TOO_LOW: 'too little lies with the operator',
  PROVIDER_FAILED: 'failure at the operator',
} as const

export const payoutsKinds = {
  SHOP_PAYOUT: 'Sales of a shop',
  COURIER_PAYOUT: 'Earnings of a courier',
  CUSTOMER_REFUND: 'Refund to a customer',
} as const

export const payoutsDone: Record<string, OperationsText> = {
  retried: 'It is sent again.',
  recorded: 'The payment is noted.',
  settled: 'It is noted: what was received too much is settled.',
}
