import type { PaymentBounds } from '../../../domain/payments/collecting.ts'
import type { PickupAddressRow } from '../../../domain/shops/shop-store.ts'
import type { City } from '../../../domain/zones/service-map.ts'
import { zonesByName } from '../../../domain/zones/zones-by-name.ts'
import type { ConsoleDeps } from '../console-deps.ts'

/** Where an order begins, and what follows from it. */
export type OrderPlace = {
  addresses: PickupAddressRow[]
  city: City | undefined
  /** Whose dialling rules phones follow. */
  country: string
  /** Names of the zones of the city, sorted. */
  zones: string[]
  /** Whether the shop has a number that customers pay to, or that sales are paid out to. */
  hasNumber: boolean
  /** What a payment through the service may be; undefined where the shop cannot collect so. */
  secureBounds: PaymentBounds | undefined
}

/** Reads where an order of a shop begins: at the address that was chosen, or at its main one. */
export async function readOrderPlace(
  { shops, pricing }: Pick<ConsoleDeps, 'shops' | 'pricing'>,
  shopId: string,
  pickupAddressId: string | undefined,
): Promise<OrderPlace> {
  const { shop, pickupAddresses } = await shops.shop(shopId)
  const pickup = pickupAddresses.find(({ id }) => id === pickupAddressId) ?? pickupAddresses[0]
  const map = pricing.map.current()
  const city = pickup && map.locate(pickup)?.city
  const country = city?.country ?? shop.country
  const hasNumber = shop.payout_phone !== null
  return {
    addresses: pickupAddresses,
    city,
    country,
    zones: city ? zonesByName(map.zonesOf(city.id)).map(({ name }) => name) : [],
    hasNumber: hasNumber || !pricing.collecting.needsShopNumber,
    secureBounds: hasNumber ? pricing.collecting.boundsIn(country) : undefined,
  }
}
