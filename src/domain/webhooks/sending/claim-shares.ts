import { isFailing, maxInFlight } from '../endpoints/endpoint-health.ts'

/** An endpoint that may be called, and how many requests one process has under way to it. */
export type EndpointLoad = { id: string; consecutiveFailures: number; underWay: number }

/** What may be claimed: of each endpoint as many dispatches as it has slots, `limit` together. */
export type Share = { slots: ReadonlyMap<string, number>; limit: number }

/** Requests under way at once in one process. */
const maxAtOnce = 256
/** How many of them may be to failing endpoints: however many hang, the others have the rest. */
const maxToFailing = maxAtOnce / 2
/**
 * Up to how many requests in all the first request of each endpoint that is not failing is still made: it
 * never waits for others, healthy until now, to time out. It bounds memory and connections.
 */
const maxWithFirstRequests = 1_024
/**
 * How many endpoints that failed when last tried are tried again in one go. Each costs a new connection, a
 * millisecond of work, and hundreds that failed together are due together: between these come others.
 */
const maxRetriedAtOnce = 16

/**
 * What one process may claim, in this order, each after what was claimed before it is under way: one request
 * for each endpoint that has none, then up to eight for those not in trouble (decision 59). `loads` says who is
 * served first; `atOnce` is how many requests are under way in all.
 */
export const shares: readonly ((loads: readonly EndpointLoad[], atOnce: number) => Share)[] = [
  firstOfHealthy,
  firstOfDegraded,
  firstOfFailing,
  more,
]

function firstOfHealthy(loads: readonly EndpointLoad[], atOnce: number): Share {
  const healthy = loads.filter((load) => isIdle(load) && load.consecutiveFailures === 0)
  return share(healthy, maxWithFirstRequests - atOnce, () => 1)
}

function firstOfDegraded(loads: readonly EndpointLoad[], atOnce: number): Share {
  const degraded = loads.filter(
    (load) => isIdle(load) && load.consecutiveFailures > 0 && !isFailing(load.consecutiveFailures),
  )
  return share(degraded, Math.min(maxRetriedAtOnce, maxWithFirstRequests - atOnce), () => 1)
}

function firstOfFailing(loads: readonly EndpointLoad[], atOnce: number): Share {
  const failing = loads.filter((load) => isFailing(load.consecutiveFailures))
  const toFailing = failing.reduce((sum, { underWay }) => sum + underWay, 0)
  const limit = Math.min(maxRetriedAtOnce, maxToFailing - toFailing, maxAtOnce - atOnce)
  return share(failing.filter(isIdle), limit, () => 1)
}

function more(loads: readonly EndpointLoad[], atOnce: number): Share {
  const busy = loads.filter((load) => !isIdle(load) && freeSlots(load) > 0)
  return share(busy, maxAtOnce - atOnce, freeSlots)
}

const isIdle = ({ underWay }: EndpointLoad) => underWay === 0

const freeSlots = ({ consecutiveFailures, underWay }: EndpointLoad) =>
  maxInFlight(consecutiveFailures) - underWay

const share = (
  loads: readonly EndpointLoad[],
  limit: number,
  slotsOf: (load: EndpointLoad) => number,
): Share => ({ slots: new Map(loads.map((load) => [load.id, slotsOf(load)])), limit: Math.max(0, limit) })
