import type { Database } from '../database/open-database.ts'
import { errorSummary } from '../kernel/logged-error.ts'
import type { EventConsumer } from './consume-events.ts'
import { countParkedFailure, deleteParkedEvent, lockParkedEvent } from './event-log-store.ts'

type RetryOutcome = 'CONSUMED' | 'UNKNOWN' | { error: string }

/**
 * Passes a parked event to its consumer again; it is no longer parked when that succeeds. `UNKNOWN` if there
 * is no such consumer or event; the error, if it failed again.
 */
export async function retryParkedEvent(
  { db, consumers }: { db: Database; consumers: readonly EventConsumer[] },
  { consumer: name, position }: { consumer: string; position: number },
): Promise<RetryOutcome> {
  const consumer = consumers.find((each) => each.name === name)
  if (!consumer) return 'UNKNOWN'
  try {
    const outcome = await db.transaction().execute(async (trx) => {
      const parked = await lockParkedEvent(trx, name, position)
      if (!parked) return 'UNKNOWN'
      const { shopId, eventId: id, type } = parked
      await consumer.consume(trx, [{ position, shopId, id, type }])
      await deleteParkedEvent(trx, name, position)
      return 'CONSUMED'
    })
    if (outcome === 'CONSUMED') consumer.afterCommit?.()
    return outcome
  } catch (thrown) {
    const error = errorSummary(thrown)
    await countParkedFailure(db, name, position, error)
    return { error }
  }
}
