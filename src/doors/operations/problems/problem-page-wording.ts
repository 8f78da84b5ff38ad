import type { Language } from '../../../base/kernel/language.ts'
import type { OperationsText } from '../operations-words.ts'

/** What the page of problems says. */
const fr = {}

const en: typeof fr = {}

export const problemPageWording: Record<Language, typeof fr> = { fr, en }

export const problemPageStandings = {
  OPEN: 'to take',
  TAKEN: 'taken#standings',
  CLOSED: 'closed',
} as const

export const problemPageDone: Record<string, OperationsText> = {
  taken: 'The problem is yours.',
  closed: 'The problem is closed.',
}
