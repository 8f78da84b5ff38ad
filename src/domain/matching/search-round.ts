import type { ParcelSize, VehicleType } from '../../base/contract/vocabulary.ts'

/**
 * The search for a courier. A delivery that waits for one is offered to couriers nearby, in rounds; the first to
 * accept gets it. This folder sends no message, and moves deliveries only by their own verbs.
 *
 * How a round searches; each value is a setting.
 */
export type SearchRules = {
  /** How far from the shop the first round asks. */
  radiusMeters: number
  /** How many couriers the first round asks. */
  offersPerRound: number
  /** By how much each round reaches farther and asks more than the one before. */
  growthPercent: number
  roundSeconds: number
  /** How long an offer can be accepted; longer than a round, so that those asked first are not hurried. */
  offerSeconds: number
  /** A courier whose last position is older is not asked: nobody knows where they are. */
  positionSeconds: number
}

/** The most couriers that a round asks: asking half a city for one parcel helps nobody. */
const maxOffersPerRound = 50

/** How far a round reaches and how many couriers it asks at most, the first being round 1. */
export function reachOfRound(
  { radiusMeters, offersPerRound, growthPercent }: SearchRules,
  round: number,
  maxFromCenterMeters: number,
): { radiusMeters: number; offers: number } {
  const growth = (1 + growthPercent / 100) ** (round - 1)
  return {
    radiusMeters: Math.min(Math.round(radiusMeters * growth), maxFromCenterMeters),
    offers: Math.min(Math.round(offersPerRound * growth), maxOffersPerRound),
  }
}

/** Radii to look within, one after the other, so that a crowded place is not searched farther than necessary. */
export function wideningRadii(radiusMeters: number): number[] {
  const radii = [radiusMeters]
  while ((radii[0] ?? 0) > 500) radii.unshift((radii[0] ?? 0) / 2)
  return radii
}

/** The vehicles that take a parcel of this size: a large one does not go on a motorcycle. */
export const vehiclesFor = (size: ParcelSize): readonly VehicleType[] =>
  size === 'LARGE' ? ['TRICYCLE', 'CAR'] : ['MOTO', 'TRICYCLE', 'CAR']
