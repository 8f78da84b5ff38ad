import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isRightToLeft, type WrittenScript, writtenRuns } from './written-line.ts'

/** Typefaces of which each has the letters of its script, and all have blanks, brackets and stops. */
const hasGlyph = (script: WrittenScript, codePoint: number) => {
  const sign = String.fromCodePoint(codePoint)
  if (/[ ().,:-]/.test(sign)) return true
  if (/\p{Script=Nko}/u.test(sign)) return script === 'nko'
  if (/[\p{Script=Arabic}\u060c\u0660-\u0669]/u.test(sign)) return script === 'arabic'
  return script === 'latin'
}

const lines: { line: string; isRtl: boolean; runs: [WrittenScript, string][] }[] = [
  { line: '', isRtl: false, runs: [] },
  { line: 'Chez Afi (12)', isRtl: false, runs: [['latin', 'Chez Afi (12)']] },
  { line: 'محمد علي', isRtl: true, runs: [['arabic', 'محمد علي']] },
  {
    line: 'Chez محمد علي, porte 12',
    isRtl: false,
    runs: [
      ['latin', 'Chez '],
      ['arabic', 'محمد علي'],
      ['latin', ', porte 12'],
    ],
  },
  {
    line: 'شارع 12 منزل (قرب ٣٤)',
    isRtl: true,
    // The library turns Arabic around by itself, so its figures, which are read from the left, are turned before.
    runs: [
      ['arabic', '('],
      ['arabic', '٤٣'],
      ['arabic', 'منزل )قرب '],
      ['latin', ' '],
      ['latin', '12'],
      ['arabic', 'شارع '],
    ],
  },
  {
    line: 'ߒߞߏ Gbɛ̀',
    isRtl: true,
    runs: [
      ['latin', 'Gbɛ̀'],
      ['nko', 'ߒߞߏ '],
    ],
  },
  {
    line: '- محمد',
    isRtl: true,
    runs: [
      ['arabic', 'محمد'],
      ['latin', ' -'],
    ],
  },
]
for (const { line, isRtl, runs } of lines)
  test(`${JSON.stringify(line)} is drawn from left to right in ${runs.length} parts`, () => {
    assert.equal(isRightToLeft(line), isRtl)
    const drawn = writtenRuns(line, hasGlyph)
    assert.deepEqual(
      drawn.map(({ script, text }) => [script, text]),
      runs,
    )
    const read = drawn.map((run) => run.read).join('')
    assert.deepEqual([...read].sort(), [...line].sort())
  })
