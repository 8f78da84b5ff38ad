import type { Point } from '../../base/kernel/point.ts'
import { estimatedRoadMeters } from './trip-distance.ts'

type MeasuredTrip = {
  distanceMeters: number
  distanceSource: 'GREAT_CIRCLE' | 'ROUTING_SERVER'
  /** How long it takes by road, where the routing server says so. */
  durationSeconds?: number
}
export type MeasureTrip = (from: Point, to: Point) => Promise<MeasuredTrip> | MeasuredTrip

/** How long the routing server may take before the great circle is taken instead, in milliseconds. */
const routingTimeoutMs = 1_500

/** Measures by the great circle alone. */
export const measureByGreatCircle: MeasureTrip = (from, to) => ({
  distanceMeters: estimatedRoadMeters(from, to),
  distanceSource: 'GREAT_CIRCLE',
})

/**
 * Measures by an OSRM-compatible routing server (`/route/v1/driving/…`). When it is unavailable, slow or
 * finds no road, the great-circle distance is used and `onError` is called: a shop never waits for a map.
 */
export function measureByRoutingServer(
  routingUrl: string,
  onError: (message: string, error: unknown) => void,
): MeasureTrip {
  const { base, headers } = splitCredentials(routingUrl)
  return async (from, to) => {
    try {
      const url = `${base}/route/v1/driving/${from.lng},${from.lat};${to.lng},${to.lat}?overview=false`
      const signal = AbortSignal.timeout(routingTimeoutMs)
      const response = await fetch(url, { headers, signal, redirect: 'error' })
      const body = await response.json()
      if (!response.ok) throw new Error(`status ${response.status}`)
      return { ...routeOf(body), distanceSource: 'ROUTING_SERVER' }
    } catch (error) {
      onError('The routing server returned no distance; the great-circle distance was used.', error)
      return measureByGreatCircle(from, to)
    }
  }
}

/** `fetch` refuses, and repeats in its error, an address with a name and password: they go in a header. */
function splitCredentials(routingUrl: string): { base: string; headers: Record<string, string> } {
  const { username, password } = new URL(routingUrl)
  if (!username && !password) return { base: routingUrl, headers: {} }
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
  return {
    base: routingUrl.replace(/\/\/[^/]*@/, '//'),
    headers: { authorization: `Basic ${Buffer.from(pair).toString('base64')}` },
  }
}

function routeOf(body: unknown): Pick<MeasuredTrip, 'distanceMeters' | 'durationSeconds'> {
  const { distance, duration } =
    (body as { routes?: { distance?: unknown; duration?: unknown }[] } | null)?.routes?.[0] ?? {}
  if (!isLength(distance)) throw new Error('no route')
  return { distanceMeters: distance, ...(isLength(duration) && { durationSeconds: duration }) }
}

const isLength = (value: unknown): value is number =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0
