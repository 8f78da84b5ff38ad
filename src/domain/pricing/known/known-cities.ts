import type { Currency } from '../../../contract/vocabulary.ts'
import { type FrancCountry, francCountries } from '../../zones/franc-countries.ts'
import type { TariffTerms } from '../tariff.ts'

/**
 * Cities that an operator may begin with, and that the demo serves: capitals and main cities of the fourteen
 * countries that use the CFA franc. Centres and service radii are approximate, and tariffs are examples for a
 * motorbike courier. An operator replaces both with their own.
 */
export type KnownCity = {
  name: string
  /** ISO 3166 alpha-2. */
  country: string
  lat: number
  lng: number
  serviceRadiusMeters: number
  /** IANA. */
  timeZone: string
  currency: Currency
  /** Covers the first kilometres. */
  baseFcfa: number
  perKmFcfa: number
}

type KnownCountry = { country: FrancCountry; cities: readonly CityLine[] }

type CityLine = readonly [
  name: string,
  lat: number,
  lng: number,
  serviceRadiusMeters: number,
  baseFcfa: number,
  perKmFcfa: number,
]

const knownCountries: readonly KnownCountry[] = [
  {
    country: 'BJ',
    cities: [
      ['Porto-Novo', 6.4969, 2.6283, 10_000, 500, 75],
      ['Cotonou', 6.3654, 2.4183, 17_000, 500, 100],
      ['Parakou', 9.3372, 2.6303, 12_000, 500, 75],
      ['Bohicon', 7.1783, 2.0667, 12_000, 500, 75],
    ],
  },
  {
    country: 'BF',
    cities: [
      ['Ouagadougou', 12.3686, -1.5275, 22_000, 750, 100],
      ['Bobo-Dioulasso', 11.1771, -4.2979, 15_000, 500, 100],
      ['Koudougou', 12.2526, -2.3627, 10_000, 500, 75],
    ],
  },
  {
    country: 'CI',
    cities: [
      ['Yamoussoukro', 6.8206, -5.2767, 14_000, 750, 100],
      ['Abidjan', 5.3232, -4.0194, 25_000, 1000, 125],
      ['Bouaké', 7.6906, -5.0303, 14_000, 750, 100],
      ['Daloa', 6.8774, -6.4502, 10_000, 500, 100],
      ['Korhogo', 9.4582, -5.6296, 10_000, 500, 100],
      ['San-Pédro', 4.7485, -6.6363, 12_000, 750, 100],
    ],
  },
  {
    country: 'GW',
    cities: [
      ['Bissau', 11.8617, -15.5836, 14_000, 750, 100],
      ['Bafatá', 12.1719, -14.6575, 8_000, 500, 75],
    ],
  },
  {
    country: 'ML',
    cities: [
      ['Bamako', 12.6484, -8.0003, 22_000, 750, 100],
      ['Sikasso', 11.3176, -5.6665, 10_000, 500, 75],
      ['Ségou', 13.4402, -6.2641, 10_000, 500, 75],
      ['Kayes', 14.4469, -11.4445, 10_000, 500, 75],
    ],
  },
  {
    country: 'NE',
    cities: [
      ['Niamey', 13.5137, 2.1098, 18_000, 750, 100],
      ['Zinder', 13.8053, 8.9886, 10_000, 500, 75],
      ['Maradi', 13.5004, 7.1017, 10_000, 500, 75],
    ],
  },
  {
    country: 'SN',
    cities: [
      ['Dakar', 14.6698, -17.4323, 28_000, 1000, 125],
      ['Thiès', 14.7911, -16.9359, 12_000, 750, 100],
      ['Touba', 14.8633, -15.8757, 14_000, 750, 100],
      ['Saint-Louis', 16.0254, -16.5037, 12_000, 750, 100],
      ['Kaolack', 14.1462, -16.0726, 10_000, 500, 100],
      ['Ziguinchor', 12.5841, -16.2733, 10_000, 500, 100],
    ],
  },
  {
    country: 'TG',
    cities: [
      ['Lomé', 6.1276, 1.2246, 18_000, 500, 100],
      ['Sokodé', 8.9833, 1.1333, 10_000, 500, 75],
      ['Kara', 9.5511, 1.1861, 10_000, 500, 75],
    ],
  },
  {
    country: 'CM',
    cities: [
      ['Yaoundé', 3.8612, 11.5206, 20_000, 1000, 125],
      ['Douala', 4.0503, 9.6972, 20_000, 1000, 125],
      ['Bamenda', 5.9597, 10.1458, 12_000, 750, 100],
      ['Bafoussam', 5.4778, 10.4176, 12_000, 750, 100],
      ['Garoua', 9.3014, 13.3977, 12_000, 500, 100],
      ['Maroua', 10.5913, 14.3159, 12_000, 500, 100],
      ['Ngaoundéré', 7.3277, 13.5847, 12_000, 500, 100],
    ],
  },
  {
    country: 'CF',
    cities: [
      ['Bangui', 4.3632, 18.5803, 14_000, 1000, 150],
      ['Berbérati', 4.2614, 15.7922, 8_000, 750, 125],
    ],
  },
  {
    country: 'TD',
    cities: [
      ["N'Djamena", 12.1103, 15.0448, 18_000, 1000, 125],
      ['Moundou', 8.5667, 16.0833, 10_000, 750, 100],
      ['Abéché', 13.8292, 20.8324, 8_000, 750, 100],
    ],
  },
  {
    country: 'CG',
    cities: [
      ['Brazzaville', -4.2694, 15.2803, 20_000, 1000, 150],
      ['Pointe-Noire', -4.7932, 11.8528, 16_000, 1000, 150],
    ],
  },
  {
    country: 'GQ',
    cities: [
      ['Malabo', 3.7546, 8.7808, 12_000, 1250, 175],
      ['Ciudad de la Paz', 1.5889, 10.8225, 10_000, 1250, 175],
      ['Bata', 1.8587, 9.7672, 14_000, 1250, 150],
    ],
  },
  {
    country: 'GA',
    cities: [
      ['Libreville', 0.3905, 9.4512, 22_000, 1250, 150],
      ['Port-Gentil', -0.7193, 8.7815, 10_000, 1250, 150],
    ],
  },
]

