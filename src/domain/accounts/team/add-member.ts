import type { Database, Trx } from '../../../base/database/open-database.ts'
import { type Clock, newId } from '../../../base/kernel/clock.ts'
import { ApiError } from '../../../contract/errors.ts'
import type { AuditedDeps } from '../../audit/audited-act.ts'
import { recordAct } from '../../audit/record-act.ts'
import type { AccountName } from '../account-name.ts'
import { findAccountByName, insertAccount } from '../account-store.ts'
import type { MemberRole } from '../accounts-tables.ts'
import { requireServiceRight } from '../check-service-right.ts'
import { insertMembership } from '../membership-store.ts'

type AddDeps = AuditedDeps & { db: Database }

/**
 * Makes somebody a member of a shop at once, for the operator; they sign in with this phone or address.
 * Throws ALREADY_MEMBER, ROLE_REQUIRED.
 */
export function addMember(
  deps: AddDeps,
  { shopId, name, role }: { shopId: string; name: AccountName; role: MemberRole },
): Promise<string> {
  const now = deps.clock.now()
  return deps.db.transaction().execute(async (trx) => {
    await requireServiceRight({ db: trx, actor: deps.actor }, 'MANAGE')
    const accountId = await addAccount(deps, trx, name)
    if (!(await insertMembership(trx, { shopId, accountId, role }, now))) throw new ApiError('ALREADY_MEMBER')
    await recordAct(
      { ...deps, db: trx },
      {
        action: 'add-member',
        subject: { type: 'ACCOUNT', id: accountId },
        shopId,
        before: null,
        after: { role },
      },
    )
    return accountId
  })
}

/** The account of this name, made if there is none. */
export async function addAccount({ clock }: { clock: Clock }, trx: Trx, name: AccountName): Promise<string> {
  const known = await findAccountByName(trx, name)
  const now = clock.now()
  return known?.id ?? insertAccount(trx, { id: newId(now), name: '', ...name }, now)
}
