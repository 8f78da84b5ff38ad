import type { SpokenLanguage } from '../base/kernel/language.ts'
import { cookieLine } from './page-cookies.ts'

/**
 * The language that somebody chose with the switch of their pages is kept in a cookie: there are many pages,
 * and an address would lose it between them.
 */
const name = 'colis.language'
const keptSeconds = 365 * 24 * 60 * 60

/** The language that a `Cookie` header keeps, of `offered`; undefined when none was chosen. */
export function keptLanguage(cookie = '', offered: readonly SpokenLanguage[]): SpokenLanguage | undefined {
  const [, kept] = new RegExp(`(?:^|;\\s*)${RegExp.escape(name)}=(\\w+)`).exec(cookie) ?? []
  return offered.find((language) => language === kept)
}

/** The `Set-Cookie` header that keeps a language for the pages below `path`. */
export const languageCookie = (
  language: SpokenLanguage,
  { path, isSecure }: { path: string; isSecure: boolean },
): string => cookieLine(name, language, { path, seconds: keptSeconds, isSecure })
