import { newId } from '../../../base/kernel/clock.ts'
import { ApiError } from '../../../contract/errors.ts'
import { limits } from '../../../contract/limits.ts'
import type { EventType } from '../../../contract/vocabulary.ts'
import { requireRight } from '../../accounts/check-right.ts'
import { recordAct } from '../../audit/record-act.ts'
import { getShop } from '../../shops/get-shop.ts'
import type { WebhookDeps } from '../webhook-deps.ts'
import { checkSealingKey } from './check-sealing-key.ts'
import { checkTarget } from './check-target.ts'
import { countEndpoints, type EndpointRow, findEndpointByUrl, insertEndpoint } from './endpoint-store.ts'
import { aboutEndpoint, endpointValues } from './endpoint-values.ts'
import { newSigningSecret, sealSecret } from './signing-secret.ts'

type NewEndpoint = {
  shopId: string
  url: string
  /** Null for every type but those that must be named (`optInEventTypes`). */
  eventTypes: EventType[] | null
  description: string | null
}

/**
 * Adds an endpoint. Only the result holds its signing secret in clear (spec 6.1). Throws SHOP_NOT_FOUND,
 * ROLE_REQUIRED, WEBHOOK_URL_REFUSED, WEBHOOK_URL_TAKEN, TOO_MANY_WEBHOOK_ENDPOINTS, SECRETS_KEY_DIFFERS.
 */
export async function addEndpoint(
  deps: WebhookDeps,
  { shopId, url, eventTypes, description }: NewEndpoint,
): Promise<{ endpoint: EndpointRow; secret: string }> {
  await requireRight(deps, shopId, 'MANAGE_ENDPOINTS')
  await getShop(deps.db, shopId)
  const sealingKeys = await checkSealingKey(deps)
  const checked = await checkTarget(deps, url)
  const now = deps.clock.now()
  const id = newId(now)
  const secret = newSigningSecret()
  const endpoint: EndpointRow = {
    shop_id: shopId,
    id,
    url: checked,
    description,
    event_types: eventTypes,
    sealed_secret: sealSecret(secret, sealingKeys, id),
    sealed_previous_secret: null,
    previous_secret_until: null,
    failing_since: null,
    consecutive_failures: 0,
    warned_at: null,
    disabled_at: null,
    paused_at: null,
    removed_at: null,
    created_at: now,
  }
  await deps.db.transaction().execute(async (trx) => {
    const before = await countEndpoints(trx, shopId)
    if (!(await insertEndpoint(trx, endpoint))) {
      const other = await findEndpointByUrl(trx, shopId, checked)
      throw new ApiError('WEBHOOK_URL_TAKEN', { endpointId: other?.id ?? null })
    }
    if (before >= limits.webhookEndpoints)
      throw new ApiError('TOO_MANY_WEBHOOK_ENDPOINTS', { max: limits.webhookEndpoints })
    await recordAct(
      { ...deps, db: trx },
      {
        action: 'add-endpoint',
        ...aboutEndpoint({ shopId, id }),
        before: null,
        after: endpointValues(endpoint),
      },
    )
  })
  return { endpoint, secret }
}
