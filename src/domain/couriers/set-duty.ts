import { ApiError } from '../../base/contract/errors.ts'
import { inTransaction } from '../../base/database/in-transaction.ts'
import type { AuditedDeps } from '../audit/audited-act.ts'
import { recordAct } from '../audit/record-act.ts'
import { type CourierRow, lockCourier, setOnDuty } from './courier-store.ts'
import { courierValues } from './courier-values.ts'
import { deletePosition } from './position-store.ts'

/**
 * Sets a courier on or off duty; a parcel they carry stays theirs. Their position is deleted when they go off
 * duty. Throws COURIER_NOT_FOUND.
 */
export async function setDuty(deps: AuditedDeps, courierId: string, isOnDuty: boolean): Promise<CourierRow> {
  return inTransaction(deps.db, async (trx) => {
    const before = await lockCourier(trx, courierId)
    const courier = await setOnDuty(trx, courierId, isOnDuty ? deps.clock.now() : null)
    if (!before || !courier) throw new ApiError('COURIER_NOT_FOUND')
    if (!isOnDuty) await deletePosition(trx, courierId)
    await recordAct(
      { ...deps, db: trx },
      {
        action: 'set-duty',
        subject: { type: 'COURIER', id: courierId },
        before: courierValues(before),
        after: courierValues(courier),
      },
    )
    return courier
  })
}
