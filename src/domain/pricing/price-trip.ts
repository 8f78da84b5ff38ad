import type { CachedValue } from '../../base/database/cached-value.ts'
import type { Clock } from '../../base/kernel/clock.ts'
import type { Point } from '../../base/kernel/point.ts'
import { ApiError } from '../../contract/errors.ts'
import type { ParcelSize } from '../../contract/vocabulary.ts'
import type { Collecting } from '../money/payments/collecting.ts'
import type { PromoTerms } from '../money/payments/promo-code.ts'
import { hasHighDemand, isRaining } from '../zones/city-demand.ts'
import type { City, Location, ServiceMap } from '../zones/service-map.ts'
import { fetchWindow, type OrderWindows, pricedWindow } from './dropoff-window.ts'
import type { MeasureTrip } from './measure-trip.ts'
import { pricedAt, searchBegins } from './pickup-window.ts'
import { servedLocation } from './served-location.ts'
import type { Tariff } from './tariff.ts'
import type { PriceList } from './tariff-store.ts'
import { estimatedRoadMeters, usualSecondsPerKm } from './trip-distance.ts'
import { type Leg, type Trip, type TripPrice, tripPrice } from './trip-price.ts'

/** Everything a price depends on besides the trip itself. */
export type Pricing = {
  map: CachedValue<ServiceMap>
  priceList: CachedValue<PriceList>
  measureTrip: MeasureTrip
  clock: Clock
  /** How what customers owe is collected; here, since every price says what they owe. */
  collecting: Collecting
}

export type TripRequest = {
  pickup: Point
  /** Absent while the customer has not given a position: the price is then an estimate. */
  dropoff: Point | undefined
  parcelSize: ParcelSize
  fragile: boolean
  shopDiscountPercent: number
  /** Where the shop is: what is nearest to its pickup is looked for there. */
  shopCountry?: string | undefined
  promo: PromoTerms | null
  /** When the parcel is to be fetched and handed over; null for as soon as possible. */
  windows: OrderWindows
  /** What a second try costs, as a share of such a trip; undefined for a first one. */
  secondTryPercent?: number | undefined
  /** The moment that counts as now, and what was switched on then: for trips of the past and for trials. */
  now?: Date
  switchedOn?: { raining: boolean; highDemand: boolean }
}

export type PricedTrip = TripPrice & {
  city: City
  tariff: Tariff
  fromZone: string | null
  toZone: string | null
  isEstimate: boolean
  /** How long the courier rides from the shop to the customer; null while nobody knows where that is. */
  rideSeconds: number | null
}

/**
 * Finds where a trip begins and ends and prices it with the tariff of its city. Stores nothing.
 * Throws OUT_OF_ZONE and CITIES_DIFFER.
 */
export async function priceTrip(pricing: Pricing, request: TripRequest): Promise<PricedTrip> {
  const now = request.now ?? pricing.clock.now()
  const at = pricedAt(pricedWindow(request.windows), now)
  const from = servedLocation(pricing, request.pickup, at, { country: request.shopCountry })
  const to = request.dropoff && servedLocation(pricing, request.dropoff, at, { pickupCity: from.city })
  if (to && to.city.id !== from.city.id) {
    throw new ApiError('CITIES_DIFFER', { pickupCity: from.city.name, dropoffCity: to.city.name })
  }
  const { rideSeconds, ...way } =
    request.dropoff && to
      ? await knownWay(pricing, request.pickup, request.dropoff, from, to)
      : possibleWays(pricing, request.pickup, from)
  // What is switched on now says nothing of a window that is hours away.
  const isSoon = searchBegins(fetchWindow(request.windows, rideSeconds), now) <= now
  const price = tripPrice(from.tariff, {
    ...way,
    parcelSize: request.parcelSize,
    fragile: request.fragile,
    localTime: localTime(at, from.city.timeZone),
    raining: request.switchedOn?.raining ?? (isSoon && isRaining(from.city, now)),
    highDemand: request.switchedOn?.highDemand ?? (isSoon && hasHighDemand(from.city, now)),
    shopDiscountPercent: request.shopDiscountPercent,
    promo: request.promo,
    secondTryPercent: request.secondTryPercent,
  })
  return {
    ...price,
    city: from.city,
    tariff: from.tariff,
    fromZone: from.zone?.name ?? null,
    toZone: to?.zone?.name ?? null,
    isEstimate: !to,
    rideSeconds,
  }
}

type Way = Pick<Trip, 'legs' | 'rule' | 'distanceSource'> & Pick<PricedTrip, 'rideSeconds'>

async function knownWay(
  pricing: Pricing,
  pickup: Point,
  dropoff: Point,
  from: Location,
  to: Location,
): Promise<Way> {
  const measured = await pricing.measureTrip(pickup, dropoff)
  const { distanceMeters, distanceSource } = measured
  const pairBaseFcfa = pairBase(pricing, from, to)
  return {
    legs: [{ distanceMeters, pairBaseFcfa }],
    distanceSource,
    rideSeconds: measured.durationSeconds ?? (distanceMeters / 1_000) * usualSecondsPerKm,
    rule: pairBaseFcfa === null ? 'DISTANCE' : 'ZONE_PAIR',
  }
}

/** One leg to each active zone of the city; without zones, one of half the service radius (decision 28). */
function possibleWays(pricing: Pricing, pickup: Point, from: Location): Way {
  const distanceSource = 'GREAT_CIRCLE'
  const zones = pricing.map.current().zonesOf(from.city.id)
  if (zones.length === 0) {
    const legs: Leg[] = [{ distanceMeters: from.city.serviceRadiusMeters / 2, pairBaseFcfa: null }]
    return { legs, distanceSource, rule: 'HALF_RADIUS', rideSeconds: null }
  }
  const legs = zones.map((zone) => ({
    distanceMeters: estimatedRoadMeters(pickup, zone.center),
    pairBaseFcfa: pairBase(pricing, from, { city: from.city, zone }),
  }))
  return { legs, distanceSource, rule: 'ZONE_MEDIAN', rideSeconds: null }
}

function pairBase({ priceList }: Pricing, from: Location, to: Location): number | null {
  return from.zone && to.zone ? priceList.current().pairBaseFcfa(from.zone.id, to.zone.id) : null
}

const clockFaces = new Map<string, { format: Intl.DateTimeFormat; minute: number; text: string }>()

/** `HH:MM` in a time zone; the last one is kept, because it costs as much as the rest of a price. */
function localTime(time: Date, timeZone: string): string {
  const minute = Math.floor(time.getTime() / 60_000)
  const face = clockFaces.get(timeZone)
  if (face?.minute === minute) return face.text
  const format = face?.format ?? new Intl.DateTimeFormat('en-GB', { timeZone, ...hourAndMinute })
  const text = format.format(time)
  clockFaces.set(timeZone, { format, minute, text })
  return text
}

const hourAndMinute = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
