import type { ParcelSize, VehicleType } from '../../contract/vocabulary.ts'
import type { Rules } from '../../rules.ts'

/**
 * The search for a courier. A delivery that waits for one is offered to couriers nearby, in rounds; the first
 * to accept gets it. This folder sends no message, and moves deliveries only by their own verbs.
 */

/** How far the first round reaches, and how many couriers it asks. */
type FirstRound = Pick<Rules, 'COURIER_SEARCH_RADIUS_METERS' | 'COURIER_OFFERS_PER_ROUND'>

/** By how much each round reaches farther and asks more couriers than the one before. */
const roundGrowth = 1.5

/** A courier whose last position is older is not asked: nobody knows where they are. */
export const freshPositionMs = 120_000

/** The most couriers that a round asks: asking half a city for one parcel helps nobody. */
export const maxOffersPerRound = 50

/** How far a round reaches and how many couriers it asks at most, the first being round 1. */
export function reachOfRound(
  first: FirstRound,
  round: number,
  maxFromCenterMeters: number,
): { radiusMeters: number; offers: number } {
  const growth = roundGrowth ** (round - 1)
  return {
    radiusMeters: Math.min(Math.round(first.COURIER_SEARCH_RADIUS_METERS * growth), maxFromCenterMeters),
    offers: Math.min(Math.round(first.COURIER_OFFERS_PER_ROUND * growth), maxOffersPerRound),
  }
}

/**
 * Radii to look within, one after the other, so that a crowded place is not searched farther than necessary.
 */
export function wideningRadii(radiusMeters: number): number[] {
  const radii = [radiusMeters]
  while ((radii[0] ?? 0) > 500) radii.unshift((radii[0] ?? 0) / 2)
  return radii
}

/** The vehicles that take a parcel of this size: a large one does not go on a motorcycle. */
export const vehiclesFor = (size: ParcelSize): readonly VehicleType[] =>
  size === 'LARGE' ? ['TRICYCLE', 'CAR'] : ['MOTO', 'TRICYCLE', 'CAR']
