import type { Point } from '../../base/kernel/point.ts'
import { plannedOrder, plannedParcels } from './planned-order.ts'
import { joinedWithin, type Stop, secondsToStops, stopsOf, type TourParcel } from './tour.ts'

/** How much later than they were told a customer may get their parcel because another joined the tour. */
const maxLaterMs = 10 * 60_000

/**
 * By when a courier is to be at the door of each parcel, in ms since 1970: what was told, or what is expected
 * now, and no later than the window of the drop-off.
 */
export function toldUntil(
  parcels: readonly TourParcel[],
  order: readonly Stop[],
  { from, now }: { from: Point | null; now: Date },
): Map<string, number> {
  const start = from ?? order[0]?.place
  const arrivals = start ? secondsToStops(start, order) : []
  return new Map(
    order.flatMap(({ id, kind }, at) => {
      if (kind !== 'DROPOFF') return []
      const parcel = parcels.find((each) => each.id === id)
      const told = parcel?.turns?.toldUntil
      const expected = now.getTime() + (arrivals[at] ?? 0) * 1_000 + maxLaterMs
      const until = told ? new Date(told).getTime() : expected
      return [[id, Math.min(until, parcel?.dropoffUntil?.getTime() ?? until)] as const]
    }),
  )
}

/** A parcel in the tour of a courier who is on the way: the order, and how much longer they ride. */
type Insertion = { order: Stop[]; detourSeconds: number }

/**
 * Where one more parcel joins the tour of a courier within what its customers were told; undefined where it
 * does not, since the tour is late, the shop too far or a ride too long (decision 321).
 */
export function insertionOf(
  parcels: readonly TourParcel[],
  joining: TourParcel,
  { from, now }: { from: Point; now: Date },
): Insertion | undefined {
  const [pickup, dropoff] = stopsOf([{ ...joining, turns: null }])
  if (!pickup || !dropoff) return undefined
  const stops = stopsOf(parcels).filter(({ isLast }) => !isLast)
  const told = toldUntil(parcels, stops, { from, now })
  const latest = new Map([...told].map(([id, at]) => [id, (at - now.getTime()) / 1_000]))
  if (joining.dropoffUntil) latest.set(joining.id, (joining.dropoffUntil.getTime() - now.getTime()) / 1_000)
  const arrivals = secondsToStops(from, stops)
  const isLate = stops.some(
    ({ id, kind }, at) => kind === 'DROPOFF' && (arrivals[at] ?? 0) > (latest.get(id) ?? 0),
  )
  const order = isLate ? undefined : joinedWithin(stops, { pickup, dropoff }, from, { latest })
  if (!order) return undefined
  const rest = (all: readonly Stop[]) => secondsToStops(from, all).at(-1) ?? 0
  return { order, detourSeconds: Math.max(0, Math.round(rest(order) - rest(stops))) }
}

/**
 * An order of parcels that a courier at `from` fetches together in which each door is reached within the
 * window of its drop-off (decision 374); undefined where there is none.
 */
export function orderWithinWindows(
  parcels: readonly TourParcel[],
  { from, now }: { from: Point | null; now: Date },
): Stop[] | undefined {
  const latest = new Map(
    parcels.flatMap(({ id, dropoffUntil: until }) =>
      until ? [[id, (until.getTime() - now.getTime()) / 1_000] as const] : [],
    ),
  )
  let order: Stop[] | undefined = []
  for (const parcel of parcels) {
    const [pickup, dropoff] = stopsOf([{ ...parcel, turns: null }])
    if (pickup && dropoff && order) order = joinedWithin(order, { pickup, dropoff }, from, { latest })
  }
  return order
}

/**
 * The order of parcels that a courier is given together and that nobody was promised anything of yet: within
 * the windows of their drop-offs, or the best one where there are none or they cannot all be kept.
 */
export function givenOrder(parcels: readonly TourParcel[], start: { from: Point | null; now: Date }): Stop[] {
  const hasWindow = parcels.some(({ dropoffUntil }) => dropoffUntil)
  const inTime = hasWindow ? orderWithinWindows(parcels, start) : undefined
  return inTime ?? plannedOrder(plannedParcels(parcels), start.from)
}
