import type { Point } from '../../base/kernel/point.ts'
import { plannedOrder, plannedParcels } from './planned-order.ts'
import { joinedWithin, type Stop, secondsToStops, stopsOf, type TourParcel } from './tour.ts'
import type { LimitsOf } from './tour-limits.ts'

/** Where the courier is, null where nobody knows, and what bounds their tour. */
type TourStart = { from: Point | null; now: Date; limitsOf: LimitsOf }

/**
 * By when a courier is to be at the door of each parcel, in ms since 1970: what was told, or what is expected
 * now, and no later than the window of the drop-off.
 */
export function toldUntil(
  parcels: readonly TourParcel[],
  order: readonly Stop[],
  { from, now, limitsOf }: TourStart,
): Map<string, number> {
  const start = from ?? order[0]?.place
  const arrivals = start ? secondsToStops(start, order) : []
  return new Map(
    order.flatMap(({ id, kind }, at) => {
      const parcel = parcels.find((each) => each.id === id)
      if (kind !== 'DROPOFF' || !parcel) return []
      const told = parcel.turns?.toldUntil
      const laterMs = limitsOf(parcel.cityId).laterMinutes * 60_000
      const expected = now.getTime() + (arrivals[at] ?? 0) * 1_000 + laterMs
      const until = told ? new Date(told).getTime() : expected
      return [[id, Math.min(until, parcel.dropoffUntil?.getTime() ?? until)] as const]
    }),
  )
}

/** By how many seconds each of these may ride longer than straight. */
const longerRides = (parcels: readonly TourParcel[], limitsOf: LimitsOf): Map<string, number> =>
  new Map(parcels.map(({ id, cityId }) => [id, limitsOf(cityId).rideMinutes * 60]))

/** A parcel in the tour of a courier who is on the way: the order, and how much longer they ride. */
type Insertion = { order: Stop[]; detourSeconds: number }

/**
 * Where one more parcel joins the tour of a courier within what its customers were told; undefined where it
 * does not, since the tour is late, the shop too far or a ride too long (decision 321).
 */
export function insertionOf(
  parcels: readonly TourParcel[],
  joining: TourParcel,
  { from, now, limitsOf }: TourStart & { from: Point },
): Insertion | undefined {
  const [pickup, dropoff] = stopsOf([{ ...joining, turns: null }])
  if (!pickup || !dropoff) return undefined
  const stops = stopsOf(parcels).filter(({ isLast }) => !isLast)
  const told = toldUntil(parcels, stops, { from, now, limitsOf })
  const latest = new Map([...told].map(([id, at]) => [id, (at - now.getTime()) / 1_000]))
  if (joining.dropoffUntil) latest.set(joining.id, (joining.dropoffUntil.getTime() - now.getTime()) / 1_000)
  const arrivals = secondsToStops(from, stops)
  const isLate = stops.some(
    ({ id, kind }, at) => kind === 'DROPOFF' && (arrivals[at] ?? 0) > (latest.get(id) ?? 0),
  )
  if (isLate) return undefined
  const longer = longerRides([...parcels, joining], limitsOf)
  const order = joinedWithin(stops, { pickup, dropoff }, from, { latest, longer })
  if (!order) return undefined
  const longerBy = (secondsToStops(from, order).at(-1) ?? 0) - (arrivals.at(-1) ?? 0)
  return { order, detourSeconds: Math.max(0, Math.round(longerBy)) }
}

/** Whether parcels that go together are bound to more than the shortest way (decisions 374, 377). */
const areBound = (parcels: readonly TourParcel[], limitsOf: LimitsOf): boolean =>
  parcels.some(({ dropoffUntil, cityId }) => dropoffUntil || limitsOf(cityId).isShorter)

/**
 * An order of parcels that a courier at `from` fetches together in which each door is reached within the
 * window of its drop-off, and none rides longer than its city lets it; undefined where there is none.
 */
function orderInTime(parcels: readonly TourParcel[], { from, now, limitsOf }: TourStart): Stop[] | undefined {
  const latest = new Map(
    parcels.flatMap(({ id, dropoffUntil: until }) =>
      until ? [[id, (until.getTime() - now.getTime()) / 1_000] as const] : [],
    ),
  )
  const limits = { latest, longer: longerRides(parcels, limitsOf) }
  let order: Stop[] | undefined = []
  for (const parcel of parcels) {
    const [pickup, dropoff] = stopsOf([{ ...parcel, turns: null }])
    if (pickup && dropoff && order) order = joinedWithin(order, { pickup, dropoff }, from, limits)
  }
  return order
}

/**
 * Whether whoever is at the shop of these parcels now takes all of them at once and brings each in time,
 * where anything binds them.
 */
export function goTogether(
  parcels: readonly TourParcel[],
  { now, limitsOf }: Omit<TourStart, 'from'>,
): boolean {
  if (!areBound(parcels, limitsOf)) return true
  const order = orderInTime(parcels, { from: parcels[0]?.pickup ?? null, now, limitsOf })
  return order?.slice(0, parcels.length).every(({ kind }) => kind === 'PICKUP') ?? false
}

/**
 * The order of parcels that a courier is given together and that nobody was promised anything of yet: in time
 * for what binds them, if need be as of a courier who is at the shop already, or the best one where nothing
 * does or it cannot all be kept.
 */
export function givenOrder(parcels: readonly TourParcel[], start: TourStart): Stop[] {
  const inTime = areBound(parcels, start.limitsOf)
    ? (orderInTime(parcels, start) ?? orderInTime(parcels, { ...start, from: parcels[0]?.pickup ?? null }))
    : undefined
  return inTime ?? plannedOrder(plannedParcels(parcels), start.from)
}
