import type { Database } from '../../base/database/open-database.ts'
import { systemActor } from '../../base/kernel/actor.ts'
import type { Clock } from '../../base/kernel/clock.ts'
import { wallClock } from '../../base/kernel/local-time.ts'
import type { Point } from '../../base/kernel/point.ts'
import type { PublishCommitted } from '../../events/event-body.ts'
import { insertEvent } from '../../events/event-store.ts'
import type { RulesDeps } from '../../rules.ts'
import { internalEvent } from '../deliveries/delivery-event.ts'
import { dropoffWindowOf } from '../deliveries/delivery-row.ts'
import type { DeliveryKey } from '../deliveries/delivery-store.ts'
import { dropoffPrecision, roughMeters } from '../deliveries/order/position-precision.ts'
import type { Pricing } from '../pricing/price-trip.ts'
import { type Stop, secondsAtStops, stopsBefore, stopsOf, type TourParcel } from '../tours/tour.ts'
import { listTours } from '../tours/turn-store.ts'
import { type ArrivalRange, arrivalRange, minutesUntil } from './arrival-range.ts'
import {
  type Estimate,
  listCarriedParcels,
  type ParcelOnItsWay,
  saveEstimate,
  setNearby,
  setNext,
  stopArrival,
  takeDueArrivals,
} from './arrival-store.ts'
import { paceAt, secondsFor, type TripPace } from './trip-pace.ts'
import { listPaces } from './trip-pace-store.ts'

export type ArrivalDeps = RulesDeps & {
  db: Database
  clock: Clock
  pricing: Pick<Pricing, 'map' | 'measureTrip'>
  publishCommitted: PublishCommitted
}

/** How many parcels one round looks at, and how long after a look the next one comes, in ms. */
const maxTaken = 100
const lookEveryMs = 30_000
/** How many parcels are looked at, and how many ways the routing server is asked for, at once. */
const askedAtOnce = 8
/** How old the position of a courier may be to estimate from, in ms. */
const positionMs = 3 * 60_000
/** The message that the courier is on the way is not followed by another at once, in ms. */
const noticeRestMs = 3 * 60_000

/**
 * Estimates when the couriers of the parcels that are due come, and tells customers once that theirs is near.
 * Returns how many parcels there were. The routing server is asked outside of any transaction.
 */
export async function estimateArrivals(deps: ArrivalDeps): Promise<number> {
  const { db, clock } = deps
  const now = clock.now()
  const nextAt = new Date(now.getTime() + lookEveryMs)
  const taken = await takeDueArrivals(db, { now, nextAt, limit: maxTaken })
  if (taken.length === 0) return 0
  const parcels = await listCarriedParcels(db, taken)
  for (const parcel of parcels) if (!isOnCourse(parcel)) await stopArrival(db, parcel, now)
  const carried = parcels.filter(isOnCourse)
  const paces = await listPaces(db, [...new Set(carried.map(({ cityId }) => cityId))])
  const couriers = [...new Set(carried.flatMap(({ courierId }) => courierId ?? []))]
  const tours = await listTours(db, couriers)
  const measured = { ...deps, measure: measureOnce(deps) }
  const looks: Look[] = []
  for (let at = 0; at < carried.length; at += askedAtOnce)
    looks.push(
      ...(await Promise.all(
        carried.slice(at, at + askedAtOnce).map((parcel) => look(measured, parcel, { paces, tours, now })),
      )),
    )
  for (const { estimate } of looks) await saveEstimate(db, estimate, now)
  for (const { parcel, isNext } of looks)
    if (isNext && parcel.status === 'IN_TRANSIT' && parcel.nextAt === null && isOnTour(parcel, tours))
      await announceNext(deps, parcel)
  const nearby = looks.filter(
    ({ parcel, seconds, isNext }) => isNext && isNoticeDue(deps, parcel, seconds, now),
  )
  for (const { parcel } of nearby) await announceNearby(deps, parcel)
  return taken.length
}

/**
 * What was found of a parcel; `seconds` are null where nothing can be said of them, and `isNext` where the
 * courier stops nowhere before.
 */
type Look = { parcel: ParcelOnItsWay; seconds: number | null; isNext: boolean; estimate: Estimate }

type Tours = Map<string, TourParcel[]>

/** The parcels that its courier has with this one. */
const tourOf = ({ courierId }: ParcelOnItsWay, tours: Tours): TourParcel[] =>
  (courierId !== null && tours.get(courierId)) || []

/** A parcel has turns since its courier had another beside it, even where it is alone by now. */
const isOnTour = (parcel: ParcelOnItsWay, tours: Tours): boolean =>
  tourOf(parcel, tours).some(({ id, turns }) => id === parcel.id && turns !== null)

type Measure = Pick<Pricing, 'measureTrip'>['measureTrip']

/** Measures each way once: parcels of one courier share most of theirs. */
function measureOnce({ pricing }: ArrivalDeps): Measure {
  const known = new Map<string, ReturnType<Measure>>()
  return (from, to) => {
    const way = [from.lat, from.lng, to.lat, to.lng].join()
    const measured = known.get(way) ?? pricing.measureTrip(from, to)
    known.set(way, measured)
    return measured
  }
}

const isOnCourse = ({ status }: ParcelOnItsWay): boolean => status === 'ASSIGNED' || status === 'IN_TRANSIT'

