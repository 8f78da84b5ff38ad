import { french } from './french.ts'

/** What the commands say: English as it stands in the code, French in the catalogue. */
export type Language = 'fr' | 'en'
export type Wording = Record<Language, string>
export type Message = keyof typeof french
type Values = Record<string, string | number>
export type Say = (message: Message, values?: Values) => string

/** Speaks a language: a message with its values filled in. */
export const speak =
  (language: Language): Say =>
  (message, values = {}) =>
    (language === 'fr' ? inFrench(message, values) : message).replace(
      /\{(\w{1,40})\}/g,
      (gap, name: string) => String(values[name] ?? gap),
    )

function inFrench(message: Message, { count = 0 }: Values): string {
  const said: string | readonly [string, string] = french[message]
  if (typeof said === 'string') return said
  return Number(count) < 2 ? said[0] : said[1]
}

/** A message, or what is made of messages, in every language. */
export function worded(text: Message | ((t: Say, language: Language) => string)): Wording {
  const inLanguage = (language: Language) => {
    const t = speak(language)
    return typeof text === 'string' ? t(text) : text(t, language)
  }
  return { fr: inLanguage('fr'), en: inLanguage('en') }
}

/** The language of a locale such as `en_GB.UTF-8`: French unless English. */
export const languageOfLocale = (locale: string | undefined): Language =>
  /^en(?![a-z])/i.test(locale ?? '') ? 'en' : 'fr'
