import type { Database, Trx } from '../../base/database/open-database.ts'
import type { Actor } from '../../base/kernel/actor.ts'
import type { Clock } from '../../base/kernel/clock.ts'

/**
 * The audit: what people who run the service or a shop did, with the values before and after. Each of their
 * verbs writes one line in its own transaction. What couriers, customers and the service itself do is not
 * here: it is in the history of a delivery and in the events.
 */
export type AuditedAct = {
  /** The verb, spelt as its file: `change-shop`. */
  action: string
  subject: { type: AuditSubjectType; id: string }
  /** The shop it concerns; absent where it concerns none. */
  shopId?: string
  /**
   * The values of the subject before, null when there was none; never a secret, a code or a customer's data.
   */
  before: AuditValues | null
  after: AuditValues | null
  /** Whether it is written also where the service does it by itself. */
  ofService?: boolean
}

/** What an act is done to. */
export type AuditSubjectType =
  | 'SHOP'
  | 'API_KEY'
  | 'PICKUP_ADDRESS'
  | 'CITY'
  | 'ZONE_PAIR'
  | 'PROMO_CODE'
  | 'COURIER'
  | 'PAY_RULE'
  | 'COURIER_APPLICATION'
  | 'COURIER_DOCUMENT'
  | 'DELIVERY'
  /** A month of the books. */
  | 'LEDGER'
  /** Money that is sent to somebody. */
  | 'TRANSFER'
  /** A person who receives parcels, by the end of their phone number. */
  | 'CUSTOMER'
  /** What is read of all shops, or agreed with all of them. */
  | 'SERVICE'
  | 'EVENT'
  | 'MESSAGE'
  | 'WEBHOOK_ENDPOINT'
  | 'ACCOUNT'
  | 'INVITATION'

/** Named values as JSON keeps them; a time becomes its ISO text. */
export type AuditValues = Record<string, unknown>

/** What an audited verb works with: it is one transaction of its own, or a part of its caller's. */
export type AuditedDeps = { db: Database | Trx; clock: Clock; actor: Actor }

/**
 * Whether what this actor does belongs in the audit: people and keys of those who run the service or a shop.
 */
export const isAudited = ({ kind }: Actor): boolean =>
  kind === 'CLI' || kind === 'OPERATOR' || kind === 'ACCOUNT' || kind === 'API_KEY'

/** The end of a phone number, by which a person recognises it. */
export const maskedPhone = (phone: string): string => `…${phone.slice(-4)}`
