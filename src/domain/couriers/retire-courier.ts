import { ApiError } from '../../base/contract/errors.ts'
import type { Database } from '../../base/database/open-database.ts'
import type { Clock } from '../../base/kernel/clock.ts'
import { type CourierRow, setRetired } from './courier-store.ts'
import { deletePosition } from './position-store.ts'

/**
 * A courier leaves for good: no more offers, no position; their number may be registered again. Deliveries
 * keep who carried them, and one still carried is for the operator to give to another or to end. Throws
 * COURIER_NOT_FOUND.
 */
export async function retireCourier(
  { db, clock }: { db: Database; clock: Clock },
  courierId: string,
): Promise<CourierRow> {
  return db.transaction().execute(async (trx) => {
    const courier = await setRetired(trx, courierId, clock.now())
    if (!courier) throw new ApiError('COURIER_NOT_FOUND')
    await deletePosition(trx, courierId)
    return courier
  })
}
