import type { ApiDescription, Content, Response, Schema } from './openapi-document.ts'

/** An example for a body: the one that the description names, else one made from its fields. */
export function exampleOfContent(
  content: Content | undefined,
  description: ApiDescription,
  isRequest: boolean,
): unknown {
  const json = content?.['application/json']
  if (!json) return undefined
  const [named] = Object.values(json.examples ?? {})
  return json.example ?? named?.value ?? exampleOf(json.schema, description, isRequest)
}

/**
 * An example of a schema. That of a request has the fields that must be there; where none must, the first.
 */
export function exampleOf(schema: Schema, description: ApiDescription, isRequest: boolean): unknown {
  const own = resolved(schema, description)
  const [example] = own.examples ?? []
  if (example !== undefined) return example
  const [alternative] = own.oneOf ?? own.anyOf ?? []
  if (alternative) return exampleOf(alternative, description, isRequest)
  if (own.items) return [exampleOf(own.items, description, isRequest)]
  if (own.properties) {
    const shown = fieldsShown(own, isRequest)
    return Object.fromEntries(shown.map(([name, field]) => [name, exampleOf(field, description, isRequest)]))
  }
  return own.enum?.[0] ?? own['x-extensible-enum']?.[0] ?? (own.type === 'object' ? {} : '…')
}

function fieldsShown({ properties = {}, required = [] }: Schema, isRequest: boolean): [string, Schema][] {
  const all = Object.entries(properties)
  if (!isRequest) return all
  const needed = all.filter(([name]) => required.includes(name))
  return needed.length > 0 ? needed : all.slice(0, 1)
}

/** The name of the schema that a reference leads to. */
export const nameOfRef = ($ref: string): string => $ref.slice($ref.lastIndexOf('/') + 1)

/** The schema itself where another is referred to, with the words of the place. */
export function resolved(schema: Schema, description: ApiDescription): Schema {
  if (schema.$ref === undefined) return schema
  const { $ref, ...own } = schema
  return { ...description.components.schemas[nameOfRef($ref)], ...own }
}

/** The response itself where another is referred to. */
export const resolvedResponse = (response: Response, { components }: ApiDescription): Response =>
  response.$ref === undefined ? response : (components.responses?.[nameOfRef(response.$ref)] ?? response)
