import { newId } from '../../src/base/kernel/clock.ts'
import type { MemberRole } from '../../src/domain/accounts/accounts-tables.ts'
import { insertMembership } from '../../src/domain/accounts/membership-store.ts'
import type { TestService } from './open-service.ts'
import { openVisitor, type Visitor } from './visitor.ts'

/** Somebody who is signed in to the console. */
export type ConsoleVisitor = Visitor & { accountId: string }

let opened = 0

/** Signs somebody in who is a member of a shop, or an operator, without the pages of signing in. */
export async function openConsole(
  service: TestService,
  {
    shopId,
    role = 'OWNER',
    name = 'Akouvi Mensah',
  }: { shopId?: string; role?: MemberRole | 'OPERATOR'; name?: string },
): Promise<ConsoleVisitor> {
  const { services, clock } = service
  const now = clock.now()
  const accountId = newId(now)
  opened += 1
  await services.db.transaction().execute(async (trx) => {
    await trx
      .insertInto('accounts')
      .values({
        id: accountId,
        name,
        phone: null,
        phone_verified: false,
        email: `membre-${opened}-${accountId.slice(-6)}@boutique.test`,
        email_verified: true,
        created_at: now,
        updated_at: now,
      })
      .execute()
    if (role === 'OPERATOR')
      await trx.insertInto('operators').values({ account_id: accountId, created_at: now }).execute()
    else if (shopId !== undefined) await insertMembership(trx, { shopId, accountId, role }, now)
  })
  const visitor = openVisitor(service, `10.4.${Math.floor(opened / 250)}.${opened % 250}`)
  for (const line of await services.auth.beginSession(accountId, 'Firefox', { provenAt: now })) {
    const [, cookie = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
    visitor.cookies.set(cookie, value)
  }
  return { ...visitor, accountId }
}
