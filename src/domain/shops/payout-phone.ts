import { ApiError } from '../../base/contract/errors.ts'
import type { Collection } from '../../base/contract/vocabulary.ts'
import { internationalPhone } from '../../base/kernel/phone-number.ts'

/** The number that receives a shop's sales, in international form. Throws PAYOUT_PHONE_INVALID. */
export function readPayoutPhone(text: string, country: string): string
export function readPayoutPhone(text: string | null, country: string): string | null
export function readPayoutPhone(text: string | null, country: string): string | null {
  if (text === null) return null
  const phone = internationalPhone(text, country)
  if (!phone) throw new ApiError('PAYOUT_PHONE_INVALID', { country })
  return phone
}

/** SECURE as the default collection needs a number that receives the sales. Throws SECURE_NEEDS_PAYOUT_PHONE. */
export function checkCollection(collection: Collection, payoutPhone: string | null): void {
  if (collection === 'SECURE' && payoutPhone === null) throw new ApiError('SECURE_NEEDS_PAYOUT_PHONE')
}

/** Throws PAYOUT_MINIMUM_INVALID for an amount that is not whole, or not between 1 and 1,000,000 FCFA. */
export function checkPayoutMinimum(minimumFcfa: number): void {
  if (!Number.isInteger(minimumFcfa) || minimumFcfa < 1 || minimumFcfa > 1_000_000)
    throw new ApiError('PAYOUT_MINIMUM_INVALID')
}
