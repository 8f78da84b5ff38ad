/**
 * The fourteen countries of the CFA franc: the defaults for a city of each, and the country's extent
 * [west, south, east, north] in degrees, rounded outwards.
 */
export const francCountries = {
  BJ: { currency: 'XOF', timeZone: 'Africa/Porto-Novo', extent: [0.7, 6, 4, 12.5] },
  BF: { currency: 'XOF', timeZone: 'Africa/Ouagadougou', extent: [-5.6, 9.3, 2.5, 15.2] },
  CI: { currency: 'XOF', timeZone: 'Africa/Abidjan', extent: [-8.7, 4.2, -2.4, 10.8] },
  GW: { currency: 'XOF', timeZone: 'Africa/Bissau', extent: [-16.9, 10.8, -13.5, 12.8] },
  ML: { currency: 'XOF', timeZone: 'Africa/Bamako', extent: [-12.4, 10, 4.4, 25.1] },
  NE: { currency: 'XOF', timeZone: 'Africa/Niamey', extent: [0.1, 11.6, 16.1, 23.6] },
  SN: { currency: 'XOF', timeZone: 'Africa/Dakar', extent: [-17.7, 12.2, -11.2, 16.8] },
  TG: { currency: 'XOF', timeZone: 'Africa/Lome', extent: [-0.2, 6, 1.9, 11.2] },
  CM: { currency: 'XAF', timeZone: 'Africa/Douala', extent: [8.3, 1.6, 16.3, 13.2] },
  CF: { currency: 'XAF', timeZone: 'Africa/Bangui', extent: [14.3, 2.1, 27.6, 11.1] },
  TD: { currency: 'XAF', timeZone: 'Africa/Ndjamena', extent: [13.3, 7.3, 24.1, 23.6] },
  CG: { currency: 'XAF', timeZone: 'Africa/Brazzaville', extent: [11, -5.2, 18.8, 3.8] },
  GQ: { currency: 'XAF', timeZone: 'Africa/Malabo', extent: [5.5, -1.6, 11.5, 3.9] },
  GA: { currency: 'XAF', timeZone: 'Africa/Libreville', extent: [8.6, -4.1, 14.6, 2.4] },
} as const

/** ISO 3166 alpha-2 code of a country of the CFA franc. */
export type FrancCountry = keyof typeof francCountries

export const isFrancCountry = (code: string): code is FrancCountry => Object.hasOwn(francCountries, code)
