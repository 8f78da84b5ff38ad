import {
  type CountryCode,
  getCountryCallingCode,
  isSupportedCountry,
  type PhoneNumber,
  parsePhoneNumberFromString,
} from 'libphonenumber-js'
import { phoneDigits } from './phone-digits.ts'
import { type Renumbered, renumbered } from './renumbering.ts'

/**
 * A phone number in international form (E.164), read with the dialling rules of `country`; undefined where no
 * subscriber can have it (decisions 10, 268, 301). A number with its country must be possible, not valid:
 * numbering plans change faster than their published tables. One to which we add the country must fit that
 * country's plan, lest it become a stranger's. A former number is completed where it can be nothing else.
 */
export function internationalPhone(text: string, country: string): string | undefined {
  const { parsed, former } = readPhone(text, country) ?? {}
  if (former) return former.isCertain ? former.today[0] : undefined
  return parsed?.number
}

/**
 * What a former number that `internationalPhone` does not take may be today, for whoever wrote it to choose;
 * and since when numbers are written so. Undefined for any other text.
 */
export function formerPhone(text: string, country: string): Omit<Renumbered, 'isCertain'> | undefined {
  const { former } = readPhone(text, country) ?? {}
  return former?.isCertain === false ? former : undefined
}

/** The number that a text is, or what it was before a change of its country's numbers. */
function readPhone(text: string, country: string): { parsed?: PhoneNumber; former?: Renumbered } | undefined {
  const written = phoneDigits(text)
  if (!written) return undefined
  const { digits, hasCallingCode } = written
  const parsed = parsePhoneNumberFromString(hasCallingCode ? `+${digits}` : digits, country as CountryCode)
  if (!parsed) return undefined
  const { countryCallingCode, nationalNumber } = parsed
  const former = renumbered(countryCallingCode, nationalNumber, hasCallingCode)
  if (former) return { former }
  const isComplete = hasCallingCode ? parsed.isPossible() : parsed.isValid()
  const form = subscriberForms[countryCallingCode] ?? anyForm
  return isComplete && form.test(nationalNumber) ? { parsed } : undefined
}

/**
 * What follows the calling code where a change of plan left former numbers that libphonenumber still holds
 * possible: they lead to nobody, or to somebody else. Elsewhere its lengths say it.
 */
const subscriberForms: Record<string, RegExp> = {
  '225': /^[02]\d{9}$/,
  '229': /^01\d{8}$/,
  '237': /^[26]\d{8}$/,
  // Gabon’s numbers have 0 and 8 digits, and lose the 0 after the calling code.
  '241': /^[167]\d{7}$/,
  // Guinea-Bissau had 7 digits.
  '245': /^[49]\d{8}$/,
}
const anyForm = /^/

/** The calling codes of the countries of the franc, which many write without a plus sign. */
const francCallingCode = /^(?:22[135-9]|23[5-7]|24[0-25])/

/**
 * As `internationalPhone`, for a text that may begin with a calling code of a country of the franc without a
 * sign that says so.
 */
export function writtenPhone(text: string, country: string): string | undefined {
  const own = internationalPhone(text, country)
  const { digits = '', hasCallingCode } = phoneDigits(text) ?? {}
  return own !== undefined || hasCallingCode || !francCallingCode.test(digits)
    ? own
    : internationalPhone(`+${digits}`, country)
}

/**
 * The numbers, in international form, that a text may mean in these countries: none, or several where it is
 * typed without its country. One with its country (`+229…`) means the same everywhere, also before there is a
 * country to read it in.
 */
export const possiblePhones = (text: string, countries: Iterable<string>): string[] => [
  ...new Set(readIn(text, countries).flatMap((country) => internationalPhone(text, country) ?? [])),
]

/** What a former number may be today that is none of `possiblePhones`. */
export const formerPhoneIn = (text: string, countries: Iterable<string>): ReturnType<typeof formerPhone> =>
  readIn(text, countries)
    .map((country) => formerPhone(text, country))
    .find((former) => former !== undefined)

const readIn = (text: string, countries: Iterable<string>): string[] =>
  phoneDigits(text)?.hasCallingCode ? ['BJ'] : [...new Set(countries)]

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
