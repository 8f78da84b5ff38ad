import { ApiError } from '../../base/contract/errors.ts'
import type { Database } from '../../base/database/open-database.ts'
import type { Clock } from '../../base/kernel/clock.ts'
import { type CourierRow, setOnDuty } from './courier-store.ts'
import { deletePosition } from './position-store.ts'

/**
 * A courier begins to take offers or ends it; whoever carries a parcel carries it on. Where they were is
 * forgotten when they go off duty. Throws COURIER_NOT_FOUND.
 */
export async function setDuty(
  { db, clock }: { db: Database; clock: Clock },
  courierId: string,
  isOnDuty: boolean,
): Promise<CourierRow> {
  return db.transaction().execute(async (trx) => {
    const courier = await setOnDuty(trx, courierId, isOnDuty ? clock.now() : null)
    if (!courier) throw new ApiError('COURIER_NOT_FOUND')
    if (!isOnDuty) await deletePosition(trx, courierId)
    return courier
  })
}
