import type { Trx } from '../../../base/database/open-database.ts'
import { newId } from '../../../base/kernel/clock.ts'
import { insertMessages } from '../../messages/message-store.ts'
import { disablesAt, healthAfter, isWarningDue, type Outcome } from '../endpoints/endpoint-health.ts'
import { lockEndpointsForHealth, ownerEmailOf, setEndpoint } from '../endpoints/endpoint-store.ts'
import type { WebhookDeps } from '../webhook-deps.ts'
import { completeAttempts, type EndedAttempt } from './dispatch-store.ts'

/** An attempt that ended, and whether it counts as a success. */
export type Ended = EndedAttempt & { isSuccess: boolean }

/**
 * Saves the outcomes of a batch of attempts in one transaction: dispatches, log, and the health of the
 * endpoints; the owner of one that only fails is warned at 24 and 48 hours; at 72 it is disabled and they are
 * notified, once (spec 6.5). Returns how many failures in a row each endpoint of the batch has now.
 */
export function recordAttempts(
  deps: WebhookDeps,
  owner: string,
  batch: readonly Ended[],
): Promise<Map<string, number>> {
  return deps.db.transaction().execute(async (trx) => {
    await completeAttempts(trx, owner, batch)
    return updateHealth(
      trx,
      Map.groupBy(batch, ({ endpointId }) => endpointId),
    )
  })
}

async function updateHealth(trx: Trx, outcomes: Map<string, readonly Ended[]>): Promise<Map<string, number>> {
  const endpoints = Array.from(outcomes, ([id, ended]) => ({
    shopId: ended[0]?.shopId ?? '',
    id,
    hasFailed: ended.some(({ isSuccess }) => !isSuccess),
  }))
  const failures = new Map(endpoints.filter(({ hasFailed }) => !hasFailed).map(({ id }) => [id, 0]))
  for (const row of await lockEndpointsForHealth(trx, endpoints)) {
    const ended = outcomes.get(row.id) ?? []
    const before = {
      failingSince: row.failing_since,
      consecutiveFailures: row.consecutive_failures,
      disabledAt: row.disabled_at,
    }
    const after = healthAfter(
      before,
      ended.map(({ isSuccess, endedAt }): Outcome => ({ isSuccess, at: endedAt })),
    )
    const isNowDisabled = after.disabledAt !== null && before.disabledAt === null
    const since = after.failingSince
    const at = lastOf(ended)
    const isWarned = since !== null && isWarningDue(since, row.warned_at, at)
    await setEndpoint(
      trx,
      { shopId: row.shop_id, id: row.id },
      {
        failing_since: since,
        consecutive_failures: after.consecutiveFailures,
        ...(isWarned && { warned_at: at }),
        ...(isNowDisabled && { disabled_at: after.disabledAt }),
      },
    )
    failures.set(row.id, after.consecutiveFailures)
    if (isNowDisabled) await notifyOwner(trx, row, 'ENDPOINT_DISABLED', after.disabledAt ?? at, since)
    else if (isWarned) await notifyOwner(trx, row, 'ENDPOINT_FAILING', at, since)
  }
  return failures
}

/** When the last of some attempts ended. */
const lastOf = (ended: readonly Ended[]): Date =>
  new Date(Math.max(...ended.map(({ endedAt }) => endedAt.getTime())))

async function notifyOwner(
  trx: Trx,
  endpoint: { shop_id: string; id: string; url: string },
  kind: 'ENDPOINT_FAILING' | 'ENDPOINT_DISABLED',
  at: Date,
  failingSince: Date | null,
): Promise<void> {
  const content = {
    endpointId: endpoint.id,
    url: endpoint.url,
    failingSince: failingSince?.toISOString() ?? null,
    ...(kind === 'ENDPOINT_FAILING' &&
      failingSince && { disablesAt: disablesAt(failingSince).toISOString() }),
  }
  await insertMessages(trx, [
    {
      id: newId(at),
      shop_id: endpoint.shop_id,
      kind,
      recipient: await ownerEmailOf(trx, endpoint.shop_id),
      content: JSON.stringify(content),
      due_at: at,
      created_at: at,
    },
  ])
}
