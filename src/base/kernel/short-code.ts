import { randomInt } from 'node:crypto'

const digits = '0123456789'
const lettersAndDigits = `${digits}ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz`

/** Digits and capitals without I, L, O and U, which are misread on paper (decision 1). */
const readable = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** The reference people say aloud: `COL-` and six readable characters (spec 2.7). */
export const newReference = (): string => `COL-${randomText(readable, 6)}`

/** A code of four digits, given at pickup or at hand-over (decision 26). */
export const newCode = (): string => randomText(digits, 4)

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
