import type { Trx } from '../../../base/database/open-database.ts'
import { ApiError } from '../../../contract/errors.ts'
import { requireRight } from '../../accounts/check-right.ts'
import type { AuditedDeps } from '../../audit/audited-act.ts'
import { recordAct } from '../../audit/record-act.ts'
import { type EndpointKey, findEndpoint } from '../endpoints/endpoint-store.ts'
import { aboutEndpoint } from '../endpoints/endpoint-values.ts'
import type { WebhookDeps } from '../webhook-deps.ts'
import { markExhaustedForResend, markForResend, wasEnqueued } from './dispatch-store.ts'

/** How far back a resend may reach (spec 6.5), in ms. */
const reachMs = 30 * 24 * 60 * 60_000

/** How many exhausted dispatches are made due at once. */
const batchSize = 2_000

/**
 * What to send again: one event, or what failed for good since a time, `max` events at most where that is
 * said.
 */
export type Resend = { eventId: string } | { failedSince: Date; max?: number }

/**
 * Makes dispatches due now, for one more attempt under the same event id; returns how many. An event that was
 * delivered may be sent again by its id; one that is under way at this moment is not. What failed since a
 * time is processed in batches that each commit: if one fails, repeating the call continues with what is
 * left. Throws SHOP_NOT_FOUND, WEBHOOK_ENDPOINT_NOT_FOUND, WEBHOOK_EVENT_NOT_FOUND.
 */
export async function resendDispatches(deps: WebhookDeps, key: EndpointKey, resend: Resend): Promise<number> {
  await requireRight(deps, key.shopId, 'SELL')
  if (!(await findEndpoint(deps.db, key))) throw new ApiError('WEBHOOK_ENDPOINT_NOT_FOUND')
  const now = deps.clock.now()
  const oldest = new Date(now.getTime() - reachMs)
  if ('eventId' in resend) {
    const dispatch = { shopId: key.shopId, endpointId: key.id, eventId: resend.eventId }
    if (!(await wasEnqueued(deps.db, dispatch, oldest))) throw new ApiError('WEBHOOK_EVENT_NOT_FOUND')
    return deps.db.transaction().execute(async (trx) => {
      await recordResend({ ...deps, db: trx }, key, resend)
      return markForResend(trx, dispatch, now)
    })
  }
  const since = resend.failedSince > oldest ? resend.failedSince : oldest
  await deps.db
    .transaction()
    .execute((trx) => recordResend({ ...deps, db: trx }, key, { failedSince: since }))
  return resendExhausted(deps, key, { since, now, max: resend.max ?? Number.POSITIVE_INFINITY })
}

/** Audits the request first: batches commit one by one, and each takes effect even if a later one fails. */
const recordResend = (deps: AuditedDeps & { db: Trx }, key: EndpointKey, asked: Resend): Promise<void> =>
  recordAct(deps, { action: 'resend-dispatches', ...aboutEndpoint(key), before: null, after: asked })

async function resendExhausted(
  { db }: WebhookDeps,
  key: EndpointKey,
  { since, now, max }: { since: Date; now: Date; max: number },
): Promise<number> {
  let resent = 0
  while (resent < max) {
    const limit = Math.min(batchSize, max - resent)
    const count = await markExhaustedForResend(db, key, { since, now, limit })
    if (count === 0) break
    resent += count
  }
  return resent
}
