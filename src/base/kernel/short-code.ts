import { randomInt } from 'node:crypto'

const digits = '0123456789'
const lettersAndDigits = `${digits}ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz`

/** Digits and capitals without I, L, O and U, which are misread on paper (decision 1). */
const readable = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** The form of a reference, as a regular expression. */
export const referencePattern = '^COL([0-9A-Z]{2,3})?-[0-9A-HJKMNP-TV-Z]{6}$'

/**
 * The reference people say aloud: `COL-` and six readable characters (spec 2.7). In a cell its code belongs
 * to the prefix: `COLBJ-7K2M9Q`; `cell` is empty where there are none (decision 407).
 */
export const newReference = (cell: string): string => `${referencePrefix(cell)}${randomText(readable, 6)}`

/** What references of a cell begin with. */
export const referencePrefix = (cell: string): string => `COL${cell.toUpperCase()}-`

/** What a reference says after its prefix, and the cell whose code stands there, empty where none does. */
export function partsOfReference(reference: string): { cell: string; code: string } {
  const [, cell = '', code = reference] = /^COL([0-9A-Z]*)-(.*)$/.exec(reference) ?? []
  return { cell: cell.toLowerCase(), code }
}

/** The reference of money that is sent, as its receiver reads it: `PAY-` and eight readable characters. */
export const newTransferReference = (): string => `PAY-${randomText(readable, 8)}`

/**
 * The reference that a person means: in any case, with or without the hyphen, and with the letters that are
 * misread put right (I and L are 1, O is 0). Undefined for what is no reference.
 */
export function referenceOf(text: string): string | undefined {
  const form = /^COL([0-9A-Z]{2,3})?[- ]?([0-9A-Z]{6})$/
  const [, cell = '', typed = ''] = form.exec(text.trim().toUpperCase()) ?? []
  const code = typed.replaceAll(/[IL]/g, '1').replaceAll('O', '0')
  const isReadable = code !== '' && [...code].every((sign) => readable.includes(sign))
  return isReadable ? `${referencePrefix(cell)}${code}` : undefined
}

/** A code of digits; four are given at pickup and at hand-over (decision 26). */
export const newCode = (length = 4): string => randomText(digits, length)

/** `length` random characters of 0-9, A-Z, a-z. */
export const newBase62 = (length: number): string => randomText(lettersAndDigits, length)

/** `value` written in base 62, padded to `length` characters. */
export function toBase62(value: number, length: number): string {
  let text = ''
  for (let rest = value; text.length < length; rest = Math.floor(rest / 62)) {
    text = lettersAndDigits.charAt(rest % 62) + text
  }
  return text
}

function randomText(alphabet: string, length: number): string {
  return Array.from({ length }, () => alphabet.charAt(randomInt(alphabet.length))).join('')
}
