import type { Database } from '../../../base/database/open-database.ts'
import { ApiError } from '../../../contract/errors.ts'
import type { AuditedDeps } from '../../audit/audited-act.ts'
import { recordAct } from '../../audit/record-act.ts'
import { findAccount } from '../account-store.ts'
import type { MemberRole } from '../accounts-tables.ts'
import { insertMembership } from '../membership-store.ts'
import { type InvitationKey, lockOpenInvitation, settleInvitation } from './invitation-store.ts'

/**
 * Makes an account a member of the shop that has invited its phone or address. Somebody who is a member
 * already keeps the role they have. Throws INVITATION_NOT_FOUND when it was withdrawn, is over, was accepted,
 * or is somebody else's.
 */
export async function acceptInvitation(
  deps: AuditedDeps & { db: Database },
  { accountId, ...key }: InvitationKey & { accountId: string },
): Promise<{ role: MemberRole }> {
  const now = deps.clock.now()
  return deps.db.transaction().execute(async (trx) => {
    const [invitation, account] = [await lockOpenInvitation(trx, key, now), await findAccount(trx, accountId)]
    const isTheirs =
      invitation?.phone === null ? invitation.email === account?.email : invitation?.phone === account?.phone
    if (!invitation || !account || !isTheirs) throw new ApiError('INVITATION_NOT_FOUND')
    const { role } = invitation
    await settleInvitation(trx, key, { accepted_at: now })
    const isNew = await insertMembership(trx, { shopId: key.shopId, accountId, role }, now)
    await recordAct(
      { ...deps, db: trx },
      {
        action: 'accept-invitation',
        subject: { type: 'ACCOUNT', id: accountId },
        shopId: key.shopId,
        before: null,
        after: isNew ? { role, invitationId: key.id } : { invitationId: key.id },
      },
    )
    return { role }
  })
}
