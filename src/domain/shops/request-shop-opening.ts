import type { Database } from '../../base/database/open-database.ts'
import { type Clock, newId } from '../../base/kernel/clock.ts'
import type { SecretKeys } from '../../base/kernel/secret-keys.ts'
import type { AccountName } from '../accounts/account-name.ts'
import { countOne } from '../accounts/count-tries.ts'
import { insertShopOpening } from './shop-opening-store.ts'

/** Openings that one network may begin within an hour: each sends a message to a stranger. */
const maxOpeningsPerHour = 10

/** How long somebody may take to show who they are. */
const lifeMs = 60 * 60_000

/** A shop as the person who opens it describes it. */
type NewOpening = {
  shopName: string
  /** ISO 3166 alpha-2. */
  country: string
  ownerName: string
  name: AccountName
  network: string
}

/**
 * Keeps what somebody says of the shop they open until they have shown that the phone or address is theirs;
 * returns its identifier. Throws RATE_LIMITED.
 */
export async function requestShopOpening(
  deps: { db: Database; clock: Clock; secrets: SecretKeys },
  { shopName, country, ownerName, name, network }: NewOpening,
): Promise<string> {
  await countOne(deps, `openings from ${network}`, maxOpeningsPerHour)
  const now = deps.clock.now()
  const id = newId(now)
  await insertShopOpening(deps.db, {
    id,
    shop_name: shopName,
    country,
    owner_name: ownerName,
    ...name,
    created_at: now,
    expires_at: new Date(now.getTime() + lifeMs),
    opened_at: null,
  })
  return id
}
