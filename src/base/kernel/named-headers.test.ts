import assert from 'node:assert/strict'
import { test } from 'node:test'
import { namedHeaders } from './named-headers.ts'

for (const [text, headers] of [
  ['x-api-key=abc', { 'x-api-key': 'abc' }],
  [
    'authorization=Basic%20dTpw, x-scope-orgid=shop=1 ',
    { authorization: 'Basic dTpw', 'x-scope-orgid': 'shop=1' },
  ],
  ['', undefined],
  ['x-api-key', undefined],
  ['x-api-key=', undefined],
  ['a=b,', undefined],
  ['a b=c', undefined],
  ['a=%zz', undefined],
  ['a=%ff', undefined],
  ['a=b%0d%0ac:d', undefined],
] as const)
  test(`headers are read from ${JSON.stringify(text)}, or refused`, () =>
    assert.deepEqual(namedHeaders(text), headers))
