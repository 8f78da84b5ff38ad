import anyAscii from 'any-ascii'

/**
 * A text whose letters of other scripts are written in plain Latin ones, as people of any country would read
 * them out: what no typeface has is still somebody’s name. Signs and pictures stay as they are.
 */
export const inLatinLetters = (text: string): string =>
  text.replaceAll(/(?!\p{Script=Latin})\p{L}/gu, anyAscii)
