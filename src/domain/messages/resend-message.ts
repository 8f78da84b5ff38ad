import { inTransaction } from '../../base/database/in-transaction.ts'
import { ApiError } from '../../contract/errors.ts'
import { requireServiceRight } from '../accounts/check-service-right.ts'
import type { AuditedDeps } from '../audit/audited-act.ts'
import { recordAct } from '../audit/record-act.ts'
import { findMessage, markMessageForResend } from './message-store.ts'

/**
 * Makes one message due now, whatever its outcome was, with all its attempts again; its text is composed
 * again, and it is skipped again if it is no longer true. One that is being sent at this moment is left
 * alone. Throws ROLE_REQUIRED, MESSAGE_NOT_FOUND, MESSAGE_UNDER_WAY.
 */
export function resendMessage(deps: AuditedDeps, messageId: string): Promise<void> {
  const now = deps.clock.now()
  return inTransaction(deps.db, async (trx) => {
    await requireServiceRight({ db: trx, actor: deps.actor }, 'MANAGE')
    const before = await findMessage(trx, messageId)
    if (!before) throw new ApiError('MESSAGE_NOT_FOUND', { messageId })
    if ((await markMessageForResend(trx, messageId, now)) === 0) throw new ApiError('MESSAGE_UNDER_WAY')
    const { kind, state, attempts, shop_id } = before
    await recordAct(
      { ...deps, db: trx },
      {
        action: 'resend-message',
        subject: { type: 'MESSAGE', id: messageId },
        ...(shop_id !== null && { shopId: shop_id }),
        before: { kind, state, attempts },
        after: { kind, state: 'PENDING', attempts: 0, dueAt: now },
      },
    )
  })
}
