import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fieldName } from './field-name.ts'

const cases: [pointer: string, name: string][] = [
  ['', ''],
  ['/customer', 'customer'],
  ['/customer/phone', 'customer.phone'],
  ['/items/0/name', 'items[0].name'],
  ['/metadata/order no', 'metadata["order no"]'],
  ['/metadata/a~1b~0c', 'metadata["a/b~c"]'],
  ['/first-name', '["first-name"]'],
  [`/${'x'.repeat(200)}`, `${'x'.repeat(80)}…`],
]

for (const [pointer, name] of cases)
  test(`the field ${pointer.slice(0, 40) || 'of the whole body'} is named as in code`, () => {
    assert.equal(fieldName(pointer), name)
  })
