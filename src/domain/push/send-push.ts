import type { RequestResult } from '../webhooks/sending/send-request.ts'
import type { PushAddress } from './push-address.ts'
import type { PushDeps } from './push-deps.ts'
import { pushOutcome } from './push-outcome.ts'

/** The shortest life of a message at a push service, in seconds: it may be delivered a moment later. */
const minLifeSeconds = 1

type Push = { text: string; lifeMs: number }

/**
 * Encrypts a text for one phone (aes128gcm, RFC 8291), signs the request as ours (VAPID, RFC 8292) and posts
 * it. The push service drops it `lifeMs` later, when the offer is over. It refuses a signature of another
 * pair than the one that the phone knows: after a change of keys a former pair is tried, until the phone has
 * opened its page again (decision 395).
 */
export async function sendPush(deps: PushSender, address: PushAddress, push: Push): Promise<RequestResult> {
  const { former, ...current } = deps.vapid
  let result = await sendSignedBy(deps, current, address, push)
  for (const pair of former) {
    if (pushOutcome(result) !== 'REFUSED') return result
    result = await sendSignedBy(deps, { ...current, ...pair }, address, push)
  }
  return result
}

type PushSender = Pick<PushDeps, 'vapid' | 'post'>

async function sendSignedBy(
  { post }: PushSender,
  vapid: Omit<PushDeps['vapid'], 'former'>,
  { endpoint, p256dh, auth }: PushAddress,
  { text, lifeMs }: Push,
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
