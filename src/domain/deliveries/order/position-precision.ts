/**
 * How a place was given: found by the customer's phone, put on a map with a finger, chosen as a
 * neighbourhood, typed, or given by the shop, which answers for it.
 */
const positionSources = ['PHONE', 'PIN', 'ZONE', 'TYPED', 'SHOP'] as const
export type PositionSource = (typeof positionSources)[number]

/**
 * How exactly a place is known: within so many metres, null where nobody said so; the source is null of older
 * places.
 */
export type PositionPrecision = { source: PositionSource | null; accuracyMeters: number | null }

/** No inaccuracy is said to be larger. */
export const maxAccuracyMeters = 100_000

/** Up to how many metres a door can be meant. A pin covers what the thumb that put it covered. */
const doorMeters: Record<Exclude<PositionSource, 'ZONE' | 'SHOP'>, number> = {
  PHONE: 100,
  PIN: 30,
  TYPED: 100,
}

/** Whether a place can mean a door; where it cannot, a landmark has to lead there. */
export function isDoor({ source, accuracyMeters }: PositionPrecision): boolean {
  if (source === 'ZONE') return false
  // What a shop gives is taken as exact (spec section 3), and so were all places before their precision was
  // kept.
  if (source === null || source === 'SHOP') return true
  return accuracyMeters !== null && accuracyMeters <= doorMeters[source]
}

/** How far from its place the door may be: 0 where the place can mean it, null where nobody knows. */
export const roughMeters = (precision: PositionPrecision): number | null =>
  isDoor(precision) ? 0 : precision.accuracyMeters

/** Whether the customer gave a place, so that it is theirs to change. */
export const isOfCustomer = ({ source }: PositionPrecision): boolean => source !== null && source !== 'SHOP'

/** The precision that a delivery keeps of its drop-off. */
export const dropoffPrecision = (row: {
  dropoff_source: PositionSource | null
  dropoff_accuracy_meters: number | null
}): PositionPrecision => ({ source: row.dropoff_source, accuracyMeters: row.dropoff_accuracy_meters })
