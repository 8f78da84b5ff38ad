import { ApiError } from '../../../contract/errors.ts'
import type { WebhookDeps } from '../webhook-deps.ts'
import { readEndpointUrl } from './endpoint-url.ts'
import { callableAddress, TargetRefused } from './resolve-target.ts'

/**
 * Parses an address that a shop gives and checks where it leads now; this is checked again at every
 * connection, since names may lead elsewhere later. Returns it in its normal form. Throws
 * WEBHOOK_URL_REFUSED, alike for a name that leads to no public server and for one that leads nowhere: a shop
 * must not learn which internal names exist.
 */
export async function checkTarget(
  { rules, resolve }: Pick<WebhookDeps, 'rules' | 'resolve'>,
  text: string,
): Promise<string> {
  const url = readEndpointUrl(text, rules)
  try {
    await callableAddress(url.hostname, rules, resolve)
  } catch (error) {
    if (!(error instanceof TargetRefused)) throw error
    throw new ApiError('WEBHOOK_URL_REFUSED', { reason: 'NOT_PUBLIC' })
  }
  return url.href
}
