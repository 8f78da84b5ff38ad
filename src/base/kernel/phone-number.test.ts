import assert from 'node:assert/strict'
import { test } from 'node:test'
import vectors from '../../../vectors/phone-numbers.json' with { type: 'json' }
import {
  callingCodeOf,
  callingCodesOf,
  formerPhone,
  internationalPhone,
  maskedPhone,
  nationalPhone,
  possiblePhones,
  spacedPhone,
  writtenPhone,
} from './phone-number.ts'

for (const { country, text, international } of vectors.cases) {
  test(`${text} in ${country} is ${international ?? 'no possible number'} (decision 10)`, () => {
    assert.equal(internationalPhone(text, country) ?? null, international)
  })
}

test('of a former number that may be several today, or one cut short, what it may be is said', () => {
  for (const [country, text, since, today] of [
    ['CI', '07 07 07 07', '2021-01-31', ['+2250707070707']],
    ['CI', '+225 21 31 23 45', '2021-01-31', ['+2252721312345']],
    ['GA', '06 61 23 45', '2019-11-15', ['+24166612345']],
    ['CM', '22 12 34 56', '2014-11-21', ['+237222123456', '+237242123456']],
    ['CM', '66 12 34 56', '2014-11-21', ['+237666123456']],
    ['CI', '49 12 34 56', '2021-01-31', ['+2250749123456']],
    ['CM', '99 11 22 33', '2014-11-21', ['+237699112233']],
    ['BF', '40 12 34 56', '2014-12-15', ['+22624123456']],
  ] as const)
    assert.deepEqual(
      { since: formerPhone(text, country)?.since, today: formerPhone(text, country)?.today },
      { since, today },
    )
  for (const [country, text] of [
    ['BJ', '97 00 00 01'],
    ['CI', '07 07 07 07 07'],
    ['CM', '+237 99 11 22 33'],
    ['TG', '1234'],
  ] as const)
    assert.equal(formerPhone(text, country), undefined)
})

test('a calling code of a country of the franc may stand without its plus sign', () => {
  for (const [country, text, phone] of [
    ['TG', '22997000001', '+2290197000001'],
    ['BJ', '228 90 11 22 33', '+22890112233'],
    ['CI', '2250707070707', '+2250707070707'],
    ['BJ', '33612345678', undefined],
    ['TG', '90 11 22 33', '+22890112233'],
  ] as const)
    assert.equal(writtenPhone(text, country), phone)
})

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
  assert.deepEqual(possiblePhones('01 97 00 00 05', ['CI', 'BJ']), ['+2250197000005', '+2290197000005'])
  assert.deepEqual(possiblePhones('70 12 34 56', ['CI', 'BF']), ['+22670123456'])
  assert.deepEqual(possiblePhones('70', ['CI', 'BJ']), [])
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
