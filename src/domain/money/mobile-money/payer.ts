import { type CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js'
import type { Currency } from '../../../contract/vocabulary.ts'
import { francCountries, isFrancCountry } from '../../zones/franc-countries.ts'
import type { MobileMoneyProvider, ProviderRoutes } from './mobile-money-provider.ts'

/**
 * Who pays for a delivery: another number than its customer's, by the provider that they chose, where they
 * chose one.
 */
export type Payer = { phone: string; providerName?: string | undefined }

/**
 * Who can ask a payer for an amount: whoever serves their number, or the provider that they chose, where it
 * takes such a payment in their country and its currency. Undefined where nobody can.
 */
export function providerOfPayer(
  providers: ProviderRoutes,
  { phone, providerName }: Payer,
  { amountFcfa, currency }: { amountFcfa: number; currency: Currency },
): MobileMoneyProvider | undefined {
  const country: CountryCode | undefined = parsePhoneNumberFromString(phone)?.country
  if (country === undefined || !isFrancCountry(country) || francCountries[country].currency !== currency)
    return undefined
  const provider = providerName === undefined ? providers.forPhone(phone) : providers.named(providerName)
  if (provider?.boundsIn === undefined) return provider
  const bounds = provider.boundsIn(country)
  return bounds && amountFcfa >= bounds.minFcfa && amountFcfa <= bounds.maxFcfa ? provider : undefined
}
