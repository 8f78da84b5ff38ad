import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type } from 'typebox'
import { As, Nullable, OneOf, Open } from '../base/kernel/json-types.ts'
import { withComponents } from './openapi-components.ts'

const Size = OneOf(['SMALL', 'LARGE'], { name: 'Size', description: 'A size.' })
const Box = Open(
  { size: As(Size, { description: 'How large it is.' }) },
  { name: 'Box', description: 'A box.' },
)

const described = (schema: object) => withComponents({ paths: { schema }, components: { headers: {} } })

test('a named schema stands once among the components, and is referred to', () => {
  assert.deepEqual(described(Type.Array(Box)), {
    paths: { schema: { type: 'array', items: { $ref: '#/components/schemas/Box' } } },
    components: {
      headers: {},
      schemas: {
        Box: {
          type: 'object',
          required: ['size'],
          properties: { size: { $ref: '#/components/schemas/Size', description: 'How large it is.' } },
          description: 'A box.',
        },
        Size: { type: 'string', enum: ['SMALL', 'LARGE'], examples: ['SMALL'], description: 'A size.' },
      },
    },
  })
})

test('what may be null refers to what is never null, with the words of the place where it is used', () => {
  const { paths, components } = described(Nullable(As(Size, { description: 'If known.' }))) as {
    paths: object
    components: { schemas?: { Size: { type: string; enum: string[] } } }
  }
  assert.deepEqual(paths, {
    schema: { oneOf: [{ $ref: '#/components/schemas/Size' }, { type: 'null' }], description: 'If known.' },
  })
  assert.equal(components.schemas?.Size.type, 'string')
  assert.deepEqual(components.schemas?.Size.enum, ['SMALL', 'LARGE'])
})

test('two different schemas cannot have one name', () => {
  const other = Open({}, { name: 'Box', description: 'A box.' })
  assert.throws(() => described({ box: Box, other }), /Two schemas are named Box\./)
})
