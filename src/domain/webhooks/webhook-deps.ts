import type { Database } from '../../base/database/open-database.ts'
import type { Actor } from '../../base/kernel/actor.ts'
import type { Chance, Clock } from '../../base/kernel/clock.ts'
import type { SecretKeys } from '../../base/kernel/secret-keys.ts'
import type { AddressRules } from './endpoints/public-address.ts'
import type { Resolve } from './endpoints/resolve-target.ts'
import type { SendRequest } from './sending/send-request.ts'

/**
 * Webhooks: which endpoints a shop has, what is pending for each, and how it is sent (spec section 6). This
 * folder reads events, never deliveries: what is sent was frozen when it happened. Only `grading/` makes up
 * events, to try a partner's receiver.
 *
 * An event is what happened; a dispatch is one event to be sent to one endpoint; an attempt is one request.
 */
export type WebhookDeps = {
  db: Database
  clock: Clock
  /** Who acts, as the audit records it. */
  actor: Actor
  chance: Chance
  /** Seal signing secrets at rest: 32 bytes each. */
  sealingKeys: SecretKeys
  /** Logs what needs a person, with the ids of what it concerns. */
  alertOperator: (message: string, about: Record<string, string>) => void
  rules: AddressRules
  resolve: Resolve
  send: SendRequest
}
