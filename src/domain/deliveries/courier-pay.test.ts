import assert from 'node:assert/strict'
import { test } from 'node:test'
import { courierPayFcfa } from './courier-pay.ts'

test('the courier earns a share of the trip before discounts, rounded up to a franc', () => {
  const line = (amountFcfa: number) => ({ line: 'BASE', exactFcfa: amountFcfa, amountFcfa }) as const
  const rows = [
    [[500], 80, 400],
    [[500, 300], 80, 640],
    [[525], 75, 394],
    [[1_001], 50, 501],
    [[0], 80, 0],
    [[500], 0, 0],
    [[500], 100, 500],
  ] as const
  for (const [amounts, percent, pay] of rows)
    assert.equal(courierPayFcfa({ lines: amounts.map(line) }, percent), pay, `${percent} % of ${amounts}`)
})
