import assert from 'node:assert/strict'
import { test } from 'node:test'
import { internationalPhone } from '../../base/kernel/phone-number.ts'
import { examplePhone, francCountries } from './franc-countries.ts'

for (const country of Object.keys(francCountries))
  test(`the example of a number for ${country} is one that a phone there could have`, () =>
    assert.ok(internationalPhone(examplePhone(country), country), examplePhone(country)))

test('a country that is not ours has the example of Benin', () =>
  assert.equal(examplePhone('FR'), '01 97 00 00 01'))
