import type { Database } from '../../../base/database/open-database.ts'
import { type EndpointRow, listEndpoints } from './endpoint-store.ts'

/**
 * The endpoints of a shop that did not answer as they should when they were last called, among them those
 * disabled for it, the longest failing first. One that the shop has paused needs nobody.
 */
export async function listFailingEndpoints(db: Database, shopId: string): Promise<EndpointRow[]> {
  const endpoints = await listEndpoints(db, shopId)
  const failing = endpoints.filter(({ failing_since, paused_at }) => failing_since && !paused_at)
  return failing.toSorted((one, other) => Number(one.failing_since) - Number(other.failing_since))
}
