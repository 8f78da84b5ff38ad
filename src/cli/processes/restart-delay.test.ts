import assert from 'node:assert/strict'
import { test } from 'node:test'
import { earlyEndsAfter, restartDelayMs } from './restart-delay.ts'

test('a process that ends is started again at once, and ever later while it ends early', () => {
  const delays = [0, 1, 2, 3, 4, 5, 6, 7, 8, 100].map(restartDelayMs)
  assert.deepEqual(delays, [0, 0, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000])
})

test('one that served for a minute did not end early', () => {
  assert.equal(earlyEndsAfter(3, { isReady: true, livedMs: 60_000 }), 0)
  assert.equal(earlyEndsAfter(3, { isReady: true, livedMs: 59_999 }), 4)
  assert.equal(earlyEndsAfter(0, { isReady: false, livedMs: 3_600_000 }), 1)
})
