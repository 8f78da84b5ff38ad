import { formerPhone, internationalPhone } from '../../../base/kernel/phone-number.ts'
import { ApiError } from '../../../contract/errors.ts'

/**
 * A customer's phone in international form, read by the rules of the country of the pickup (decision 10).
 * Throws PHONE_NUMBER_INVALID.
 */
export function customerPhone(text: string, country: string): string {
  const phone = internationalPhone(text, country)
  if (!phone) throw new ApiError('PHONE_NUMBER_INVALID', { country, former: formerPhone(text, country) })
  return phone
}
