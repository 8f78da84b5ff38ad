import { createHmac, timingSafeEqual } from 'node:crypto'
import { parse, stringify } from 'uuid'

/**
 * The link to the customer's page, which nobody can guess. The person with the link is the customer. It names
 * its delivery and carries a signature, so nothing is stored for it. The page decides how long it works.
 */

/** Which delivery a link is for. */
export type LinkedDelivery = { shopId: string; id: string }

const uuidBytes = 16
const macBytes = 16

/** The token of the address `/p/{token}`: both identifiers and their HMAC-SHA256, in 64 characters of base64url. */
export function customerToken({ shopId, id }: LinkedDelivery, secret: Buffer): string {
  const named = Buffer.concat([parse(shopId), parse(id)])
  return Buffer.concat([named, macOf(named, secret)]).toString('base64url')
}

/** The delivery a token is for; undefined when we did not make it. */
export function deliveryOfToken(token: string, secret: Buffer): LinkedDelivery | undefined {
  if (!/^[\w-]{64}$/.test(token)) return undefined
  const bytes = Buffer.from(token, 'base64url')
  const named = bytes.subarray(0, 2 * uuidBytes)
  if (!timingSafeEqual(bytes.subarray(2 * uuidBytes), macOf(named, secret))) return undefined
  return { shopId: stringify(named, 0), id: stringify(named, uuidBytes) }
}

const macOf = (named: Uint8Array, secret: Buffer): Buffer =>
  createHmac('sha256', secret).update('customer link\n').update(named).digest().subarray(0, macBytes)
