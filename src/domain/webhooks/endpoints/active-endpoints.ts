import type { SecretKeys } from '../../../base/kernel/secret-keys.ts'
import { type EventType, optInEventTypes } from '../../../contract/vocabulary.ts'
import type { EndpointRow } from './endpoint-store.ts'
import { openSecret } from './signing-secret.ts'

/** What the sender knows of an endpoint that may be called. */
export type ActiveEndpoint = {
  id: string
  shopId: string
  url: string
  /** Null for every type but those that must be named. */
  eventTypes: EventType[] | null
  secret: string
  previous: { secret: string; until: Date } | null
  consecutiveFailures: number
}

/** Those that may be called, by id. */
export type ActiveEndpoints = ReadonlyMap<string, ActiveEndpoint>

/** Whether an endpoint that chose `eventTypes`, null for all, receives events of a type. */
export const isSubscribedTo = (eventTypes: readonly EventType[] | null, type: string): boolean =>
  eventTypes === null
    ? !optInEventTypes.some((optIn) => optIn === type)
    : eventTypes.some((wanted) => wanted === type)

/** An endpoint with its secrets opened. Throws when the key is not the one they were sealed with. */
export function activeEndpoint(row: EndpointRow, sealingKeys: SecretKeys): ActiveEndpoint {
  const { sealed_previous_secret: sealed, previous_secret_until: until } = row
  return {
    id: row.id,
    shopId: row.shop_id,
    url: row.url,
    eventTypes: row.event_types,
    secret: openSecret(row.sealed_secret, sealingKeys, row.id),
    previous:
      sealed !== null && until !== null ? { secret: openSecret(sealed, sealingKeys, row.id), until } : null,
    consecutiveFailures: row.consecutive_failures,
  }
}

/** Whether the secrets of an endpoint were sealed with this key, so that it can be called. */
export function canBeSigned(row: EndpointRow, sealingKeys: SecretKeys): boolean {
  try {
    activeEndpoint(row, sealingKeys)
    return true
  } catch {
    return false
  }
}

/** The secrets to sign with at `now`, the current one first. */
export function secretsAt({ secret, previous }: ActiveEndpoint, now: Date): string[] {
  return previous && now < previous.until ? [secret, previous.secret] : [secret]
}
