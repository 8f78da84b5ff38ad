import type { RequestResult } from '../webhooks/sending/send-request.ts'
import type { PushAddress } from './push-address.ts'
import type { PushDeps } from './push-deps.ts'

/** The shortest life of a message at a push service, in seconds: it may be delivered a moment later. */
const minLifeSeconds = 1

/**
 * Encrypts a text for one phone (aes128gcm, RFC 8291), signs the request as ours (VAPID, RFC 8292) and posts
 * it. The push service drops it `lifeMs` later, when the offer is over.
 */
export async function sendPush(
  { vapid, post }: Pick<PushDeps, 'vapid' | 'post'>,
  { endpoint, p256dh, auth }: PushAddress,
  { text, lifeMs }: { text: string; lifeMs: number },
): Promise<RequestResult> {
  // Loaded with the first push: a service without couriers never needs it.
  const { default: webPush } = await import('web-push')
  const { headers, body } = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, text, {
    vapidDetails: vapid,
    TTL: Math.max(minLifeSeconds, Math.floor(lifeMs / 1_000)),
    urgency: 'high',
    contentEncoding: 'aes128gcm',
  })
  const texts = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)])
  return post(endpoint, { 'user-agent': 'Colis-Push/1', ...Object.fromEntries(texts) }, body as Buffer)
}
