import type { DeliveryStatus, PaymentStatus } from '../../contract/vocabulary.ts'
import type { PickupReason } from '../deliveries/pickup-problems/pickup-problem.ts'
import type { Late, LateReason, Wait } from './lateness.ts'

/**
 * How many deliveries and how many couriers the board shows; what is carried comes before what is searched
 * for.
 */
export const maxOnBoard = 5_000

/** A place as browsers draw it. */
export type LatLng = readonly [lat: number, lng: number]

/** A delivery under way, with times in ms since 1970. */
export type BoardDelivery = {
  id: string
  shopId: string
  shop: string
  cityId: string
  city: string
  reference: string
  externalRef: string | null
  /** The customer's first name; empty where nobody gave one. */
  customer: string
  status: DeliveryStatus
  createdAt: number
  statusSince: number
  wait: Wait
  waitSince: number
  /** When that wait is late; null for one that never is. */
  lateAt: number | null
  pickup: LatLng
  dropoff: LatLng | null
  /** The zones it is fetched in and goes to; null outside of all, and while nobody knows where. */
  from: string | null
  to: { id: string; name: string } | null
  courierId: string | null
  courier: string | null
  /** By when their next arrival is expected, in steps of five minutes. */
  arrivesAt: number | null
  /** What the customer pays. */
  amountFcfa: number
  payment: PaymentStatus
  isPaymentWaiting: boolean
  isCodeLocked: boolean
  /** A parcel that its shop called back; `status` is then final. */
  isCalledBack: boolean
  /** Why its courier waits at the shop, or why the last one left it to another. */
  problem: { isWaitedFor: boolean; reason: PickupReason } | null
  late: readonly { reason: LateReason; since: number }[]
}

/** A courier on duty, or one who is off duty and has a parcel. */
export type BoardCourier = {
  id: string
  name: string
  cityIds: readonly string[]
  isOnDuty: boolean
  /** The deliveries they are busy with, by their ids. */
  carries: readonly string[]
  at: LatLng | null
  /** When they were there. */
  seenAt: number | null
}

/** Everything under way at one moment. It never changes: the next board is another one. */
export type Board = {
  version: number
  at: Date
  deliveries: ReadonlyMap<string, BoardDelivery>
  couriers: ReadonlyMap<string, BoardCourier>
  /** There is more under way than `maxOnBoard`. */
  hasMore: boolean
}

/** What makes the board of `version` from the one before. */
export type BoardChange = {
  version: number
  at: Date
  deliveries: readonly BoardDelivery[]
  goneDeliveries: readonly string[]
  couriers: readonly BoardCourier[]
  /** Couriers of whom nothing changed but where they are. */
  moved: readonly (readonly [id: string, lat: number, lng: number, seenAt: number])[]
  goneCouriers: readonly string[]
  hasMore: boolean
}

/** Lateness as the board carries it. */
export const shownLate = (late: readonly Late[]) =>
  late.map(({ reason, since }) => ({ reason, since: since.getTime() }))

/**
 * What changed from one board to the next; undefined when nothing did. Rows that stayed are the same objects.
 */
export function boardChange(before: Board, after: Board): BoardChange | undefined {
  const deliveries = [...after.deliveries.values()].filter((each) => before.deliveries.get(each.id) !== each)
  const goneDeliveries = [...before.deliveries.keys()].filter((id) => !after.deliveries.has(id))
  const goneCouriers = [...before.couriers.keys()].filter((id) => !after.couriers.has(id))
  const couriers: BoardCourier[] = []
  const moved: [string, number, number, number][] = []
  for (const courier of after.couriers.values()) {
    const was = before.couriers.get(courier.id)
    if (was === courier) continue
    if (was && courier.at && courier.seenAt !== null && isSameBut(was, courier))
      moved.push([courier.id, ...courier.at, courier.seenAt])
    else couriers.push(courier)
  }
  const changed = [deliveries, goneDeliveries, couriers, moved, goneCouriers].some(({ length }) => length > 0)
  if (!changed && before.hasMore === after.hasMore) return undefined
  const { version, at, hasMore } = after
  return { version, at, deliveries, goneDeliveries, couriers, moved, goneCouriers, hasMore }
}

const isSameBut = (one: BoardCourier, other: BoardCourier): boolean =>
  one.isOnDuty === other.isOnDuty &&
  one.carries.join() === other.carries.join() &&
  one.name === other.name &&
  one.cityIds.join() === other.cityIds.join()

/** What needs a person first, the longest late at the front; then what waits longest. */
export function byUrgency(one: BoardDelivery, other: BoardDelivery): number {
  const [lateOne, lateOther] = [lateSince(one), lateSince(other)]
  if (lateOne !== lateOther) return lateOne - lateOther
  return one.waitSince - other.waitSince || (one.id < other.id ? -1 : 1)
}

const lateSince = ({ late }: BoardDelivery): number =>
  late.length === 0 ? Number.MAX_SAFE_INTEGER : Math.min(...late.map(({ since }) => since))
