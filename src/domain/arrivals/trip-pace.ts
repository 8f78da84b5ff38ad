import { usualSecondsPerKm } from '../pricing/trip-distance.ts'

/**
 * How fast couriers of a city are, in seconds for a kilometre of road; `hour` of the city's clock, -1 for all
 * hours.
 */
export type TripPace = { cityId: string; hour: number; secondsPerKm: number; trips: number }

/** All hours of the day together. */
export const everyHour = -1

/** From so many trips on a median is used. */
export const leastTrips = 20

/** What a trip may have taken for others to learn from it: what is faster or slower was something else. */
const secondsPerKmLimits = { min: 40, max: 3_600 }

/**
 * The pace at an hour: of the trips at that hour, of all of the city where these are few, or what is assumed
 * at first.
 */
export function paceAt(paces: readonly TripPace[], cityId: string, hour: number): number {
  const known = paces.filter((pace) => pace.cityId === cityId && pace.trips >= leastTrips)
  const ofHour = known.find((pace) => pace.hour === hour) ?? known.find((pace) => pace.hour === everyHour)
  return ofHour?.secondsPerKm ?? usualSecondsPerKm
}

/** How long a way takes at a pace, in seconds. */
export const secondsFor = (meters: number, secondsPerKm: number): number => (meters / 1_000) * secondsPerKm

/** The pace of a trip that is over, to learn from; null for one that says nothing of others. */
export function paceOf({ meters, seconds }: { meters: number; seconds: number }): number | null {
  if (meters < 300) return null
  const pace = seconds / (meters / 1_000)
  return pace >= secondsPerKmLimits.min && pace <= secondsPerKmLimits.max ? pace : null
}
