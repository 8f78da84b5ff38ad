import fc from 'fast-check'
import { textFault, trimmedText } from '../../src/base/kernel/plain-text.ts'
import type { Schema } from '../../src/http/openapi-document.ts'

/**
 * Values that a description promises to take, with its examples among them so that many get past the
 * rules of the business too. Text is what people write: neither control nor invisible characters nor blank ends.
 */
export function documented(schema: Schema): fc.Arbitrary<unknown> {
  if (schema.enum) return fc.constantFrom(...schema.enum)
  const { examples } = schema
  if (!examples) return anyOf(schema)
  return fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...examples) },
    { weight: 1, arbitrary: anyOf(schema) },
  )
}

function anyOf(schema: Schema): fc.Arbitrary<unknown> {
  if (!Array.isArray(schema.type)) return anyOfType(schema, schema.type)
  return fc.oneof(fc.constant(null), anyOfType(schema, schema.type[0]))
}

function anyOfType(schema: Schema, type: string | undefined): fc.Arbitrary<unknown> {
  switch (type) {
    case 'object': {
      const members = Object.entries(schema.properties ?? {}).map(([name, each]) => [name, documented(each)])
      const model: Record<string, fc.Arbitrary<unknown>> = Object.fromEntries(members)
      const { minProperties = 0, maxProperties = members.length } = schema
      return fc
        .record(model, { requiredKeys: schema.required ?? [] })
        .filter((value) => isWithin(Object.keys(value).length, minProperties, maxProperties))
    }
    case 'array': {
      const { items = {}, minItems = 0, maxItems = 10 } = schema
      return fc.uniqueArray(documented(items), { minLength: minItems, maxLength: maxItems })
    }
    case 'string':
      return textOf(schema)
    case 'integer':
      return fc.integer(boundsOf(schema))
    case 'number':
      return fc.double({ ...boundsOf(schema), noNaN: true })
    case 'boolean':
      return fc.boolean()
    default:
      throw new Error(`No values are known for ${JSON.stringify(schema)}.`)
  }
}

const isWithin = (count: number, min: number, max: number) => count >= min && count <= max

function boundsOf({ minimum, maximum }: Schema): { min: number; max: number } {
  if (minimum === undefined || maximum === undefined) throw new Error('A number without bounds.')
  return { min: minimum, max: maximum }
}

function textOf({ format, pattern, minLength = 0, maxLength }: Schema): fc.Arbitrary<string> {
  if (format === 'uuid') return fc.uuid()
  if (format === 'date-time')
    return fc.date({ noInvalidDate: true, ...years }).map((date) => date.toISOString())
  if (format !== undefined || maxLength === undefined) throw new Error(`A text of form ${format}.`)
  const length = { minLength, maxLength, size: 'max' } as const
  if (pattern === undefined) {
    return fc.string({ unit: character, ...length }).filter((text) => text.trim() === text)
  }
  const allowed = new RegExp(pattern)
  const ascii = Array.from({ length: 128 }, (_, code) => String.fromCharCode(code))
  return fc.string({ unit: fc.constantFrom(...ascii.filter((each) => allowed.test(each))), ...length })
}

/** Beyond them an ISO date has more digits. */
const years = { min: new Date('0000-01-01T00:00:00Z'), max: new Date('9999-12-31T23:59:59Z') }

/** One character of any script, an emoji or a blank; lengths are counted in these. */
const character = fc.oneof(
  { weight: 8, arbitrary: fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCodePoint(code)) },
  { weight: 1, arbitrary: fc.constant(' ') },
  {
    weight: 4,
    arbitrary: fc
      .integer({ min: 0xa1, max: 0x10ffff })
      .map((code) => String.fromCodePoint(code))
      .filter((each) => textFault(each) === undefined && trimmedText(each) !== ''),
  },
)
