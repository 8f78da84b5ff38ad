import { inTransaction } from '../../../base/database/in-transaction.ts'
import { newId } from '../../../base/kernel/clock.ts'
import { ApiError } from '../../../contract/errors.ts'
import { requireServiceRight } from '../../accounts/check-service-right.ts'
import type { AuditedDeps } from '../../audit/audited-act.ts'
import { recordAct } from '../../audit/record-act.ts'
import { lockCity } from '../../zones/zone-store.ts'
import { isShiftSpan, type ShiftSpan, shiftBounds } from './shift-bounds.ts'
import { areZonesOf, insertShifts } from './shift-store.ts'

/** Shifts that are alike but for their days. */
type ShiftPlan = {
  cityId: string
  /** Empty for the whole city. */
  zoneIds: readonly string[]
  wanted: number
  spans: readonly ShiftSpan[]
}

/**
 * Plans shifts, for couriers to take; those that are planned already stay as they are. Returns how many are
 * new. Throws ROLE_REQUIRED, SHIFT_INVALID, CITY_NOT_FOUND.
 */
export async function planShifts(deps: AuditedDeps, plan: ShiftPlan): Promise<number> {
  const { cityId, wanted, spans } = plan
  return inTransaction(deps.db, async (trx) => {
    await requireServiceRight({ db: trx, actor: deps.actor }, 'MANAGE')
    const now = deps.clock.now()
    const { min, max } = shiftBounds.wanted
    const isBounded = spans.length <= shiftBounds.atOnce && wanted >= min && wanted <= max
    const isPossible = spans.every((span) => isShiftSpan(span) && span.endsAt > now)
    if (!isBounded || !isPossible) throw new ApiError('SHIFT_INVALID')
    if (!(await lockCity(trx, cityId))) throw new ApiError('CITY_NOT_FOUND', { city: cityId })
    const zoneIds = [...new Set(plan.zoneIds)].sort()
    if (!(await areZonesOf(trx, cityId, zoneIds))) throw new ApiError('SHIFT_INVALID')
    const planned = await insertShifts(
      trx,
      spans.map((span) => ({ ...span, id: newId(now), cityId, zoneIds, wanted })),
      now,
    )
    if (planned === 0) return 0
    await recordAct(
      { ...deps, db: trx },
      {
        action: 'plan-shifts',
        subject: { type: 'CITY', id: cityId },
        before: null,
        after: { shifts: spans.map(({ beginsAt }) => beginsAt), endsAt: spans[0]?.endsAt, wanted, zoneIds },
      },
    )
    return planned
  })
}
