import assert from 'node:assert/strict'
import { test } from 'node:test'
import { writtenJson } from './written-json.ts'

for (const [what, text, value] of [
  ['JSON', '{"a":1}', { a: 1 }],
  ['a script of a map', 'var json_Zones_1 = {"a":1};\n', { a: 1 }],
  ['a value on each line', '{"a":1}\n{"a":2}\r\n\n', [{ a: 1 }, { a: 2 }]],
  ['a text sequence', '\u001e{"a":1}\n\u001e{"a":2}\n', [{ a: 1 }, { a: 2 }]],
  ['other text', 'Ganhi', undefined],
  ['JSON that ends early', '{"a":1', undefined],
  ['nothing', ' ', undefined],
] as const)
  test(`${what} is ${value === undefined ? 'not read' : 'read'} as JSON`, () =>
    assert.deepEqual(writtenJson(text), value))
