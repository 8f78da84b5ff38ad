import { ApiError } from '../../../contract/errors.ts'
import type { WebhookDeps } from '../webhook-deps.ts'
import { type ActiveEndpoint, type ActiveEndpoints, activeEndpoint } from './active-endpoints.ts'
import { listActiveEndpoints } from './endpoint-store.ts'

/**
 * Returns a function that reads the endpoints that may be called. One whose secret cannot be opened is left
 * out, and the operator is alerted once, and again only if it could be opened in between.
 */
export function readActiveEndpoints(
  deps: Pick<WebhookDeps, 'db' | 'sealingKeys' | 'alertOperator'>,
): () => Promise<ActiveEndpoints> {
  const alerted = new Set<string>()
  return async () => {
    const active = new Map<string, ActiveEndpoint>()
    for (const row of await listActiveEndpoints(deps.db)) {
      try {
        active.set(row.id, activeEndpoint(row, deps.sealingKeys))
        alerted.delete(row.id)
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        if (!alerted.has(row.id)) deps.alertOperator(sealed, { endpointId: row.id, shopId: row.shop_id })
        alerted.add(row.id)
      }
    }
    return active
  }
}

const sealed =
  'The signing secret of a webhook endpoint cannot be opened, so the endpoint is not called: restore the SECRETS_KEY it was sealed with, or give it a new secret with colis webhooks regenerate-secret.'
