import { inTransaction } from '../../base/database/in-transaction.ts'
import type { Database, Trx } from '../../base/database/open-database.ts'
import { type Clock, newId } from '../../base/kernel/clock.ts'
import { phoneName } from '../accounts/account-name.ts'
import { findAccountByName, markVerified, saveAccount } from '../accounts/account-store.ts'
import type { Holders } from '../accounts/holder.ts'
import { isSomebodyElsewhere } from '../accounts/membership-store.ts'
import { deleteOtherSessions } from '../accounts/sessions/session-store.ts'
import {
  deleteCourierAccount,
  findAccountOfCourier,
  findCourierIdOfAccount,
  insertCourierAccount,
} from './courier-account-store.ts'
import { type CourierRow, findCourierByPhone, lockCourier } from './courier-store.ts'

type OpenDeps = { db: Database | Trx; clock: Clock }

/**
 * Makes the account that a courier signs in with, or finds it; returns its identifier, or undefined when they
 * are retired or have another phone by now. A person has one account: a courier who owns a shop signs in to
 * both with the account that has their phone.
 */
export async function openCourierAccount(
  { db, clock }: OpenDeps,
  { id: courierId, phone }: { id: string; phone: string },
): Promise<string | undefined> {
  const now = clock.now()
  return inTransaction(db, async (trx) => {
    const courier = await lockCourier(trx, courierId)
    if (!courier || courier.retired_at || courier.phone !== phone) return undefined
    const own = await findAccountOfCourier(trx, courierId)
    const accountId = (await findAccountToShare(trx, courier)) ?? own
    if (accountId !== undefined && accountId === own) {
      await saveAccount(trx, { id: accountId, name: courier.first_name, phone }, now)
      return accountId
    }
    return accountId === undefined
      ? makeAccount(trx, courier, now)
      : shareAccount(trx, courier, accountId, now)
  })
}

/**
 * The account that has a courier's phone, if it is theirs or a shop's. The number of a courier who left and
 * was nothing else has passed to another person, who gets an account of their own.
 */
async function findAccountToShare(trx: Trx, { id, phone }: CourierRow): Promise<string | undefined> {
  const account = await findAccountByName(trx, phoneName(phone))
  if (!account) return undefined
  const courierId = await findCourierIdOfAccount(trx, account.id)
  const isFree = courierId === undefined || courierId === id
  return isFree || (await isSomebodyElsewhere(trx, account.id)) ? account.id : undefined
}

async function makeAccount(trx: Trx, { id: courierId, ...courier }: CourierRow, now: Date): Promise<string> {
  const accountId = newId(now)
  await saveAccount(trx, { id: accountId, name: courier.first_name, phone: courier.phone }, now)
  await insertCourierAccount(trx, { courierId, accountId }, now)
  return accountId
}

/** Sessions of whoever was the courier of this account end: they may be somebody else's. */
async function shareAccount(trx: Trx, courier: CourierRow, accountId: string, now: Date): Promise<string> {
  const former = await findCourierIdOfAccount(trx, accountId)
  if (former !== undefined) {
    await deleteOtherSessions(trx, { accountId, token: '' })
    await deleteCourierAccount(trx, former)
  }
  await deleteCourierAccount(trx, courier.id)
  await insertCourierAccount(trx, { courierId: courier.id, accountId }, now)
  await markVerified(trx, accountId, phoneName(courier.phone), now)
  return accountId
}

/** Couriers who work here, as those who may sign in. */
export const courierHolders = (deps: OpenDeps): Holders => ({
  find: async (phone) => {
    const courier = await findCourierByPhone(deps.db, phone)
    return courier && { id: courier.id, phone, standing: 'KNOWN' }
  },
  openAccount: (holder) => openCourierAccount(deps, holder),
})
