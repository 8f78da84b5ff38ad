import { type CachedValue, cacheValue } from '../../../base/database/cached-value.ts'
import type { Database } from '../../../base/database/open-database.ts'
import { type BlockedCustomers, isBlockedAt } from './blocked-customer.ts'
import { listBlockedCustomers } from './blocked-customer-store.ts'

/**
 * The blocked numbers in memory, so that a creation asks no database for them. Reloaded when one was blocked
 * or unblocked, within a second in every process.
 */
export async function cacheBlockedCustomers(
  db: Database,
): Promise<BlockedCustomers & Pick<CachedValue<unknown>, 'reload'>> {
  const cached = await cacheValue(
    async () => new Map((await listBlockedCustomers(db)).map((each) => [each.phone, each])),
  )
  return {
    isBlocked: (phone, now) => {
      const blocked = cached.current().get(phone)
      return blocked !== undefined && isBlockedAt(blocked, now)
    },
    reload: cached.reload,
  }
}
