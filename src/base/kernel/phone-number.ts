import { type CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js'

/**
 * A phone number in international form (E.164), read with the dialling rules of `country`; undefined
 * when no subscriber could have it (decision 10). Numbers must be possible, not valid: numbering plans
 * change faster than their published tables.
 */
export function internationalPhone(text: string, country: string): string | undefined {
  if (!/^\+?[\d\s().-]+$/.test(text)) return undefined
  const parsed = parsePhoneNumberFromString(text, country as CountryCode)
  if (!parsed) return undefined
  if (parsed.countryCallingCode === '229' && /^\d{8}$/.test(parsed.nationalNumber)) {
    return `+22901${parsed.nationalNumber}`
  }
  return parsed.isPossible() ? parsed.number : undefined
}

/**
 * The numbers, in international form, that a text may mean in these countries: none, or several where it is typed without
 * its country. One with its country (`+229…`) means the same everywhere, also before there is a country to read it in.
 */
export function possiblePhones(text: string, countries: Iterable<string>): string[] {
  const readIn = text.trim().startsWith('+') ? ['BJ'] : [...new Set(countries)]
  return [...new Set(readIn.flatMap((country) => internationalPhone(text.trim(), country) ?? []))]
}

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
