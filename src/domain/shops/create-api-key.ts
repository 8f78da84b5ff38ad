import type { Scope } from '../../base/contract/vocabulary.ts'
import type { Database, Trx } from '../../base/database/open-database.ts'
import { type Clock, newId } from '../../base/kernel/clock.ts'
import { apiKeyHash, newApiKey } from './api-key.ts'
import { insertApiKey } from './shop-store.ts'

/** Makes an API key. What it returns is the only sight of the key itself: its SHA-256 is kept (decision 3). */
export async function createApiKey(
  { db, clock }: { db: Database | Trx; clock: Clock },
  { shopId, scopes, label }: { shopId: string; scopes: Scope[]; label: string | null },
): Promise<{ keyId: string; key: string; scopes: Scope[] }> {
  const now = clock.now()
  const key = newApiKey()
  const keyId = newId(now)
  await insertApiKey(db, { shopId, id: keyId, sha256: apiKeyHash(key), scopes, label, createdAt: now })
  return { keyId, key, scopes }
}
