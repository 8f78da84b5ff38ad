import type { AuditSubjectType } from '../../domain/audit/audited-act.ts'

/** What the lines of the audit are about, as its page divides them. */
export const auditTopics = {
  shop: ['SHOP'],
  addresses: ['PICKUP_ADDRESS'],
  deliveries: ['DELIVERY', 'MESSAGE'],
  team: ['ACCOUNT', 'INVITATION'],
  keys: ['API_KEY'],
  webhooks: ['WEBHOOK_ENDPOINT', 'EVENT'],
} as const satisfies Record<string, readonly AuditSubjectType[]>
export type AuditTopic = keyof typeof auditTopics

/** The topic that an address names; undefined for all of them. */
export const topicOf = (text: unknown): AuditTopic | undefined =>
  typeof text === 'string' && Object.hasOwn(auditTopics, text) ? (text as AuditTopic) : undefined