/** Every known city, grouped by country, with its centre in WGS 84 degrees. */
export const knownCities: readonly KnownCity[] = knownCountries.flatMap(({ cities, country }) =>
  cities.map(([name, lat, lng, serviceRadiusMeters, baseFcfa, perKmFcfa]) => ({
    country,
    ...francCountries[country],
    name,
    lat,
    lng,
    serviceRadiusMeters,
    baseFcfa,
    perKmFcfa,
  })),
)

/** The tariff that is proposed for a city; the base and the kilometre differ from city to city. */
export const proposedTariff = ({ baseFcfa, perKmFcfa }: KnownCity): TariffTerms => ({
  baseFcfa,
  includedKm: 3,
  perKmFcfa,
  stepFcfa: 25,
  surcharges: {
    LARGE_PARCEL: { flatFcfa: 300, perKmFcfa: 25 },
    FRAGILE: { flatFcfa: 200, perKmFcfa: 0 },
    NIGHT: { flatFcfa: 300, perKmFcfa: 25 },
    RAIN: { flatFcfa: 200, perKmFcfa: 0 },
    HIGH_DEMAND: { flatFcfa: 250, perKmFcfa: 0 },
  },
  night: { from: '21:00', to: '06:00' },
  collectionFee: { percent: 1.5, minimumFcfa: 100 },
  cancellationFeeFcfa: 300,
  returnFeeFcfa: 500,
})

/** The known city of a country that is called so. */
export const knownCity = (country: string, name: string): KnownCity | undefined =>
  knownCities.find((city) => city.country === country && city.name === name)
