import type { City } from './service-map.ts'

/** What an operator switches on for a city, and what makes its trips dearer while it lasts. */
export type Demand = 'RAIN' | 'HIGH_DEMAND'

/** One that is on, and until when; null until somebody switches it off. */
export type DemandNow = { demand: Demand; until: Date | null }

type Switches = Pick<City, 'raining' | 'highDemand' | 'rainingUntil' | 'highDemandUntil'>

/** Whether rain is switched on at a moment: an end ends it by itself, in every process. */
export const isRaining = (city: Pick<Switches, 'raining' | 'rainingUntil'>, at: Date): boolean =>
  city.raining && lasts(city.rainingUntil, at)

/** Whether high demand is switched on at a moment. */
export const hasHighDemand = (city: Pick<Switches, 'highDemand' | 'highDemandUntil'>, at: Date): boolean =>
  city.highDemand && lasts(city.highDemandUntil, at)

/** What is on in a city at a moment. */
export function demandNow(city: Switches, at: Date): DemandNow[] {
  const rain: DemandNow = { demand: 'RAIN', until: city.rainingUntil ?? null }
  const highDemand: DemandNow = { demand: 'HIGH_DEMAND', until: city.highDemandUntil ?? null }
  return [...(isRaining(city, at) ? [rain] : []), ...(hasHighDemand(city, at) ? [highDemand] : [])]
}

/** What is on in any city at a moment, for the line at the top of the board; by the names of cities. */
export const demandByCity = <Each extends Switches & Pick<City, 'id' | 'name'>>(
  cities: readonly Each[],
  at: Date,
): { city: Each; demand: Demand; until: Date | null }[] =>
  cities.flatMap((city) => demandNow(city, at).map((each) => ({ city, ...each })))

const minuteMs = 60_000
/** The shortest and the longest time for which something is switched on. */
const demandMinutes = { shortest: 15, longest: 24 * 60 }

/** Whether an end is near and far enough: 15 minutes to 24 hours from now. */
export function isPossibleEnd(until: Date, now: Date): boolean {
  const aheadMs = until.getTime() - now.getTime()
  return aheadMs >= demandMinutes.shortest * minuteMs && aheadMs <= demandMinutes.longest * minuteMs
}

const lasts = (until: Date | null | undefined, at: Date): boolean => !until || at < until
