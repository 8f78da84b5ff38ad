import { inTransaction } from '../../../base/database/in-transaction.ts'
import { ApiError } from '../../../contract/errors.ts'
import type { RulesDeps } from '../../../rules.ts'
import { requireServiceRight } from '../../accounts/check-service-right.ts'
import type { AuditedDeps } from '../../audit/audited-act.ts'
import { recordAct } from '../../audit/record-act.ts'
import { lockCourier } from '../courier-store.ts'
import { leavableUntil } from './shift-bounds.ts'
import { lockShift } from './shift-store.ts'
import { isTaker, setTakerLeft } from './shift-taker-store.ts'

/**
 * A courier leaves a shift that they have taken, until so many hours before it as the rule says; the operator
 * takes them off it as long as it lasts, and they are told. Leaving it twice changes nothing. Throws
 * ROLE_REQUIRED, SHIFT_NOT_FOUND, SHIFT_OVER, SHIFT_TOO_NEAR.
 */
export async function leaveShift(
  deps: AuditedDeps & RulesDeps,
  { shiftId, courierId }: { shiftId: string; courierId: string },
): Promise<void> {
  const isOperator = deps.actor.kind !== 'COURIER'
  await inTransaction(deps.db, async (trx) => {
    if (isOperator) await requireServiceRight({ db: trx, actor: deps.actor }, 'MANAGE')
    await lockCourier(trx, courierId)
    const shift = await lockShift(trx, shiftId)
    if (!shift) throw new ApiError('SHIFT_NOT_FOUND')
    if (!(await isTaker(trx, shiftId, courierId))) return
    const now = deps.clock.now()
    if (shift.endsAt <= now) throw new ApiError('SHIFT_OVER')
    const { SHIFT_LEAVE_HOURS: hours } = deps.rules.current()
    if (!isOperator && now > leavableUntil(shift, hours)) throw new ApiError('SHIFT_TOO_NEAR', { hours })
    await setTakerLeft(trx, { shiftId, courierId, notice: isOperator ? 'TAKEN' : null }, now)
    await recordAct(
      { ...deps, db: trx },
      {
        action: 'leave-shift',
        subject: { type: 'COURIER', id: courierId },
        before: { shifts: [shift.beginsAt], endsAt: shift.endsAt },
        after: null,
      },
    )
  })
}
