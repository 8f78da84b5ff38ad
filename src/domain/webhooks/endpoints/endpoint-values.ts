import type { AuditedAct, AuditValues } from '../../audit/audited-act.ts'
import type { EndpointRow } from './endpoint-store.ts'

/**
 * What the audit keeps of an endpoint: not its secret, nor the query of its address, where partners put
 * secrets.
 */
export const endpointValues = (row: EndpointRow): AuditValues => ({
  url: row.url.replace(/\?.*/s, '?…'),
  description: row.description,
  eventTypes: row.event_types,
  pausedAt: row.paused_at,
  disabledAt: row.disabled_at,
  removedAt: row.removed_at,
  previousSecretUntil: row.previous_secret_until,
})

/** The subject and the shop of an audit line about an endpoint. */
export const aboutEndpoint = ({
  shopId,
  id,
}: {
  shopId: string
  id: string
}): Pick<AuditedAct, 'subject' | 'shopId'> => ({
  subject: { type: 'WEBHOOK_ENDPOINT', id },
  shopId,
})
