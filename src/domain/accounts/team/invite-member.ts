import type { Database, Trx } from '../../../base/database/open-database.ts'
import { actorText } from '../../../base/kernel/actor.ts'
import { newId } from '../../../base/kernel/clock.ts'
import { ApiError } from '../../../contract/errors.ts'
import type { AuditedDeps } from '../../audit/audited-act.ts'
import { recordAct } from '../../audit/record-act.ts'
import { type AccountName, nameText } from '../account-name.ts'
import type { MemberRole } from '../accounts-tables.ts'
import { requireRight } from '../check-right.ts'
import { lockTeam } from '../membership-store.ts'
import { invitationEnd, invitationRules, invitationValues } from './invitation.ts'
import {
  countInvitationsSince,
  type InvitationRow,
  insertInvitation,
  isMemberByName,
  isShopApproved,
  listOpenInvitations,
} from './invitation-store.ts'

type InviteDeps = AuditedDeps & {
  db: Database
  /** Enqueues the message to the person, in the transaction of the invitation. */
  sendInvitation: (trx: Trx, invitation: InvitationRow) => Promise<void>
}

/**
 * Invites somebody to the team of a shop by phone or mail, for seven days. Whether they have an account
 * changes nothing. Throws ROLE_REQUIRED, SHOP_NOT_FOUND, ALREADY_MEMBER, ALREADY_INVITED,
 * TOO_MANY_INVITATIONS.
 */
export function inviteMember(
  deps: InviteDeps,
  { shopId, to, role }: { shopId: string; to: AccountName; role: MemberRole },
): Promise<InvitationRow> {
  const now = deps.clock.now()
  return deps.db.transaction().execute(async (trx) => {
    await requireRight({ db: trx, actor: deps.actor }, shopId, 'MANAGE_TEAM')
    await lockTeam(trx, shopId)
    await refuseInvitation(trx, shopId, to, now)
    const invitation: InvitationRow = {
      shop_id: shopId,
      id: newId(now),
      ...to,
      role,
      invited_by: actorText(deps.actor),
      created_at: now,
      expires_at: invitationEnd(now),
      accepted_at: null,
      withdrawn_at: null,
    }
    await insertInvitation(trx, invitation)
    await deps.sendInvitation(trx, invitation)
    await recordAct(
      { ...deps, db: trx },
      {
        action: 'invite-member',
        subject: { type: 'INVITATION', id: invitation.id },
        shopId,
        before: null,
        after: invitationValues(invitation),
      },
    )
    return invitation
  })
}

/** Each invitation is a message to a stranger, so a shop makes few of them in a day. */
async function refuseInvitation(trx: Trx, shopId: string, to: AccountName, now: Date): Promise<void> {
  const { maxOpen } = invitationRules
  if (await isMemberByName(trx, shopId, to)) throw new ApiError('ALREADY_MEMBER')
  const open = await listOpenInvitations(trx, shopId, now)
  if (open.some(({ phone, email }) => (phone ?? email) === nameText(to)))
    throw new ApiError('ALREADY_INVITED')
  if (open.length >= maxOpen) throw new ApiError('TOO_MANY_INVITATIONS', { max: maxOpen })
  const yesterday = new Date(now.getTime() - 24 * 60 * 60_000)
  const max = (await isShopApproved(trx, shopId))
    ? invitationRules.maxPerDay
    : invitationRules.maxPerDayUnapproved
  if ((await countInvitationsSince(trx, shopId, yesterday)) >= max)
    throw new ApiError('TOO_MANY_INVITATIONS', { max })
}
