import type { Language } from './language.ts'

/** A country as people call it, by its ISO 3166 code. */
export const countryName = (code: string, language: Language): string =>
  new Intl.DisplayNames([language], { type: 'region' }).of(code) ?? code
