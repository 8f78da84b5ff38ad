import { newId } from '../../../base/kernel/clock.ts'
import { ApiError } from '../../../contract/errors.ts'
import { requireRight } from '../../accounts/check-right.ts'
import { recordAct } from '../../audit/record-act.ts'
import { type AttemptRow, insertAttempt } from '../sending/attempt-store.ts'
import { pingMessage } from '../sending/ping-message.ts'
import type { RequestResult } from '../sending/send-request.ts'
import { signedHeaders } from '../sending/webhook-signature.ts'
import type { WebhookDeps } from '../webhook-deps.ts'
import { activeEndpoint, secretsAt } from './active-endpoints.ts'
import { type EndpointKey, findEndpoint } from './endpoint-store.ts'
import { aboutEndpoint } from './endpoint-values.ts'

/**
 * Sends an event of type `ping` now, once: not retried, logged, and without effect on the endpoint's
 * health (decision 39). Paused and disabled endpoints may be pinged too. Returns what came of it, and the
 * attempt as the log has it. Throws SHOP_NOT_FOUND, WEBHOOK_ENDPOINT_NOT_FOUND, SIGNING_SECRET_SEALED.
 */
export async function pingEndpoint(
  deps: WebhookDeps,
  key: EndpointKey,
): Promise<RequestResult & { eventId: string; attempt: AttemptRow }> {
  await requireRight(deps, key.shopId, 'SELL')
  const row = await findEndpoint(deps.db, key)
  if (!row) throw new ApiError('WEBHOOK_ENDPOINT_NOT_FOUND')
  const startedAt = deps.clock.now()
  const ping = pingMessage({ id: newId(startedAt), createdAt: startedAt }, key.id)
  const { id: eventId, type, body } = ping
  const secrets = secretsAt(activeEndpoint(row, deps.sealingKeys), startedAt)
  const headers = signedHeaders(ping, secrets, Math.floor(startedAt.getTime() / 1000))
  const result = await deps.send(row.url, headers, body)
  const attempt: AttemptRow = {
    shop_id: row.shop_id,
    id: newId(startedAt),
    endpoint_id: row.id,
    event_id: eventId,
    event_type: type,
    attempt: 1,
    trigger: 'PING',
    started_at: startedAt,
    duration_ms: result.durationMs,
    http_status: result.httpStatus,
    failure: result.failure,
    response_excerpt: result.excerpt,
    next_attempt_at: null,
  }
  await deps.db.transaction().execute(async (trx) => {
    await insertAttempt(trx, attempt)
    const { isSuccess, httpStatus, failure } = result
    await recordAct(
      { ...deps, db: trx },
      {
        action: 'ping-endpoint',
        ...aboutEndpoint(key),
        before: null,
        after: { eventId, isSuccess, httpStatus, failure },
      },
    )
  })
  return { ...result, eventId, attempt }
}
