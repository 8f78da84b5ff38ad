import { ApiError } from '../../base/contract/errors.ts'
import type { ParcelSize } from '../../base/contract/vocabulary.ts'
import type { CachedValue } from '../../base/database/cached-value.ts'
import type { Clock } from '../../base/kernel/clock.ts'
import type { Point } from '../../base/kernel/point.ts'
import type { PromoCode } from '../payments/promo-code.ts'
import type { City, Location, ServiceMap } from '../zones/service-map.ts'
import type { MeasureTrip } from './measure-trip.ts'
import type { Tariff } from './tariff.ts'
import type { PriceList } from './tariff-store.ts'
import { estimatedRoadMeters } from './trip-distance.ts'
import { type Leg, type Trip, type TripPrice, tripPrice } from './trip-price.ts'

/** Everything a price depends on besides the trip itself. */
export type Pricing = {
  map: CachedValue<ServiceMap>
  priceList: CachedValue<PriceList>
  measureTrip: MeasureTrip
  clock: Clock
}

export type TripRequest = {
  pickup: Point
  /** Absent while the customer has not given a position: the price is then an estimate. */
  dropoff: Point | undefined
  parcelSize: ParcelSize
  fragile: boolean
  shopDiscountPercent: number
  promo: Pick<PromoCode, 'percent' | 'amountFcfa'> | null
}

export type PricedTrip = TripPrice & {
  city: City
  tariff: Tariff
  fromZone: string | null
  toZone: string | null
  isEstimate: boolean
}

/**
 * Finds where a trip begins and ends and prices it with the tariff of its city. Stores nothing.
 * Throws OUT_OF_ZONE and CITIES_DIFFER.
 */
export async function priceTrip(pricing: Pricing, request: TripRequest): Promise<PricedTrip> {
  const from = servedLocation(pricing, request.pickup, 'pickup')
  const to = request.dropoff && servedLocation(pricing, request.dropoff, 'dropoff')
  if (to && to.city.id !== from.city.id) {
    throw new ApiError('CITIES_DIFFER', { pickupCity: from.city.name, dropoffCity: to.city.name })
  }
  const way =
    request.dropoff && to
      ? await knownWay(pricing, request.pickup, request.dropoff, from, to)
      : possibleWays(pricing, request.pickup, from)
  const price = tripPrice(from.tariff, {
    ...way,
    parcelSize: request.parcelSize,
    fragile: request.fragile,
    localTime: localTime(pricing.clock.now(), from.city.timeZone),
    raining: from.city.raining,
    highDemand: from.city.highDemand,
    shopDiscountPercent: request.shopDiscountPercent,
    promo: request.promo,
  })
  return {
    ...price,
    city: from.city,
    tariff: from.tariff,
    fromZone: from.zone?.name ?? null,
    toZone: to?.zone?.name ?? null,
    isEstimate: !to,
  }
}

/** Where a point is served, with the tariff of that city. Throws OUT_OF_ZONE. */
export function servedLocation(
  { map, priceList }: Pick<Pricing, 'map' | 'priceList'>,
  point: Point,
  end: 'pickup' | 'dropoff',
): Location & { tariff: Tariff } {
  const location = map.current().locate(point)
  const tariff = location && priceList.current().tariffOf(location.city.id)
  if (location && tariff) return { ...location, tariff }
  const nearest = map.current().nearestZone(point)
  throw new ApiError('OUT_OF_ZONE', {
    point: end,
    nearestZone: nearest?.name ?? null,
    distanceMeters: nearest?.distanceMeters ?? null,
  })
}

type Way = Pick<Trip, 'legs' | 'rule' | 'distanceSource'>

async function knownWay(
  pricing: Pricing,
  pickup: Point,
  dropoff: Point,
  from: Location,
  to: Location,
): Promise<Way> {
  const { distanceMeters, distanceSource } = await pricing.measureTrip(pickup, dropoff)
  const pairBaseFcfa = pairBase(pricing, from, to)
  return {
    legs: [{ distanceMeters, pairBaseFcfa }],
    distanceSource,
    rule: pairBaseFcfa === null ? 'DISTANCE' : 'ZONE_PAIR',
  }
}

/** One leg to each active zone of the city; without zones, one of half the service radius (decision 28). */
function possibleWays(pricing: Pricing, pickup: Point, from: Location): Way {
  const distanceSource = 'GREAT_CIRCLE'
  const zones = pricing.map.current().zonesOf(from.city.id)
  if (zones.length === 0) {
    const legs: Leg[] = [{ distanceMeters: from.city.serviceRadiusMeters / 2, pairBaseFcfa: null }]
    return { legs, distanceSource, rule: 'HALF_RADIUS' }
  }
  const legs = zones.map((zone) => ({
    distanceMeters: estimatedRoadMeters(pickup, zone.center),
    pairBaseFcfa: pairBase(pricing, from, { city: from.city, zone }),
  }))
  return { legs, distanceSource, rule: 'ZONE_MEDIAN' }
}

function pairBase({ priceList }: Pricing, from: Location, to: Location): number | null {
  return from.zone && to.zone ? priceList.current().pairBaseFcfa(from.zone.id, to.zone.id) : null
}

const clockFaces = new Map<string, { format: Intl.DateTimeFormat; minute: number; time: string }>()

/** `HH:MM` in a time zone; computed once a minute, because it costs as much as the rest of a price. */
function localTime(now: Date, timeZone: string): string {
  const minute = Math.floor(now.getTime() / 60_000)
  const face = clockFaces.get(timeZone)
  if (face?.minute === minute) return face.time
  const format = face?.format ?? new Intl.DateTimeFormat('en-GB', { timeZone, ...hourAndMinute })
  const time = format.format(now)
  clockFaces.set(timeZone, { format, minute, time })
  return time
}

const hourAndMinute = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
