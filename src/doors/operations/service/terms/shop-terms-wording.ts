import type { Language } from '../../../../base/kernel/language.ts'
import type { OperationsText } from '../../operations-words.ts'

/** What the page of the terms for shops says. */
const fr = {}

const en: typeof fr = {}

export const shopTermsWording: Record<Language, typeof fr> = { fr, en }

export const shopTermsMaxOwed = {
  label: 'A shop may owe up to (FCFA)',
  hint: 'Empty: no limit. 0: all pay first. A shop can have a limit of its own, on its page.',
} as const

export const shopTermsNewShop = {
  label: 'Parcels handed over before a new shop no longer pays first',
  hint: '0: a new shop does not pay first.',
} as const

export const shopTermsMinutes = {
  label: 'Minutes to pay a trip',
  hint: '5 to 1,440.',
} as const

export const shopTermsLeastPayout = {
  label: 'Least payout (FCFA)',
  hint: 'A shop can choose a larger amount, not a smaller one.',
} as const

export const shopTermsDone: Record<string, OperationsText> = {
  saved: 'Saved.',
}
