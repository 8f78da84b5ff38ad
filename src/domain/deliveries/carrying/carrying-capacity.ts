import { limits } from '../../../contract/limits.ts'
import type { ParcelSize, VehicleType } from '../../../contract/vocabulary.ts'

/** The slots of a courier: one for each parcel, numbered as the bags are, from 1. */
const slots = Array.from({ length: limits.courierParcels }, (_, at) => at + 1)

/** How much room a parcel takes, in small parcels. */
const loads: Record<ParcelSize, number> = { SMALL: 1, MEDIUM: 3, LARGE: 8 }
/** How many small parcels fit on a vehicle. */
const capacities: Record<VehicleType, number> = { MOTO: 6, CAR: 18, TRICYCLE: 30 }

/** A parcel that a courier has or is on the way to: its slot, and the room that it takes. */
export type HeldParcel = { slot: number; size: ParcelSize }

/** The room that parcels of these sizes take, in small parcels. */
export const loadOf = (sizes: readonly ParcelSize[]): number =>
  sizes.reduce((sum, size) => sum + loads[size], 0)

/** How many small parcels a vehicle takes. */
export const capacityOf = (vehicle: VehicleType): number => capacities[vehicle]

/**
 * The slot for another parcel, the lowest that is free; null where the courier has as many parcels as they
 * may, or it does not fit beside them. Whoever carries nothing takes any parcel that is given to them.
 */
export function slotFor(
  held: readonly HeldParcel[],
  { size, vehicle, maxParcels }: { size: ParcelSize; vehicle: VehicleType; maxParcels: number },
): number | null {
  if (held.length >= maxParcels) return null
  if (held.length > 0 && loadOf([...held.map((parcel) => parcel.size), size]) > capacityOf(vehicle))
    return null
  return slots.find((slot) => !held.some((parcel) => parcel.slot === slot)) ?? null
}
