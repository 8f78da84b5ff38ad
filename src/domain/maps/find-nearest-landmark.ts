import type { Point } from '../../base/kernel/point.ts'
import type { ServiceMap } from '../zones/service-map.ts'
import type { CityMaps } from './cache-maps.ts'

/** Beyond this a landmark leads nobody to a door. */
const maxMeters = 400

/** A landmark near a place, and how far it is as the crow flies. */
export type NearLandmark = { name: string; meters: number }

/** The landmark nearest to a place; undefined where the city has no map, and when none is near. */
export async function findNearestLandmark(
  { maps, map }: { maps: CityMaps; map: ServiceMap },
  place: Point,
): Promise<NearLandmark | undefined> {
  const index = await maps.landmarksOf(map.locate(place)?.city.id)
  const nearest = index?.nearest(place, maxMeters)
  return nearest && { name: nearest.landmark.name, meters: nearest.meters }
}
