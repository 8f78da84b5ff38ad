import { formerPhone, internationalPhone } from '../../base/kernel/phone-number.ts'
import { ApiError } from '../../contract/errors.ts'

/** The number that receives a shop's sales, in international form. Throws PAYOUT_PHONE_INVALID. */
export function readPayoutPhone(text: string, country: string): string
export function readPayoutPhone(text: string | null, country: string): string | null
export function readPayoutPhone(text: string | null, country: string): string | null {
  if (text === null) return null
  const phone = internationalPhone(text, country)
  if (!phone) throw new ApiError('PAYOUT_PHONE_INVALID', { country, former: formerPhone(text, country) })
  return phone
}

/**
 * Where sales can be collected by the service: the bounds of a payment, undefined where no provider serves a
 * country.
 */
export type CollectingDeps = { pricing: { collecting: { boundsIn(country: string): unknown } } }

/**
 * SECURE as the default collection needs a number that receives the sales, and a provider that serves its
 * country. Throws SECURE_NEEDS_PAYOUT_PHONE, COLLECTION_UNAVAILABLE.
 */
export function checkCollection(
  { pricing }: CollectingDeps,
  { country, payoutPhone }: { country: string; payoutPhone: string | null },
): void {
  if (payoutPhone === null) throw new ApiError('SECURE_NEEDS_PAYOUT_PHONE')
  if (pricing.collecting.boundsIn(country) === undefined)
    throw new ApiError('COLLECTION_UNAVAILABLE', { country })
}

/** Throws PAYOUT_MINIMUM_INVALID for an amount that is not whole, or not between 1 and 1,000,000 FCFA. */
export function checkPayoutMinimum(minimumFcfa: number): void {
  if (!Number.isInteger(minimumFcfa) || minimumFcfa < 1 || minimumFcfa > 1_000_000)
    throw new ApiError('PAYOUT_MINIMUM_INVALID')
}
