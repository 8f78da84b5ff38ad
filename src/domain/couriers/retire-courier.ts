import { ApiError } from '../../base/contract/errors.ts'
import { inTransaction } from '../../base/database/in-transaction.ts'
import type { AuditedDeps } from '../audit/audited-act.ts'
import { recordAct } from '../audit/record-act.ts'
import { type CourierRow, lockCourier, setRetired } from './courier-store.ts'
import { courierValues } from './courier-values.ts'
import { deletePosition } from './position-store.ts'

/**
 * Retires a courier: no more offers, no position; their number may be registered again. Deliveries keep their
 * courier, and the operator reassigns or ends one that is still carried. Throws COURIER_NOT_FOUND.
 */
export async function retireCourier(deps: AuditedDeps, courierId: string): Promise<CourierRow> {
  return inTransaction(deps.db, async (trx) => {
    const before = await lockCourier(trx, courierId)
    const courier = await setRetired(trx, courierId, deps.clock.now())
    if (!before || !courier) throw new ApiError('COURIER_NOT_FOUND')
    await deletePosition(trx, courierId)
    await recordAct(
      { ...deps, db: trx },
      {
        action: 'retire-courier',
        subject: { type: 'COURIER', id: courierId },
        before: courierValues(before),
        after: courierValues(courier),
      },
    )
    return courier
  })
}
