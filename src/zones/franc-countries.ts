/** The fourteen countries of the CFA franc: what a city of each has when nothing else is said. */
export const francCountries = {
  BJ: { currency: 'XOF', timeZone: 'Africa/Porto-Novo' },
  BF: { currency: 'XOF', timeZone: 'Africa/Ouagadougou' },
  CI: { currency: 'XOF', timeZone: 'Africa/Abidjan' },
  GW: { currency: 'XOF', timeZone: 'Africa/Bissau' },
  ML: { currency: 'XOF', timeZone: 'Africa/Bamako' },
  NE: { currency: 'XOF', timeZone: 'Africa/Niamey' },
  SN: { currency: 'XOF', timeZone: 'Africa/Dakar' },
  TG: { currency: 'XOF', timeZone: 'Africa/Lome' },
  CM: { currency: 'XAF', timeZone: 'Africa/Douala' },
  CF: { currency: 'XAF', timeZone: 'Africa/Bangui' },
  TD: { currency: 'XAF', timeZone: 'Africa/Ndjamena' },
  CG: { currency: 'XAF', timeZone: 'Africa/Brazzaville' },
  GQ: { currency: 'XAF', timeZone: 'Africa/Malabo' },
  GA: { currency: 'XAF', timeZone: 'Africa/Libreville' },
} as const

/** ISO 3166 alpha-2 code of a country of the CFA franc. */
export type FrancCountry = keyof typeof francCountries

export const isFrancCountry = (code: string): code is FrancCountry => Object.hasOwn(francCountries, code)
