import { createHmac } from 'node:crypto'
import type { SecretKeys } from '../../../base/kernel/secret-keys.ts'

/**
 * The keys under which uses of a promo code by one customer are counted: their phone in international form by
 * HMAC-SHA256, in 43 characters, so that the rows of uses name nobody to whoever has the database alone
 * (decision 214). All uses of a customer stand under the key of the first (`customerKeyOfUses`).
 */
export function promoCustomerKeys(phone: string, [current, ...others]: SecretKeys): CustomerKeys {
  const keyUnder = (secret: Buffer) => createHmac('sha256', secret).update(phone).digest('base64url')
  return [keyUnder(current), ...others.map(keyUnder)]
}

/** What a customer may be counted under, that of a first use first. */
export type CustomerKeys = readonly [string, ...string[]]
