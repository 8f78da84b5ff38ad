import type { Actor } from '../../src/base/kernel/actor.ts'
import { newId } from '../../src/base/kernel/clock.ts'
import { insertMembership } from '../../src/domain/accounts/membership-store.ts'
import type { TestService } from './open-service.ts'

/** A person who signs in, with a role in a shop, or in none; an `email` is known to be theirs. */
export const memberOf = (
  service: Pick<TestService, 'services'>,
  shopId: string | null,
  role: 'OWNER' | 'STAFF' = 'OWNER',
  email: string | null = null,
) => personOf(service, shopId, { role, email, phone: null })

/** An owner of a shop who signs in with a phone, and has no address. */
export const ownerWithPhone = (service: Pick<TestService, 'services'>, shopId: string, phone: string) =>
  personOf(service, shopId, { role: 'OWNER', email: null, phone })

async function personOf(
  { services }: Pick<TestService, 'services'>,
  shopId: string | null,
  { role, email, phone }: { role: 'OWNER' | 'STAFF'; email: string | null; phone: string | null },
): Promise<Extract<Actor, { kind: 'ACCOUNT' }>> {
  const now = services.clock.now()
  const id = newId(now)
  await services.db.transaction().execute(async (trx) => {
    await trx
      .insertInto('accounts')
      .values({
        id,
        name: role,
        phone,
        phone_verified: phone !== null,
        email,
        email_verified: email !== null,
        created_at: now,
        updated_at: now,
      })
      .execute()
    if (shopId !== null) await insertMembership(trx, { shopId, accountId: id, role }, now)
  })
  return { kind: 'ACCOUNT', id }
}
