import type { Trx } from '../../base/database/open-database.ts'
import type { NewEvent } from '../../events/event-body.ts'
import type { DeliveryRow } from '../deliveries/delivery-row.ts'
import { type DeliveryKey, lockDelivery } from '../deliveries/delivery-store.ts'
import type { DeliveryDeps } from '../deliveries/transitions/move-delivery.ts'

/**
 * Gives several deliveries to a courier in one transaction, all or none; `assign` gives one, and
 * `afterwards` writes what commits with all of them. They are locked in one order first, so that of two who
 * give overlapping ones nobody waits in a circle: `lockFirst`, where others hold that one as they come to the
 * rest, and then by their ids. Throws whatever `assign` throws.
 */
export async function assignTogether(
  deps: DeliveryDeps,
  keys: readonly DeliveryKey[],
  assign: (within: DeliveryDeps, key: DeliveryKey) => Promise<DeliveryRow>,
  {
    afterwards = async () => {},
    lockFirst,
  }: { afterwards?: (trx: Trx) => Promise<void>; lockFirst?: DeliveryKey } = {},
): Promise<DeliveryRow[]> {
  const committed: NewEvent[] = []
  const given = await deps.db.transaction().execute(async (trx) => {
    const publishCommitted = (events: readonly NewEvent[]) => void committed.push(...events)
    const within = { ...deps, db: trx, publishCommitted }
    if (lockFirst) await lockDelivery(trx, lockFirst)
    for (const key of keys.toSorted((a, b) => (a.id < b.id ? -1 : 1))) await lockDelivery(trx, key)
    const rows: DeliveryRow[] = []
    for (const key of keys) rows.push(await assign(within, key))
    await afterwards(trx)
    return rows
  })
  deps.publishCommitted(committed)
  return given
}
