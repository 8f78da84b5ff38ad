import assert from 'node:assert/strict'
import { test } from 'node:test'
import { shortLine } from './short-line.ts'

const lines: [what: string, line: number[][], steps: number[]][] = [
  [
    'a line',
    [
      [2.41, 6.37],
      [2.4203, 6.3689],
    ],
    [63_700, 24_100, -11, 103],
  ],
  [
    'positions that fall together are one',
    [
      [2.41, 6.37],
      [2.41001, 6.37001],
      [2.4101, 6.37],
    ],
    [63_700, 24_100, 0, 1],
  ],
  [
    'south and west',
    [
      [-17.4467, 14.6937],
      [-17.4467, -0.0001],
    ],
    [146_937, -174_467, -146_938, 0],
  ],
  ['nothing', [], []],
]
for (const [what, line, steps] of lines)
  test(`${what} is shortened to its steps`, () => assert.deepEqual(shortLine(line), steps))
