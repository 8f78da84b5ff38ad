import assert from 'node:assert/strict'
import { test } from 'node:test'
import { includedVat } from '../../ledger/included-vat.ts'
import { invoiceNumber } from './invoice.ts'

test('a number is the year and six figures', () => {
  assert.equal(invoiceNumber({ year: 2026, serial: 123 }), '2026-000123')
  assert.equal(invoiceNumber({ year: 2027, serial: 1_000_000 }), '2027-1000000')
})

test('prices include the tax', () => {
  const cases = [
    [11_800, 1_800, 1_800],
    [600, 1_800, 92],
    [1, 1_800, 0],
    [10_000, 1_925, 1_614],
    [10_000, null, 0],
  ] as const
  for (const [total, rate, vat] of cases) assert.equal(includedVat(total, rate), vat, `${total} at ${rate}`)
})
