import type { Point } from '../../base/kernel/point.ts'
import { ApiError } from '../../contract/errors.ts'

/** A place as it is kept on a delivery: a point, and words that help to find it (spec 2.2). */
export type Place = Point & { label: string | null; landmark: string | null }

type Address = Place & { id: string; is_default: boolean }
type Wish<P extends Point> = { pickup?: P; pickupAddressId?: string }

/**
 * Where a parcel is picked up (decision 8): the point that was sent, or the registered address that was
 * named, or the shop's main address. Throws PICKUP_AMBIGUOUS, PICKUP_ADDRESS_UNKNOWN, PICKUP_REQUIRED.
 */
export function choosePickup<P extends Point>(wish: Wish<P>, addresses: readonly Address[]): P | Address {
  const { pickup, pickupAddressId } = wish
  if (pickup && pickupAddressId) throw new ApiError('PICKUP_AMBIGUOUS')
  if (pickup) return pickup
  if (pickupAddressId) return namedAddress(pickupAddressId, addresses)
  const main = addresses.find((address) => address.is_default)
  if (!main) throw new ApiError('PICKUP_REQUIRED')
  return main
}

function namedAddress(pickupAddressId: string, addresses: readonly Address[]): Address {
  const named = addresses.find((address) => address.id === pickupAddressId.toLowerCase())
  if (!named) throw new ApiError('PICKUP_ADDRESS_UNKNOWN', { pickupAddressId })
  return named
}
