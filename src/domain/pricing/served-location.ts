import type { CachedValue } from '../../base/database/cached-value.ts'
import { distanceMeters, type Point } from '../../base/kernel/point.ts'
import { ApiError } from '../../contract/errors.ts'
import type { City, Location, ServiceMap } from '../zones/service-map.ts'
import type { Tariff } from './tariff.ts'
import type { PriceList } from './tariff-store.ts'

type Served = { map: CachedValue<ServiceMap>; priceList: CachedValue<PriceList> }

/**
 * Where a point is served, with the tariff that the city has at a moment. A trip stays within one city, so
 * what is nearest to a drop-off is looked for in `pickupCity`, and a drop-off in another country is out of
 * zone: nobody is sent there, so it is not named. What is nearest to a pickup is looked for in the `country`
 * of its shop, where that is served. Throws OUT_OF_ZONE.
 */
export function servedLocation(
  served: Served,
  point: Point,
  at: Date,
  { pickupCity, country }: { pickupCity?: City; country?: string | undefined } = {},
): Location & { tariff: Tariff } {
  const found = locationIn(served, point, at)
  const isAbroad = found && pickupCity && found.city.country !== pickupCity.country
  if (found && !isAbroad) return found
  const { nearestZone, nearestCity } = nearestServed(served, point, { pickupCity, country, at })
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

/**
 * The nearest zone, and the served city that has the nearest place: within its radius, or in its nearest
 * zone.
 */
function nearestServed(
  { map, priceList }: Served,
  point: Point,
  { pickupCity, country, at }: { pickupCity: City | undefined; country: string | undefined; at: Date },
) {
  const cities = map.current().cities.filter(({ id }) => priceList.current().tariffOf(id, at))
  const ofCountry = cities.filter((city) => city.country === country)
  const near = pickupCity ? [pickupCity] : ofCountry.length > 0 ? ofCountry : cities
  const zones = near.map(({ id }) => map.current().nearestZone(point, id))
  const ranked = near.map((city, index) => {
    const toRadius = distanceMeters(city.center, point) - city.serviceRadiusMeters
    const away = Math.min(toRadius, zones[index]?.distanceMeters ?? toRadius)
    return { name: city.name, distanceMeters: Math.round(away) }
  })
  return {
    nearestZone: zones.filter((zone) => zone !== undefined).sort(byDistance)[0],
    nearestCity: ranked.sort(byDistance)[0],
  }
}

const byDistance = (a: { distanceMeters: number }, b: { distanceMeters: number }): number =>
  a.distanceMeters - b.distanceMeters
