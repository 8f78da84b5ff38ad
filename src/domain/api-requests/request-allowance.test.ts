import assert from 'node:assert/strict'
import { test } from 'node:test'
import { allowances, RequestAllowance } from './request-allowance.ts'

/** How many of so many requests, all at one moment, have a row. */
const takenOf = (allowance: RequestAllowance, requests: number, nowMs: number) =>
  Array.from({ length: requests }, () => allowance.take(nowMs)).filter(Boolean).length

for (const [what, rules, atOnce, perMinute] of [
  ['reads that succeed', allowances.plainReads, 100, 10],
  ['changes and refusals', allowances.others, 1_000, 120],
] as const) {
  test(`of ${what} ${atOnce} at once have a row, and then ${perMinute} a minute`, () => {
    const allowance = new RequestAllowance(rules, 0)

    assert.equal(takenOf(allowance, 5_000, 0), atOnce)
    assert.equal(takenOf(allowance, 5_000, 60_000), perMinute)
    assert.equal(takenOf(allowance, 5_000, 60_000), 0)
  })
}

test('an allowance fills up to what it was, however long nothing is asked', () => {
  const allowance = new RequestAllowance(allowances.plainReads, 0)

  takenOf(allowance, 100, 0)
  assert.equal(takenOf(allowance, 5_000, 30 * 24 * 60 * 60_000), 100)
})

test('parts of a row add up, however often somebody asks in between', () => {
  const allowance = new RequestAllowance(allowances.plainReads, 0)
  takenOf(allowance, 100, 0)

  const taken = Array.from({ length: 600 }, (_, at) => allowance.take((at + 1) * 100)).filter(Boolean)
  assert.ok(taken.length >= 9 && taken.length <= 10, `${taken.length}`)
})

test('a clock that is set back gives nothing and takes nothing', () => {
  const allowance = new RequestAllowance(allowances.plainReads, 60_000)

  assert.equal(takenOf(allowance, 100, 60_000), 100)
  assert.equal(allowance.take(0), false)
  assert.equal(allowance.take(6_001), true)
})
