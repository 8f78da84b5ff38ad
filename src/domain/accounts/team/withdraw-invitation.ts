import type { Database } from '../../../base/database/open-database.ts'
import { ApiError } from '../../../contract/errors.ts'
import type { AuditedDeps } from '../../audit/audited-act.ts'
import { recordAct } from '../../audit/record-act.ts'
import { requireRight } from '../check-right.ts'
import { invitationValues } from './invitation.ts'
import { type InvitationKey, lockOpenInvitation, settleInvitation } from './invitation-store.ts'

/** Withdraws an open invitation. Throws ROLE_REQUIRED, SHOP_NOT_FOUND, INVITATION_NOT_FOUND. */
export async function withdrawInvitation(
  deps: AuditedDeps & { db: Database },
  key: InvitationKey,
): Promise<void> {
  const now = deps.clock.now()
  await deps.db.transaction().execute(async (trx) => {
    await requireRight({ db: trx, actor: deps.actor }, key.shopId, 'MANAGE_TEAM')
    const before = await lockOpenInvitation(trx, key, now)
    if (!before) throw new ApiError('INVITATION_NOT_FOUND')
    const after = await settleInvitation(trx, key, { withdrawn_at: now })
    await recordAct(
      { ...deps, db: trx },
      {
        action: 'withdraw-invitation',
        subject: { type: 'INVITATION', id: key.id },
        shopId: key.shopId,
        before: invitationValues(before),
        after: invitationValues(after),
      },
    )
  })
}
