import type { Database, Trx } from '../../../base/database/open-database.ts'
import type { EventConsumer } from '../../../events/consume-events.ts'
import { waitForCursor } from '../../../events/event-log-store.ts'
import type { DeliveryKey } from '../delivery-store.ts'
import { type SearchableDelivery, searchTerms } from './search-term.ts'
import {
  deleteBacklog,
  deleteTerms,
  insertTerms,
  listBacklog,
  listDeliveriesToIndex,
  moveBacklog,
} from './search-term-store.ts'

/**
 * The event consumer of the search: writes by what a delivery is found, once it is created and again when
 * what it is found by was changed, also together with its position. A creation itself writes nothing of it.
 */
export const makeDeliveriesSearchable: EventConsumer = {
  name: 'search',
  types: ['delivery.created', 'delivery.changed', 'delivery.location_confirmed'],
  restMs: 1_000,
  consume: async (trx, events) => {
    const deliveries = await listDeliveriesToIndex(trx, events)
    const changed = deliveries.filter(({ isNew }) => !isNew)
    if (changed.length > 0) await deleteTerms(trx, changed)
    await writeTerms(trx, deliveries)
  },
}

/** How many deliveries of before are indexed in one transaction, during which the consumer waits. */
const backlogAtOnce = 500

/**
 * Indexes the next deliveries from before there was a search; returns whether more are left. No event is
 * consumed meanwhile, so what was read here does not overwrite a change that was indexed while it was being
 * read.
 */
export function makeOlderDeliveriesSearchable({ db }: { db: Database }): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    await waitForCursor(trx, makeDeliveriesSearchable.name)
    const deliveries = await listBacklog(trx, backlogAtOnce)
    if (!deliveries) return false
    await writeTerms(trx, deliveries)
    const last = deliveries.at(-1)
    if (last) await moveBacklog(trx, last)
    if (deliveries.length < backlogAtOnce) await deleteBacklog(trx)
    return deliveries.length === backlogAtOnce
  })
}

async function writeTerms(
  trx: Trx,
  deliveries: readonly (DeliveryKey & SearchableDelivery)[],
): Promise<void> {
  if (deliveries.length === 0) return
  await insertTerms(
    trx,
    deliveries.map((delivery) => ({ ...delivery, terms: searchTerms(delivery) })),
  )
}
