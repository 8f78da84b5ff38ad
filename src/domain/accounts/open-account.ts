import type { Database } from '../../base/database/open-database.ts'
import { type Clock, newId } from '../../base/kernel/clock.ts'
import { type AccountName, phoneName } from './account-name.ts'
import { findAccountByName, findStanding, insertAccount, markVerified } from './account-store.ts'
import type { Holders } from './holder.ts'

type OpenDeps = { db: Database; clock: Clock }

/**
 * Opens the account of a phone or address that somebody has just shown to be theirs, made if there is none
 * yet and they are a newcomer who opens a shop, or have been invited. Undefined for anybody else.
 */
export function openAccount(
  { db, clock }: OpenDeps,
  name: AccountName,
  { isNewcomer }: { isNewcomer: boolean },
): Promise<string | undefined> {
  const now = clock.now()
  return db.transaction().execute(async (trx) => {
    const known = await findAccountByName(trx, name)
    if (!known && !isNewcomer && (await findStanding(trx, name, now)) === 'NEW') return undefined
    const id = known?.id ?? (await insertAccount(trx, { id: newId(now), name: '', ...name }, now))
    await markVerified(trx, id, name, now)
    return id
  })
}

/** Those who may sign in to the console: everybody with an account, and everybody who is invited. */
export const openHolders = (deps: OpenDeps): Holders => ({
  find: async (phone) => {
    const standing = await findStanding(deps.db, phoneName(phone), deps.clock.now())
    return standing === 'NEW' ? undefined : { id: phone, phone, standing }
  },
  openAccount: ({ phone }) => openAccount(deps, phoneName(phone), { isNewcomer: false }),
})

/**
 * Those who may open a shop: everybody. A number that is possible in several countries is that of the first.
 */
export const openNewcomers = (deps: OpenDeps): Holders => ({
  find: async (phone) => ({ id: phone, phone, standing: 'NEW' }),
  openAccount: ({ phone }) => openAccount(deps, phoneName(phone), { isNewcomer: true }),
})
