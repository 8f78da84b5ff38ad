/**
 * The fourteen countries of the CFA franc: the defaults for a city of each, the country's extent
 * [west, south, east, north] in degrees, rounded outwards, and a mobile number as people write it there, for
 * the hints of forms.
 */
export const francCountries = {
  BJ: {
    currency: 'XOF',
    timeZone: 'Africa/Porto-Novo',
    extent: [0.7, 6, 4, 12.5],
    examplePhone: '01 97 00 00 01',
  },
  BF: {
    currency: 'XOF',
    timeZone: 'Africa/Ouagadougou',
    extent: [-5.6, 9.3, 2.5, 15.2],
    examplePhone: '70 00 00 01',
  },
  CI: {
    currency: 'XOF',
    timeZone: 'Africa/Abidjan',
    extent: [-8.7, 4.2, -2.4, 10.8],
    examplePhone: '07 00 00 00 01',
  },
  GW: {
    currency: 'XOF',
    timeZone: 'Africa/Bissau',
    extent: [-16.9, 10.8, -13.5, 12.8],
    examplePhone: '955 00 00 01',
  },
  ML: {
    currency: 'XOF',
    timeZone: 'Africa/Bamako',
    extent: [-12.4, 10, 4.4, 25.1],
    examplePhone: '66 00 00 01',
  },
  NE: {
    currency: 'XOF',
    timeZone: 'Africa/Niamey',
    extent: [0.1, 11.6, 16.1, 23.6],
    examplePhone: '90 00 00 01',
  },
  SN: {
    currency: 'XOF',
    timeZone: 'Africa/Dakar',
    extent: [-17.7, 12.2, -11.2, 16.8],
    examplePhone: '77 000 00 01',
  },
  TG: { currency: 'XOF', timeZone: 'Africa/Lome', extent: [-0.2, 6, 1.9, 11.2], examplePhone: '90 00 00 01' },
  CM: {
    currency: 'XAF',
    timeZone: 'Africa/Douala',
    extent: [8.3, 1.6, 16.3, 13.2],
    examplePhone: '6 70 00 00 01',
  },
  CF: {
    currency: 'XAF',
    timeZone: 'Africa/Bangui',
    extent: [14.3, 2.1, 27.6, 11.1],
    examplePhone: '70 00 00 01',
  },
  TD: {
    currency: 'XAF',
    timeZone: 'Africa/Ndjamena',
    extent: [13.3, 7.3, 24.1, 23.6],
    examplePhone: '66 00 00 01',
  },
  CG: {
    currency: 'XAF',
    timeZone: 'Africa/Brazzaville',
    extent: [11, -5.2, 18.8, 3.8],
    examplePhone: '06 500 00 01',
  },
  GQ: {
    currency: 'XAF',
    timeZone: 'Africa/Malabo',
    extent: [5.5, -1.6, 11.5, 3.9],
    examplePhone: '222 00 00 01',
  },
  GA: {
    currency: 'XAF',
    timeZone: 'Africa/Libreville',
    extent: [8.6, -4.1, 14.6, 2.4],
    examplePhone: '077 00 00 01',
  },
} as const

/** ISO 3166 alpha-2 code of a country of the CFA franc. */
export type FrancCountry = keyof typeof francCountries

export const isFrancCountry = (code: string): code is FrancCountry => Object.hasOwn(francCountries, code)

/** A number as people write it in a country, for the hint of a form; that of Benin for a country not ours. */
export const examplePhone = (country: string): string =>
  francCountries[isFrancCountry(country) ? country : 'BJ'].examplePhone
