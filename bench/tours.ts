import { distanceMeters, type Point } from '../src/base/kernel/point.ts'
import { slotFor } from '../src/domain/deliveries/carrying/carrying-capacity.ts'
import { plannedOrder, plannedParcels } from '../src/domain/tours/planned-order.ts'
import {
  costOf,
  type Stop,
  secondsAtStops,
  stopsOf,
  type TourParcel,
  turnsOf,
} from '../src/domain/tours/tour.ts'
import { insertionOf, toldUntil } from '../src/domain/tours/tour-promise.ts'
import { seeded } from '../test/support/chance.ts'
import type { Finding } from './support/finding.ts'
import { printReport } from './support/report.ts'
import { runBench } from './support/run-bench.ts'

/**
 * What tours are worth: a day of ten hours in a made-up city of nine quarters, lived with one parcel at a time
 * and with tours of three by the service's own functions; how many couriers each needs for the same promise,
 * and what an insertion costs. Riders do 18 km/h by road; a quarter of the calls are of two to five parcels of
 * one shop.
 */
const quarters: { at: Point; shops: number; homes: number }[] = [
  { at: { lat: 6.353, lng: 2.433 }, shops: 30, homes: 6 },
  { at: { lat: 6.369, lng: 2.434 }, shops: 30, homes: 10 },
  { at: { lat: 6.353, lng: 2.391 }, shops: 12, homes: 10 },
  { at: { lat: 6.367, lng: 2.463 }, shops: 6, homes: 14 },
  { at: { lat: 6.353, lng: 2.364 }, shops: 8, homes: 14 },
  { at: { lat: 6.383, lng: 2.362 }, shops: 2, homes: 10 },
  { at: { lat: 6.375, lng: 2.315 }, shops: 6, homes: 16 },
  { at: { lat: 6.448, lng: 2.356 }, shops: 4, homes: 6 },
  { at: { lat: 6.387, lng: 2.393 }, shops: 2, homes: 4 },
]
/** The city is as wide as makes nine of ten straight rides take at most three quarters of an hour. */
const size = 0.78
const middle = { lat: 6.36, lng: 2.4 }
const secondsPerMeter = 0.2
const limitsOf = () => ({ laterMinutes: 10, rideMinutes: 15, isShorter: false })
const roadMeters = (from: Point, to: Point) => 1.3 * distanceMeters(from, to)

type Order = { at: number; shop: number; from: Point; to: Point; size: 'SMALL' | 'MEDIUM' }
type Courier = {
  place: Point
  freeAt: number
  parcels: TourParcel[]
  sizes: Map<string, Order['size']>
  meters: number
  doing: Stop | null
}
type Lived = {
  p90Minutes: number
  rideP90Minutes: number
  kmPerParcel: number
}

/** Below how many minutes nine of ten of these seconds are. */
const ninth = (seconds: number[]): number =>
  (seconds.toSorted((a, b) => a - b)[Math.floor(seconds.length * 0.9)] ?? 0) / 60

/** Calls of a day, more at noon than in the morning, in the order of time; seconds since eight. */
function ordersOf(seed: number, perHour: number): Order[] {
  const chance = seeded(seed)
  const drawn = (weight: (each: (typeof quarters)[number]) => number): Point => {
    let left = chance() * quarters.reduce((sum, each) => sum + weight(each), 0)
    const quarter = quarters.find((each) => {
      left -= weight(each)
      return left < 0
    })
    const { at } = quarter ?? { at: middle }
    const near = { lat: at.lat + (chance() - 0.5) / 50, lng: at.lng + (chance() - 0.5) / 50 }
    return {
      lat: middle.lat + (near.lat - middle.lat) * size,
      lng: middle.lng + (near.lng - middle.lng) * size,
    }
  }
  const shops = Array.from({ length: 40 }, () => drawn((each) => each.shops))
  const shape = [0.7, 0.9, 1.1, 1.2, 1.5, 1.1, 0.8, 0.8, 0.9, 1]
  const orders: Order[] = []
  for (let at = 0; at < 36_000; at += (-Math.log(1 - chance()) * 3_600) / ((perHour / 1.625) * 1.5)) {
    if (chance() > (shape[Math.floor(at / 3_600)] ?? 1) / 1.5) continue
    const shop = Math.floor(chance() * shops.length)
    const many = chance() < 0.25 ? 2 + Math.floor(chance() * 4) : 1
    for (let n = 0; n < many; n++)
      orders.push({
        ...{ at, shop, from: shops[shop] ?? middle, to: drawn((each) => each.homes) },
        size: chance() < 0.8 ? 'SMALL' : 'MEDIUM',
      })
  }
  return orders
}

