import type { Point } from '../../base/kernel/point.ts'
import { costOf, joined, rideSeconds, type Stop, secondsAtStops, stopsOf, type TourParcel } from './tour.ts'

/**
 * Up to so many parcels the order is the best of all; for more it is as good as moving one at a time gets.
 */
const exactParcels = 8

/** A parcel whose stops are to be put in an order: at its shop, and at its door. */
type PlannedParcel = { pickup: Stop; dropoff: Stop }

/** The parcels that are still at their shops. */
export const plannedParcels = (parcels: readonly TourParcel[]): PlannedParcel[] =>
  parcels.flatMap((parcel) => {
    const [pickup, dropoff] = stopsOf([parcel])
    return pickup && dropoff ? [{ pickup, dropoff }] : []
  })

/**
 * The order of the stops of parcels that nobody was promised anything of yet, with the least driving and
 * waiting of customers; `from` is where the courier is, null where nobody knows.
 */
export const plannedOrder = (parcels: readonly PlannedParcel[], from: Point | null): Stop[] =>
  parcels.length <= exactParcels ? exactOrder(parcels, from) : improvedOrder(parcels, from)

/**
 * By dynamic programming over what was fetched and handed over, and where the courier stands. What a way and
 * a stop cost follows from how many customers still wait, so that the past does not matter.
 */
function exactOrder(parcels: readonly PlannedParcel[], from: Point | null): Stop[] {
  const count = parcels.length
  // The pick-ups, then the doors, then where the courier begins.
  const stops = [...parcels.map(({ pickup }) => pickup), ...parcels.map(({ dropoff }) => dropoff)]
  const costs = stepCosts(stops, from)
  const powers = parcels.map((_, at) => 3 ** at)
  const places = stops.length + 1
  const best = new Float64Array(3 ** count * places).fill(Number.NaN)
  const next = new Int8Array(best.length)

  const digit = (done: number, at: number) => Math.floor(done / (powers[at] ?? 1)) % 3
  /**
   * The least that the rest costs; of each parcel `done` says 0 for to fetch, 1 for aboard, 2 for handed
   * over.
   */
  function rest(done: number, last: number, waiting: number): number {
    if (waiting === 0) return 0
    const state = done * places + last
    const known = best[state] ?? Number.NaN
    if (!Number.isNaN(known)) return known
    let least = Number.POSITIVE_INFINITY
    for (let at = 0; at < count; at++) {
      const stage = digit(done, at)
      if (stage === 2) continue
      const stop = stage === 0 ? at : count + at
      const left = waiting - (stage === 1 ? 1 : 0)
      const { ride, service } = costs[last]?.[stop] ?? { ride: 0, service: 0 }
      const cost = ride * (1 + waiting) + service * left + rest(done + (powers[at] ?? 0), stop, left)
      if (cost < least) {
        least = cost
        next[state] = stop
      }
    }
    best[state] = least
    return least
  }

  rest(0, stops.length, count)
  const order: Stop[] = []
  for (let [done, last] = [0, stops.length]; order.length < stops.length; ) {
    last = next[done * places + last] ?? 0
    done += powers[last % count] ?? 0
    const stop = stops[last]
    if (stop) order.push(stop)
  }
  return order
}

/** How long the ride from each place to each stop takes, and what is done there when one comes from it. */
function stepCosts(stops: readonly Stop[], from: Point | null): { ride: number; service: number }[][] {
  const start = from ?? stops[0]?.place
  const toEach = (place: Point, before: Stop | undefined) =>
    stops.map((stop) => ({
      ride: rideSeconds(place, stop.place),
      service: secondsAtStops(before ? [before, stop] : [stop]).at(-1) ?? 0,
    }))
  return [...stops.map((stop) => toEach(stop.place, stop)), start ? toEach(start, undefined) : []]
}

/** Takes each parcel out and puts it back where it costs least, until nothing gets cheaper. */
function improvedOrder(parcels: readonly PlannedParcel[], from: Point | null): Stop[] {
  let order: Stop[] = []
  for (const parcel of parcels) order = joined(order, parcel, from)
  const start = from ?? order[0]?.place
  for (let isBetter = start !== undefined; isBetter; ) {
    isBetter = false
    for (const parcel of parcels) {
      const others = order.filter(({ id }) => id !== parcel.pickup.id)
      const moved = joined(others, parcel, from)
      if (start && costOf(start, moved) < costOf(start, order) - 1) {
        order = moved
        isBetter = true
      }
    }
  }
  return order
}
