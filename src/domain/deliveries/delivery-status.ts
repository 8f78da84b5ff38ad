import { ApiError } from '../../contract/errors.ts'
import { type DeliveryStatus, deliveryStatuses, type EventType } from '../../contract/vocabulary.ts'
import type { Rules } from '../../rules.ts'

/**
 * The life of a delivery (spec section 3): this folder makes deliveries and moves them, each verb in one
 * transaction with its line of history and its event. It knows nothing of webhooks or messages.
 *
 * Two lines for each transition: where it may start and where it ends, then the event it emits and how the
 * sandbox reaches it: as the next step, as an outcome that is asked for, or not at all. The pure functions,
 * the guard in SQL, the groups below, `docs/reference/statuses.md` and the sandbox all use this table. The
 * spec leaves the starting points of `fail` and `cancel` open: decisions 21 and 22.
 */
// biome-ignore format: the table is read by column
export const deliveryTransitions = {
  locate:   { from: ['AWAITING_LOCATION'], to: 'SEARCHING_COURIER',
              emits: 'delivery.location_confirmed', sandbox: 'STEP' },
  assign:   { from: ['SEARCHING_COURIER'], to: 'ASSIGNED',
              emits: 'delivery.courier_assigned', sandbox: 'STEP' },
  free:     { from: ['ASSIGNED'], to: 'SEARCHING_COURIER',
              emits: null, sandbox: null },
  pickUp:   { from: ['ASSIGNED'], to: 'IN_TRANSIT',
              emits: 'delivery.picked_up', sandbox: 'STEP' },
  handOver: { from: ['IN_TRANSIT'], to: 'DELIVERED',
              emits: 'delivery.delivered', sandbox: 'STEP' },
  fail:     { from: ['IN_TRANSIT'], to: 'FAILED',
              emits: 'delivery.failed', sandbox: 'OUTCOME' },
  return:   { from: ['FAILED'], to: 'RETURNED',
              emits: 'delivery.returned', sandbox: 'OUTCOME' },
  cancel:   { from: ['AWAITING_LOCATION', 'SEARCHING_COURIER', 'ASSIGNED', 'IN_TRANSIT'], to: 'CANCELLED',
              emits: 'delivery.cancelled', sandbox: null },
  expire:   { from: ['AWAITING_LOCATION', 'SEARCHING_COURIER'], to: 'EXPIRED',
              emits: 'delivery.expired', sandbox: 'OUTCOME' },
} as const satisfies Record<string, TransitionRule>

type TransitionRule = {
  from: readonly DeliveryStatus[]
  to: DeliveryStatus
  /** Null where partners have no event of it: they receive each type once. */
  emits: EventType | null
  sandbox: 'STEP' | 'OUTCOME' | null
}

const { locate, assign, pickUp, handOver, fail, return: returned, cancel, expire } = deliveryTransitions

/** Statuses that are treated alike, read from the table of transitions; SQL takes its lists from here. */
export const statusGroups = {
  /** It expires at its deadline (decision 23). */
  waiting: expire.from,
  /** The customer has not given their position yet. */
  locating: locate.from,
  /** The search for a courier is under way. */
  searching: assign.from,
  /** The shop still has the parcel, so it can change what it ordered (decision 121). */
  changeable: [...locate.from, ...assign.from, ...pickUp.from],
  /** A courier is on the way to the shop; only now can another take their place (decision 24). */
  assigned: pickUp.from,
  /** The customer has said where, and waits for the parcel. */
  expected: [...assign.from, ...pickUp.from, ...handOver.from],
  /** The parcel is on its way to the customer. */
  underWay: handOver.from,
  /** A courier is on the way, to the shop or to the customer. */
  onCourse: [...pickUp.from, ...handOver.from],
  /**
   * The courier is busy with it: on the way to the shop, or with a parcel until it is handed over or back.
   */
  carried: [...pickUp.from, ...handOver.from, ...returned.from],
  delivered: [handOver.to],
  /** The hand-over failed, whether the parcel is back or not. */
  failed: [fail.to, returned.to],
  cancelled: [cancel.to],
  expired: [expire.to],
  /** The customer does not get the parcel. */
  endedWithoutHandover: [fail.to, returned.to, cancel.to, expire.to],
} as const satisfies Record<string, readonly DeliveryStatus[]>

export type StatusGroup = keyof typeof statusGroups

/** Whether a delivery of this status belongs to `group`. */
export const isIn = (group: StatusGroup, status: DeliveryStatus): boolean =>
  (statusGroups[group] as readonly DeliveryStatus[]).includes(status)

/** Refuses what only works for a delivery of `group`. Throws TRANSITION_REFUSED. */
export function requireIn(group: StatusGroup, status: DeliveryStatus): void {
  if (!isIn(group, status)) throw new ApiError('TRANSITION_REFUSED', { status, from: statusGroups[group] })
}

export type DeliveryTransition = keyof typeof deliveryTransitions

/** Whether the table lets `transition` happen to a delivery of this status. */
export function allows(transition: DeliveryTransition, status: DeliveryStatus): boolean {
  return (deliveryTransitions[transition].from as readonly DeliveryStatus[]).includes(status)
}

/** The status after `transition`. Throws TRANSITION_REFUSED when the table has no such line. */
export function statusAfter(transition: DeliveryTransition, status: DeliveryStatus): DeliveryStatus {
  const { from, to } = deliveryTransitions[transition]
  if (!allows(transition, status)) throw new ApiError('TRANSITION_REFUSED', { status, from })
  return to
}

/**
 * Whether the parcel of a delivery may come back to its shop: one that failed, until it has ended without
 * that, since its courier took the parcel out again (decision 340).
 */
export const mayReturn = (delivery: { status: DeliveryStatus; ended_at: Date | null }): boolean =>
  allows('return', delivery.status) && delivery.ended_at === null

/** The transitions that start from `status`, in the order of the table. */
export const transitionsFrom = (status: DeliveryStatus): DeliveryTransition[] =>
  (Object.keys(deliveryTransitions) as DeliveryTransition[]).filter((each) => allows(each, status))

const finalStatuses = new Set(deliveryStatuses.filter((status) => transitionsFrom(status).length === 0))

/** Whether no transition starts from `status`. Read from the table, so it cannot disagree with it. */
export const isFinal = (status: DeliveryStatus): boolean => finalStatuses.has(status)

/** The status a delivery begins with: its destination is known, or the customer is asked (spec 4.4-3). */
export const firstStatus = (hasDropoff: boolean): DeliveryStatus => (hasDropoff ? assign : locate).from[0]

/** How long each waiting status may last, in minutes (decision 23). */
type Deadlines = Pick<Rules, 'LOCATION_DEADLINE_MINUTES' | 'COURIER_DEADLINE_MINUTES'>

/**
 * When a delivery of `status` expires whose delay counts from `from`; null for a status that does not wait.
 */
export function dueAt(status: DeliveryStatus, from: Date, deadlines: Deadlines): Date | null {
  if (!isIn('waiting', status)) return null
  const minutes = isIn('locating', status)
    ? deadlines.LOCATION_DEADLINE_MINUTES
    : deadlines.COURIER_DEADLINE_MINUTES
  return new Date(from.getTime() + minutes * 60_000)
}
