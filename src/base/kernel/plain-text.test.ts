import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { joinedLines, textFault, trimmedText } from './plain-text.ts'

const shown = (text: string) =>
  JSON.stringify(text).replaceAll(/[^\x20-\x7e]/gu, (each) => `U+${each.codePointAt(0)?.toString(16)}`)

describe('trimmed texts (decision 7)', () => {
  for (const [text, expected] of [
    [' \t\n\u00a0Afi \u3000', 'Afi'],
    ['Afi', 'Afi'],
    ['', ''],
    [' \u00a0\u3000 ', ''],
    ['\u200b', ''],
    ['\u200b \u2060\ufeff', ''],
    ['\u200d\u200c', ''],
    ['\u202e\u2066', ''],
    ['\u200e\u200f\u061c', ''],
    ['\u00ad', ''],
    ['\u3164\u115f\uffa0', ''],
    ['\u2800', ''],
    ['\ufe0f', ''],
    ['.', '.'],
    ['🛵', '🛵'],
  ] as const) {
    /** Lines as a shop's order notes have them. */
    const lines: [text: string, joined: string][] = [
      ['one line', 'one line'],
      ['a\nb', 'a b'],
      ['a\r\nb\rc', 'a b c'],
      ['a\n\n\n  b  \n', 'a b'],
      ['\ta\tb\vc\fd\u0085e\u2028f\u2029', 'a b c d e f'],
      ['\r\n', ''],
      ['a  b', 'a  b'],
      ['a\u0000b', 'a\u0000b'],
    ]

    for (const [text, joined] of lines)
      test(`the lines ${JSON.stringify(text)} become ${JSON.stringify(joined)} (decision 7)`, () => {
        assert.equal(joinedLines(text), joined)
      })

    test(`${shown(text)} is trimmed to ${shown(expected)}`, () => assert.equal(trimmedText(text), expected))
  }
})

describe('faults of texts (decision 7)', () => {
  for (const [fault, texts] of [
    ['CONTROL', ['a\u0000b', 'a\nb', 'a\tb', 'a\u007fb', 'a\u009fb', 'a\u2028b', 'a\u2029b']],
    [
      'INVISIBLE',
      [
        'a\u200bb',
        'a\u2060b',
        'a\ufeffb',
        'a\u202ab',
        'a\u202eb',
        'a\u2066b',
        'a\u2069b',
        '\u202eA',
        'A\u2069',
      ],
    ],
    ['UNICODE', ['a\ud83d', '\ude00b', 'a\udc00\ud800\nb']],
    [
      undefined,
      [
        'N’Guessan-Ọlá "D\'A" \\ <b>',
        'الله',
        'می\u200cخواهم',
        'क्\u200dष',
        '👨\u200d👩\u200d👧',
        '❤\ufe0f',
        'אבג\u200e 12',
        '🏴󠁧󠁢󠁥󠁮󠁧󠁿',
        '한글',
      ],
    ],
  ] as const) {
    for (const text of texts)
      test(`the text ${shown(text)} has ${fault ? `the fault ${fault}` : 'no fault'}`, () =>
        assert.equal(textFault(text), fault))
  }
})
