import { inTransaction } from '../../base/database/in-transaction.ts'
import { ApiError } from '../../contract/errors.ts'
import { requireServiceRight } from '../accounts/check-service-right.ts'
import type { AuditedDeps } from '../audit/audited-act.ts'
import { recordAct } from '../audit/record-act.ts'
import { type CourierRow, lockCourier, setRetired } from './courier-store.ts'
import { courierValues } from './courier-values.ts'
import { deleteGoal } from './goals/goal-store.ts'
import { deletePortrait } from './portrait/courier-portrait-store.ts'
import { deletePosition } from './position-store.ts'
import { deletePushOfCourier } from './push-subscription-store.ts'
import { leaveShifts } from './shifts/shift-taker-store.ts'
import { endDuty } from './standing/duty-store.ts'

/**
 * Retires a courier: no more offers and shifts, no position, no picture, no phone that hears of offers; their
 * number may be registered again. Deliveries keep their courier, and the operator reassigns or ends one that
 * is still carried. Throws ROLE_REQUIRED, COURIER_NOT_FOUND.
 */
export async function retireCourier(deps: AuditedDeps, courierId: string): Promise<CourierRow> {
  return inTransaction(deps.db, async (trx) => {
    await requireServiceRight({ db: trx, actor: deps.actor }, 'MANAGE')
    const before = await lockCourier(trx, courierId)
    const courier = await setRetired(trx, courierId, deps.clock.now())
    if (!before || !courier) throw new ApiError('COURIER_NOT_FOUND')
    await endDuty(trx, courierId, deps.clock.now())
    await deletePosition(trx, courierId)
    await deletePushOfCourier(trx, courierId)
    await deletePortrait(trx, courierId)
    await deleteGoal(trx, courierId)
    await leaveShifts(trx, courierId, { now: deps.clock.now(), notice: null })
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
