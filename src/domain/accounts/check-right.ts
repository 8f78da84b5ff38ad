import type { Database, Trx } from '../../base/database/open-database.ts'
import type { Actor } from '../../base/kernel/actor.ts'
import { ApiError } from '../../contract/errors.ts'
import { type AccountRight, hasRight, type ShopRole, serviceRightFor } from './account-right.ts'
import { requireServiceRight } from './check-service-right.ts'
import { findRole, type MembershipKey } from './membership-store.ts'

/**
 * What an account is to a shop. Throws SHOP_NOT_FOUND when it is nothing to it: whoever may not see a shop
 * does not learn whether it exists.
 */
export async function checkRole(db: Database | Trx, key: MembershipKey): Promise<ShopRole> {
  const role = await findRole(db, key)
  if (!role) throw new ApiError('SHOP_NOT_FOUND', { shopId: key.shopId })
  return role
}

/**
 * Refuses an account or an operator who may not do something in a shop, read in the transaction of the verb
 * that asks. API keys are checked by their scopes before; couriers, customers, the terminal and the service
 * itself by their own verbs. Throws SHOP_NOT_FOUND, ROLE_REQUIRED (decisions 132 and 150).
 */
export async function requireRight(
  { db, actor }: { db: Database | Trx; actor: Actor },
  shopId: string,
  right: AccountRight,
): Promise<void> {
  if (actor.kind === 'OPERATOR') return requireServiceRight({ db, actor }, serviceRightFor(right))
  if (actor.kind !== 'ACCOUNT') return
  const role = await checkRole(db, { shopId, accountId: actor.id })
  // An operator reads the console of a shop; what they change they change on their own pages.
  if (role === 'OPERATOR' || !hasRight(role, right)) throw new ApiError('ROLE_REQUIRED')
}
