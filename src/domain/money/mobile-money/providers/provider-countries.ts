import { francCountries, isFrancCountry } from '../../../zones/franc-countries.ts'
import type { PaymentBounds } from '../../payments/collecting.ts'

/** A provider whose API is spoken here. */
export type KnownProvider = 'mtn' | 'fedapay' | 'wave'

/** The countries that an account serves; `EVERY` where its credentials name none, as those to try with. */
export type ProviderCountries = readonly string[] | 'EVERY'

export const servesCountry = (countries: ProviderCountries | undefined, country: string): boolean =>
  countries === 'EVERY' || (countries?.includes(country) ?? false)

const mtnEnvironments: Record<string, string> = {
  mtnbenin: 'BJ',
  mtnivorycoast: 'CI',
  mtncameroon: 'CM',
  mtncongo: 'CG',
  mtnguineabissau: 'GW',
}

/** One target environment of MTN is one country. */
export function mtnCountries(targetEnvironment: string): ProviderCountries {
  const country = mtnEnvironments[targetEnvironment]
  return country === undefined ? 'EVERY' : [country]
}

/** Where FedaPay collects in CFA francs. */
export const fedapayCountries: ProviderCountries = ['BJ', 'TG', 'CI', 'SN', 'NE', 'ML', 'BF']

/** A key of Wave names its country: `wave_sn_prod_…`. */
export function waveCountries(apiKey: string): ProviderCountries {
  const code = /^wave_([a-z]{2})_/.exec(apiKey)?.[1]?.toUpperCase()
  return code !== undefined && isFrancCountry(code) ? [code] : 'EVERY'
}

/**
 * The most that can leave a wallet at once (decision 253): in the West African union an identified person
 * holds 2,000,000 FCFA at most with one issuer (BCEAO, instruction 008-05-2015, article 31); in Central
 * Africa one operation is 500,000 FCFA at most.
 */
const walletMaxFcfa = { XOF: 2_000_000, XAF: 500_000 } as const

/** The least that a provider documents for one payment; MTN and Wave document none. */
const minFcfa: Record<KnownProvider, number> = { mtn: 1, fedapay: 100, wave: 1 }

/** Other bounds than those: of a provider in a country, as its contract has them. */
export type OwnBounds = PaymentBounds & { provider: string; country: string }

/** What one payment may be with a provider in a country; undefined where it serves nobody. */
export function boundsOf(
  provider: KnownProvider,
  countries: ProviderCountries,
  own: readonly OwnBounds[],
): (country: string) => PaymentBounds | undefined {
  return (country) => {
    if (!servesCountry(countries, country) || !isFrancCountry(country)) return undefined
    const set = own.find((each) => each.provider === provider && each.country === country)
    return set ?? { minFcfa: minFcfa[provider], maxFcfa: walletMaxFcfa[francCountries[country].currency] }
  }
}
