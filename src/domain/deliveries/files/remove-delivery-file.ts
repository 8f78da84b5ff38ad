import type { DeliveryFileKind } from '../deliveries-tables.ts'
import type { DeliveryKey } from '../delivery-store.ts'
import { markFilesRemoved } from './delivery-file-store.ts'
import { type DeliveryFileDeps, lockForFile } from './store-delivery-file.ts'

/**
 * Takes the file of a kind back, if there is one: nobody gets it from now on, and the purge removes it within
 * a minute. Throws DELIVERY_NOT_FOUND, CUSTOMER_LINK_INVALID, TRANSITION_REFUSED.
 */
export async function removeDeliveryFile(
  { db, clock }: Pick<DeliveryFileDeps, 'db' | 'clock'>,
  key: DeliveryKey,
  kind: DeliveryFileKind,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await lockForFile(trx, key, kind)
    await markFilesRemoved(trx, [key], [kind], clock.now())
  })
}
