import { ApiError } from '../../base/contract/errors.ts'
import type { CachedValue } from '../../base/database/cached-value.ts'
import { distanceMeters, type Point } from '../../base/kernel/point.ts'
import type { City, Location, ServiceMap } from '../zones/service-map.ts'
import type { Tariff } from './tariff.ts'
import type { PriceList } from './tariff-store.ts'

type Served = { map: CachedValue<ServiceMap>; priceList: CachedValue<PriceList> }

/**
 * Where a point is served, with the tariff that the city has at a moment. A trip stays within one city, so what is nearest to a drop-off
 * is looked for in `pickupCity`, and a drop-off in another country is out of zone: nobody is sent there, so it is not named.
 * Throws OUT_OF_ZONE.
 */
export function servedLocation(
  served: Served,
  point: Point,
  at: Date,
  pickupCity?: City,
): Location & { tariff: Tariff } {
  const found = locationIn(served, point, at)
  const isAbroad = found && pickupCity && found.city.country !== pickupCity.country
  if (found && !isAbroad) return found
  const nearestZone = served.map.current().nearestZone(point, pickupCity?.id)
  const nearestCity = nearestServedCity(served, point, { zone: nearestZone, pickupCity, at })
  const turned = Math.abs(point.lng) <= 90 && locationIn(served, { lat: point.lng, lng: point.lat }, at)
  throw new ApiError('OUT_OF_ZONE', {
    point: pickupCity ? 'dropoff' : 'pickup',
    nearestZone: nearestZone?.name ?? null,
    distanceMeters: nearestZone?.distanceMeters ?? null,
    nearestCity: nearestCity?.name ?? null,
    cityDistanceMeters: nearestCity?.distanceMeters ?? null,
    isSwapped: turned ? (pickupCity ?? turned.city).id === turned.city.id : false,
  })
}

/** A city without a tariff is not served yet (decision 9). */
function locationIn(
  { map, priceList }: Served,
  point: Point,
  at: Date,
): (Location & { tariff: Tariff }) | undefined {
  const location = map.current().locate(point)
  const tariff = location && priceList.current().tariffOf(location.city.id, at)
  return location && tariff && { ...location, tariff }
}

/** The served city that has the nearest place, and how far that place is: within its radius, or in the nearest zone. */
function nearestServedCity(
  { map, priceList }: Served,
  point: Point,
  {
    zone,
    pickupCity,
    at,
  }: {
    zone: { cityId: string; distanceMeters: number } | undefined
    pickupCity: City | undefined
    at: Date
  },
) {
  const awayFrom = (city: City) => {
    const toRadius = distanceMeters(city.center, point) - city.serviceRadiusMeters
    return zone?.cityId === city.id ? Math.min(toRadius, zone.distanceMeters) : toRadius
  }
  const ranked = map
    .current()
    .cities.filter(({ id }) => priceList.current().tariffOf(id, at) && id === (pickupCity?.id ?? id))
    .map((city) => ({ name: city.name, distanceMeters: Math.round(awayFrom(city)) }))
    .sort((a, b) => a.distanceMeters - b.distanceMeters)
  return ranked[0]
}
