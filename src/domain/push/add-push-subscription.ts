import { newId } from '../../base/kernel/clock.ts'
import type { SpokenLanguage } from '../../base/kernel/language.ts'
import { ApiError } from '../../contract/errors.ts'
import { lockCourier } from '../couriers/courier-store.ts'
import { savePushSubscription } from '../couriers/push-subscription-store.ts'
import { readEndpointUrl } from '../webhooks/endpoints/endpoint-url.ts'
import { callableAddress, TargetRefused } from '../webhooks/endpoints/resolve-target.ts'
import { hasUsableKeys, isAllowedHost, type PushAddress } from './push-address.ts'
import type { PushDeps } from './push-deps.ts'

type AddDeps = Pick<PushDeps, 'db' | 'clock' | 'rules' | 'resolve' | 'allowedHosts'>

/** Who asks to be notified: a courier, in one of their sessions, in a language. */
export type Asking = { courierId: string; sessionToken: string; language: SpokenLanguage }

/**
 * Lets a phone hear of offers for as long as its session lasts, in place of what that session had before. The
 * address is chosen by whoever sends it, so it is checked here and again at every connection, as webhooks are
 * (decision 172). Throws PUSH_REFUSED, COURIER_NOT_FOUND.
 */
export async function addPushSubscription(
  deps: AddDeps,
  { courierId, ...asking }: Asking,
  { endpoint: written, p256dh, auth }: PushAddress,
): Promise<void> {
  if (!hasUsableKeys({ p256dh, auth })) throw new ApiError('PUSH_REFUSED', { reason: 'KEYS' })
  const endpoint = await checkEndpoint(deps, written)
  const now = deps.clock.now()
  await deps.db.transaction().execute(async (trx) => {
    const courier = await lockCourier(trx, courierId)
    if (!courier || courier.retired_at) throw new ApiError('COURIER_NOT_FOUND')
    const subscription = { id: newId(now), courierId, ...asking, endpoint, p256dh, auth }
    const isSaved = await savePushSubscription(trx, subscription, now)
    if (!isSaved) throw new ApiError('COURIER_NOT_FOUND')
  })
}

/**
 * An address in its normal form: https, at a public address, of an allowed push service. Throws PUSH_REFUSED.
 */
async function checkEndpoint({ rules, resolve, allowedHosts }: AddDeps, written: string): Promise<string> {
  const url = readUrl(written, rules)
  if (!isAllowedHost(url.hostname, allowedHosts)) throw new ApiError('PUSH_REFUSED', { reason: 'SERVICE' })
  try {
    await callableAddress(url.hostname, rules, resolve)
    return url.href
  } catch (error) {
    if (error instanceof TargetRefused) throw new ApiError('PUSH_REFUSED', { reason: 'ADDRESS' })
    throw error
  }
}

function readUrl(written: string, rules: AddDeps['rules']): URL {
  try {
    return readEndpointUrl(written, rules)
  } catch (error) {
    if (error instanceof ApiError) throw new ApiError('PUSH_REFUSED', { reason: 'ADDRESS' })
    throw error
  }
}
