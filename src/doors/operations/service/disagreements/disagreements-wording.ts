import type { Language } from '../../../../base/kernel/language.ts'
import type { OperationsText } from '../../operations-words.ts'

const fr = {}

const en: typeof fr = {}

export const disagreementsWording: Record<Language, typeof fr> = { fr, en }

export const disagreementsSettlements = {
  COUNTS: 'It is paid as asked; only the difference waits for an explanation',
  STAYS: 'It is not paid; the money waits for an explanation',
  REVERSED: 'It is not paid, and nothing lies with the operator any more (given back, or never came)',
  LATER: 'The new row counts, the old one does not',
  EARLIER: 'The old row counts, the new one does not',
  BOTH: 'These are two movements: both count',
  AGREED: 'the operator came back to what was asked',
} as const

export const disagreementsKinds = {
  payment: 'Payment of a customer',
  transfer: 'Money that was sent',
  row: 'Row of a statement',
} as const

export const disagreementsStates = {
  PAID: 'it is paid',
  PENDING: 'it is under way',
  REFUSED: 'it is refused',
} as const

export const disagreementsDone: Record<string, OperationsText> = {
  settled: 'It is settled.',
}
