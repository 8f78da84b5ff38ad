import assert from 'node:assert/strict'
import { test } from 'node:test'
import { payoutFinder, type StatementTransfer } from './shop-statement.ts'
import { namedSpans, statementPeriod } from './statement-period.ts'

const zone = 'Africa/Porto-Novo'

test('a period is whole days of its time zone, at most 93', () => {
  assert.deepEqual(statementPeriod('2026-11-01', '2026-11-30', zone), {
    firstDay: '2026-11-01',
    lastDay: '2026-11-30',
    from: new Date('2026-10-31T23:00:00Z'),
    until: new Date('2026-11-30T23:00:00Z'),
  })
  const cases = [
    ['2026-01-01', '2026-04-03', undefined],
    ['2026-01-01', '2026-04-04', 'TOO_LONG'],
    ['2026-01-02', '2026-01-01', 'BACKWARDS'],
    ['2026-02-30', '2026-03-01', 'NO_DAY'],
    ['2026-01-01', '', 'NO_DAY'],
    ['1999-01-01', '1999-01-02', 'NO_DAY'],
    ["2026-01-01'", '2026-01-02', 'NO_DAY'],
  ] as const
  for (const [first, last, fault] of cases) {
    const period = statementPeriod(first, last, zone)
    assert.equal(typeof period === 'string' ? period : undefined, fault, `${first} ${last}`)
  }
})

test('weeks begin on Monday, and months have their days', () => {
  assert.deepEqual(namedSpans(new Date('2026-12-31T23:30:00Z'), zone), {
    THIS_WEEK: ['2026-12-28', '2027-01-03'],
    LAST_WEEK: ['2026-12-21', '2026-12-27'],
    THIS_MONTH: ['2027-01-01', '2027-01-31'],
    LAST_MONTH: ['2026-12-01', '2026-12-31'],
  })
})

test('sales are paid out in their order, each with the first payout that reaches it', () => {
  const payout = (reference: string, amountFcfa: number, nettedFcfa = 0): StatementTransfer => ({
    reference,
    state: 'PAID',
    amountFcfa,
    nettedFcfa,
    createdAt: new Date(0),
    endedAt: null,
  })
  const payouts = [payout('A', 1_000), payout('B', 400, 600), payout('C', 500)]
  const cases = [
    [1, 'A'],
    [1_000, 'A'],
    [1_001, 'B'],
    [2_000, 'B'],
    [2_500, 'C'],
    [2_501, undefined],
  ] as const
  const paidWith = payoutFinder(payouts, { takenBackFcfa: 0 })
  for (const [owed, reference] of cases) assert.equal(paidWith(owed)?.reference, reference)
  // What an earlier payout should have paid, which was refused since, is paid first.
  const paidLater = payoutFinder(payouts, { takenBackFcfa: 700 })
  for (const [owed, reference] of cases) assert.equal(paidLater(owed - 700)?.reference, reference)
  assert.equal(paidLater(300)?.reference, 'A')
  assert.equal(paidLater(301)?.reference, 'B')
  assert.equal(payoutFinder([], { takenBackFcfa: 0 })(1), null)
})
