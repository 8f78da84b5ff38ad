import assert from 'node:assert/strict'
import { test } from 'node:test'
import vectors from '../../../vectors/phone-numbers.json' with { type: 'json' }
import { internationalPhone, spacedPhone } from './phone-number.ts'

for (const { country, text, international } of vectors.cases) {
  test(`${text} in ${country} is ${international ?? 'no possible number'} (decision 10)`, () => {
    assert.equal(internationalPhone(text, country) ?? null, international)
  })
}

test('a phone number is shown in groups of digits', () => {
  assert.equal(spacedPhone('+2290197000001'), '+229 01 97 00 00 01')
  assert.equal(spacedPhone('+237670000001'), '+237 6 70 00 00 01')
  assert.equal(spacedPhone('112'), '112')
})
