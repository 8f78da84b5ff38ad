import type { Language } from './language.ts'

const formatsOf = (type: Intl.ListFormatType): Record<Language, Intl.ListFormat> => ({
  fr: new Intl.ListFormat('fr', { type }),
  en: new Intl.ListFormat('en-GB', { type }),
})
const formats = { and: formatsOf('conjunction'), or: formatsOf('disjunction') }

/** Items as a sentence lists them: `a, b and c`, or `a, b or c`. */
export const listText = (items: readonly string[], language: Language, word: 'and' | 'or' = 'and'): string =>
  formats[word][language].format(items)
