import type { Point } from '../../base/kernel/point.ts'
import type { DeliveryStatus } from '../../contract/vocabulary.ts'
import { isSamePlace } from '../deliveries/carrying/same-place.ts'
import { isIn } from '../deliveries/delivery-status.ts'
import { estimatedRoadMeters, usualSecondsPerKm } from '../pricing/trip-distance.ts'

/**
 * The tour of a courier who has several parcels: the stops that follow from their statuses, in an order that
 * only the courier changes (decision 321). This folder orders stops and says what stands before a door; it
 * moves no delivery.
 */

/** The numbers that order the stops of one parcel; null where it has none. */
export type Turns = {
  pickup: number
  dropoff: number
  return: number | null
  /** By when the courier is to be at the door, as text in JSON; null where nobody was told. */
  toldUntil?: string | null
}

/** A parcel that a courier has or is on the way to. */
export type TourParcel = {
  shopId: string
  id: string
  cityId: string
  status: DeliveryStatus
  /** The number on its bag. */
  slot: number
  pickup: Point
  /** Where the customer is; the shop while nobody knows that. */
  dropoff: Point
  turns: Turns | null
  /** By when the customer was promised it, where somebody said when. */
  dropoffUntil?: Date | null
}

/** The columns of a delivery that its stops are made from. */
export type TourColumns = {
  shop_id: string
  id: string
  city_id: string
  status: DeliveryStatus
  courier_slot: number
  pickup_lat: number
  pickup_lng: number
  dropoff_lat: number | null
  dropoff_lng: number | null
  dropoff_window_to: Date | string | null
  turns: Turns | null
}

/** A delivery as a tour is made of it. */
export const tourParcel = (row: TourColumns): TourParcel => {
  const pickup = { lat: row.pickup_lat, lng: row.pickup_lng }
  const { dropoff_lat: lat, dropoff_lng: lng } = row
  return {
    ...{ shopId: row.shop_id, id: row.id, cityId: row.city_id, status: row.status, slot: row.courier_slot },
    pickup,
    dropoff: lat === null || lng === null ? pickup : { lat, lng },
    turns: row.turns,
    dropoffUntil: row.dropoff_window_to === null ? null : new Date(row.dropoff_window_to),
  }
}

type StopKind = 'PICKUP' | 'DROPOFF' | 'RETURN'

/** Where a courier goes for one parcel; `isLast` of a return that comes after everything that has a turn. */
export type Stop = {
  shopId: string
  id: string
  slot: number
  kind: StopKind
  place: Point
  turn: number
  isLast: boolean
}

/** Whether a courier stands still between two stops: both at one place of one shop. */
export const isSameStop = (one: Stop, other: Stop): boolean =>
  one.kind !== 'DROPOFF' &&
  other.kind !== 'DROPOFF' &&
  one.shopId === other.shopId &&
  isSamePlace(one.place, other.place)

/**
 * The stops of a courier in their order: by their turns, then those without, by their slots. A parcel that
 * goes back is brought last, or where the courier comes to its shop anyway.
 */
export function stopsOf(parcels: readonly TourParcel[]): Stop[] {
  const all = parcels.flatMap(stopsOfParcel).sort((a, b) => a.turn - b.turn || a.slot - b.slot)
  const backs = all.filter(({ isLast }) => isLast)
  if (backs.length === 0) return all
  const stops = all.filter(({ isLast }) => !isLast)
  for (const back of backs) {
    const there = stops.findIndex((stop) => isSameStop(stop, back))
    const at = stops[there]?.kind === 'RETURN' ? there + 1 : there
    stops.splice(there < 0 ? stops.length : at, 0, back)
  }
  return stops
}

const none = Number.MAX_SAFE_INTEGER

