import { distanceMeters } from '../../base/kernel/point.ts'
import type { VehicleType } from '../../contract/vocabulary.ts'
import { type HeldParcel, slotFor } from '../deliveries/carrying/carrying-capacity.ts'
import { samePlaceMeters } from '../tours/tour.ts'
import type { OpenOffer } from './offer-store.ts'

/** What a courier may take: of which vehicle, and how many parcels at a time. */
type Room = { vehicle: VehicleType; maxParcels: number }

/**
 * Offers of parcels that are fetched at one place at the same time and fit together, as one card each
 * (decision 323): a lot follows from the open offers, and is kept nowhere. The order stays.
 */
export function offeredLots(offers: readonly OpenOffer[], room: Room): OpenOffer[][] {
  const lots: OpenOffer[][] = []
  for (const offer of offers) {
    const lot = lots.find((each) => isFetchedWith(each[0], offer) && fitsIn(each, offer, room))
    if (lot) lot.push(offer)
    else lots.push([offer])
  }
  return lots
}

const isFetchedWith = (first: OpenOffer | undefined, other: OpenOffer): boolean =>
  first !== undefined &&
  first.shopId === other.shopId &&
  first.window?.from.getTime() === other.window?.from.getTime() &&
  first.window?.to.getTime() === other.window?.to.getTime() &&
  distanceMeters(first.pickup, other.pickup) <= samePlaceMeters

function fitsIn(lot: readonly OpenOffer[], { parcelSize: size }: OpenOffer, room: Room): boolean {
  const held: HeldParcel[] = lot.map((each, at) => ({ slot: at + 1, size: each.parcelSize }))
  return slotFor(held, { size, ...room }) !== null
}
