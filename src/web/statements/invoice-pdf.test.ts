import assert from 'node:assert/strict'
import { test } from 'node:test'
import { speak } from '../web-words.ts'
import { monthName } from './invoice-pdf.ts'

const services = 'Services of {month}'

for (const [month, french, english] of [
  ['2026-10', 'Prestations d’octobre 2026', 'Services of October 2026'],
  ['2027-04', 'Prestations d’avril 2027', 'Services of April 2027'],
  ['2027-08', 'Prestations d’août 2027', 'Services of August 2027'],
  ['2026-11', 'Prestations de novembre 2026', 'Services of November 2026'],
] as const)
  test(`the month ${month} of an invoice is named as people say it`, () => {
    assert.equal(speak('fr')(services, { month: monthName(month, 'fr') }), french)
    assert.equal(speak('en')(services, { month: monthName(month, 'en') }), english)
  })