/** Sorting is stable, so that a pick-up stays before its door. */
function stopsOfParcel({ shopId, id, slot, status, pickup, dropoff, turns }: TourParcel): Stop[] {
  const stop = (kind: StopKind, place: Point, turn: number | null | undefined): Stop => ({
    shopId,
    id,
    slot,
    kind,
    place,
    turn: turn ?? none,
    isLast: kind === 'RETURN' && (turn ?? null) === null,
  })
  if (isIn('failed', status)) return [stop('RETURN', pickup, turns?.return)]
  const door = stop('DROPOFF', dropoff, turns?.dropoff)
  return isIn('underWay', status) ? [door] : [stop('PICKUP', pickup, turns?.pickup), door]
}

/** The stops at the place where a courier goes next: what they do there is one stop to them. */
export function nextPlace(stops: readonly Stop[]): Stop[] {
  const [first] = stops
  const leaves = stops.findIndex((stop) => first && stop !== first && !isSameStop(first, stop))
  return stops.slice(0, leaves < 0 ? stops.length : leaves)
}

/** Whether a courier may put this stop first: the parcel is aboard, or at the place where they go now. */
export const mayGoFirst = (stops: readonly Stop[], stop: Stop): boolean =>
  stop.kind !== 'PICKUP' || nextPlace(stops).includes(stop)

/** The order in which this stop comes first and the rest stays as it is. */
export const withFirst = (stops: readonly Stop[], wanted: Stop): Stop[] => [
  { ...wanted, isLast: false },
  ...stops
    .filter((stop) => stop !== wanted)
    .map((stop) => (isSameStop(stop, wanted) ? { ...stop, isLast: false } : stop)),
]

/** The stops that stand before the next one of this parcel; all where it has none. */
export function stopsBefore(stops: readonly Stop[], id: string): Stop[] {
  const own = stops.findIndex((stop) => stop.id === id)
  return stops.slice(0, own < 0 ? stops.length : own)
}

/** How many places a courier goes to for these stops: what is done at one place is one. */
export const countPlaces = (stops: readonly Stop[]): number =>
  stops.filter((stop, at) => {
    const before = stops[at - 1]
    return !before || !isSameStop(before, stop)
  }).length

/** What a stop takes, in seconds, and what each further parcel takes at the same place. */
const stopSeconds = 240
const furtherParcelSeconds = 45

/** What the courier does at each of these stops, in seconds, one after the other. */
export const secondsAtStops = (stops: readonly Stop[]): number[] =>
  stops.map((stop, at) => {
    const before = stops[at - 1]
    return before && isSameStop(before, stop) ? furtherParcelSeconds : stopSeconds
  })

/** By how fast couriers are reckoned to ride where orders are compared. */
const secondsPerMeter = usualSecondsPerKm / 1_000

/**
 * Of the places of one tour every order looks at the same rides, and a great circle costs more than a look.
 */
const knownRides = new WeakMap<Point, Map<Point, number>>()

/** How long a ride takes, as orders of stops are compared. */
export function rideSeconds(from: Point, to: Point): number {
  let rides = knownRides.get(from)
  const known = rides?.get(to)
  if (known !== undefined) return known
  const seconds = estimatedRoadMeters(from, to) * secondsPerMeter
  if (!rides) {
    rides = new Map()
    knownRides.set(from, rides)
  }
  rides.set(to, seconds)
  return seconds
}

/**
 * An order of stops as a courier at `from` rides it: when they come to each, and what it costs, in seconds.
 * Where it costs more than `most` it is not looked at to its end.
 */
function walk(
  from: Point,
  stops: readonly Stop[],
  most = Number.POSITIVE_INFINITY,
): { arrivals: number[]; cost: number } {
  let [at, cost, place] = [0, 0, from]
  let before: Stop | undefined
  const arrivals: number[] = []
  for (const stop of stops) {
    const ride = rideSeconds(place, stop.place)
    at += ride
    arrivals.push(at)
    cost += ride + (stop.kind === 'DROPOFF' ? at : 0)
    if (cost > most) break
    at += before && isSameStop(before, stop) ? furtherParcelSeconds : stopSeconds
    place = stop.place
    before = stop
  }
  return { arrivals, cost }
}

