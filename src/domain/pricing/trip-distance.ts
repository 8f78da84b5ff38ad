import { distanceMeters, type Point } from '../../base/kernel/point.ts'

/** How much longer streets are than the straight line (decision 27). */
const roadFactor = 1.3

/** How fast couriers are until their trips say it: 18 km/h, which a motorcycle does in the streets of a city. */
export const usualSecondsPerKm = 200

/** The length of a trip by the great circle and the road factor, in metres. */
export const estimatedRoadMeters = (from: Point, to: Point): number => distanceMeters(from, to) * roadFactor
