import { inTransaction } from '../../../base/database/in-transaction.ts'
import { ApiError } from '../../../contract/errors.ts'
import { requireServiceRight } from '../../accounts/check-service-right.ts'
import { actReason } from '../../audit/act-reason.ts'
import type { AuditedDeps } from '../../audit/audited-act.ts'
import { recordAct } from '../../audit/record-act.ts'
import { type CourierRow, lockCourier, setCourier } from '../courier-store.ts'
import { courierValues } from '../courier-values.ts'
import { deletePosition } from '../position-store.ts'
import { leaveShifts } from '../shifts/shift-taker-store.ts'
import { endDuty } from './duty-store.ts'

/**
 * Suspends a courier for a reason: they go off duty and are offered nothing until the suspension is lifted;
 * what they carry stays theirs (decision 169), and their shifts to come are free (367). Suspending again only
 * changes the reason. Throws ROLE_REQUIRED, REASON_REQUIRED, COURIER_NOT_FOUND.
 */
export async function suspendCourier(
  deps: AuditedDeps,
  courierId: string,
  typedReason: string,
): Promise<CourierRow> {
  return inTransaction(deps.db, async (trx) => {
    await requireServiceRight({ db: trx, actor: deps.actor }, 'MANAGE')
    const suspension_reason = actReason(typedReason)
    const before = await lockCourier(trx, courierId)
    if (!before || before.retired_at) throw new ApiError('COURIER_NOT_FOUND')
    const now = deps.clock.now()
    const courier = await setCourier(trx, courierId, {
      on_duty_since: null,
      suspended_at: before.suspended_at ?? now,
      suspension_reason,
    })
    await endDuty(trx, courierId, now)
    await deletePosition(trx, courierId)
    const freedShifts = await leaveShifts(trx, courierId, { now, notice: 'TAKEN' })
    await recordAct(
      { ...deps, db: trx },
      {
        action: 'suspend-courier',
        subject: { type: 'COURIER', id: courierId },
        before: courierValues(before),
        after: { ...courierValues(courier), ...(freedShifts.length > 0 && { freedShifts }) },
      },
    )
    return courier
  })
}