/** After how many seconds a courier at `from` comes to each of these stops. */
export const secondsToStops = (from: Point, stops: readonly Stop[]): number[] => walk(from, stops).arrivals

/** What an order costs, in seconds: the ride, and how long each customer waits. */
export const costOf = (from: Point, stops: readonly Stop[]): number => walk(from, stops).cost

/**
 * What an order of stops must keep to, in seconds: `latest` is after how many a courier is to be at a door,
 * `longer` how many more than straight a parcel may ride.
 */
type StopLimits = { latest: ReadonlyMap<string, number>; longer: ReadonlyMap<string, number> }

/** Within how many seconds a courier under way comes to another shop. */
const maxApproachSeconds = 20 * 60

/** Whether each customer has their parcel by when they were told, and none rides too long. */
function keeps(
  limits: StopLimits,
  arrivals: readonly number[],
  stops: readonly Stop[],
  joining: string,
): boolean {
  return stops.every(({ id, kind, place }, at) => {
    const arrival = arrivals[at] ?? 0
    if (kind === 'PICKUP') return id !== joining || arrival <= maxApproachSeconds
    if (kind === 'RETURN') return true
    const fetched = stops.findIndex((stop) => stop.id === id && stop.kind === 'PICKUP')
    const shop = stops[fetched]?.place
    const ride = arrival - (arrivals[fetched] ?? arrival) - stopSeconds
    return (
      arrival <= (limits.latest.get(id) ?? Number.POSITIVE_INFINITY) &&
      (shop === undefined ||
        ride <= rideSeconds(shop, place) + (limits.longer.get(id) ?? Number.POSITIVE_INFINITY))
    )
  })
}

/**
 * The order with the least driving and waiting of customers in which one more parcel joins a tour: the stops
 * that stand in it keep their order. `from` is where the courier is; null where nobody knows. Undefined where
 * no order keeps to the limits, if there are any.
 */
export function joinedWithin(
  stops: readonly Stop[],
  { pickup, dropoff }: { pickup: Stop; dropoff: Stop },
  from: Point | null,
  limits?: StopLimits,
): Stop[] | undefined {
  const start = from ?? (stops[0] ?? pickup).place
  let best: { order: Stop[]; cost: number } | undefined
  for (let first = 0; first <= stops.length; first++)
    for (let second = first; second <= stops.length; second++) {
      const order = [
        ...stops.slice(0, first),
        pickup,
        ...stops.slice(first, second),
        dropoff,
        ...stops.slice(second),
      ]
      const { arrivals, cost } = walk(start, order, best?.cost)
      // Of two that cost the same the later: what was promised before comes first.
      if (best && cost > best.cost) continue
      if (!limits || keeps(limits, arrivals, order, pickup.id)) best = { order, cost }
    }
  return best?.order
}

/** The same without limits. */
export const joined = (
  stops: readonly Stop[],
  parcel: { pickup: Stop; dropoff: Stop },
  from: Point | null,
): Stop[] => joinedWithin(stops, parcel, from) ?? [parcel.pickup, parcel.dropoff]

/** The turns with which stops stay in this order; a return that is brought last gets none. */
export function turnsOf(stops: readonly Stop[]): { shopId: string; id: string; turns: Turns }[] {
  const turns = new Map<string, { shopId: string; id: string; turns: Turns }>()
  for (const [at, { shopId, id, kind, isLast }] of stops.entries()) {
    const number = at + 1
    const known = turns.get(id)?.turns ?? { pickup: 0, dropoff: number, return: null }
    const own =
      kind === 'PICKUP'
        ? { ...known, pickup: number }
        : kind === 'DROPOFF'
          ? { ...known, dropoff: number }
          : { ...known, return: isLast ? null : number }
    turns.set(id, { shopId, id, turns: own })
  }
  return [...turns.values()]
}
