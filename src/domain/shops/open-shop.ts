import type { Database } from '../../base/database/open-database.ts'
import type { Clock } from '../../base/kernel/clock.ts'
import { ApiError } from '../../contract/errors.ts'
import { lockAccount, setAccount } from '../accounts/account-store.ts'
import { countOwnedShops, insertMembership } from '../accounts/membership-store.ts'
import { createShop } from './create-shop.ts'
import type { CollectingDeps } from './payout-phone.ts'
import { useUpOpening } from './shop-opening-store.ts'

/** How many shops one account may own before it opens another. */
const maxOwnedShops = 5

type OpenDeps = CollectingDeps & {
  db: Database
  clock: Clock
  /** In a sandbox a shop may sell at once; in production the operator approves it first. */
  isApprovedAtOnce: boolean
}

/**
 * Opens the shop that somebody has described, now that they have signed in with the phone or address they
 * gave; they own it. Undefined when the description is another person's, was used before, or is over. Throws
 * TOO_MANY_SHOPS.
 */
export async function openShop(
  { db, clock, pricing, isApprovedAtOnce }: OpenDeps,
  { accountId, openingId }: { accountId: string; openingId: string },
): Promise<string | undefined> {
  const now = clock.now()
  return db.transaction().execute(async (trx) => {
    const account = await lockAccount(trx, accountId)
    if (!account) return undefined
    const opening = await useUpOpening(trx, { ...account, id: openingId }, now)
    if (!opening) return undefined
    if ((await countOwnedShops(trx, accountId)) >= maxOwnedShops)
      throw new ApiError('TOO_MANY_SHOPS', { max: maxOwnedShops })
    if (account.name === '') await setAccount(trx, accountId, { name: opening.owner_name }, now)
    const actor = { kind: 'ACCOUNT' as const, id: accountId }
    const shop = await createShop(
      { db: trx, clock, pricing, actor },
      {
        name: opening.shop_name,
        country: opening.country,
        payoutPhone: null,
        discountPercent: 0,
        ownerEmail: account.email,
        approvedAt: isApprovedAtOnce ? now : null,
      },
    )
    await insertMembership(trx, { shopId: shop.id, accountId, role: 'OWNER' }, now)
    return shop.id
  })
}
