import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Line } from '../reading/city-features.ts'
import { codedLine, lineCode } from './line-code.ts'

const lines: Line[] = [
  [],
  [[0, 0]],
  [
    [2.41835, 6.3654],
    [2.4184, 6.36545],
    [2.41835, 6.3654],
  ],
  [
    [-17.43235, 14.6698],
    [15.2803, -4.2694],
    [-180, 90],
    [180, -90],
  ],
]

for (const line of lines)
  test(`a line of ${line.length} positions is the same after it was written and read`, () =>
    assert.deepEqual(codedLine(lineCode(line)), line))

test('positions between the steps are moved to the nearest one', () =>
  assert.deepEqual(codedLine(lineCode([[2.418361, 6.365389]])), [[2.41835, 6.3654]]))

test('a line is short: a step of a few metres takes two characters', () =>
  assert.equal(
    lineCode([
      [0, 0],
      [0.0001, -0.0002],
    ]),
    'AAEH',
  ))
