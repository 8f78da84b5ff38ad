import {
  type CountryCode,
  getCountryCallingCode,
  isSupportedCountry,
  parsePhoneNumberFromString,
} from 'libphonenumber-js'

/**
 * A phone number in international form (E.164), read with the dialling rules of `country`; undefined where no
 * subscriber can have it (decisions 10, 268). A number with its plus must be possible, not valid: numbering
 * plans change faster than their published tables. One to which we add the country must fit that country's
 * plan, lest it become a stranger's.
 */
export function internationalPhone(text: string, country: string): string | undefined {
  if (!/^\+?[\d\s().-]+$/.test(text)) return undefined
  const parsed = parsePhoneNumberFromString(text, country as CountryCode)
  if (!parsed) return undefined
  const { countryCallingCode, nationalNumber } = parsed
  if (countryCallingCode === '229' && formerlyInBenin.test(nationalNumber)) return `+22901${nationalNumber}`
  const isComplete = text.startsWith('+') ? parsed.isPossible() : parsed.isValid()
  return isComplete && (subscriberForms[countryCallingCode] ?? anyForm).test(nationalNumber)
    ? parsed.number
    : undefined
}

/**
 * The numbers of Benin until 30 November 2024, when all of them gained 01 in front: landlines and mobiles, as
 * the last table of libphonenumber before (8.13.45) has them. Other eight digits are a number of today that
 * was cut short.
 */
const formerlyInBenin = /^(?:2090\d{4}|2(?:02|1[037]|2[45]|3[68]|4\d)\d{5}|(?:4[0-8]|[56]\d|9[013-9])\d{6})$/

/**
 * What follows the calling code where a change of plan left former numbers that libphonenumber still holds
 * possible: they lead to nobody, or to somebody else. Elsewhere its lengths say it.
 */
const subscriberForms: Record<string, RegExp> = {
  // Cameroon had 8 digits until 2014, Benin until 2024, Côte d’Ivoire until 2021, Guinea-Bissau 7.
  '225': /^[02]\d{9}$/,
  '229': /^01\d{8}$/,
  '237': /^[26]\d{8}$/,
  '245': /^[49]\d{8}$/,
  // Gabon wrote 0 and 7 digits until 2019; its numbers of today have 0 and 8, and lose the 0 after the
  // calling code.
  '241': /^[167]\d{7}$/,
}
const anyForm = /^/

/** The calling codes of the countries of the franc, which many write without a plus sign. */
const francCallingCode = /^(?:00)?(?:22[135-9]|23[5-7]|24[0-25])/

/**
 * As `internationalPhone`, for digits alone, which may begin with a calling code of a country of the franc.
 */
export function phoneOfDigits(digits: string, country: string): string | undefined {
  const own = internationalPhone(digits, country)
  if (own !== undefined || !francCallingCode.test(digits)) return own
  return internationalPhone(`+${digits.replace(/^00/, '')}`, country)
}

/**
 * The numbers, in international form, that a text may mean in these countries: none, or several where it is
 * typed without its country. One with its country (`+229…`) means the same everywhere, also before there is a
 * country to read it in.
 */
export function possiblePhones(text: string, countries: Iterable<string>): string[] {
  const readIn = text.trim().startsWith('+') ? ['BJ'] : [...new Set(countries)]
  return [...new Set(readIn.flatMap((country) => internationalPhone(text.trim(), country) ?? []))]
}

/** The calling code of a number in international form: `+229`. */
export function callingCodeOf(number: string): string | undefined {
  const code = parsePhoneNumberFromString(number)?.countryCallingCode
  return code === undefined ? undefined : `+${code}`
}

/** The calling codes of countries, each once, in the order of their digits. */
export const callingCodesOf = (countries: Iterable<string>): string[] =>
  [
    ...new Set(
      [...countries].flatMap((country) =>
        isSupportedCountry(country) ? `+${getCountryCallingCode(country)}` : [],
      ),
    ),
  ].sort()

/** A number in international form as people read it: `+229 01 97 00 00 01`. */
export const spacedPhone = (number: string): string =>
  parsePhoneNumberFromString(number)?.formatInternational() ?? number

/** A number as people of its own country read it: `01 97 00 00 01`. */
export const nationalPhone = (number: string): string =>
  parsePhoneNumberFromString(number)?.formatNational() ?? number

/** A number that its owner recognises and nobody else can call: `01 97 •• •• 01`. */
export function maskedPhone(number: string): string {
  const text = nationalPhone(number)
  let digitsAfter = text.replaceAll(/\D/g, '').length
  return text.replaceAll(/\d/g, (digit) => {
    digitsAfter -= 1
    return digitsAfter >= 2 && digitsAfter < 6 ? '•' : digit
  })
}
