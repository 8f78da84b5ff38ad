import type { Database } from '../../../base/database/open-database.ts'
import { ApiError } from '../../../contract/errors.ts'
import type { AuditedDeps } from '../../audit/audited-act.ts'
import { recordAct } from '../../audit/record-act.ts'
import { requireRight } from '../check-right.ts'
import { deleteMembership, lockTeam, type MembershipKey } from '../membership-store.ts'

/**
 * Removes a member from the team of a shop, which they can no longer enter from then on; never its last
 * owner. Throws ROLE_REQUIRED, SHOP_NOT_FOUND, MEMBER_NOT_FOUND, LAST_OWNER.
 */
export async function removeMember(deps: AuditedDeps & { db: Database }, key: MembershipKey): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    await requireRight({ db: trx, actor: deps.actor }, key.shopId, 'MANAGE_TEAM')
    const team = await lockTeam(trx, key.shopId)
    const member = team.find(({ accountId }) => accountId === key.accountId)
    if (!member) throw new ApiError('MEMBER_NOT_FOUND')
    if (team.every((each) => each.role !== 'OWNER' || each === member)) throw new ApiError('LAST_OWNER')
    await deleteMembership(trx, key)
    await recordAct(
      { ...deps, db: trx },
      {
        action: 'remove-member',
        subject: { type: 'ACCOUNT', id: key.accountId },
        shopId: key.shopId,
        before: { role: member.role },
        after: null,
      },
    )
  })
}
