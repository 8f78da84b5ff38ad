import { ApiError } from '../../../base/contract/errors.ts'
import { newId } from '../../../base/kernel/clock.ts'
import { recordAct } from '../../audit/record-act.ts'
import { insertAttempt } from '../sending/attempt-store.ts'
import type { RequestResult } from '../sending/send-request.ts'
import { signedHeaders } from '../sending/webhook-signature.ts'
import type { WebhookDeps } from '../webhook-deps.ts'
import { activeEndpoint, secretsAt } from './active-endpoints.ts'
import { type EndpointKey, findEndpoint } from './endpoint-store.ts'
import { aboutEndpoint } from './endpoint-values.ts'

/**
 * Sends an event of type `ping` now, once: not retried, logged, and without effect on the endpoint's
 * health (decision 39). Paused and disabled endpoints may be pinged too. Throws
 * WEBHOOK_ENDPOINT_NOT_FOUND, SIGNING_SECRET_SEALED.
 */
export async function pingEndpoint(
  deps: WebhookDeps,
  key: EndpointKey,
): Promise<RequestResult & { eventId: string }> {
  const row = await findEndpoint(deps.db, key)
  if (!row) throw new ApiError('WEBHOOK_ENDPOINT_NOT_FOUND')
  const startedAt = deps.clock.now()
  const eventId = newId(startedAt)
  const type = 'ping'
  const body = JSON.stringify({
    id: eventId,
    type,
    createdAt: startedAt.toISOString(),
    data: { endpointId: key.id },
  })
  const secrets = secretsAt(activeEndpoint(row, deps.sealingKey), startedAt)
  const headers = signedHeaders({ id: eventId, type, body }, secrets, Math.floor(startedAt.getTime() / 1000))
  const result = await deps.send(row.url, headers, body)
  const attempt = {
    shop_id: row.shop_id,
    id: newId(startedAt),
    endpoint_id: row.id,
    event_id: eventId,
    event_type: type,
    attempt: 1,
    trigger: 'PING' as const,
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
  return { ...result, eventId }
}
