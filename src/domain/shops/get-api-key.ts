import type { Database } from '../../base/database/open-database.ts'
import { ApiError } from '../../contract/errors.ts'
import { type ApiKeyKey, findApiKeyKey } from './shop-store.ts'

/** An API key that the operator names by its id alone. Throws API_KEY_NOT_FOUND. */
export async function getApiKeyKey(db: Database, keyId: string): Promise<ApiKeyKey> {
  const key = await findApiKeyKey(db, keyId)
  if (!key) throw new ApiError('API_KEY_NOT_FOUND', { keyId })
  return key
}
