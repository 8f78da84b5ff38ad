import type { Database, Trx } from '../../base/database/open-database.ts'
import { errorSummary } from '../../base/kernel/logged-error.ts'
import type { EventConsumer } from '../../events/consume-events.ts'
import {
  countParkedFailure,
  deleteParkedEvent,
  lockParkedEvent,
  type ParkedEvent,
} from '../../events/event-log-store.ts'
import { requireServiceRight } from '../accounts/check-service-right.ts'
import type { AuditedDeps } from '../audit/audited-act.ts'
import { recordAct } from '../audit/record-act.ts'

type RetryDeps = AuditedDeps & { db: Database; consumers: readonly EventConsumer[] }

type RetryOutcome = 'CONSUMED' | 'UNKNOWN' | { error: string }

/**
 * Passes a parked event to its consumer again; it is no longer parked when that succeeds. `UNKNOWN` if there
 * is no such consumer or event; the error, if it failed again. Throws ROLE_REQUIRED.
 */
export async function retryParkedEvent(
  deps: RetryDeps,
  { consumer: name, position }: { consumer: string; position: number },
): Promise<RetryOutcome> {
  const { db, actor, consumers } = deps
  const consumer = consumers.find((each) => each.name === name)
  if (!consumer) return 'UNKNOWN'
  let isAllowed = false
  try {
    const outcome = await db.transaction().execute(async (trx) => {
      await requireServiceRight({ db: trx, actor }, 'MANAGE')
      isAllowed = true
      const parked = await lockParkedEvent(trx, name, position)
      if (!parked) return 'UNKNOWN'
      const { shopId, eventId: id, type } = parked
      await consumer.consume(trx, [{ position, shopId, id, type }])
      await deleteParkedEvent(trx, name, position)
      await recordRetry(deps, trx, parked, null)
      return 'CONSUMED'
    })
    if (outcome === 'CONSUMED') consumer.afterCommit?.()
    return outcome
  } catch (thrown) {
    if (!isAllowed) throw thrown
    const error = errorSummary(thrown)
    await noteFailure(deps, { consumer: name, position }, error)
    return { error }
  }
}

async function noteFailure(
  deps: RetryDeps,
  { consumer, position }: { consumer: string; position: number },
  error: string,
): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    const parked = await lockParkedEvent(trx, consumer, position)
    if (!parked) return
    await countParkedFailure(trx, consumer, position, error)
    await recordRetry(deps, trx, parked, { ...parked, failures: parked.failures + 1 })
  })
}

/** Writes the audit line of a retry; `after` is null when the event is no longer parked. */
const recordRetry = (deps: RetryDeps, trx: Trx, before: ParkedEvent, after: ParkedEvent | null) =>
  recordAct(
    { ...deps, db: trx },
    {
      action: 'retry-parked-event',
      subject: { type: 'EVENT', id: before.eventId },
      shopId: before.shopId,
      before: parkedValues(before),
      after: after && parkedValues(after),
    },
  )

const parkedValues = ({ consumer, position, type, failures }: ParkedEvent) => ({
  consumer,
  position,
  type,
  failures,
})
