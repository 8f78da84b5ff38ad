import { inTransaction } from '../../base/database/in-transaction.ts'
import { ApiError } from '../../contract/errors.ts'
import { requireServiceRight } from '../accounts/check-service-right.ts'
import type { AuditedDeps } from '../audit/audited-act.ts'
import { recordActAt } from '../audit/record-act.ts'
import { type CourierRow, lockCourier, setOnDuty } from './courier-store.ts'
import { courierValues } from './courier-values.ts'
import { deletePosition } from './position-store.ts'
import { beginDuty, endDuty } from './standing/duty-store.ts'

/**
 * Sets a courier on or off duty, and keeps from when to when they were on it; a parcel they carry stays
 * theirs. Their position is deleted when they go off duty. `at` is the moment of the change that it belongs
 * to, else now. Throws ROLE_REQUIRED, COURIER_NOT_FOUND, COURIER_SUSPENDED.
 */
export async function setDuty(
  deps: AuditedDeps,
  courierId: string,
  isOnDuty: boolean,
  at?: Date,
): Promise<CourierRow> {
  return inTransaction(deps.db, async (trx) => {
    if (deps.actor.kind !== 'COURIER') await requireServiceRight({ db: trx, actor: deps.actor }, 'MANAGE')
    const before = await lockCourier(trx, courierId)
    if (!before || before.retired_at) throw new ApiError('COURIER_NOT_FOUND')
    if (isOnDuty && before.suspended_at) throw new ApiError('COURIER_SUSPENDED')
    const now = at ?? deps.clock.now()
    const courier = await setOnDuty(trx, courierId, isOnDuty ? now : null)
    if (!courier) throw new ApiError('COURIER_NOT_FOUND')
    if (isOnDuty) await beginDuty(trx, courierId, courier.on_duty_since ?? now)
    else await endDuty(trx, courierId, now)
    if (!isOnDuty) await deletePosition(trx, courierId)
    await recordActAt({ ...deps, db: trx }, now, {
      action: 'set-duty',
      subject: { type: 'COURIER', id: courierId },
      before: courierValues(before),
      after: courierValues(courier),
    })
    return courier
  })
}
