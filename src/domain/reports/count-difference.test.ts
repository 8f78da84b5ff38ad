import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countDifference, countedOfRemoved, withKnownPunctuality } from './count-difference.ts'
import type { Counted } from './counted-delivery.ts'

const ordered: Counted = ['ORDERED', '2026-11-21', 'city', 'zone', 10, 1]
const silent: Counted = ['PUNCTUAL', '2026-11-21', 'city', 'SILENT', 0, 1]
const within: Counted = ['PUNCTUAL', '2026-11-21', 'city', 'WITHIN', 0, 1]

const changesOf = (recounts: Parameters<typeof countDifference>[0]) =>
  countDifference(recounts).map(({ isMonth, day, part, value }) => `${part} ${isMonth} ${day} ${value}`)

test('what is counted for the first time goes into its day and its month', () =>
  assert.deepEqual(changesOf([{ before: [], after: [ordered] }]), [
    'zone false 2026-11-21 1',
    'zone true 2026-11-01 1',
  ]))

test('deliveries that count as the same come together', () =>
  assert.deepEqual(
    changesOf([
      { before: [], after: [ordered] },
      { before: [], after: [ordered] },
    ]),
    ['zone false 2026-11-21 2', 'zone true 2026-11-01 2'],
  ))

test('what counts as it did changes nothing', () =>
  assert.deepEqual(changesOf([{ before: [ordered, silent], after: [silent, ordered] }]), []))

test('what counts on another day of the month changes its days alone', () =>
  assert.deepEqual(
    changesOf([{ before: [ordered], after: [['ORDERED', '2026-11-22', 'city', 'zone', 10, 1]] }]),
    ['zone false 2026-11-21 -1', 'zone false 2026-11-22 1'],
  ))

for (const [what, before, after, expected] of [
  ['stays as punctual as it was known', [within], [silent], [within]],
  ['that was silent becomes what it is', [silent], [within], [within]],
  ['that was never known is silent', [], [silent], [silent]],
] as const)
  test(`a hand-over ${what}`, () =>
    assert.deepEqual(withKnownPunctuality({ before, after: [...after] as Counted[] }), expected))

test('of a delivery that is removed its money stays, in no city', () =>
  assert.deepEqual(countedOfRemoved([ordered, ['MONEY', '2026-11-22', 'city', 'XOF TRIP', 0, 600]]), [
    ['MONEY', '2026-11-22', '', 'XOF TRIP', 0, 600],
  ]))
