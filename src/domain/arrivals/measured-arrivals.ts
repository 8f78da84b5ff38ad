/** How far back arrivals are measured, in days. */
export const measuredDays = 30

/** How often what was announced came true, of the latest hand-overs of a city. */
export type MeasuredArrivals = {
  cityId: string
  /** Hand-overs of which something was announced. */
  announced: number
  within: number
  early: number
  late: number
  /** Hand-overs of which nothing could be announced. */
  silent: number
  /** By how many minutes those that came late were late, in the middle; null where none was. */
  medianLateMinutes: number | null
}

/** The same with the name of the city, and how fast its couriers are. */
export type CityArrivals = MeasuredArrivals & {
  city: string
  /** The median speed of all hours in km/h, and of how many trips; null until there are enough. */
  pace: { kmPerHour: number; trips: number } | null
}
