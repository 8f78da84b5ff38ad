import type { Database } from '../../../base/database/open-database.ts'
import { ApiError } from '../../../contract/errors.ts'
import type { AuditedDeps } from '../../audit/audited-act.ts'
import { recordAct } from '../../audit/record-act.ts'
import type { MemberRole } from '../accounts-tables.ts'
import { requireRight } from '../check-right.ts'
import { lockTeam, type MembershipKey, setMemberRole } from '../membership-store.ts'

/**
 * Changes what a member of a shop may do. Throws ROLE_REQUIRED, SHOP_NOT_FOUND, MEMBER_NOT_FOUND, LAST_OWNER.
 */
export async function changeMemberRole(
  deps: AuditedDeps & { db: Database },
  { role, ...key }: MembershipKey & { role: MemberRole },
): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    await requireRight({ db: trx, actor: deps.actor }, key.shopId, 'MANAGE_TEAM')
    const team = await lockTeam(trx, key.shopId)
    const member = team.find(({ accountId }) => accountId === key.accountId)
    if (!member) throw new ApiError('MEMBER_NOT_FOUND')
    const owners = team.filter((each) => each.role === 'OWNER')
    if (role !== 'OWNER' && owners.every((each) => each === member)) throw new ApiError('LAST_OWNER')
    await setMemberRole(trx, key, role)
    await recordAct(
      { ...deps, db: trx },
      {
        action: 'change-member-role',
        subject: { type: 'ACCOUNT', id: key.accountId },
        shopId: key.shopId,
        before: { role: member.role },
        after: { role },
      },
    )
  })
}
