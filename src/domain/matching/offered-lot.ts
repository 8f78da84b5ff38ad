import type { VehicleType } from '../../contract/vocabulary.ts'
import { type HeldParcel, slotFor } from '../deliveries/carrying/carrying-capacity.ts'
import { isSamePlace } from '../deliveries/carrying/same-place.ts'
import { type TourParcel, tourParcel } from '../tours/tour.ts'
import type { LimitsOf } from '../tours/tour-limits.ts'
import { goTogether, insertionOf } from '../tours/tour-promise.ts'
import type { LocalWindow, OpenOffer } from './offer-store.ts'
import type { ScreenRow } from './screen-store.ts'

/** What a courier may take: of which vehicle, how many parcels at a time, and what bounds their tour. */
type Room = { vehicle: VehicleType; maxParcels: number; limitsOf: LimitsOf }

/**
 * Offers of parcels that are fetched at one place at the same time and fit together, as one card each
 * (decision 323): a lot follows from the open offers, and is kept nowhere. The order stays.
 */
export function offeredLots(offers: readonly OpenOffer[], room: Room, now: Date): OpenOffer[][] {
  const lots: OpenOffer[][] = []
  for (const offer of offers) {
    const lot = lots.find(
      (each) =>
        isFetchedWith(each[0], offer) &&
        fitsIn(each, offer, room) &&
        goTogether([...each, offer].map(offeredParcel), { now, limitsOf: room.limitsOf }),
    )
    if (lot) lot.push(offer)
    else lots.push([offer])
  }
  return lots
}

const isFetchedWith = (first: OpenOffer | undefined, other: OpenOffer): boolean =>
  first !== undefined &&
  first.shopId === other.shopId &&
  isSameWindow(first.window, other.window) &&
  isSameWindow(first.dropoffWindow, other.dropoffWindow) &&
  isSamePlace(first.pickup, other.pickup)

const isSameWindow = (one: LocalWindow | null, other: LocalWindow | null): boolean =>
  one?.from.getTime() === other?.from.getTime() && one?.to.getTime() === other?.to.getTime()

/** An offer as a tour is made of it. */
const offeredParcel = (offer: OpenOffer, at: number): TourParcel => ({
  ...{ shopId: offer.shopId, id: offer.deliveryId, cityId: offer.cityId, status: 'ASSIGNED' },
  ...{ slot: at + 1, turns: null, pickup: offer.ends.from, dropoff: offer.ends.to ?? offer.ends.from },
  dropoffUntil: offer.dropoffWindow?.to ?? null,
})

function fitsIn(lot: readonly OpenOffer[], { parcelSize: size }: OpenOffer, room: Room): boolean {
  const held: HeldParcel[] = lot.map((each, at) => ({ slot: at + 1, size: each.parcelSize }))
  return slotFor(held, { size, ...room }) !== null
}

/**
 * The offers that a courier sees: all of them who carries nothing; else those that fit beside what they carry
 * and in its way, each with its detour.
 */
export function shownOffers(
  { carried, position: from, vehicleType: vehicle }: Pick<ScreenRow, 'carried' | 'position' | 'vehicleType'>,
  offers: readonly OpenOffer[],
  { now, maxParcels, limitsOf }: { now: Date } & Omit<Room, 'vehicle'>,
): OpenOffer[] {
  if (carried.length === 0) return [...offers]
  const held = carried.map((row) => ({ slot: row.courier_slot, size: row.parcel_size }))
  const parcels = carried.map(tourParcel)
  return offers.flatMap((offer) => {
    const slot = slotFor(held, { size: offer.parcelSize, vehicle, maxParcels })
    const joining = offeredParcel(offer, (slot ?? 1) - 1)
    const insertion = slot && from ? insertionOf(parcels, joining, { from, now, limitsOf }) : undefined
    return insertion ? [{ ...offer, detourMinutes: Math.ceil(insertion.detourSeconds / 60) }] : []
  })
}
