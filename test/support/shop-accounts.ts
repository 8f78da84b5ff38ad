import type { Actor } from '../../src/base/kernel/actor.ts'
import { newId } from '../../src/base/kernel/clock.ts'
import { insertMembership } from '../../src/domain/accounts/membership-store.ts'
import type { TestService } from './open-service.ts'

type AccountActor = Extract<Actor, { kind: 'ACCOUNT' }>

/** The account of a new member of a shop, or of nobody's where there is no role, as the actor of verbs. */
export async function accountOf(
  { services }: Pick<TestService, 'services'>,
  shopId: string,
  role: 'OWNER' | 'STAFF' | null = 'OWNER',
  email: string | null = null,
): Promise<AccountActor> {
  const now = services.clock.now()
  const id = newId(now)
  await services.db.transaction().execute(async (trx) => {
    const account = { id, name: 'Ama', phone: null, email, email_verified: email !== null }
    await trx
      .insertInto('accounts')
      .values({ ...account, created_at: now, updated_at: now })
      .execute()
    if (role) await insertMembership(trx, { shopId, accountId: id, role }, now)
  })
  return { kind: 'ACCOUNT', id }
}
