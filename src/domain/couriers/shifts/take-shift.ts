import { inTransaction } from '../../../base/database/in-transaction.ts'
import { ApiError } from '../../../contract/errors.ts'
import { requireServiceRight } from '../../accounts/check-service-right.ts'
import type { AuditedDeps } from '../../audit/audited-act.ts'
import { recordAct } from '../../audit/record-act.ts'
import { lockCourier, worksInCity } from '../courier-store.ts'
import { lockShift } from './shift-store.ts'
import { countTakers, hasOverlappingShift, isTaker, upsertTaker } from './shift-taker-store.ts'

/**
 * A courier takes a shift that has a place left, or the operator puts them on it, also beyond what is wanted,
 * and they are told; taking it twice changes nothing. Throws ROLE_REQUIRED, COURIER_NOT_FOUND of one who does
 * not work in its city, COURIER_SUSPENDED, SHIFT_NOT_FOUND, SHIFT_OVER, SHIFT_FULL, SHIFT_OVERLAPS.
 */
export async function takeShift(
  deps: AuditedDeps,
  { shiftId, courierId }: { shiftId: string; courierId: string },
): Promise<void> {
  const isOperator = deps.actor.kind !== 'COURIER'
  await inTransaction(deps.db, async (trx) => {
    if (isOperator) await requireServiceRight({ db: trx, actor: deps.actor }, 'MANAGE')
    const courier = await lockCourier(trx, courierId)
    if (!courier || courier.retired_at) throw new ApiError('COURIER_NOT_FOUND')
    if (courier.suspended_at) throw new ApiError('COURIER_SUSPENDED')
    const shift = await lockShift(trx, shiftId)
    if (!shift) throw new ApiError('SHIFT_NOT_FOUND')
    if (!(await worksInCity(trx, courierId, shift.cityId))) throw new ApiError('COURIER_NOT_FOUND')
    if (await isTaker(trx, shiftId, courierId)) return
    const now = deps.clock.now()
    if (shift.endsAt <= now) throw new ApiError('SHIFT_OVER')
    if (!isOperator && (await countTakers(trx, shiftId)) >= shift.wanted) throw new ApiError('SHIFT_FULL')
    if (await hasOverlappingShift(trx, courierId, shift)) throw new ApiError('SHIFT_OVERLAPS')
    await upsertTaker(trx, { shiftId, courierId, notice: isOperator ? 'GIVEN' : null }, now)
    await recordAct(
      { ...deps, db: trx },
      {
        action: 'take-shift',
        subject: { type: 'COURIER', id: courierId },
        before: null,
        after: { shifts: [shift.beginsAt], endsAt: shift.endsAt },
      },
    )
  })
}
