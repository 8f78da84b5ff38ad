import type { Language } from '../../../../base/kernel/language.ts'
import type { OperatorRole } from '../../../../domain/accounts/accounts-tables.ts'
import type { OperationsText } from '../../operations-words.ts'

/** What the page of those who run the service says. */
const fr = {}

const en: typeof fr = {}

export const peopleWording: Record<Language, typeof fr> = { fr, en }

export const peopleRoles: Record<OperatorRole, OperationsText> = {
  OPERATOR: 'Operator',
  DISPATCHER: 'Dispatcher',
}

export const peopleChangeRole = {
  OPERATOR: 'Make an operator',
  DISPATCHER: 'Make a dispatcher',
} as const

export const peopleDone: Record<string, OperationsText> = {
  added: 'Done.',
  removed: 'This person no longer runs the service.',
  reset: 'The second factor is reset, and their sessions are ended.',
}
