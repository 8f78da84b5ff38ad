import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Ajv, type ValidateFunction } from 'ajv'
import { boundedErrors } from './bounded-errors.ts'

const schema = {
  type: 'object',
  additionalProperties: false,
  required: ['name'],
  properties: {
    name: { type: 'string', maxLength: 4 },
    metadata: {
      type: 'object',
      maxProperties: 20,
      propertyNames: { pattern: '^a' },
      additionalProperties: { type: 'string' },
    },
    list: { type: 'array', items: { type: 'string' } },
    either: { type: 'array', items: { anyOf: [{ type: 'string' }, { type: 'null' }] } },
    objects: {
      type: 'array',
      items: { type: 'object', additionalProperties: false, properties: { a: { type: 'string' } } },
    },
    inner: { type: 'object', additionalProperties: false, properties: { a: { type: 'string' } } },
  },
}
const options = { allErrors: true, verbose: true, strict: false } as const
const bounded = new Ajv({ ...options, code: { process: boundedErrors } }).compile(schema)
const plain = new Ajv(options).compile(schema)
const found = () => (bounded as ValidateFunction & { found: number }).found

const many = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`x${n}`, 0]))

for (const [what, body] of [
  ['unknown members', many(20_000)],
  ['unknown members within', { inner: many(20_000) }],
  ['members of a wrong name and value', { metadata: many(20_000) }],
  ['wrong items', { list: Array(50_000).fill(0) }],
  ['items that fit nothing', { either: Array(50_000).fill(0) }],
  ['items with unknown members', { objects: Array(10_000).fill({ b: 1 }) }],
] as const)
  test(`of very many ${what} no more than a few hundred errors are written down`, () => {
    assert.equal(bounded(body), false)
    const written = bounded.errors?.length ?? 0
    assert.ok(written >= 300 && written < 320, `${written} errors`)
    assert.ok(found() >= written)
  })

test('unknown members are all counted', () => {
  bounded(many(20_000))
  assert.equal(found(), 20_001)
  bounded({ name: 'Afi', inner: many(7_000) })
  assert.equal(found(), 7_000)
})

for (const [what, body] of [
  ['no fault', { name: 'Afi', metadata: { a: 'b' }, list: ['a'], either: [null, 'a'], inner: {} }],
  ['a few faults', { name: 'Afi Dossou', x: 1, metadata: { b: 1 }, list: [1], either: [2], inner: { b: 1 } }],
  ['a hundred faults', { name: 'Afi', ...many(100) }],
  ['alternatives of which the second fits', { name: 'Afi', either: Array(5_000).fill(null) }],
] as const)
  test(`a body with ${what} is judged as without the bound`, () => {
    assert.equal(bounded(body), plain(body))
    assert.deepEqual(bounded.errors, plain.errors)
  })
