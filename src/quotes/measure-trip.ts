import type { Point } from '../kernel/point.ts'
import { estimatedRoadMeters } from './trip-distance.ts'

export type MeasuredTrip = { distanceMeters: number; distanceSource: 'GREAT_CIRCLE' | 'ROUTING_SERVER' }
export type MeasureTrip = (from: Point, to: Point) => Promise<MeasuredTrip> | MeasuredTrip

/** How long the routing server may take before the great circle answers for it, in milliseconds. */
const routingTimeoutMs = 1_500

/** Measures by the great circle alone. */
export const measureByGreatCircle: MeasureTrip = (from, to) => ({
  distanceMeters: estimatedRoadMeters(from, to),
  distanceSource: 'GREAT_CIRCLE',
})

/**
 * Measures by an OSRM-compatible routing server (`/route/v1/driving/…`). When it is away, slow or finds
 * no road, the great circle answers and `onTrouble` is told: a shop never waits for a map.
 */
export function measureByRoutingServer(
  routingUrl: string,
  onTrouble: (message: string, error: unknown) => void,
): MeasureTrip {
  return async (from, to) => {
    try {
      const url = `${routingUrl}/route/v1/driving/${from.lng},${from.lat};${to.lng},${to.lat}?overview=false`
      const response = await fetch(url, { signal: AbortSignal.timeout(routingTimeoutMs), redirect: 'error' })
      const distanceMeters = routeDistance(await response.json())
      return { distanceMeters, distanceSource: 'ROUTING_SERVER' }
    } catch (error) {
      onTrouble('The routing server did not answer with a distance; the great circle was taken.', error)
      return measureByGreatCircle(from, to)
    }
  }
}

function routeDistance(answer: unknown): number {
  const distance = (answer as { routes?: { distance?: unknown }[] } | null)?.routes?.[0]?.distance
  if (typeof distance !== 'number' || !Number.isFinite(distance) || distance < 0) throw new Error('no route')
  return distance
}
