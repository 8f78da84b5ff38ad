import { distanceMeters, type Point } from '../../../base/kernel/point.ts'

/** Within how many metres two pickups of one shop are at the same place: a courier goes there once. */
export const samePlaceMeters = 30

/** Whether two pickups of one shop are at the same place. */
export const isSamePlace = (one: Point, other: Point): boolean =>
  distanceMeters(one, other) <= samePlaceMeters
