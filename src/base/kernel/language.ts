import Negotiator from 'negotiator'

/** The languages the service speaks, French first. */
export const languages = ['fr', 'en'] as const
export type Language = (typeof languages)[number]

/** A text in every language of the service. */
export type Wording = Record<Language, string>

/** The best of our languages for an `Accept-Language` header, else `fallback` (decision 18). */
export function preferredLanguage(acceptLanguage: string | undefined, fallback: Language): Language {
  if (!acceptLanguage) return fallback
  const ordered = [fallback, ...languages.filter((language) => language !== fallback)]
  const accepted = new Negotiator({ headers: { 'accept-language': acceptLanguage } }).languages(ordered)
  return (accepted[0] as Language | undefined) ?? fallback
}

/**
 * The language for a locale such as `en_GB.UTF-8`, as the environment of a terminal names it: French unless English.
 */
export const languageOfLocale = (locale: string | undefined): Language =>
  /^en(?![a-z])/i.test(locale ?? '') ? 'en' : 'fr'
