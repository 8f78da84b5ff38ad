import assert from 'node:assert/strict'
import { test } from 'node:test'
import vectors from '../../../vectors/phone-numbers.json' with { type: 'json' }
import { internationalPhone, possiblePhones, spacedPhone } from './phone-number.ts'

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

test('a number without its country is read in every country, one with it means the same everywhere', () => {
  assert.deepEqual(possiblePhones('97 00 00 01', ['BJ', 'BJ', 'TG']), ['+2290197000001', '+22897000001'])
  assert.deepEqual(possiblePhones('+229 97 00 00 01', ['TG', 'CI']), ['+2290197000001'])
  assert.deepEqual(possiblePhones(' +229 01 97 00 00 01 ', []), ['+2290197000001'])
  assert.deepEqual(possiblePhones('97 00 00 01', []), [])
  assert.deepEqual(possiblePhones('+229', ['BJ']), [])
})
