import greatCircle from '@turf/distance'

/** A place on Earth in WGS 84 degrees: `lat` -90 to 90, `lng` -180 to 180 (spec 2.1). */
export type Point = { lat: number; lng: number }

/** Length of a degree of latitude, on the sphere on which `distanceMeters` measures. */
export const metersPerDegree = 111_195

/** Great-circle distance between two points, in metres. */
export function distanceMeters(from: Point, to: Point): number {
  return greatCircle([from.lng, from.lat], [to.lng, to.lat], { units: 'meters' })
}
