import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { limits } from '../contract/limits.ts'
import { scopes } from '../contract/vocabulary.ts'
import { describedHeaders, type HeaderName, headersOf } from './response-headers.ts'

export type OpenApiSurroundings = {
  publicUrl: string
  environment: string
  /** Limits requests for these pages. */
  limitPages: (app: FastifyInstance) => void
}

/**
 * Describes the API from the schemas of its routes: OpenAPI 3.1 at `/openapi.json`, and a page to read
 * it at `/docs` whose assets come with the service. Call it before the first route.
 */
export async function useOpenApi(
  app: FastifyInstance,
  { publicUrl, environment, limitPages }: OpenApiSurroundings,
) {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Colis partner API',
        version: '1',
        description,
        license: { name: 'MIT', identifier: 'MIT' },
      },
      servers: [{ url: publicUrl, description: `This ${environment}` }],
      tags,
      components: {
        securitySchemes: {
          apiKey: {
            type: 'http',
            scheme: 'bearer',
            description: `An API key of the shop, \`colis_live_…\`. A key carries rights: ${scopes.join(', ')}.`,
          },
        },
      },
    },
    hideUntagged: true,
    transformObject: (document) => completed(document as { openapiObject: OpenApi }) as never,
    transform: ({ schema, url, route }) => ({
      schema: withIdempotencyKey(schema, route.config?.idempotencyKey),
      url,
    }),
  })
  await app.register(async (pages) => {
    limitPages(pages)
    await pages.register(swaggerUi, {
      routePrefix: '/docs',
      staticCSP: true,
      transformStaticCSP: () => pagePolicy,
      uiConfig: {
        layout: 'BaseLayout',
        docExpansion: 'list',
        defaultModelsExpandDepth: -1,
        validatorUrl: null,
        persistAuthorization: false,
      },
      theme: { title: 'Colis partner API' },
    })
    pages.get('/openapi.json', () => app.swagger())
  })
}

/** The page may load from the service itself and from nowhere else. */
const pagePolicy =
  "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

const tags = [
  { name: 'Quotes', description: 'What a trip costs.' },
  { name: 'Zones', description: 'Where the service delivers.' },
  { name: 'Pickup addresses', description: 'Where couriers fetch the shop’s parcels.' },
  { name: 'Deliveries', description: 'Order, follow and cancel deliveries.' },
  { name: 'Events', description: 'What happened to the shop’s deliveries, in order: an extension of Colis.' },
  { name: 'Sandbox', description: 'Make deliveries move, in the sandbox only.' },
]

const description = `
Order local courier deliveries from a shop’s own site or software, and follow them.

Amounts are whole FCFA. Times are ISO 8601. Errors always have the same body: \`statusCode\`, a stable
\`code\` to branch on, a \`message\` in French or English as \`Accept-Language\` asks, and \`details\` where
they help. Within v1 nothing is removed or renamed; fields and codes may be added.
`.trim()

type Operation = {
  requestBody?: { required?: boolean }
  responses?: Record<string, { headers?: object }>
  'x-optional-body'?: true
  'x-success-headers'?: HeaderName[]
}
type OpenApi = { paths?: Record<string, Record<string, Operation>>; components?: { headers?: object } }

/** Adds what schemas cannot express: whether a body is optional, and the headers of responses. */
function completed({ openapiObject }: { openapiObject: OpenApi }): OpenApi {
  for (const operation of Object.values(openapiObject.paths ?? {}).flatMap((path) => Object.values(path))) {
    if (operation['x-optional-body'] && operation.requestBody) operation.requestBody.required = false
    for (const [status, response] of Object.entries(operation.responses ?? {}))
      response.headers = headersOf(Number(status), operation['x-success-headers'] ?? [])
    delete operation['x-optional-body']
    delete operation['x-success-headers']
  }
  openapiObject.components = { ...openapiObject.components, headers: describedHeaders }
  return openapiObject
}

/** Documents the header; the operation itself reads it and refuses bad ones with codes of its own. */
function withIdempotencyKey<Schema>(schema: Schema, presence: 'required' | 'optional' | undefined): Schema {
  if (!presence) return schema
  const header = {
    type: 'string',
    minLength: limits.idempotencyKey.min,
    maxLength: limits.idempotencyKey.max,
    pattern: limits.idempotencyKey.pattern,
    description:
      'One key for each order, of your choice: the same key again answers what the first call made.',
    examples: ['order-2041'],
  }
  const headers = {
    type: 'object',
    properties: { 'Idempotency-Key': header },
    ...(presence === 'required' && { required: ['Idempotency-Key'] }),
  }
  return { ...schema, headers }
}
