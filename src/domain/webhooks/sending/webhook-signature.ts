import { createHmac, createSecretKey, type KeyObject } from 'node:crypto'
import { LRUCache } from 'lru-cache'

/** What is sent: the identifier, the type and the frozen body of an event. */
export type SignedMessage = { id: string; type: string; body: string }

/**
 * The headers of a request to a partner at `unixSeconds`, signed with each secret that is valid now, the
 * current one first (spec 6.3 and 6.4, decision 35). The key of `Svc-Signature` is the whole
 * `whsec_…` text; Standard Webhooks headers, whose key is the decoded part, stand beside it.
 */
export function signedHeaders(
  message: SignedMessage,
  secrets: readonly string[],
  unixSeconds: number,
): Record<string, string> {
  const { id, type, body } = message
  const signatures = secrets.map((secret) => `v1=${svcSignature(secret, unixSeconds, body)}`)
  const standard = secrets.map((secret) => `v1,${standardSignature(secret, id, unixSeconds, body)}`)
  return {
    'content-type': 'application/json',
    'svc-event': type,
    'svc-event-id': id,
    'svc-signature': [`t=${unixSeconds}`, ...signatures].join(','),
    'webhook-id': id,
    'webhook-timestamp': String(unixSeconds),
    'webhook-signature': standard.join(' '),
  }
}

/** Hexadecimal HMAC-SHA256 of `<t>.<raw body>` (spec 6.4). */
export const svcSignature = (secret: string, unixSeconds: number, body: string): string =>
  createHmac('sha256', keysOf(secret).whole).update(`${unixSeconds}.${body}`).digest('hex')

function standardSignature(secret: string, id: string, unixSeconds: number, body: string): string {
  return createHmac('sha256', keysOf(secret).decoded).update(`${id}.${unixSeconds}.${body}`).digest('base64')
}

/** A secret as key objects: of the whole text and of its decoded part. */
type Keys = { whole: KeyObject; decoded: KeyObject }

/** Making a key costs more than signing with it. */
const known = new LRUCache<string, Keys>({ max: 5_000 })

function keysOf(secret: string): Keys {
  const before = known.get(secret)
  if (before) return before
  const decoded = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  const keys = { whole: createSecretKey(secret, 'utf8'), decoded: createSecretKey(decoded) }
  known.set(secret, keys)
  return keys
}
