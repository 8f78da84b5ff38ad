import { createHmac } from 'node:crypto'

/**
 * The key under which uses of a promo code by one customer are counted: their phone in international form by
 * HMAC-SHA256, in 43 characters, so that the rows of uses name nobody to whoever has the database alone
 * (decision 214).
 */
export const promoCustomerKey = (phone: string, secret: Buffer): string =>
  createHmac('sha256', secret).update(phone).digest('base64url')
