import Negotiator from 'negotiator'

/** The languages the service speaks, French first. */
export const languages = ['fr', 'en'] as const
export type Language = (typeof languages)[number]

/**
 * The languages of customers and couriers, who are spoken to in Portuguese and Spanish too, as in
 * Guinea-Bissau and in Equatorial Guinea (decision 294).
 */
export const spokenLanguages = [...languages, 'pt', 'es'] as const
export type SpokenLanguage = (typeof spokenLanguages)[number]

/** The languages of people in these countries, that of few countries first. */
export const spokenIn = (countries: readonly string[]): SpokenLanguage[] => [
  ...(countries.includes('GW') ? (['pt'] as const) : []),
  ...(countries.includes('GQ') ? (['es'] as const) : []),
  ...languages,
]

/** The language of what is said in French and English alone: French for readers of another. */
export const writtenLanguage = (language: SpokenLanguage): Language =>
  languages.find((each) => each === language) ?? 'fr'

/** The locale in which readers of a language write numbers, days and plurals. */
export const locales = { fr: 'fr', en: 'en-GB', pt: 'pt-PT', es: 'es' } as const

/** Languages as those name them who read them. */
export const languageNames = { fr: 'Français', en: 'English', pt: 'Português', es: 'Español' } as const

/** A text in every language of the service. */
export type Wording = Record<Language, string>

/** The best of `offered` for an `Accept-Language` header, else `fallback` (decision 18). */
export function preferredLanguage<Offered extends SpokenLanguage = Language>(
  acceptLanguage: string | undefined,
  fallback: Offered,
  offered: readonly SpokenLanguage[] = languages,
): Offered {
  if (!acceptLanguage) return fallback
  const ordered = [fallback, ...offered.filter((language) => language !== fallback)]
  const accepted = new Negotiator({ headers: { 'accept-language': acceptLanguage } }).languages(ordered)
  return (accepted[0] as Offered | undefined) ?? fallback
}

/** The language of a country that is neither French nor English; undefined where it is one of them. */
export const localLanguage = (country: string): SpokenLanguage | undefined =>
  spokenIn([country]).find((language) => language === 'pt' || language === 'es')
