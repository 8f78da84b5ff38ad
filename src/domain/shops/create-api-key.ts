import { inTransaction } from '../../base/database/in-transaction.ts'
import { newId } from '../../base/kernel/clock.ts'
import type { Environment } from '../../base/kernel/environment.ts'
import type { Scope } from '../../contract/vocabulary.ts'
import { requireRight } from '../accounts/check-right.ts'
import type { AuditedDeps } from '../audit/audited-act.ts'
import { recordAct } from '../audit/record-act.ts'
import { apiKeyHash, newApiKey } from './api-key.ts'
import { getShop } from './get-shop.ts'
import { insertApiKey } from './shop-store.ts'
import { apiKeyValues } from './shop-values.ts'

/**
 * Makes an API key for this environment and cell. What this returns is the only time the key itself is seen:
 * its SHA-256 is kept (decision 3). Throws SHOP_NOT_FOUND, ROLE_REQUIRED.
 */
export function createApiKey(
  deps: AuditedDeps & { environment: Environment; cell: string },
  { shopId, scopes, label }: { shopId: string; scopes: Scope[]; label: string | null },
): Promise<{ keyId: string; key: string; scopes: Scope[] }> {
  const now = deps.clock.now()
  return inTransaction(deps.db, async (trx) => {
    await requireRight({ ...deps, db: trx }, shopId, 'MANAGE_KEYS')
    await getShop(trx, shopId)
    const key = newApiKey(deps.environment, deps.cell)
    const keyId = newId(now)
    await insertApiKey(trx, { shopId, id: keyId, sha256: apiKeyHash(key), scopes, label, createdAt: now })
    await recordAct(
      { ...deps, db: trx },
      {
        action: 'create-api-key',
        subject: { type: 'API_KEY', id: keyId },
        shopId,
        before: null,
        after: apiKeyValues({ id: keyId, label, scopes, created_at: now, revoked_at: null }),
      },
    )
    return { keyId, key, scopes }
  })
}
