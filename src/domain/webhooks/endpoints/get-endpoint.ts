import type { Database } from '../../../base/database/open-database.ts'
import { ApiError } from '../../../contract/errors.ts'
import {
  type EndpointKey,
  type EndpointRow,
  findEndpoint,
  findEndpointForOperator,
} from './endpoint-store.ts'

/** An endpoint of a shop. Throws WEBHOOK_ENDPOINT_NOT_FOUND. */
export async function getEndpoint(db: Database, key: EndpointKey): Promise<EndpointRow> {
  return known(await findEndpoint(db, key))
}

/** An endpoint that the operator names by its id alone. Throws WEBHOOK_ENDPOINT_NOT_FOUND. */
export async function getEndpointKey(db: Database, id: string): Promise<EndpointKey> {
  const endpoint = known(await findEndpointForOperator(db, id))
  return { shopId: endpoint.shop_id, id: endpoint.id }
}

function known(endpoint: EndpointRow | undefined): EndpointRow {
  if (!endpoint) throw new ApiError('WEBHOOK_ENDPOINT_NOT_FOUND')
  return endpoint
}
