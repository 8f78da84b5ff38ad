import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type JsonFault, jsonFault } from './json-fault.ts'

const faultOf = (text: string) => jsonFault(Buffer.from(text))

const cases: [what: string, text: string, fault: JsonFault][] = [
  ['a comma before the end of an object', '{"a":1,}', { kind: 'NAME', line: 1, column: 8, met: '}' }],
  ['a comma before the end of an array', '[1,\n2,\n]', { kind: 'VALUE', line: 3, column: 1, met: ']' }],
  ['single quotes', "{'a':1}", { kind: 'NAME', line: 1, column: 2, met: "'" }],
  ['quotes of a word processor', '{"a": “b”}', { kind: 'VALUE', line: 1, column: 7, met: '“' }],
  ['a name without quotes', '{a:1}', { kind: 'NAME', line: 1, column: 2, met: 'a' }],
  ['a word of another language', '{"a": True}', { kind: 'VALUE', line: 1, column: 7, met: 'T' }],
  ['a form', 'a=1&b=2', { kind: 'VALUE', line: 1, column: 1, met: 'a' }],
  ['a missing comma', '{\n  "a": 1\n  "b": 2\n}', { kind: 'COMMA', line: 3, column: 3, met: '"' }],
  ['a missing colon', '{"a" 1}', { kind: 'COLON', line: 1, column: 6, met: '1' }],
  ['a line break in a text', '{"a": "b\nc"}', { kind: 'TEXT', line: 1, column: 9, met: '\n' }],
  ['an unknown escape', '{"a": "\\x"}', { kind: 'TEXT', line: 1, column: 8, met: '\\' }],
  ['a text that does not end', '{"a": "b', { kind: 'TEXT', line: 1, column: 9, met: null }],
  ['an object that does not end', '{"a": {"b": 1}', { kind: 'COMMA', line: 1, column: 15, met: null }],
  ['the wrong bracket', '{"a": [1}', { kind: 'COMMA', line: 1, column: 9, met: '}' }],
  ['a number with a zero before it', '{"a": 01}', { kind: 'COMMA', line: 1, column: 8, met: '1' }],
  ['two values', '{} {}', { kind: 'END', line: 1, column: 4, met: '{' }],
  ['blanks alone', ' \n ', { kind: 'VALUE', line: 2, column: 2, met: null }],
  ['a comment', '{ // a\n}', { kind: 'NAME', line: 1, column: 3, met: '/' }],
  ['an emoji before it, as one character', '{"a": "🛵" x}', { kind: 'COMMA', line: 1, column: 11, met: 'x' }],
  ['an emoji, whole', '🛵', { kind: 'VALUE', line: 1, column: 1, met: '🛵' }],
]

for (const [what, text, fault] of cases)
  test(`the place of ${what} is found`, () => {
    assert.deepEqual(faultOf(text), fault)
  })

test('bytes that are no UTF-8 are found by their place', () => {
  const latin1 = Buffer.concat([Buffer.from('{\n"é": "Dossou, Ganh'), Buffer.from([0xe9]), Buffer.from('"}')])
  assert.deepEqual(jsonFault(latin1), { kind: 'NOT_UTF8', line: 2, column: 19 })
  assert.deepEqual(jsonFault(Buffer.from([0x22, 0xef, 0xbf])), { kind: 'NOT_UTF8', line: 1, column: 2 })
})

test('a body that is JSON was refused for a forbidden name', () => {
  for (const text of [
    '{"__proto__":1}',
    '[]',
    ' {"a":[{},[],"",-0.1e+5,null,true,"\\u00e9\\n"]} ',
    '\ufeff{}',
  ])
    assert.deepEqual(faultOf(text), { kind: 'FORBIDDEN_NAME' })
})

test('whatever is sent, a fault is found exactly where JSON cannot be read', () => {
  const signs = fc.constantFrom(...'{}[]",:\\ \n\t0123456789.eE+-truefalsn\'/é'.split(''))
  const anything = fc.oneof(fc.string({ unit: signs, maxLength: 20 }), fc.json(), fc.string())
  fc.assert(
    fc.property(anything, (text) => {
      let isJson = true
      try {
        JSON.parse(text)
      } catch {
        isJson = false
      }
      if (text.isWellFormed()) assert.equal(faultOf(text).kind === 'FORBIDDEN_NAME', isJson, text)
    }),
    { numRuns: 5_000 },
  )
})

test('a fault after a quarter of a million brackets is found without recursion', () => {
  const depth = 250_000
  assert.deepEqual(faultOf('['.repeat(depth)), { kind: 'VALUE', line: 1, column: depth + 1, met: null })
  assert.equal(faultOf(`"${'a'.repeat(depth)}`).kind, 'TEXT')
})
