import type { KnownShop } from '../../domain/shops/cache-shops.ts'
import type { DoorServices } from '../../services.ts'

/** The time zone in which a shop reads its times: that of the city of its main address, else the service's. */
export function shopTimeZone(
  { pricing, timeZone }: Pick<DoorServices, 'pricing' | 'timeZone'>,
  { pickupAddresses: [main] }: KnownShop,
): string {
  return (main && pricing.map.current().locate(main)?.city.timeZone) ?? timeZone
}
