import { inTransaction } from '../../base/database/in-transaction.ts'
import { ApiError } from '../../contract/errors.ts'
import { requireRight } from '../accounts/check-right.ts'
import type { AuditedDeps } from '../audit/audited-act.ts'
import { recordAct } from '../audit/record-act.ts'
import { type ApiKeyKey, lockApiKey, markApiKeyRevoked } from './shop-store.ts'
import { apiKeyValues } from './shop-values.ts'

/**
 * Revokes an API key: it stops working within a second (decision 5). Repeating it changes nothing. Throws
 * SHOP_NOT_FOUND, ROLE_REQUIRED, API_KEY_NOT_FOUND.
 */
export function revokeApiKey(deps: AuditedDeps, key: ApiKeyKey): Promise<void> {
  const now = deps.clock.now()
  return inTransaction(deps.db, async (trx) => {
    await requireRight({ ...deps, db: trx }, key.shopId, 'MANAGE_KEYS')
    const before = await lockApiKey(trx, key)
    if (!before) throw new ApiError('API_KEY_NOT_FOUND', { keyId: key.keyId })
    const revoked_at = before.revoked_at ?? now
    await markApiKeyRevoked(trx, key, revoked_at)
    await recordAct(
      { ...deps, db: trx },
      {
        action: 'revoke-api-key',
        subject: { type: 'API_KEY', id: key.keyId },
        shopId: key.shopId,
        before: apiKeyValues(before),
        after: apiKeyValues({ ...before, revoked_at }),
      },
    )
  })
}
