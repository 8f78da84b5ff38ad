import { inTransaction } from '../../../base/database/in-transaction.ts'
import { actorText } from '../../../base/kernel/actor.ts'
import { ApiError } from '../../../contract/errors.ts'
import { requireServiceRight } from '../../accounts/check-service-right.ts'
import { type AuditedDeps, maskedPhone } from '../../audit/audited-act.ts'
import { recordAct } from '../../audit/record-act.ts'
import { blockValues, maxBlocked } from './blocked-customer.ts'
import {
  type BlockedCustomer,
  findBlockedCustomer,
  lockBlockedCustomers,
  saveBlockedCustomer,
} from './blocked-customer-store.ts'

/**
 * Blocks a number, or blocks it anew for another reason or time: from then on no delivery is created for it.
 * `phone` in international form; without `until`, until it is unblocked. Throws ROLE_REQUIRED,
 * TOO_MANY_BLOCKED.
 */
export function blockCustomer(
  deps: AuditedDeps,
  { phone, reason, until }: { phone: string; reason: string; until: Date | null },
): Promise<BlockedCustomer> {
  const { db, clock, actor } = deps
  return inTransaction(db, async (trx) => {
    await requireServiceRight({ db: trx, actor }, 'MANAGE')
    const count = await lockBlockedCustomers(trx)
    const before = await findBlockedCustomer(trx, phone)
    if (!before && count >= maxBlocked) throw new ApiError('TOO_MANY_BLOCKED', { max: maxBlocked })
    const blocked = { phone, reason, until, blocked_by: actorText(actor), blocked_at: clock.now() }
    await saveBlockedCustomer(trx, blocked)
    await recordAct(
      { db: trx, clock, actor },
      {
        action: 'block-customer',
        subject: { type: 'CUSTOMER', id: maskedPhone(phone) },
        before: before ? blockValues(before) : null,
        after: blockValues(blocked),
      },
    )
    return blocked
  })
}
