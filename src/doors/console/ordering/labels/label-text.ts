import { inLatinLetters } from '../../../../web/sheets/latin-letters.ts'
import { graphemesOf } from '../../../../web/sheets/written-line.ts'

/** The width of a text in points at a size of one point, in the typeface that it is drawn with. */
type Measure = (text: string) => number

/** Sizes in points to try, from the largest, and on how many lines each. */
export type TextSize = { size: number; maxLines: number }

/** Lines of a text, and the size in points at which none is wider than its box. */
type FittedText = { size: number; lines: string[] }

/** Tones are written with one mark above a letter and one below; more would climb out of the line. */
const maxMarks = 2

/**
 * A text as it can be printed: one line, without control characters, emoji and whatever else the typefaces do
 * not have. Letters in disguise (full width, mathematical bold) become plain ones, and letters of scripts
 * without a typeface are written in Latin ones.
 */
export function printableText(text: string, hasGlyph: (codePoint: number) => boolean): string {
  const isPrinted = (sign: string) => !neverPrinted.test(sign) && hasGlyph(sign.codePointAt(0) ?? 0)
  const printed = graphemesOf(text.toWellFormed().normalize('NFC').replace(/\s/gu, ' ')).map((grapheme) => {
    const [base = '', ...marks] = isPrinted(firstOf(grapheme)) ? grapheme : grapheme.normalize('NFKC')
    if (!isPrinted(base)) return inLatinLetters(base).replaceAll(/[^ -~]/g, '')
    return base + marks.filter(isPrinted).slice(0, maxMarks).join('')
  })
  return printed.join('').replace(/ +/g, ' ').trim()
}

const neverPrinted =
  /[\p{C}\p{Me}\p{Extended_Pictographic}\p{Regional_Indicator}\p{Default_Ignorable_Code_Point}]/u
const firstOf = (text: string): string => String.fromCodePoint(text.codePointAt(0) ?? 0)

/**
 * Lines of `text` no wider than `width` points, in the first of `sizes` in which all of it fits without a
 * word being broken. In the last one long words are broken, and what is left over is cut with an ellipsis.
 */
export function fittedText(
  text: string,
  { width, sizes, measure }: { width: number; sizes: readonly TextSize[]; measure: Measure },
): FittedText {
  const words = text.split(' ').filter((word) => word !== '')
  for (const { size, maxLines } of sizes) {
    const lines = wrappedLines(words, { width: width / size, measure })
    const isWhole = words.every((word) => measure(word) * size <= width)
    if (isWhole && lines.length <= maxLines) return { size, lines }
  }
  const { size, maxLines } = sizes.at(-1) ?? { size: 1, maxLines: 0 }
  const box = { width: width / size, measure }
  const lines = wrappedLines(
    words.flatMap((word) => brokenWord(word, box)),
    box,
  )
  return { size, lines: lines.length <= maxLines ? lines : cutLines(lines.slice(0, maxLines), box) }
}

type Box = { width: number; measure: Measure }

function wrappedLines(words: readonly string[], { width, measure }: Box): string[] {
  const lines: string[] = []
  for (const word of words) {
    const longer = `${lines.at(-1)} ${word}`
    if (lines.length > 0 && measure(longer) <= width) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines
}

/** A word in pieces that are each no wider than the box, unless a single letter is. */
function brokenWord(word: string, { width, measure }: Box): string[] {
  if (measure(word) <= width) return [word]
  const pieces: string[] = []
  let room = 0
  for (const letter of graphemesOf(word)) {
    const letterWidth = measure(letter)
    if (letterWidth > room) {
      pieces.push('')
      room = width
    }
    pieces[pieces.length - 1] += letter
    room -= letterWidth
  }
  return pieces
}

/** The lines with an ellipsis at the end, for which letters of the last one give way. */
function cutLines(lines: readonly string[], { width, measure }: Box): string[] {
  const letters = graphemesOf(lines.at(-1) ?? '')
  while (letters.length > 0 && measure(`${letters.join('')}…`) > width) letters.pop()
  return [...lines.slice(0, -1), `${letters.join('').trimEnd()}…`]
}
