import { isFailing, maxInFlight } from '../endpoints/endpoint-health.ts'

/** An endpoint that may be called, and how many requests one process has under way to it. */
export type EndpointLoad = { id: string; consecutiveFailures: number; underWay: number }

/** What may be claimed: for each endpoint as many dispatches as it has slots, at most `limit` in all. */
type Share = { slots: ReadonlyMap<string, number>; limit: number }

/** Requests under way at once in one process. */
const maxAtOnce = 256
/** How many of them may go to failing endpoints: however many hang, the others have the rest. */
const maxToFailing = maxAtOnce / 2
/**
 * The most requests in all when first requests to endpoints that are not failing are included: such a request
 * never waits for endpoints that have just begun to hang. It bounds memory and connections.
 */
const maxWithFirstRequests = 1_024
/**
 * How many endpoints that failed when last tried are tried again at a time. Each costs a new connection, a
 * millisecond of work, and hundreds that failed together are due together: others get their turn in between.
 */
const maxRetriedAtOnce = 16

/**
 * What one process may claim, in this order, each once the requests claimed before it are under way: one
 * request for each endpoint that has none, then up to eight for those that are not failing (decision 59). The
 * order of `loads` decides who is served first; `atOnce` is how many requests are under way in all.
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
