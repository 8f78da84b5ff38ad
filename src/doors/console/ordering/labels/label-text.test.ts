import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { fittedText, printableText } from './label-text.ts'

/** A typeface of Latin letters, digits and marks. */
const hasGlyph = (codePoint: number) =>
  /[\p{Script=Latin}\p{M}\p{N}\p{P} ]/u.test(String.fromCodePoint(codePoint)) &&
  !/[𝐀-𝟿]/u.test(String.fromCodePoint(codePoint))
/** Every sign is one point wide. */
const measure = (text: string) => [...text].length

const texts: { what: string; text: string; printed: string }[] = [
  { what: 'a name with tones', text: 'Kɔ́kú Ọláṣubọ̀mí', printed: 'Kɔ́kú Ọláṣubọ̀mí' },
  { what: 'a name in decomposed letters', text: 'Fifame\u0300', printed: 'Fifamè' },
  { what: 'control characters', text: 'A\u0007f\u0000i', printed: 'Afi' },
  { what: 'line ends and tabs', text: ' Afi\r\n\tCodjo ', printed: 'Afi Codjo' },
  { what: 'an emoji', text: 'Afi 😀 Codjo', printed: 'Afi Codjo' },
  { what: 'a family, a flag and a keycap', text: '👩‍👩‍👧‍👦Afi🇧🇯1️⃣', printed: 'Afi1' },
  { what: 'a name that is an emoji', text: '❤️', printed: '' },
  { what: 'letters that no typeface has', text: 'Afi 漢字 Иван አበበ', printed: "Afi HanZi Ivan 'abebe" },
  { what: 'letters in disguise', text: '𝐀𝐟𝐢', printed: 'Afi' },
  { what: 'a pile of marks', text: `Z${'\u0301\u0323'.repeat(40)}o`, printed: 'Z\u0323\u0323\u0323o' },
  { what: 'text that runs backwards', text: '\u202eifA', printed: 'ifA' },
  { what: 'half a sign', text: 'A\ud83dfi', printed: 'Afi' },
]
for (const { what, text, printed } of texts)
  test(`of ${what} ${printed === '' ? 'nothing' : printed} is printed`, () =>
    assert.equal(printableText(text, hasGlyph).normalize('NFC'), printed.normalize('NFC')))

const sizes = [
  { size: 2, maxLines: 1 },
  { size: 1, maxLines: 2 },
]
const fitted: { text: string; size: number; lines: string[] }[] = [
  { text: 'Afi', size: 2, lines: ['Afi'] },
  { text: 'Afi Ya', size: 1, lines: ['Afi Ya'] },
  { text: 'Afi Codjo Yawa', size: 1, lines: ['Afi Codjo', 'Yawa'] },
  { text: 'Houénoussou', size: 1, lines: ['Houénousso', 'u'] },
  { text: 'Afi Codjo Yawa Akossiwa', size: 1, lines: ['Afi Codjo', 'Yawa…'] },
  { text: 'Houénoussou Houénoussou', size: 1, lines: ['Houénousso', 'u…'] },
  { text: 'WWWWWWWWWWWWWWWWWWWWWWWWW', size: 1, lines: ['WWWWWWWWWW', 'WWWWWWWWW…'] },
]
for (const { text, size, lines } of fitted)
  test(`in ten points ${text} becomes ${lines.join(' / ')}`, () =>
    assert.deepEqual(fittedText(text, { width: 10, sizes, measure }), { size, lines }))

test('whatever a text is, its lines are within the box and no more than there is room for', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 160 }), (text) => {
      const { size, lines } = fittedText(printableText(text, hasGlyph), { width: 10, sizes, measure })
      assert.ok(lines.length <= (size === 2 ? 1 : 2))
      for (const line of lines) assert.ok(measure(line) * size <= 10, line)
    }),
  )
})
