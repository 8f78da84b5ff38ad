import { violatedConstraint } from '../../../base/database/database-error.ts'
import { inTransaction } from '../../../base/database/in-transaction.ts'
import { ApiError } from '../../../contract/errors.ts'
import { requireServiceRight } from '../../accounts/check-service-right.ts'
import type { AuditedDeps } from '../../audit/audited-act.ts'
import { recordAct } from '../../audit/record-act.ts'
import { lockCourier } from '../courier-store.ts'
import { isShiftSpan, type ShiftSpan, shiftBounds } from './shift-bounds.ts'
import { areZonesOf, lockShift, type Shift, setShift } from './shift-store.ts'
import { hasOverlappingShift, listTakerIds, setTakersTold } from './shift-taker-store.ts'

/** When a shift is from now on, where, and how many couriers it wants. */
type ShiftChange = ShiftSpan & { zoneIds: readonly string[]; wanted: number }

/**
 * Changes a shift that has not ended; who has taken it keeps it, and is told where its time or its zones are
 * others, and reminded of its new beginning (decision 367). The same again changes nothing. Throws
 * ROLE_REQUIRED, SHIFT_NOT_FOUND, SHIFT_OVER, SHIFT_INVALID, SHIFT_PLANNED where there is such a shift
 * already, SHIFT_OVERLAPS where somebody who has it has another at its new time.
 */
export async function changeShift(
  deps: AuditedDeps,
  shiftId: string,
  { zoneIds: chosen, wanted, beginsAt, endsAt }: ShiftChange,
): Promise<Shift> {
  return inTransaction(deps.db, async (trx) => {
    await requireServiceRight({ db: trx, actor: deps.actor }, 'MANAGE')
    // Couriers are locked before their shift, as whoever takes one does.
    for (const courierId of await listTakerIds(trx, shiftId)) await lockCourier(trx, courierId)
    const before = await lockShift(trx, shiftId)
    if (!before) throw new ApiError('SHIFT_NOT_FOUND')
    const now = deps.clock.now()
    if (before.endsAt <= now) throw new ApiError('SHIFT_OVER')
    const { min, max } = shiftBounds.wanted
    const isPossible = isShiftSpan({ beginsAt, endsAt }) && endsAt > now && wanted >= min && wanted <= max
    const zoneIds = [...new Set(chosen)].sort()
    if (!isPossible || !(await areZonesOf(trx, before.cityId, zoneIds))) throw new ApiError('SHIFT_INVALID')
    const after: Shift = { ...before, beginsAt, endsAt, zoneIds, wanted }
    const isMoved = +beginsAt !== +before.beginsAt || +endsAt !== +before.endsAt
    const isElsewhere = zoneIds.join() !== [...before.zoneIds].sort().join()
    if (!isMoved && !isElsewhere && wanted === before.wanted) return before
    for (const courierId of isMoved ? await listTakerIds(trx, shiftId) : [])
      if (await hasOverlappingShift(trx, courierId, after)) throw new ApiError('SHIFT_OVERLAPS')
    await setShift(trx, after).catch((error: unknown) => {
      if (violatedConstraint(error) === 'shift_is_planned_once') throw new ApiError('SHIFT_PLANNED')
      throw error
    })
    if (isMoved || isElsewhere)
      await setTakersTold(trx, shiftId, { isReminded: +beginsAt === +before.beginsAt })
    await recordAct(
      { ...deps, db: trx },
      {
        action: 'change-shift',
        subject: { type: 'CITY', id: before.cityId },
        before: valuesOf(before),
        after: valuesOf(after),
      },
    )
    return after
  })
}

const valuesOf = ({ beginsAt, endsAt, wanted, zoneIds }: Shift) => ({
  ...{ shifts: [beginsAt], endsAt, wanted, zoneIds },
})
