import { ApiError } from '../../../base/contract/errors.ts'
import type { Database } from '../../../base/database/open-database.ts'
import { type EndpointKey, findEndpointForOperator } from './endpoint-store.ts'

/** An endpoint that the operator names by its id alone. Throws WEBHOOK_ENDPOINT_NOT_FOUND. */
export async function getEndpointKey(db: Database, id: string): Promise<EndpointKey> {
  const endpoint = await findEndpointForOperator(db, id)
  if (!endpoint) throw new ApiError('WEBHOOK_ENDPOINT_NOT_FOUND')
  return { shopId: endpoint.shop_id, id: endpoint.id }
}
