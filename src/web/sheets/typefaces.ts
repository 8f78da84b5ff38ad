import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Font } from 'fontkit'
import { LRUCache } from 'lru-cache'
import { loadOnce } from '../../base/kernel/load-once.ts'
import {
  type HasGlyph,
  type WrittenRun,
  type WrittenScript,
  writtenRuns,
  writtenScripts,
} from './written-line.ts'

export type Weight = 'regular' | 'bold'

/** The name of a typeface in a document; N’Ko has one weight. */
type FaceName = Weight | 'arabic' | 'arabic-bold' | 'nko'

const files: Record<FaceName, string> = {
  regular: 'andika/Andika_400Regular.ttf',
  bold: 'andika/Andika_700Bold.ttf',
  arabic: 'harmattan/Harmattan_400Regular.ttf',
  'arabic-bold': 'harmattan/Harmattan_700Bold.ttf',
  nko: 'noto-sans-nko/400Regular/NotoSansNKo_400Regular.ttf',
}
const faceNames = Object.keys(files) as FaceName[]

/** The typefaces, by name: the bytes that a document holds, and what draws their letters. */
export type Typefaces = { bytes: Record<FaceName, Buffer>; fonts: Record<FaceName, Font>; hasGlyph: HasGlyph }

/** They are read at the first sheet, so that a process that prints none keeps the memory. */
export const typefaces = loadOnce(async (): Promise<Typefaces> => {
  const { create } = await import('fontkit')
  const read = (file: string) => readFile(fileURLToPath(import.meta.resolve(`@expo-google-fonts/${file}`)))
  const pairs = await Promise.all(faceNames.map(async (name) => [name, await read(files[name])] as const))
  const bytes = Object.fromEntries(pairs) as Typefaces['bytes']
  const fonts = Object.fromEntries(
    pairs.map(([name, font]) => [name, create(font) as Font]),
  ) as Typefaces['fonts']
  return {
    bytes,
    fonts,
    hasGlyph: (script, codePoint) => fonts[faceOf(script, 'regular')].hasGlyphForCodePoint(codePoint),
  }
})

/** The typeface of a script in a weight. */
function faceOf(script: WrittenScript, weight: Weight): FaceName {
  if (script === 'latin') return weight
  if (script === 'nko') return 'nko'
  return weight === 'bold' ? 'arabic-bold' : 'arabic'
}

/** How much larger a script is drawn than Latin letters, so that both are read alike. */
export const scaleOf = (script: WrittenScript): number => (script === 'arabic' ? 1.3 : 1)

/** Whether any of the typefaces has a letter or a sign. */
export const isDrawable = ({ hasGlyph }: Pick<Typefaces, 'hasGlyph'>, codePoint: number): boolean =>
  writtenScripts.some((script) => hasGlyph(script, codePoint))

/** A line in parts from left to right, each with its typeface. */
export const facedRuns = (
  line: string,
  weight: Weight,
  { hasGlyph }: Pick<Typefaces, 'hasGlyph'>,
  isRtl?: boolean,
): (WrittenRun & { face: FaceName })[] =>
  writtenRuns(line, hasGlyph, isRtl).map((run) => ({ ...run, face: faceOf(run.script, weight) }))

/** The width of a line at a size of one point. */
export const lineWidth = (line: string, weight: Weight, faces: Typefaces): number =>
  facedRuns(line, weight, faces).reduce((sum, run) => sum + runWidth(run, faces), 0)

/**
 * The same of a part of it. Joining the letters of Arabic takes the library milliseconds, and a line is
 * measured anew with each word that it may take: so it is measured by its words, whose widths are kept. No
 * letters are joined over a blank.
 */
export const runWidth = (
  { text, face, script }: Pick<WrittenRun, 'text' | 'script'> & { face: FaceName },
  faces: Typefaces,
): number =>
  text.split(/(?= )|(?<= )/).reduce((sum, word) => sum + wordWidth(word, face, faces) * scaleOf(script), 0)

/** The widths of the words that were measured last, by typeface. */
const wordWidths = new LRUCache<string, number>({ max: 5_000 })

function wordWidth(word: string, face: FaceName, { fonts }: Typefaces): number {
  const key = `${face} ${word}`
  const known = wordWidths.get(key)
  if (known !== undefined) return known
  const font = fonts[face]
  const width = font.layout(word).advanceWidth / font.unitsPerEm
  wordWidths.set(key, width)
  return width
}
