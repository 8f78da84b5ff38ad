import assert from 'node:assert/strict'
import { test } from 'node:test'
import { problemOf, problemStanding } from './problem-report.ts'

const long = '🏠'.repeat(500)
const cases: [what: string, reason: string, words: string, expected: object][] = [
  ['a reason alone', 'DAMAGED', '', { reason: 'DAMAGED', words: null }],
  [
    'words on several lines',
    'DAMAGED',
    ' Le coin\r\n est cassé ',
    { reason: 'DAMAGED', words: 'Le coin est cassé' },
  ],
  ['words that show nothing', 'DAMAGED', '\u200b \u2800', { reason: 'DAMAGED', words: null }],
  ['signs that turn the text round', 'OTHER', 'a\u202eb\u0000c', { reason: 'OTHER', words: 'ab c' }],
  ['half a character', 'OTHER', 'a\ud800', { reason: 'OTHER', words: 'a\ufffd' }],
  ['no reason', '', 'Rien', { fault: 'REASON_MISSING' }],
  ['a reason that every object knows', 'constructor', 'Rien', { fault: 'REASON_MISSING' }],
  ['another reason without words', 'OTHER', '  ', { fault: 'WORDS_MISSING' }],
  ['500 characters', 'OTHER', long, { reason: 'OTHER', words: long }],
  ['501 characters', 'OTHER', `${long}!`, { fault: 'WORDS_TOO_LONG' }],
]
for (const [what, reason, words, expected] of cases)
  test(`a report with ${what} is ${'fault' in expected ? `refused: ${expected.fault}` : 'taken'}`, () =>
    assert.deepEqual(problemOf({ reason, words }), expected))

const at = new Date('2026-11-21T10:00:00.000Z')
for (const [taken, closed, standing] of [
  [null, null, 'OPEN'],
  [at, null, 'TAKEN'],
  [at, at, 'CLOSED'],
] as const)
  test(`a problem that is ${standing} says so by its times`, () =>
    assert.equal(problemStanding({ taken_at: taken, closed_at: closed }), standing))
