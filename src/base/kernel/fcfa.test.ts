import assert from 'node:assert/strict'
import { test } from 'node:test'
import { roundUpToStep } from './fcfa.ts'

const cases: [amount: number, step: number, rounded: number][] = [
  [0, 25, 0],
  [1, 25, 25],
  [25, 25, 25],
  [25.0000000001, 25, 25],
  [26, 25, 50],
  [999.5, 1, 1000],
  [510, 100, 600],
]
for (const [amount, step, rounded] of cases) {
  test(`${amount} FCFA rounded up to steps of ${step} is ${rounded}`, () =>
    assert.equal(roundUpToStep(amount, step), rounded))
}
