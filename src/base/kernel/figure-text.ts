import type { Fcfa } from './fcfa.ts'
import type { Language } from './language.ts'

/** Figures as pages and messages write them; no line breaks between a figure and its unit. */

/** An amount as people read it: `15 600 FCFA`. */
export const amountText = (amount: Fcfa, language: Language): string =>
  `${new Intl.NumberFormat(language).format(amount)}\u00a0FCFA`

/** A distance as people say it: `80 m`, `1,2 km`, `22 km`. */
export function distanceText(meters: number, language: Language): string {
  if (meters < 950) return `${Math.max(10, Math.round(meters / 10) * 10)}\u00a0m`
  const digits = { maximumFractionDigits: meters < 9_950 ? 1 : 0 }
  return `${new Intl.NumberFormat(language, digits).format(meters / 1000)}\u00a0km`
}
