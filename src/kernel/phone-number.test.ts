import assert from 'node:assert/strict'
import { test } from 'node:test'
import vectors from '../../vectors/phone-numbers.json' with { type: 'json' }
import { internationalPhone } from './phone-number.ts'

for (const { country, text, international } of vectors.cases) {
  test(`${text} in ${country} is ${international ?? 'no possible number'} (decision 10)`, () => {
    assert.equal(internationalPhone(text, country) ?? null, international)
  })
}
