/**
 * Signs that look alike to whoever types or copies a number, in one way for all that read phones and
 * positions: invisible ones are left out, digits of every script are those of ASCII.
 */

/** A text without the signs in it that show nothing: marks of direction, blanks of no width, keycaps. */
export const visibleSigns = (text: string): string =>
  text.replaceAll(/\p{Default_Ignorable_Code_Point}|\u20e3/gu, '')

/** A text whose digits are 0 to 9. */
export const asciiDigits = (text: string): string => text.replaceAll(/\p{Nd}/gu, asciiDigit)

/** The digits of a script stand in a row, from zero to nine. */
function asciiDigit(sign: string): string {
  const code = sign.codePointAt(0) ?? 0
  let value = 0
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value += 1
  return String(value)
}
