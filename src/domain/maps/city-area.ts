import { distanceMeters } from '../../base/kernel/point.ts'
import type { City, Zone } from '../zones/service-map.ts'
import type { CityArea } from './reading/city-features.ts'

/** Beyond this no city reaches, even by a zone that was drawn wrongly. */
const maxRadiusMeters = 200_000

/** The circle that holds all that a city serves: its radius, and its zones where they reach farther. */
export function cityArea({ center, serviceRadiusMeters }: City, zones: readonly Zone[]): CityArea {
  const corners = zones.flatMap(({ shape }) => shape.flatMap(([outline = []]) => outline))
  const radiusMeters = corners.reduce(
    (farthest, [lng = 0, lat = 0]) => Math.max(farthest, distanceMeters(center, { lat, lng })),
    serviceRadiusMeters,
  )
  return { center, radiusMeters: Math.min(radiusMeters, maxRadiusMeters) }
}
