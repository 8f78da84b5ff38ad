import { Buffer } from 'node:buffer'
import type { SecretKeys } from '../../../base/kernel/secret-keys.ts'
import { ApiError } from '../../../contract/errors.ts'
import { limits } from '../../../contract/limits.ts'
import { requireRight } from '../../accounts/check-right.ts'
import { activeEndpoint, canBeSigned } from '../endpoints/active-endpoints.ts'
import { type EndpointKey, type EndpointRow, listEndpoints } from '../endpoints/endpoint-store.ts'
import type { WebhookDeps } from '../webhook-deps.ts'
import { findSentBody } from './find-sent-body.ts'
import { namedEventId, type PastedRequest, readReceivedRequest } from './received-request.ts'
import { judgeSignature, type SignatureVerdict, type SigningSecret } from './received-signature.ts'

/** What is wrong with a request that was pasted, and which event it is of. */
export type CheckedSignature = SignatureVerdict & {
  /** The event that the request names; null where it names none. */
  eventId: string | null
  /** Whether the body that was sent under this id is known, so that the received one was compared with it. */
  isSentBodyKnown: boolean
}

/**
 * Says what is wrong with a webhook request as a developer received it (spec 6.4), by the secrets of the
 * endpoint and of the shop's other endpoints, none of which it shows, and by the body that was sent. Reads
 * only. Throws SHOP_NOT_FOUND, WEBHOOK_ENDPOINT_NOT_FOUND, SIGNING_SECRET_SEALED, BODY_TOO_LARGE beyond 256
 * KiB.
 */
export async function checkReceivedSignature(
  { db, clock, actor, sealingKeys }: Pick<WebhookDeps, 'db' | 'clock' | 'actor' | 'sealingKeys'>,
  key: EndpointKey,
  pasted: PastedRequest,
): Promise<CheckedSignature> {
  await requireRight({ db, actor }, key.shopId, 'SELL')
  checkSize(pasted)
  const endpoints = await listEndpoints(db, key.shopId)
  const own = endpoints.find(({ id }) => id === key.id)
  if (!own) throw new ApiError('WEBHOOK_ENDPOINT_NOT_FOUND')
  const others = endpoints.filter((each) => each.id !== key.id && canBeSigned(each, sealingKeys))
  const secrets = [
    ...ownSecrets(own, sealingKeys),
    ...others.flatMap((other) => secretsOfOther(other, sealingKeys)),
  ]
  const request = readReceivedRequest(pasted)
  const eventId = namedEventId(request)
  const sentBody = await findSentBody(db, key, eventId)
  const verdict = judgeSignature({ request, secrets, eventId, sentBody, now: clock.now() })
  return { ...verdict, eventId: eventId ?? null, isSentBodyKnown: sentBody !== null }
}

function checkSize(pasted: PastedRequest): void {
  const bytes = Object.values(pasted).reduce((sum, text) => sum + Buffer.byteLength(text), 0)
  if (bytes > limits.bodyBytes) throw new ApiError('BODY_TOO_LARGE', { limitBytes: limits.bodyBytes })
}

function ownSecrets(row: EndpointRow, sealingKeys: SecretKeys): SigningSecret[] {
  const { secret, previous } = activeEndpoint(row, sealingKeys)
  return [{ of: 'CURRENT', secret }, ...(previous ? [{ of: 'PREVIOUS' as const, ...previous }] : [])]
}

const secretsOfOther = (row: EndpointRow, sealingKeys: SecretKeys): SigningSecret[] =>
  ownSecrets(row, sealingKeys).map(({ secret }) => ({ of: 'OTHER_ENDPOINT', secret, endpointId: row.id }))
