/** What the reference pages read of an OpenAPI description: the parts of it that ours has. */

export type Schema = {
  $ref?: string
  type?: string | string[]
  format?: string
  enum?: unknown[]
  'x-extensible-enum'?: unknown[]
  description?: string
  examples?: unknown[]
  default?: unknown
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: unknown
  items?: Schema
  oneOf?: Schema[]
  anyOf?: Schema[]
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  minItems?: number
  maxItems?: number
  pattern?: string
}

export type Content = {
  'application/json'?: { schema?: Schema; example?: unknown; examples?: Record<string, { value?: unknown }> }
}

export type Parameter = {
  name: string
  in: 'path' | 'query' | 'header'
  required?: boolean
  description?: string
  schema: Schema
  example?: unknown
}

export type Response = { $ref?: string; description?: string; content?: Content }

type DescribedOperation = {
  operationId: string
  summary: string
  description?: string
  tags: string[]
  parameters?: Parameter[]
  requestBody?: { required?: boolean; content: Content }
  responses: Record<string, Response>
  'x-scopes'?: string[]
  'x-error-codes'?: string[]
}

type Webhook = { post: { summary?: string; description?: string; requestBody: { content: Content } } }

export type ApiDescription = {
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, DescribedOperation>>
  webhooks?: Record<string, Webhook>
  components: { schemas?: Record<string, Schema>; responses?: Record<string, Response> }
}

/** An operation with its place: `path` is without what all have in common. */
export type ApiOperation = DescribedOperation & { method: string; path: string; tag: string }

/** What every path begins with. */
export const basePath = '/api/v1/partner'

/** Every operation, in the order of the description. */
export const operationsOf = ({ paths }: ApiDescription): ApiOperation[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      ...operation,
      method: method.toUpperCase(),
      path: path.slice(basePath.length),
      tag: operation.tags[0] ?? '',
    })),
  )

/** The groups that have operations, in the order of the description. */
export function tagsOf(description: ApiDescription): ApiDescription['tags'] {
  const used = new Set(operationsOf(description).map(({ tag }) => tag))
  return description.tags.filter(({ name }) => used.has(name))
}

/** The page of a group of operations: `Pickup addresses` is `reference/pickup-addresses`. */
export const tagSlug = (tag: string): string => `reference/${tag.toLowerCase().replaceAll(' ', '-')}`

/** The page that lists the objects that operations have in common. */
export const objectsSlug = 'reference/objects'

/** The page of one of them. */
export const objectSlug = (name: string): string => `${objectsSlug}/${name}`

/** The name of the schema that a reference leads to. */
export const nameOfRef = ($ref: string): string => $ref.slice($ref.lastIndexOf('/') + 1)

/** The schema itself where another is referred to, with the words of the place. */
export function resolved(schema: Schema, description: ApiDescription): Schema {
  if (schema.$ref === undefined) return schema
  const { $ref, ...own } = schema
  return { ...description.components.schemas?.[nameOfRef($ref)], ...own }
}

/** The response itself where another is referred to. */
export const resolvedResponse = (response: Response, { components }: ApiDescription): Response =>
  response.$ref === undefined ? response : (components.responses?.[nameOfRef(response.$ref)] ?? response)

/** The operation that `GET /deliveries/{id}` names; a value may stand for the parameter. */
export function operationNamed(text: string, operations: readonly ApiOperation[]): ApiOperation | undefined {
  const [method = '', path = '', ...more] = text.split(' ')
  if (more.length > 0 || !path.startsWith('/')) return undefined
  const ofMethod = operations.filter((operation) => operation.method === method)
  return (
    ofMethod.find((operation) => operation.path === path) ??
    ofMethod.find((each) => isSamePath(each.path, path))
  )
}

function isSamePath(template: string, path: string): boolean {
  const [parts, given] = [template.split('/'), path.split('/')]
  return (
    parts.length === given.length && parts.every((part, at) => part.startsWith('{') || part === given[at])
  )
}
