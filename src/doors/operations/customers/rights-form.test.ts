import assert from 'node:assert/strict'
import { test } from 'node:test'
import { possiblePhones } from './rights-form.ts'

test('a phone without its country’s code may be one in several countries, and with it is one', () => {
  for (const [text, countries, phones] of [
    ['01 97 00 00 05', ['BJ'], ['+2290197000005']],
    ['01 97 00 00 05', ['CI', 'BJ'], ['+2250197000005', '+2290197000005']],
    ['+229 01 97 00 00 05', ['CI', 'BJ'], ['+2290197000005']],
    ['70', ['CI', 'BJ'], []],
  ] as const)
    assert.deepEqual(possiblePhones(text, countries), phones)
})
