import type { ApiDescription } from '../../src/http/openapi-document.ts'

type Node = { [keyword: string]: unknown }

/**
 * An OpenAPI description in which every reference is replaced by what it refers to; words that stand beside a
 * reference prevail. Our descriptions have no cycles.
 */
export function resolvedDescription(description: ApiDescription): ApiDescription {
  const resolve = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(resolve)
    if (typeof value !== 'object' || value === null) return value
    const { $ref, ...beside } = value as Node
    const target = typeof $ref === 'string' ? { ...targetOf(description, $ref), ...beside } : beside
    return Object.fromEntries(Object.entries(target).map(([key, each]) => [key, resolve(each)]))
  }
  return resolve(description) as ApiDescription
}

/** What a reference such as `#/components/schemas/Delivery` refers to. Throws when there is nothing. */
function targetOf(description: object, $ref: string): Node {
  const found = $ref
    .split('/')
    .slice(1)
    .reduce<unknown>((node, key) => (node as Node | undefined)?.[key], description)
  if (typeof found !== 'object' || found === null) throw new Error(`${$ref} refers to nothing.`)
  return '$ref' in found ? targetOf(description, String(found.$ref)) : (found as Node)
}

/** Calls `visit` with every schema of a resolved schema, itself included, and where it is. */
export function eachSchema(schema: Node, where: string, visit: (schema: Node, where: string) => void): void {
  visit(schema, where)
  for (const [name, each] of Object.entries((schema.properties ?? {}) as Record<string, Node>))
    eachSchema(each, `${where} ${name}`, visit)
  for (const each of [schema.oneOf, schema.anyOf, schema.allOf].flat())
    if (each) eachSchema(each as Node, where, visit)
  if (schema.items) eachSchema(schema.items as Node, `${where}[]`, visit)
}
