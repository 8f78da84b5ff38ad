import type { Database } from '../../base/database/open-database.ts'
import type { Actor } from '../../base/kernel/actor.ts'
import { requireRight } from '../accounts/check-right.ts'
import { type ApiKeyRecord, listApiKeys } from '../shops/shop-store.ts'
import { listKeyUses } from './key-use-store.ts'

/**
 * A key of a shop, without the key, and its last use: up to a minute ago, from this network; null when there
 * was none.
 */
export type UsedKey = ApiKeyRecord & { lastUse: { at: Date; from: string } | null }

/**
 * The keys of a shop, the oldest first, revoked ones too, for those who may manage them (decision 141).
 * Throws SHOP_NOT_FOUND, ROLE_REQUIRED.
 */
export async function listUsedKeys(
  { db, actor }: { db: Database; actor: Actor },
  shopId: string,
): Promise<UsedKey[]> {
  await requireRight({ db, actor }, shopId, 'MANAGE_KEYS')
  const [keys, uses] = await Promise.all([listApiKeys(db, shopId), listKeyUses(db, shopId)])
  return keys.map((key) => {
    const use = uses.get(key.id)
    return { ...key, lastUse: use ? { at: use.usedAt, from: use.usedFrom } : null }
  })
}
