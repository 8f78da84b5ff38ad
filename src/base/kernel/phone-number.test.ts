import assert from 'node:assert/strict'
import { test } from 'node:test'
import vectors from '../../../vectors/phone-numbers.json' with { type: 'json' }
import {
  callingCodeOf,
  callingCodesOf,
  internationalPhone,
  maskedPhone,
  nationalPhone,
  possiblePhones,
  spacedPhone,
} from './phone-number.ts'

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

test('a number is shown as in its own country, whole or so that only its owner recognises it', () => {
  for (const [number, national, masked] of [
    ['+2290197000001', '01 97 00 00 01', '01 97 •• •• 01'],
    ['+22890112233', '90 11 22 33', '90 •• •• 33'],
    ['+2250707000099', '07 07 00 0099', '07 07 •• ••99'],
    ['112', '112', '•12'],
  ] as const) {
    assert.equal(nationalPhone(number), national)
    assert.equal(maskedPhone(number), masked)
  }
})

for (const [number, code] of [
  ['+2290197000001', '+229'],
  ['+14155552671', '+1'],
  ['+881631234567', '+881'],
  ['+22890112233', '+228'],
  ['112', undefined],
] as const) {
  test(`${number} has the calling code ${code ?? 'of no country'}`, () =>
    assert.equal(callingCodeOf(number), code))
}

test('countries that share a calling code have it once', () =>
  assert.deepEqual(callingCodesOf(['TG', 'BJ', 'BJ', 'US', 'CA', 'XX']), ['+1', '+228', '+229']))
