import type { Trx } from '../../../base/database/open-database.ts'
import { newId } from '../../../base/kernel/clock.ts'
import { insertMessages } from '../../messages/message-store.ts'
import { healthAfter, type Outcome } from '../endpoints/endpoint-health.ts'
import { lockEndpointsToJudge, ownerEmailOf, setEndpoint } from '../endpoints/endpoint-store.ts'
import type { WebhookParts } from '../webhook-parts.ts'
import { completeAttempts, type EndedAttempt } from './dispatch-store.ts'

/** An attempt that ended, and whether it counts as a success. */
export type Ended = EndedAttempt & { isSuccess: boolean }

/**
 * Writes what became of a batch of attempts in one transaction: dispatches, log, and the health of the
 * endpoints; one that has failed for 72 hours is disabled and its owner told, once (spec 6.5). Answers
 * how many failures in a row each endpoint of the batch has now.
 */
export function recordAttempts(
  parts: WebhookParts,
  owner: string,
  batch: readonly Ended[],
): Promise<Map<string, number>> {
  return parts.db.transaction().execute(async (trx) => {
    await completeAttempts(trx, owner, batch)
    return judge(
      trx,
      Map.groupBy(batch, ({ endpointId }) => endpointId),
    )
  })
}

async function judge(trx: Trx, outcomes: Map<string, readonly Ended[]>): Promise<Map<string, number>> {
  const ids = [...outcomes.keys()]
  const failed = ids.filter((id) => outcomes.get(id)?.some(({ isSuccess }) => !isSuccess))
  const succeeded = ids.filter((id) => !failed.includes(id))
  const failures = new Map(succeeded.map((id) => [id, 0]))
  for (const row of await lockEndpointsToJudge(trx, { failed, succeeded })) {
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
    await setEndpoint(trx, row.id, {
      failing_since: after.failingSince,
      consecutive_failures: after.consecutiveFailures,
      ...(isNowDisabled && { disabled_at: after.disabledAt }),
    })
    failures.set(row.id, after.consecutiveFailures)
    if (isNowDisabled) await tellOwner(trx, row, after.disabledAt ?? new Date(0), after.failingSince)
  }
  return failures
}

async function tellOwner(
  trx: Trx,
  endpoint: { shop_id: string; id: string; url: string },
  disabledAt: Date,
  failingSince: Date | null,
): Promise<void> {
  const content = {
    endpointId: endpoint.id,
    url: endpoint.url,
    failingSince: failingSince?.toISOString() ?? null,
  }
  await insertMessages(trx, [
    {
      id: newId(disabledAt),
      shop_id: endpoint.shop_id,
      kind: 'ENDPOINT_DISABLED',
      recipient: await ownerEmailOf(trx, endpoint.shop_id),
      content: JSON.stringify(content),
      due_at: disabledAt,
      created_at: disabledAt,
    },
  ])
}
