import type { Database } from '../../../base/database/open-database.ts'
import type { Actor } from '../../../base/kernel/actor.ts'
import { isUuid } from '../../../base/kernel/uuid.ts'
import { ApiError } from '../../../contract/errors.ts'
import { requireRight } from '../../accounts/check-right.ts'
import type { EndpointKey } from '../endpoints/endpoint-store.ts'
import { getEndpoint } from '../endpoints/get-endpoint.ts'
import { type FailureForShop, outcomeForShop } from '../sending/attempt-outcome.ts'
import type { AttemptRow } from '../sending/attempt-store.ts'
import { webhookUserAgent } from '../sending/send-request.ts'
import { signedHeaders } from '../sending/webhook-signature.ts'
import { findAttempt } from './endpoint-log-store.ts'
import { findSentBody } from './find-sent-body.ts'

/** One request to an endpoint, as it was sent and with what was answered. */
export type ShownAttempt = Omit<AttemptRow, 'failure'> & {
  isSuccess: boolean
  failure: FailureForShop | null
  request: {
    /**
     * Those that can be told again: every one but the signatures, which only the secrets of that time make.
     */
    headers: Record<string, string>
    /** Null once it is no longer kept. */
    body: string | null
  }
}

/**
 * An attempt of the last 30 days with its request and its response. Throws SHOP_NOT_FOUND,
 * WEBHOOK_ENDPOINT_NOT_FOUND, WEBHOOK_ATTEMPT_NOT_FOUND.
 */
export async function getAttempt(
  { db, actor }: { db: Database; actor: Actor },
  key: EndpointKey,
  attemptId: string,
): Promise<ShownAttempt> {
  await requireRight({ db, actor }, key.shopId, 'SELL')
  await getEndpoint(db, key)
  const row = isUuid(attemptId) ? await findAttempt(db, key, attemptId) : undefined
  if (!row) throw new ApiError('WEBHOOK_ATTEMPT_NOT_FOUND')
  const body = await findSentBody(db, key, row.event_id)
  return {
    ...row,
    ...outcomeForShop({ failure: row.failure, httpStatus: row.http_status }),
    request: { headers: unsignedHeaders(row, body), body },
  }
}

function unsignedHeaders(row: AttemptRow, body: string | null): Record<string, string> {
  const message = { id: row.event_id, type: row.event_type, body: body ?? '' }
  const unixSeconds = Math.floor(row.started_at.getTime() / 1000)
  const { 'webhook-signature': _, ...headers } = signedHeaders(message, [], unixSeconds)
  return { 'user-agent': webhookUserAgent, ...headers }
}
