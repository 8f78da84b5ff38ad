import type { Database, Trx } from '../../base/database/open-database.ts'
import type { Actor } from '../../base/kernel/actor.ts'
import { ApiError } from '../../contract/errors.ts'
import { hasServiceRight, type ServiceRight } from './account-right.ts'
import { findOperatorRole } from './membership-store.ts'

/**
 * Refuses everybody who may not do something for the whole service, read in the transaction of the verb that
 * asks. The terminal and the service itself may; keys, couriers, customers and the people of shops may not.
 * Throws ROLE_REQUIRED (decision 150).
 */
export async function requireServiceRight(
  { db, actor }: { db: Database | Trx; actor: Actor },
  right: ServiceRight,
): Promise<void> {
  if (actor.kind === 'CLI' || actor.kind === 'SYSTEM') return
  if (actor.kind !== 'OPERATOR' || !(await checkServiceRight(db, actor.id, right)))
    throw new ApiError('ROLE_REQUIRED')
}

/** Whether an account may do something for the whole service. */
export async function checkServiceRight(
  db: Database | Trx,
  accountId: string,
  right: ServiceRight,
): Promise<boolean> {
  const role = await findOperatorRole(db, accountId)
  return role !== undefined && hasServiceRight(role, right)
}