async function look(
  deps: ArrivalDeps & { measure: Measure },
  parcel: ParcelOnItsWay,
  { paces, tours, now }: { paces: readonly TripPace[]; tours: Tours; now: Date },
): Promise<Look> {
  const { shopId, id } = parcel
  const before = stopsBefore(stopsOf(tourOf(parcel, tours)), id)
  const isNext = before.length === 0
  const leg = parcel.status === 'ASSIGNED' ? 'PICKUP' : 'DROPOFF'
  const isFirst = leg === 'DROPOFF' && parcel.announcedAt === null
  // A customer who has a window was told that first.
  const agreed = isFirst ? agreedRange(parcel) : null
  const unknown = { shopId, id, leg, ...nothing, announced: agreed } as const
  const from = positionOf(parcel, now)
  const to = from && destinationOf(parcel)
  if (!from || !to) return { parcel, seconds: null, isNext, estimate: unknown }
  const pace = paceNow(deps, parcel, paces, now)
  const { seconds, isByRoutingServer } = await secondsAlong(deps, [from, ...before, to], pace)
  const rough = leg === 'PICKUP' ? 0 : roughMeters(dropoffPrecision(parcel))
  const range = rough === null ? null : arrivalRange(now, seconds, secondsFor(rough, pace))
  if (!range) return { parcel, seconds: null, isNext, estimate: unknown }
  const announced = agreed ?? (isFirst ? announcedRange(minutesUntil(range, now), now) : null)
  return { parcel, seconds, isNext, estimate: { shopId, id, leg, ...range, announced, isByRoutingServer } }
}

const nothing = { earliestAt: null, latestAt: null, isByRoutingServer: false }

const agreedRange = (parcel: ParcelOnItsWay): ArrivalRange | null => {
  const window = dropoffWindowOf(parcel)
  return window && { earliestAt: window.from, latestAt: window.to }
}

/** The range as the customer reads it, which is what it is measured by. */
const announcedRange = ({ from, to }: { from: number; to: number }, now: Date) => ({
  earliestAt: new Date(now.getTime() + from * 60_000),
  latestAt: new Date(now.getTime() + to * 60_000),
})

function positionOf({ lat, lng, reportedAt }: ParcelOnItsWay, now: Date): Point | null {
  if (lat === null || lng === null || reportedAt === null) return null
  return now.getTime() - reportedAt.getTime() > positionMs ? null : { lat, lng }
}

/** The shop until the courier is there, then the customer. */
function destinationOf(parcel: ParcelOnItsWay): Point | null {
  if (parcel.status === 'ASSIGNED')
    return parcel.arrivedAtPickupAt === null ? { lat: parcel.pickupLat, lng: parcel.pickupLng } : null
  const { dropoffLat: lat, dropoffLng: lng } = parcel
  return lat === null || lng === null ? null : { lat, lng }
}

function paceNow(
  { pricing }: ArrivalDeps,
  { cityId }: ParcelOnItsWay,
  paces: readonly TripPace[],
  now: Date,
): number {
  const hour = wallClock(now, pricing.map.current().city(cityId)?.timeZone ?? 'UTC').getUTCHours()
  return paceAt(paces, cityId, hour)
}

/** How long a courier takes to ride from place to place, and for what they do at the stops between. */
async function secondsAlong(
  { measure }: { measure: Measure },
  [from, ...way]: [Point, ...(Stop | Point)[]],
  pace: number,
): Promise<{ seconds: number; isByRoutingServer: boolean }> {
  const stops = way.filter((place) => 'kind' in place)
  const places = way.map((place) => ('kind' in place ? place.place : place))
  // One way after the other: a tour has many, and others are looked at beside it.
  const rides: Awaited<ReturnType<Measure>>[] = []
  for (const [at, to] of places.entries()) rides.push(await measure(places[at - 1] ?? from, to))
  const ridden = rides.map(
    ({ distanceMeters, durationSeconds }) => durationSeconds ?? secondsFor(distanceMeters, pace),
  )
  const seconds = [...ridden, ...secondsAtStops(stops)].reduce((sum, each) => sum + each, 0)
  return { seconds, isByRoutingServer: rides.every(({ durationSeconds }) => durationSeconds !== undefined) }
}

function isNoticeDue(
  { rules }: ArrivalDeps,
  { status, nearbyAt, pickedUpAt }: ParcelOnItsWay,
  seconds: number | null,
  now: Date,
): boolean {
  if (seconds === null || status !== 'IN_TRANSIT' || nearbyAt !== null || pickedUpAt === null) return false
  const { ARRIVAL_NOTICE_MINUTES: noticeMinutes } = rules.current()
  return (
    seconds <= noticeMinutes * 60 && noticeMinutes > 0 && now.getTime() - pickedUpAt.getTime() >= noticeRestMs
  )
}

/** Says once that the door of a parcel on a tour is next: its customer is asked to pay now. */
async function announceNext(
  { db, clock, publishCommitted }: ArrivalDeps,
  { shopId, id }: DeliveryKey,
): Promise<void> {
  const now = clock.now()
  const event = internalEvent({ shopId, id }, 'delivery.door_next', { now, actor: systemActor, data: {} })
  const isFirst = await db.transaction().execute(async (trx) => {
    if (!(await setNext(trx, { shopId, id }, now))) return false
    await insertEvent(trx, event)
    return true
  })
  if (isFirst) publishCommitted([event])
}

/** Tells the customer once that the courier is near; the message follows from the event. */
async function announceNearby(
  { db, clock, publishCommitted }: ArrivalDeps,
  { shopId, id }: DeliveryKey,
): Promise<void> {
  const now = clock.now()
  const event = internalEvent({ shopId, id }, 'delivery.courier_nearby', {
    now,
    actor: systemActor,
    data: {},
  })
  const isFirst = await db.transaction().execute(async (trx) => {
    if (!(await setNearby(trx, { shopId, id }, now))) return false
    await insertEvent(trx, event)
    return true
  })
  if (isFirst) publishCommitted([event])
}