/** Lives a day: each order goes to the courier to whom it adds least, or waits until one is free for it. */
function live(seed: number, perHour: number, fleet: number, maxParcels: number): Lived {
  const orders = ordersOf(seed, perHour)
  const chance = seeded(seed + 1_000)
  const couriers: Courier[] = Array.from({ length: fleet }, () => ({
    place: orders[Math.floor(chance() * orders.length)]?.from ?? middle,
    ...{ freeAt: 0, parcels: [], sizes: new Map(), meters: 0, doing: null },
  }))
  const [fetchedAt, doorAt] = [new Map<number, number>(), new Map<number, number>()]
  const waiting: number[] = []

  function offer(id: number, now: number, among: readonly Courier[]): boolean {
    const { shop, from, to, size } = orders[id] as Order
    let best: { courier: Courier; order: Stop[]; cost: number; joining: TourParcel; at: Date } | undefined
    for (const courier of among) {
      const held = courier.parcels.map((parcel) => ({
        slot: parcel.slot,
        size: courier.sizes.get(parcel.id) ?? 'SMALL',
      }))
      const slot = slotFor(held, { size, vehicle: 'MOTO', maxParcels })
      if (slot === null) continue
      const joining: TourParcel = {
        shopId: `${shop}`,
        id: `${id}`,
        cityId: '',
        status: 'ASSIGNED',
        slot,
        pickup: from,
        dropoff: to,
        turns: null,
      }
      const at = new Date(Math.max(courier.freeAt, now) * 1_000)
      const [pickup, dropoff] = stopsOf([joining])
      const order =
        courier.parcels.length === 0 && pickup && dropoff
          ? [pickup, dropoff]
          : insertionOf(courier.parcels, joining, { from: courier.place, now: at, limitsOf })?.order
      if (courier.parcels.length > 0 && tried.length < maxTried)
        tried.push([courier.parcels, joining, { from: courier.place, now: at }])
      if (!order) continue
      const late = Math.max(courier.freeAt - now, 0)
      const cost = costOf(courier.place, order) - costOf(courier.place, stopsOf(courier.parcels)) + late
      if (!best || cost < best.cost) best = { courier, order, cost, joining, at }
    }
    if (!best) return false
    const { courier, order, joining, at } = best
    const told = new Map([
      ...toldUntil([...courier.parcels, joining], order, { from: courier.place, now: at, limitsOf }),
      ...toldUntil(courier.parcels, stopsOf(courier.parcels), { from: courier.place, now: at, limitsOf }),
    ])
    const turns = new Map(turnsOf(order).map((each) => [each.id, each.turns]))
    courier.parcels = [...courier.parcels, joining].map((parcel) => {
      const own = turns.get(parcel.id) ?? parcel.turns
      const until = parcel.turns?.toldUntil ?? new Date(told.get(parcel.id) ?? 0).toISOString()
      return { ...parcel, turns: own && { ...own, toldUntil: until } }
    })
    courier.sizes.set(joining.id, size)
    courier.freeAt = Math.max(courier.freeAt, now)
    return true
  }

  /** The courier rides to their next stop; `freeAt` is then when they have done what they came for. */
  function ride(courier: Courier): void {
    const [stop, ...rest] = stopsOf(courier.parcels)
    if (!stop) return
    const meters = roadMeters(courier.place, stop.place)
    const isSamePlace = courier.doing?.kind === 'PICKUP' && meters < 30
    const spent = isSamePlace ? 45 : (secondsAtStops([stop, ...rest])[0] ?? 0)
    const here = courier.freeAt + meters * secondsPerMeter
    courier.meters += meters
    courier.place = stop.place
    courier.doing = stop
    courier.freeAt = here + spent
    if (stop.kind === 'PICKUP') fetchedAt.set(Number(stop.id), here)
    else doorAt.set(Number(stop.id), here)
    courier.parcels = courier.parcels.flatMap((parcel) => {
      if (parcel.id !== stop.id) return [parcel]
      return stop.kind === 'PICKUP' ? [{ ...parcel, status: 'IN_TRANSIT' as const }] : []
    })
  }

  function retry(now: number, among: readonly Courier[]): void {
    for (let at = 0; at < waiting.length; )
      if (offer(waiting[at] ?? 0, now, among)) waiting.splice(at, 1)
      else at++
  }

  for (let next = 0; doorAt.size < orders.length; ) {
    const busy = couriers.filter(({ parcels }) => parcels.length > 0)
    const first = busy.toSorted((a, b) => a.freeAt - b.freeAt)[0]
    const order = orders[next]
    if (order && (!first || order.at <= first.freeAt)) {
      if (waiting.length > 0 || !offer(next, order.at, couriers)) waiting.push(next)
      next++
    } else if (first) {
      ride(first)
      retry(first.freeAt, [first])
    } else throw new Error(`${waiting.length} parcels are lost.`)
  }
  return {
    p90Minutes: ninth(orders.map(({ at }, id) => (doorAt.get(id) ?? 0) - at)),
    rideP90Minutes: ninth(orders.map((_, id) => (doorAt.get(id) ?? 0) - (fetchedAt.get(id) ?? 0))),
    kmPerParcel: couriers.reduce((sum, { meters }) => sum + meters, 0) / 1_000 / orders.length,
  }
}

