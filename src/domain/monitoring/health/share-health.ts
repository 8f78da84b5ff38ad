import type { MonitoringDeps } from '../monitoring-deps.ts'
import { readHealth } from './read-health.ts'
import type { ServiceHealth } from './service-health.ts'

/** How old the figures may be that somebody sees, in ms. */
const sharedForMs = 5_000

/**
 * Returns a read of the figures that all who look share: they are taken at most every five seconds in this
 * process, however many ask, and once at a time.
 */
export function shareHealth(deps: MonitoringDeps): () => Promise<ServiceHealth> {
  let taken: { at: number; health: Promise<ServiceHealth> } | undefined
  return () => {
    const now = performance.now()
    if (taken && now - taken.at < sharedForMs) return taken.health
    const health = readHealth(deps)
    const mine = { at: now, health }
    taken = mine
    health.catch(() => {
      if (taken === mine) taken = undefined
    })
    return health
  }
}
