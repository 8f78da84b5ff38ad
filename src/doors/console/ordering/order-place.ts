import { openingText } from '../../../base/kernel/figure-text.ts'
import type { Language } from '../../../base/kernel/language.ts'
import type { PaymentBounds } from '../../../domain/money/payments/collecting.ts'
import { closedUntil } from '../../../domain/pricing/city-closing.ts'
import type { PickupAddressRow } from '../../../domain/shops/shop-store.ts'
import type { City } from '../../../domain/zones/service-map.ts'
import { zonesByName } from '../../../domain/zones/zones-by-name.ts'
import { selectField } from '../../../pages/form-parts.ts'
import type { WorkspaceNotice } from '../../../pages/workspace.ts'
import type { ConsoleDeps } from '../console-deps.ts'
import { speak } from '../console-words.ts'

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

/** Asks at which address parcels are picked up, where the shop has several. */
export const addressField = (
  addresses: readonly PickupAddressRow[],
  about: { label: string; value: string | undefined },
): string =>
  addresses.length < 2
    ? ''
    : selectField({
        name: 'pickupAddressId',
        ...about,
        options: addresses.map(({ id, label, landmark, lat, lng }) => ({
          value: id,
          label: label ?? landmark ?? `${lat}, ${lng}`,
        })),
      })

/** Says before anything is typed that the city takes no orders at `now`, and when it does again. */
export function closedNotice(
  city: City | undefined,
  now: Date,
  language: Language,
): WorkspaceNotice | undefined {
  const opensAt = city ? closedUntil(city, now) : null
  if (!city || opensAt === null) return undefined
  const t = speak(language)
  const { name, timeZone } = city
  const text =
    opensAt === 'UNKNOWN'
      ? t('Deliveries in {city} are closed at the moment, and we do not know yet when they begin again.', {
          city: name,
        })
      : t(
          'Deliveries in {city} are closed at the moment. They begin again {when}: you can order from then on.',
          { city: name, when: openingText(opensAt, { timeZone, now }, language) },
        )
  return { kind: 'warning', text }
}
