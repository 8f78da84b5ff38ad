import { distanceMeters, type Point } from '../../base/kernel/point.ts'
import type { Place } from '../deliveries/order/delivery-order.ts'
import type { ServiceMap } from '../zones/service-map.ts'

/**
 * Where the customer of the sandbox says they are: the centre of the zone nearest to the pickup that is
 * not its own, else the pickup itself, always in the pickup's city.
 */
export function sandboxDropoff(map: ServiceMap, pickup: Point): Place {
  const here = map.locate(pickup)
  const others = map.zonesOf(here?.city.id ?? '').filter((zone) => zone.id !== here?.zone?.id)
  const centers = others
    .map((zone) => zone.center)
    .filter((center) => map.locate(center)?.city.id === here?.city.id)
  const [nearest] = centers.sort((a, b) => distanceMeters(pickup, a) - distanceMeters(pickup, b))
  const { lat, lng } = nearest ?? pickup
  return {
    lat: sixDecimals(lat),
    lng: sixDecimals(lng),
    label: 'Position de test',
    landmark: 'Position donnée par le bac à sable',
  }
}

const sixDecimals = (degrees: number) => Number(degrees.toFixed(6))
