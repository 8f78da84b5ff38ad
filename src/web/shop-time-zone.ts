import type { KnownShop } from '../domain/shops/cache-shops.ts'
import { francCountries, isFrancCountry } from '../domain/zones/franc-countries.ts'
import type { DoorServices } from '../services.ts'

/**
 * The time zone in which a shop reads its times: that of the city of its main address, else of its country.
 */
export function shopTimeZone(
  { pricing, timeZone }: Pick<DoorServices, 'pricing' | 'timeZone'>,
  { shop: { country }, pickupAddresses: [main] }: KnownShop,
): string {
  const city = main && pricing.map.current().locate(main)?.city
  return city?.timeZone ?? (isFrancCountry(country) ? francCountries[country].timeZone : timeZone)
}
