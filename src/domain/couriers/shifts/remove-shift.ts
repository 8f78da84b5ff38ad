import { inTransaction } from '../../../base/database/in-transaction.ts'
import { ApiError } from '../../../contract/errors.ts'
import { requireServiceRight } from '../../accounts/check-service-right.ts'
import type { AuditedDeps } from '../../audit/audited-act.ts'
import { recordAct } from '../../audit/record-act.ts'
import { lockShift, type Shift, setShiftRemoved } from './shift-store.ts'

/** Removes a shift; who had taken it is told. Throws ROLE_REQUIRED, SHIFT_NOT_FOUND. */
export async function removeShift(deps: AuditedDeps, shiftId: string): Promise<Shift> {
  return inTransaction(deps.db, async (trx) => {
    await requireServiceRight({ db: trx, actor: deps.actor }, 'MANAGE')
    const shift = await lockShift(trx, shiftId)
    if (!shift) throw new ApiError('SHIFT_NOT_FOUND')
    const { cityId, beginsAt, endsAt, wanted, zoneIds } = shift
    await setShiftRemoved(trx, shift, deps.clock.now())
    await recordAct(
      { ...deps, db: trx },
      {
        action: 'remove-shift',
        subject: { type: 'CITY', id: cityId },
        before: { shifts: [beginsAt], endsAt, wanted, zoneIds },
        after: null,
      },
    )
    return shift
  })
}
