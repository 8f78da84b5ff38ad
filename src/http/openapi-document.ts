import type { FastifyInstance } from 'fastify'
import type { PartnerErrorCode } from '../contract/errors.ts'

/** The API as `/openapi.json` describes it: the parts of OpenAPI 3.1 that our description has. */
export type ApiDescription = {
  info: { title: string }
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, DescribedOperation>>
  webhooks?: Record<string, Webhook>
  components: { schemas: Record<string, Schema>; responses?: Record<string, Response> }
}

export type Schema = {
  $ref?: string
  type?: string | string[]
  format?: string
  enum?: Literal[]
  'x-extensible-enum'?: Literal[]
  description?: string
  examples?: unknown[]
  default?: unknown
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: boolean | Schema
  items?: Schema
  oneOf?: Schema[]
  anyOf?: Schema[]
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  minItems?: number
  maxItems?: number
  minProperties?: number
  maxProperties?: number
  pattern?: string
}

export type Literal = string | number | boolean | null

export type Content = {
  'application/json'?: { schema: Schema; example?: unknown; examples?: Record<string, { value?: unknown }> }
}

export type Parameter = {
  name: string
  in: 'path' | 'query' | 'header'
  required?: boolean
  description?: string
  schema: Schema
  style?: 'form'
  explode?: boolean
  example?: unknown
  examples?: object
}

export type Response = { $ref?: string; description?: string; headers?: object; content?: Content }

export type DescribedOperation = {
  operationId: string
  summary: string
  description?: string
  tags: string[]
  security: object[]
  parameters?: Parameter[]
  requestBody?: { required?: boolean; content: Content }
  responses: Record<string, Response>
  'x-scopes': string[]
  'x-error-codes': PartnerErrorCode[]
  'x-codeSamples'?: CodeSample[]
}

/** A call as one writes it, where viewers of descriptions look for it. */
export type CodeSample = { lang: string; label: string; source: string }

type Webhook = { post: { summary?: string; description?: string; requestBody: { content: Content } } }

/** An operation with its method, in capitals, and its path. */
export type PlacedOperation = DescribedOperation & { method: string; path: string }

/** The description of a running service. */
export const describedApi = (app: FastifyInstance): ApiDescription =>
  app.swagger() as unknown as ApiDescription

/** Every operation, in the order of the description. */
export const describedOperations = ({ paths }: Pick<ApiDescription, 'paths'>): PlacedOperation[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      ...operation,
      method: method.toUpperCase(),
      path,
    })),
  )
