import type { CachedValue } from '../../base/database/cached-value.ts'
import type { RulesDeps } from '../../rules.ts'
import type { ServiceMap } from '../zones/service-map.ts'

/** What bounds a tour, for the parcels of a city. */
export type TourLimits = {
  /** How many minutes later than they were told a customer may get their parcel because another one joined. */
  laterMinutes: number
  /** How many minutes longer than straight a parcel rides. */
  rideMinutes: number
  /** Whether the city lets its parcels ride less than the operator's rule does. */
  isShorter: boolean
}

/** What bounds a tour, by the city of each of its parcels. */
export type LimitsOf = (cityId: string) => TourLimits

/** What reading the limits needs: the operator's rules, and what cities set. */
export type TourDeps = RulesDeps & { pricing: { map: CachedValue<ServiceMap> } }

/** The limits as they hold now: of the operator's rule and what a city sets the shorter (decision 377). */
export function tourLimits({ rules, pricing }: TourDeps): LimitsOf {
  const { TOUR_LATER_MINUTES, TOUR_RIDE_MINUTES } = rules.current()
  const map = pricing.map.current()
  return (cityId) => {
    const { laterMinutes, rideMinutes } = map.city(cityId)?.tours ?? {}
    return {
      laterMinutes: Math.min(TOUR_LATER_MINUTES, laterMinutes ?? TOUR_LATER_MINUTES),
      rideMinutes: Math.min(TOUR_RIDE_MINUTES, rideMinutes ?? TOUR_RIDE_MINUTES),
      isShorter: (rideMinutes ?? TOUR_RIDE_MINUTES) < TOUR_RIDE_MINUTES,
    }
  }
}
