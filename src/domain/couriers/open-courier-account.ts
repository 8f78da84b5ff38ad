import type { Database } from '../../base/database/open-database.ts'
import { type Clock, newId } from '../../base/kernel/clock.ts'
import { saveAccount } from '../accounts/account-store.ts'
import type { Holders } from '../accounts/holder.ts'
import { findAccountOfCourier, insertCourierAccount } from './courier-account-store.ts'
import { findCourierByPhone, lockCourier } from './courier-store.ts'

/**
 * Makes the account that a courier signs in with, or brings it up to date with their name and phone; returns its
 * identifier, or undefined when they are retired or have another phone by now.
 */
export async function openCourierAccount(
  { db, clock }: { db: Database; clock: Clock },
  { id: courierId, phone }: { id: string; phone: string },
): Promise<string | undefined> {
  const now = clock.now()
  return db.transaction().execute(async (trx) => {
    const courier = await lockCourier(trx, courierId)
    if (!courier || courier.retired_at || courier.phone !== phone) return undefined
    const known = await findAccountOfCourier(trx, courierId)
    const accountId = known ?? newId(now)
    await saveAccount(trx, { id: accountId, name: courier.first_name, phone }, now)
    if (known === undefined) await insertCourierAccount(trx, { courierId, accountId }, now)
    return accountId
  })
}

/** Couriers who work here, as those who may sign in. */
export const courierHolders = (deps: { db: Database; clock: Clock }): Holders => ({
  find: async (phone) => {
    const courier = await findCourierByPhone(deps.db, phone)
    return courier && { id: courier.id, phone }
  },
  openAccount: (holder) => openCourierAccount(deps, holder),
})
