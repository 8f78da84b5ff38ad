import { createHmac, randomBytes } from 'node:crypto'

/** What is sent: the identifier, the type and the body of an event. */
export type SignedMessage = { id: string; type: string; body: string }

/** Some firewalls refuse a request without a User-Agent; this is the service's own. */
export const webhookUserAgent = 'Colis-Webhooks/1'

/** A new signing secret: `whsec_` and base64 of 32 random bytes. */
export const newSigningSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`

/**
 * The headers of a webhook at `unixSeconds`, signed with each secret, as the service signs them: the key of
 * `Svc-Signature` is the whole text, that of the headers of Standard Webhooks its decoded part.
 */
export function signedHeaders(
  { id, type, body }: SignedMessage,
  secrets: readonly string[],
  unixSeconds: number,
): Record<string, string> {
  const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text)
  const ours = secrets.map((secret) => `v1=${hmac(secret, `${unixSeconds}.${body}`).digest('hex')}`)
  const standard = secrets.map((secret) => {
    const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
    return `v1,${hmac(key, `${id}.${unixSeconds}.${body}`).digest('base64')}`
  })
  return {
    'content-type': 'application/json',
    'svc-event': type,
    'svc-event-id': id,
    'svc-signature': [`t=${unixSeconds}`, ...ours].join(','),
    'webhook-id': id,
    'webhook-timestamp': String(unixSeconds),
    'webhook-signature': standard.join(' '),
  }
}
