import { violatedConstraint } from '../../../base/database/database-error.ts'
import { ApiError } from '../../../contract/errors.ts'
import type { EventType } from '../../../contract/vocabulary.ts'
import { requireRight } from '../../accounts/check-right.ts'
import { recordAct } from '../../audit/record-act.ts'
import { countExhausted, makePendingDueNow } from '../sending/dispatch-store.ts'
import type { WebhookDeps } from '../webhook-deps.ts'
import { checkSealingKey } from './check-sealing-key.ts'
import { checkTarget } from './check-target.ts'
import {
  type EndpointKey,
  type EndpointRow,
  findEndpoint,
  findEndpointByUrl,
  lockEndpoint,
  replaceSecret,
  setEndpoint,
} from './endpoint-store.ts'
import { aboutEndpoint, endpointValues } from './endpoint-values.ts'
import { newSigningSecret, openSecret, sealSecret } from './signing-secret.ts'

type EndpointChange = { url?: string; eventTypes?: EventType[] | null; description?: string | null }

/**
 * Changes an endpoint; what is left out stays. Every verb here refuses accounts that may not manage
 * endpoints, with SHOP_NOT_FOUND or ROLE_REQUIRED. Throws WEBHOOK_URL_REFUSED, WEBHOOK_URL_TAKEN,
 * WEBHOOK_ENDPOINT_NOT_FOUND.
 */
export async function changeEndpoint(
  deps: WebhookDeps,
  key: EndpointKey,
  change: EndpointChange,
): Promise<EndpointRow> {
  await requireRight(deps, key.shopId, 'MANAGE_ENDPOINTS')
  const url = change.url === undefined ? undefined : await checkTarget(deps, change.url)
  try {
    return await changed(deps, 'change-endpoint', key, {
      ...(url !== undefined && { url }),
      ...(change.eventTypes !== undefined && { event_types: change.eventTypes }),
      ...(change.description !== undefined && { description: change.description }),
    })
  } catch (error) {
    if (url === undefined || violatedConstraint(error) !== 'webhook_url_is_unique_per_shop') throw error
    found(await findEndpoint(deps.db, key))
    const other = await findEndpointByUrl(deps.db, key.shopId, url)
    throw new ApiError('WEBHOOK_URL_TAKEN', { endpointId: other?.id ?? null })
  }
}

/** Holds everything pending for an endpoint until it is enabled again. Throws WEBHOOK_ENDPOINT_NOT_FOUND. */
export const pauseEndpoint = (deps: WebhookDeps, key: EndpointKey): Promise<EndpointRow> =>
  changed(deps, 'pause-endpoint', key, { paused_at: deps.clock.now() })

/** How many held dispatches are made due at once. */
const batchSize = 2_000

export type EnabledEndpoint = {
  endpoint: EndpointRow
  /** Since when it failed until now; null when it did not. */
  failedSince: Date | null
  /** How many events used up their attempts since then: they are not sent unless a resend asks for them. */
  exhausted: number
}

/**
 * Enables a paused or disabled endpoint: its failures are reset and what was held is sent at once, retries
 * included (spec 6.5, decision 38). Throws WEBHOOK_ENDPOINT_NOT_FOUND.
 */
export async function enableEndpoint(deps: WebhookDeps, key: EndpointKey): Promise<EnabledEndpoint> {
  await requireRight(deps, key.shopId, 'MANAGE_ENDPOINTS')
  const { failing_since: failedSince } = found(await findEndpoint(deps.db, key))
  const now = deps.clock.now()
  while ((await makePendingDueNow(deps.db, key, now, batchSize)) === batchSize);
  const exhausted = failedSince ? await countExhausted(deps.db, key, failedSince) : 0
  const endpoint = await changed(deps, 'enable-endpoint', key, {
    paused_at: null,
    disabled_at: null,
    failing_since: null,
    consecutive_failures: 0,
  })
  return { endpoint, failedSince, exhausted }
}

/** Removes an endpoint; what was pending for it is not sent. Throws WEBHOOK_ENDPOINT_NOT_FOUND. */
export const removeEndpoint = (deps: WebhookDeps, key: EndpointKey): Promise<EndpointRow> =>
  changed(deps, 'remove-endpoint', key, { removed_at: deps.clock.now() })

/**
 * Gives an endpoint a new signing secret, shown once. The old one ends now, or keeps signing beside the
 * new one for `overlapHours`, 72 at most (decision 35). Throws WEBHOOK_ENDPOINT_NOT_FOUND,
 * SECRETS_KEY_DIFFERS; with an overlap also SIGNING_SECRET_SEALED when the old one cannot be opened, and
 * SECRET_OVERLAP_UNDER_WAY while an earlier overlap lasts.
 */
export async function regenerateSecret(
  deps: WebhookDeps,
  key: EndpointKey,
  overlapHours: number,
): Promise<{ endpoint: EndpointRow; secret: string }> {
  await requireRight(deps, key.shopId, 'MANAGE_ENDPOINTS')
  const before = found(await findEndpoint(deps.db, key))
  const sealingKeys = await checkSealingKey(deps)
  if (overlapHours > 0) openSecret(before.sealed_secret, sealingKeys, key.id)
  const secret = newSigningSecret()
  const sealedSecret = sealSecret(secret, sealingKeys, key.id)
  const now = deps.clock.now()
  const previousUntil = overlapHours > 0 ? new Date(now.getTime() + overlapHours * 3_600_000) : null
  const endpoint = await deps.db.transaction().execute(async (trx) => {
    const after = await replaceSecret(trx, key, { sealedSecret, previousUntil, now })
    if (after)
      await recordAct(
        { ...deps, db: trx },
        {
          action: 'regenerate-secret',
          ...aboutEndpoint(key),
          before: endpointValues(before),
          after: { ...endpointValues(after), secretMadeAt: now },
        },
      )
    return after
  })
  if (endpoint) return { endpoint, secret }
  const { previous_secret_until: until } = found(await findEndpoint(deps.db, key))
  throw new ApiError('SECRET_OVERLAP_UNDER_WAY', { until: (until ?? now).toISOString() })
}

/** Writes a change, and the audit line with the verb that made it. */
function changed(
  deps: WebhookDeps,
  action: string,
  key: EndpointKey,
  change: Parameters<typeof setEndpoint>[2],
): Promise<EndpointRow> {
  return deps.db.transaction().execute(async (trx) => {
    await requireRight({ ...deps, db: trx }, key.shopId, 'MANAGE_ENDPOINTS')
    const before = found(await lockEndpoint(trx, key))
    const after = found(await setEndpoint(trx, key, change))
    const isSamePlace = endpointValues(before).url === endpointValues(after).url
    await recordAct(
      { ...deps, db: trx },
      {
        action,
        ...aboutEndpoint(key),
        before: endpointValues(before),
        after: {
          ...endpointValues(after),
          ...(isSamePlace && after.url !== before.url && { urlQueryChanged: true }),
        },
      },
    )
    return after
  })
}

function found(endpoint: EndpointRow | undefined): EndpointRow {
  if (!endpoint) throw new ApiError('WEBHOOK_ENDPOINT_NOT_FOUND')
  return endpoint
}
