import { asciiDigits, visibleSigns } from './written-signs.ts'

/** The digits of a phone as it was written, and whether they begin with the calling code of a country. */
export type PhoneDigits = { digits: string; hasCallingCode: boolean }

/** No longer text is one phone, with all the signs that may stand in it. */
const maxLength = 60

/**
 * Reads the digits of a phone as people, address books, chats and spreadsheets write it, in one way for every
 * door (decision 301): in any digits, with marks of direction, hyphens, points and slashes of any kind, in
 * brackets, behind `tel:`, as a decimal (`22997000001.0`) or with an exponent that loses no digit. Undefined
 * for what is not one whole phone: another number is worse than none.
 */
export function phoneDigits(text: string): PhoneDigits | undefined {
  if (text.length > maxLength) return undefined
  const plain = plainPhoneSigns(text)
  const whole = exponentForm.test(plain) ? withoutExponent(plain) : withoutDecimals(plain)
  if (whole === undefined || !phoneForm.test(whole) || hasSecondPhone(whole)) return undefined
  const digits = whole.replaceAll(/\D/g, '')
  const hasPlus = whole.includes('+')
  return hasPlus || digits.startsWith('00')
    ? { digits: digits.replace(/^00/, ''), hasCallingCode: true }
    : { digits, hasCallingCode: false }
}

/** A plus sign before the first digit, if any, and then digits and what people part them with. */
const phoneForm = /^[ ()[\]+]*\d[\d ./()[\]-]*$/

/** One kind of digit, blank, hyphen, slash and quote; nothing that is invisible, and no name of a link. */
export function plainPhoneSigns(text: string): string {
  const signs = asciiDigits(visibleSigns(text.normalize('NFKC')))
    .replaceAll(/[\p{Pd}\u02d7\u2043\u2212]/gu, '-')
    .replaceAll(/[\u2044\u2215\\|]/g, '/')
    .replaceAll(/[\u00b7\u2022\u2027]/g, '.')
    .replaceAll(/\s/g, ' ')
    .trim()
  // A spreadsheet keeps a text by a quote before it, or by a formula.
  return signs
    .replace(/^(?:tel|phone|sms|callto|whatsapp):/i, '')
    .replace(/^=?["'’]/, '')
    .replace(/["'’]$/, '')
    .trim()
}

/** Bare digits, or groups of three with one separator, behind a point or comma another part of a number. */
const decimalForm = /^(\+?(?:\d{7,17}|\d{1,3}(?:([ ,.'’])\d{3})(?:\2\d{3}){1,4}))([.,])(\d{1,10})$/

/** What a spreadsheet adds to a whole number is nothing; a part of one is no phone. */
function withoutDecimals(text: string): string | undefined {
  const [, whole, separator, point, decimals] = decimalForm.exec(text) ?? []
  if (whole === undefined || decimals === undefined || separator === point) return text
  return /^0+$/.test(decimals) ? whole.replaceAll(/[,.'’]/g, ' ') : undefined
}

const exponentForm = /^\d[.,]\d{1,20}e\+?\d{1,2}$/i

/** `2.2997000001E+10` is all there; of `2.2997E+10` the last digits are lost. */
function withoutExponent(text: string): string | undefined {
  const [figure = '', exponent = ''] = text.toLowerCase().split('e')
  const [first = '', decimals = ''] = figure.split(/[.,]/)
  const missing = Number(exponent) - decimals.length
  return missing === 0 ? first + decimals : undefined
}

/**
 * Whether a slash parts two phones rather than the groups of one: it stands between some groups and not
 * between others, other than behind the first.
 */
function hasSecondPhone(text: string): boolean {
  const gaps = text.split(/\d+/).slice(1, -1)
  const later = gaps.slice(1)
  const slashes = later.filter((gap) => gap.includes('/')).length
  return slashes > 0 && slashes < later.length
}
