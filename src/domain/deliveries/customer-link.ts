import { createHmac, timingSafeEqual } from 'node:crypto'
import { parse, stringify } from 'uuid'

/**
 * What the receiver of a parcel sees and does: their page, reached by a link nobody can guess. Whoever
 * holds the link is the customer; it names its delivery and carries our signature, so nothing is kept
 * for it. How long it works is for the page to say: as long as the delivery lives.
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
