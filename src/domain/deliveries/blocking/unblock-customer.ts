import { inTransaction } from '../../../base/database/in-transaction.ts'
import { requireServiceRight } from '../../accounts/check-service-right.ts'
import { type AuditedDeps, maskedPhone } from '../../audit/audited-act.ts'
import { recordAct } from '../../audit/record-act.ts'
import { blockValues } from './blocked-customer.ts'
import { deleteBlockedCustomer, findBlockedCustomer, lockBlockedCustomers } from './blocked-customer-store.ts'

/**
 * Unblocks a number, of which nothing is kept then; returns whether it was blocked. `reason` is why, for the
 * audit. Throws ROLE_REQUIRED.
 */
export function unblockCustomer(
  { db, clock, actor }: AuditedDeps,
  { phone, reason }: { phone: string; reason: string },
): Promise<boolean> {
  return inTransaction(db, async (trx) => {
    await requireServiceRight({ db: trx, actor }, 'MANAGE')
    await lockBlockedCustomers(trx)
    const before = await findBlockedCustomer(trx, phone)
    if (!before) return false
    await deleteBlockedCustomer(trx, phone)
    await recordAct(
      { db: trx, clock, actor },
      {
        action: 'unblock-customer',
        subject: { type: 'CUSTOMER', id: maskedPhone(phone) },
        before: blockValues(before),
        after: { phone: maskedPhone(phone), unblockedBecause: reason },
      },
    )
    return true
  })
}
