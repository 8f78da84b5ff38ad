import { formerPhoneIn, internationalPhone } from '../../base/kernel/phone-number.ts'
import { ApiError } from '../../contract/errors.ts'

/**
 * A courier's number in international form, read with the dialling rules of the countries they work in, the
 * first that knows it. Throws COURIER_PHONE_INVALID.
 */
export function readCourierPhone(text: string, countries: readonly string[]): string {
  for (const country of countries) {
    const phone = internationalPhone(text, country)
    if (phone) return phone
  }
  throw new ApiError('COURIER_PHONE_INVALID', {
    countries: [...new Set(countries)],
    former: formerPhoneIn(text, countries),
  })
}
