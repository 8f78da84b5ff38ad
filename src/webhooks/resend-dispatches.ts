import { ApiError } from '../contract/errors.ts'
import { isOwed, markExhaustedForResend, markForResend } from './dispatch-store.ts'
import { findEndpoint } from './endpoint-store.ts'
import type { WebhookParts } from './webhook-parts.ts'

/** How far back a resend may reach (spec 6.5), in ms. */
const reachMs = 30 * 24 * 60 * 60_000

/** What to send again: one event, or everything that failed for good since a time. */
export type Resend = { eventId: string } | { failedSince: Date }

/**
 * Makes dispatches due now, for one more attempt under the same event id; answers how many. An event that
 * was delivered may be sent again by its id; one that is under way at this moment is not. Throws WEBHOOK_ENDPOINT_NOT_FOUND, WEBHOOK_EVENT_NOT_FOUND.
 */
export async function resendDispatches(
  parts: WebhookParts,
  endpointId: string,
  resend: Resend,
): Promise<number> {
  const endpoint = await findEndpoint(parts.db, endpointId)
  if (!endpoint) throw new ApiError('WEBHOOK_ENDPOINT_NOT_FOUND')
  const now = parts.clock.now()
  const oldest = new Date(now.getTime() - reachMs)
  const key = { shopId: endpoint.shop_id, endpointId }
  if ('eventId' in resend) {
    const dispatch = { ...key, eventId: resend.eventId }
    if (!(await isOwed(parts.db, dispatch, oldest))) throw new ApiError('WEBHOOK_EVENT_NOT_FOUND')
    return markForResend(parts.db, dispatch, now)
  }
  const since = resend.failedSince > oldest ? resend.failedSince : oldest
  return markExhaustedForResend(parts.db, key, since, now)
}
