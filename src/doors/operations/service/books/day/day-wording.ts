import type { Language } from '../../../../../base/kernel/language.ts'
import type { PostingKind } from '../../../../../domain/ledger/ledger-posting.ts'
import type { OperationsText } from '../../../operations-words.ts'

const fr = {
  gaps: {
    NOT_CONFIRMED: (account: string, until: string | null) =>
      until === null
        ? `${account} : aucun relevé de l’opérateur ne l’a encore confirmé`
        : `${account} : confirmé par un relevé jusqu’au ${until} seulement`,
  },
}

const en: typeof fr = {
  gaps: {
    NOT_CONFIRMED: (account, until) =>
      until === null
        ? `${account}: no statement of the provider has confirmed it yet`
        : `${account}: confirmed by a statement until ${until} only`,
  },
}

export const dayWording: Record<Language, typeof fr> = { fr, en }

export const dayKinds: Partial<Record<PostingKind, OperationsText>> = {
  PAYMENT_RECEIVED: 'Payments by customers',
  TRIP_PREPAID: 'Trips paid first',
  PAYOUT_FEE_CHARGED: 'Payout fees charged',
  REFUND_RECORDED: 'Refunds noted',
  SURPLUS_SETTLED: 'Received too much, settled with customers',
  TRANSFER_BEGUN: 'Transfers begun',
  TRANSFER_PAID: 'Transfers that arrived',
  TRANSFER_REFUSED: 'Transfers refused',
  PAYOUT_RECORDED: 'Payouts noted',
  SHOP_PAYMENT_RECORDED: 'Payments by shops noted',
  DIFFERENCE_SETTLED: 'Differences settled',
  MONEY_MOVED: 'Money moved',
  MONEY_COUNTED: 'Till counted',
}

export const dayOwn = {
  CASH: 'Till',
  BANK: 'Bank',
  COMPANY_FUNDS: 'Put in or taken out by the company',
  SUSPENSE: 'Waiting for an explanation',
} as const

export const dayMove = {
  heading: 'Note money that was moved',
  lead: 'A top-up, a withdrawal, a move from one account to another, what was banked. Nothing leaves from here: note what was done.',
  from: 'From',
  to: 'To',
  amount: 'Amount',
  fee: 'Fee of the provider',
  feeHint: '0 where there is none.',
  currency: 'Currency',
  reference: 'Number with the provider',
  referenceHint: 'As its message or its statement has it. Leave it empty where no provider has a part in it.',
  movedAt: 'When',
  note: 'Why, and by whom',
  submit: 'Note it',
  wrongMoment: 'This moment cannot be read.',
} as const

export const dayDone = {
  moved: 'It is noted.',
  counted: 'The count is noted.',
} as const
