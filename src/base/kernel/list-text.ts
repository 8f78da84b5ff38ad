import { locales, type SpokenLanguage, spokenLanguages } from './language.ts'

const formatsOf = (type: Intl.ListFormatType) =>
  Object.fromEntries(
    spokenLanguages.map((language) => [language, new Intl.ListFormat(locales[language], { type })]),
  ) as Record<SpokenLanguage, Intl.ListFormat>
const formats = { and: formatsOf('conjunction'), or: formatsOf('disjunction') }

/** Items as a sentence lists them: `a, b and c`, or `a, b or c`. */
export const listText = (
  items: readonly string[],
  language: SpokenLanguage,
  word: 'and' | 'or' = 'and',
): string => formats[word][language].format(items)
