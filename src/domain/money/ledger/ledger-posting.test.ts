import assert from 'node:assert/strict'
import { test } from 'node:test'
import { shownBalance } from './ledger-account.ts'
import { balancedEntries, credit, debit, type Entry } from './ledger-posting.ts'

test('entries of one account are taken together, and those of 0 are not written', () => {
  assert.deepEqual(
    balancedEntries([
      debit('SHOP_FEES', 300, 'a'),
      debit('SHOP_FEES', 200, 'a'),
      debit('SHOP_FEES', 100, 'b'),
      credit('RETURN_REVENUE', 600),
      credit('DISCOUNTS', 0),
    ]),
    [
      { kind: 'SHOP_FEES', owner: 'a', amountFcfa: 500 },
      { kind: 'SHOP_FEES', owner: 'b', amountFcfa: 100 },
      { kind: 'RETURN_REVENUE', owner: '', amountFcfa: -600 },
    ],
  )
})

const mistakes: [what: string, entries: Entry[]][] = [
  ['that do not sum to 0', [debit('SUSPENSE', 5), credit('TRIP_REVENUE', 4)]],
  ['of half a franc', [debit('SUSPENSE', 0.5), credit('TRIP_REVENUE', 0.5)]],
  ['of no number', [debit('SUSPENSE', Number.NaN), credit('TRIP_REVENUE', Number.NaN)]],
  ['of a shop that is not named', [debit('SHOP_FEES', 5), credit('TRIP_REVENUE', 5)]],
  ['of the company under another name', [debit('SUSPENSE', 5, 'a'), credit('TRIP_REVENUE', 5)]],
]
for (const [what, entries] of mistakes)
  test(`entries ${what} are not booked`, () => assert.throws(() => balancedEntries(entries), RangeError))

test('a balance is positive where the account holds what its kind says', () => {
  assert.deepEqual(
    [shownBalance('PROVIDER_FLOAT', 5), shownBalance('SHOP_SALES', -5), shownBalance('SHOP_SALES', 0)],
    [5, 5, 0],
  )
})
