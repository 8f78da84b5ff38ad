import type { Database } from '../../../base/database/open-database.ts'
import { isUuid } from '../../../base/kernel/uuid.ts'
import type { EndpointKey } from '../endpoints/endpoint-store.ts'
import { pingMessage } from '../sending/ping-message.ts'
import { findFrozenBody, findPing } from './endpoint-log-store.ts'

/**
 * The body that was sent under the id of an event, or of a ping of this endpoint; null where it is not known
 * any more.
 */
export async function findSentBody(
  db: Database,
  key: EndpointKey,
  eventId: string | undefined,
): Promise<string | null> {
  if (eventId === undefined || !isUuid(eventId)) return null
  const frozen = await findFrozenBody(db, key.shopId, eventId)
  if (frozen !== undefined) return frozen === '' ? null : frozen
  const ping = await findPing(db, key, eventId)
  return ping ? pingMessage({ id: eventId, createdAt: ping.startedAt }, key.id).body : null
}
