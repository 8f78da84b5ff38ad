import type { MoneyRoute } from '../../../../derived-settings.ts'
import { operatorBeginnings } from '../phone-operators.ts'
import { type KnownProvider, type ProviderCountries, servesCountry } from './provider-countries.ts'

/**
 * FedaPay's names of the operators whose customers it asks on their phone; it knows no others of the same
 * country.
 */
const fedapayModes: Record<string, string> = {
  'BJ MTN': 'mtn_open',
  'BJ MOOV': 'moov',
  'BJ CELTIIS': 'sbin',
  'TG MOOV': 'moov_tg',
  'TG YAS': 'togocel',
  'CI MTN': 'mtn_ci',
  'NE AIRTEL': 'airtel_ne',
  'SN YAS': 'free_sn',
}

/** The operators whose customers pay on FedaPay's page. */
const fedapayPages = new Set(['CI MOOV', 'CI ORANGE', 'SN ORANGE', 'ML ORANGE', 'BF MOOV', 'BF ORANGE'])

const serves: Record<KnownProvider, (operator: string, country: string) => boolean> = {
  mtn: (operator) => operator === 'MTN',
  fedapay: (operator, country) =>
    `${country} ${operator}` in fedapayModes || fedapayPages.has(`${country} ${operator}`),
  // A wallet of Wave goes with any number.
  wave: () => true,
}

/**
 * Who serves the numbers of each operator where MOBILE_MONEY_ROUTES says nothing: the provider that is named
 * for all numbers where it serves them, else whichever with credentials does.
 */
export function defaultRoutes(
  defaultName: string | undefined,
  configured: Partial<Record<KnownProvider, ProviderCountries>>,
): MoneyRoute[] {
  if (defaultName === 'simulated') return []
  const names = (Object.keys(serves) as KnownProvider[]).filter((name) => configured[name] !== undefined)
  const ranked = names.toSorted((one, other) => Number(other === defaultName) - Number(one === defaultName))
  return operatorBeginnings.flatMap(({ prefix, country, operator }) => {
    const provider = ranked.find(
      (name) => servesCountry(configured[name], country) && serves[name](operator, country),
    )
    if (provider === undefined) return []
    const mode = provider === 'fedapay' ? (fedapayModes[`${country} ${operator}`] ?? null) : null
    return [{ prefix, provider, mode }]
  })
}
