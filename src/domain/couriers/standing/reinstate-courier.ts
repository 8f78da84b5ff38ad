import { inTransaction } from '../../../base/database/in-transaction.ts'
import { ApiError } from '../../../contract/errors.ts'
import { requireServiceRight } from '../../accounts/check-service-right.ts'
import type { AuditedDeps } from '../../audit/audited-act.ts'
import { recordAct } from '../../audit/record-act.ts'
import { type CourierRow, lockCourier, setCourier } from '../courier-store.ts'
import { courierValues } from '../courier-values.ts'

/**
 * Lifts the suspension of a courier, who goes on duty by themselves; of one who is not suspended nothing
 * changes. Throws ROLE_REQUIRED, COURIER_NOT_FOUND.
 */
export async function reinstateCourier(deps: AuditedDeps, courierId: string): Promise<CourierRow> {
  return inTransaction(deps.db, async (trx) => {
    await requireServiceRight({ db: trx, actor: deps.actor }, 'MANAGE')
    const before = await lockCourier(trx, courierId)
    if (!before || before.retired_at) throw new ApiError('COURIER_NOT_FOUND')
    const courier = await setCourier(trx, courierId, { suspended_at: null, suspension_reason: null })
    await recordAct(
      { ...deps, db: trx },
      {
        action: 'reinstate-courier',
        subject: { type: 'COURIER', id: courierId },
        before: courierValues(before),
        after: courierValues(courier),
      },
    )
    return courier
  })
}
