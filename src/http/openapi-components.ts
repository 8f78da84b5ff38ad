import { isDeepStrictEqual } from 'node:util'
import type { Component } from '../base/kernel/json-types.ts'

type Schema = {
  [keyword: string]: unknown
  'x-component'?: Component
  /** What the description says instead, where generators cannot read what the service validates with. */
  'x-described'?: object
}
type Components = Record<string, Schema>

/**
 * A description in which every named schema stands once in `components.schemas`, in alphabetical order, with
 * references from where it is used (decision 119). Schemas of routes hold each other whole, so that
 * validation and serialization resolve no references. Throws when two different schemas have one name.
 */
export function withComponents<Document extends { components?: object }>(document: Document): Document {
  const schemas: Components = {}
  const hoisted = hoist(document, schemas) as Document
  const sorted = Object.fromEntries(Object.entries(schemas).sort(([a], [b]) => (a < b ? -1 : 1)))
  return { ...hoisted, components: { ...hoisted.components, schemas: sorted } }
}

function hoist(value: unknown, schemas: Components): unknown {
  if (Array.isArray(value)) return value.map((each) => hoist(each, schemas))
  if (typeof value !== 'object' || value === null) return value
  const { 'x-component': component, 'x-described': described, ...own } = value as Schema
  const rest = { ...own, ...described }
  const schema = Object.fromEntries(Object.entries(rest).map(([key, each]) => [key, hoist(each, schemas)]))
  return component ? reference(schema, component, schemas) : schema
}

/** Keeps the schema under its name. Words that differ from the schema's own stand beside the reference. */
function reference(schema: Schema, { name, ...own }: Component, schemas: Components): Schema {
  const { description, examples, ...shape } = schema
  const isNullable = Array.isArray(shape.type) && shape.type.includes('null')
  const kept = { ...(isNullable ? withoutNull(shape) : shape), ...own }
  if (!isDeepStrictEqual(schemas[name] ?? kept, kept)) throw new Error(`Two schemas are named ${name}.`)
  schemas[name] = kept
  const $ref = `#/components/schemas/${name}`
  return {
    ...(isNullable ? { oneOf: [{ $ref }, { type: 'null' }] } : { $ref }),
    ...(description !== own.description && { description }),
    ...(examples !== undefined && !isDeepStrictEqual(examples, own.examples) && { examples }),
  }
}

function withoutNull({ type, enum: values, ...shape }: Schema): Schema {
  return {
    type: (type as string[]).find((each) => each !== 'null'),
    ...shape,
    ...(values !== undefined && { enum: (values as unknown[]).filter((each) => each !== null) }),
  }
}