/** Insertions as the days tried them. */
const tried: [TourParcel[], TourParcel, { from: Point; now: Date }][] = []
const maxTried = 5_000

/** What one of them takes of the processor, in µs; other work beside this does not count. */
function insertionMicros(): number {
  let micros = 0
  for (let round = 0; round < 4; round++) {
    // Places that were seen before cost less.
    const fresh = structuredClone(tried)
    const before = process.cpuUsage()
    for (const [held, joining, start] of fresh) insertionOf(held, joining, { ...start, limitsOf })
    const { user, system } = process.cpuUsage(before)
    micros += user + system
  }
  return micros / 4 / tried.length
}

const seeds = process.argv.includes('--quick') ? [1] : [1, 2, 3]

/** The mean of the days of every seed. */
function days(perHour: number, fleet: number, maxParcels: number): Lived {
  const lived = seeds.map((seed) => live(seed, perHour, fleet, maxParcels))
  const mean = (of: (day: Lived) => number) => lived.reduce((sum, day) => sum + of(day), 0) / lived.length
  return {
    p90Minutes: mean((day) => day.p90Minutes),
    rideP90Minutes: mean((day) => day.rideP90Minutes),
    kmPerParcel: mean((day) => day.kmPerParcel),
  }
}

/** The smallest fleet that brings nine of ten parcels within so many minutes of the order. */
function needed(perHour: number, maxParcels: number, minutes: number): { fleet: number; day: Lived } {
  for (let fleet = Math.round(perHour * 0.6); ; fleet += 2) {
    const day = days(perHour, fleet, maxParcels)
    if (day.p90Minutes <= minutes) return { fleet, day }
  }
}

async function main(): Promise<boolean> {
  const perHour = process.argv.includes('--quick') ? 20 : 60
  const [one, three] = [needed(perHour, 1, 90), needed(perHour, 3, 90)]
  const chance = seeded(9)
  const place = () => ({ lat: 6.34 + chance() / 20, lng: 2.33 + chance() / 10 })
  const eight = plannedParcels(
    Array.from({ length: 8 }, (_, at) => ({
      ...{ shopId: `${at % 2}`, id: `${at}`, status: 'ASSIGNED' as const, slot: at + 1, turns: null },
      ...{ cityId: '', pickup: place(), dropoff: place() },
    })),
  )
  const before = process.cpuUsage()
  for (let n = 0; n < 5; n++) plannedOrder(eight, place())
  const planMs = process.cpuUsage(before).user / 1_000 / 5
  const straight = seeds.flatMap((seed) =>
    ordersOf(seed, perHour).map(({ from, to }) => roadMeters(from, to) * secondsPerMeter),
  )
  const findings: Finding[] = [
    { name: 'Straight rides of nine of ten parcels', value: ninth(straight), unit: 'min' },
    {
      name: `Couriers for ${perHour} parcels an hour, nine of ten within 90 min, one at a time`,
      value: one.fleet,
      unit: 'couriers',
    },
    { name: 'Couriers with tours of three', value: three.fleet, unit: 'couriers' },
    {
      name: 'Of those for one at a time',
      value: three.fleet / one.fleet,
      unit: 'ratio',
      goal: { atMost: 0.75 },
    },
    { name: 'Ridden for a parcel, one at a time', value: one.day.kmPerParcel, unit: 'km' },
    {
      name: 'Ridden for a parcel, with tours of three',
      value: three.day.kmPerParcel,
      unit: 'km',
      goal: { atMost: 9 },
    },
    { name: 'Ride of nine of ten parcels, one at a time', value: one.day.rideP90Minutes, unit: 'min' },
    {
      name: 'Ride of nine of ten parcels, with tours of three',
      value: three.day.rideP90Minutes,
      unit: 'min',
      goal: { atMost: Math.floor(one.day.rideP90Minutes + 10) },
    },
    {
      name: 'An insertion',
      value: insertionMicros(),
      unit: 'µs',
      goal: { atMost: 20 },
    },
    { name: 'The best order of eight parcels', value: planMs, unit: 'ms' },
  ]
  return printReport(findings, { 'parcels an hour': perHour, seeds: seeds.length })
}

await runBench(main)
