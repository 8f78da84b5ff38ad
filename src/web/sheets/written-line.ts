import bidiFactory from 'bidi-js'

/** The scripts that there are typefaces for; Latin ones and their signs are Andika's (decision 309). */
export const writtenScripts = ['latin', 'arabic', 'nko'] as const
export type WrittenScript = (typeof writtenScripts)[number]

/** A part of a line in one script: as it is read, and as the font library is to be given it. */
export type WrittenRun = { read: string; text: string; script: WrittenScript }

/** Whether the typeface of a script has a letter or a sign. */
export type HasGlyph = (script: WrittenScript, codePoint: number) => boolean

// Its types name a default export, which a CommonJS package is itself.
const bidi = (bidiFactory as unknown as typeof bidiFactory.default)()
const graphemes = new Intl.Segmenter('fr', { granularity: 'grapheme' })
export const graphemesOf = (text: string): string[] =>
  [...graphemes.segment(text)].map(({ segment }) => segment)

/** Whether a text is read from right to left, by its first letter (Unicode bidirectional algorithm, P2). */
export const isRightToLeft = (text: string): boolean =>
  holdsOtherScripts.test(text) && bidi.getEmbeddingLevels(text).paragraphs[0]?.level === 1

/** Letters, digits and signs of Arabic and N’Ko; a text without them needs nothing of what is here. */
const holdsOtherScripts = /[\p{Script=Arabic}\p{Script=Nko}\u060c\u061b\u061f\u0640\u0660-\u0669]/u

/** Whether a text has letters that the font library has to join or turn around, which takes it long. */
export const isSlowToDraw = (text: string): boolean => holdsOtherScripts.test(text)

/**
 * A line in parts from left to right, as the Unicode bidirectional algorithm (UAX 9) orders them: names in
 * Arabic and N’Ko from right to left, Latin words and figures among them from left to right. `isRtl` is the
 * direction of the text that the line is of.
 */
export function writtenRuns(line: string, hasGlyph: HasGlyph, isRtl = isRightToLeft(line)): WrittenRun[] {
  if (!isRtl && !holdsOtherScripts.test(line))
    return line === '' ? [] : [{ read: line, text: line, script: 'latin' }]
  const { levels } = bidi.getEmbeddingLevels(line, isRtl ? 'rtl' : 'ltr')
  const runs: LevelledRun[] = []
  let at = 0
  for (const grapheme of graphemesOf(line)) {
    const level = levels[at] ?? 0
    const last = runs.at(-1)
    const script = scriptOf(grapheme, level % 2 === 1 ? last?.script : undefined, hasGlyph)
    if (last && last.level === level && last.script === script) last.read += grapheme
    else runs.push({ read: grapheme, script, level })
    at += grapheme.length
  }
  return inVisualOrder(runs).map(({ read, script, level }) => ({
    read,
    script,
    text: givenText(read, level),
  }))
}

type LevelledRun = Omit<WrittenRun, 'text'> & { level: number }

/** The script of a letter; a sign that any script may have is of the one beside it, where that has it. */
function scriptOf(grapheme: string, beside: WrittenScript | undefined, hasGlyph: HasGlyph): WrittenScript {
  if (/\p{Script=Arabic}/u.test(grapheme)) return 'arabic'
  if (/\p{Script=Nko}/u.test(grapheme)) return 'nko'
  const codePoint = grapheme.codePointAt(0) ?? 0
  if (beside && hasGlyph(beside, codePoint) && !/\p{Script=Latin}/u.test(grapheme)) return beside
  return writtenScripts.find((script) => hasGlyph(script, codePoint)) ?? 'latin'
}

/** Reverses what is between parts of a lower level, from the highest level down (UAX 9, L2). */
function inVisualOrder(runs: readonly LevelledRun[]): LevelledRun[] {
  const ordered = [...runs]
  const highest = Math.max(...runs.map(({ level }) => level))
  for (let level = highest; level > 0; level -= 1) {
    let from = 0
    while (from < ordered.length) {
      let until = from
      while ((ordered[until]?.level ?? 0) >= level) until += 1
      ordered.splice(from, until - from, ...ordered.slice(from, until).reverse())
      from = until + 1
    }
  }
  return ordered
}

/**
 * The text of a part as the font library is given it: it turns a text of Arabic or N’Ko around by itself, and
 * none other; brackets that are read from right to left are mirrored (UAX 9, L4).
 */
function givenText(text: string, level: number): string {
  const isTurned = level % 2 === 1
  const signs = graphemesOf(text).map((sign) => (isTurned ? (bidi.getMirroredCharacter(sign) ?? sign) : sign))
  return (isTurned === isTurnedByLibrary(text) ? signs : signs.reverse()).join('')
}

/** The library goes by the first letter that is of one script alone. */
const isTurnedByLibrary = (text: string): boolean => {
  const first = /[^\p{Script=Common}\p{Script=Inherited}]/u.exec(text)?.[0] ?? ''
  return /[\p{Script=Arabic}\p{Script=Nko}]/u.test(first)
}
