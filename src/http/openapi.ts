import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { limits } from '../contract/limits.ts'
import { scopes } from '../contract/vocabulary.ts'
import { completed, type RouteDescription } from './complete-description.ts'

type OpenApiSurroundings = {
  publicUrl: string
  environment: string
  /** Where developers get help. */
  support: { email: string | undefined; url: string | undefined }
  /** The requests that the service itself makes, and the parameters they share; made when first asked for. */
  describeWebhooks: () => { webhooks: object; parameters: object }
  /** Limits requests for these pages, and compresses them. */
  preparePages: (app: FastifyInstance) => void
}

/**
 * Describes the API from the schemas of its routes: OpenAPI 3.1 at `/openapi.json`, and a page to read
 * and try it at `/docs/try` whose assets come with the service. Call it before the first route.
 */
export async function useOpenApi(
  app: FastifyInstance,
  { publicUrl, environment, support, describeWebhooks, preparePages }: OpenApiSurroundings,
) {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Colis partner API',
        version: '1',
        description,
        contact: {
          name: 'The operator of this service',
          ...(support.email && { email: support.email }),
          ...(support.url && { url: support.url }),
        },
        license: { name: 'MIT', identifier: 'MIT' },
      },
      externalDocs: { description: 'Guide, events, errors, statuses (fr, en)', url: `${publicUrl}/docs` },
      servers: [{ url: publicUrl, description: `This ${environment}` }],
      tags,
      components: {
        securitySchemes: {
          apiKey: {
            type: 'http',
            scheme: 'bearer',
            description: [
              'An API key of the shop, `colis_live_…`: every key begins so, those of the sandbox too.',
              `A key carries rights: ${scopes.join(', ')}.`,
            ].join(' '),
          },
        },
      },
    },
    hideUntagged: true,
    transformObject: (document) => {
      const { openapiObject } = document as { openapiObject: RouteDescription }
      return completed(openapiObject, describeWebhooks()) as never
    },
    transform: ({ schema, url, route }) => ({
      schema: withIdempotencyKey(schema, route.config?.idempotencyKey),
      url,
    }),
  })
  await app.register(async (pages) => {
    pages.addHook('onRequest', (_request, reply, done) => {
      reply.header('x-content-type-options', 'nosniff')
      done()
    })
    pages.addHook('onSend', async (_request, reply, page) =>
      String(reply.getHeader('content-type')).startsWith('text/html') ? withWayBack(page) : page,
    )
    preparePages(pages)
    await pages.register(swaggerUi, {
      routePrefix: '/docs/try',
      staticCSP: true,
      transformStaticCSP: () => pagePolicy,
      uiConfig: {
        layout: 'BaseLayout',
        docExpansion: 'list',
        defaultModelsExpandDepth: 0,
        validatorUrl: null,
        persistAuthorization: false,
      },
      theme: { title: 'Colis partner API', css: [{ filename: 'way-back.css', content: wayBackStyle }] },
    })
    pages.get('/openapi.json', () => app.swagger())
  })
}

const wayBack = [
  '<a href="/docs/en">Colis Developers</a>',
  '<a href="/docs/fr" lang="fr" hreflang="fr">Colis Développeurs</a>',
].join(' ')

/** The page as it comes fits no phone and leads nowhere. Its words are English, as its `lang` says. */
const withWayBack = (page: unknown) =>
  String(page)
    .replace('<head>', '<head>\n      <meta name="viewport" content="width=device-width, initial-scale=1">')
    .replace(
      '<body>',
      `<body>
      <nav class="way-back">${wayBack}</nav>`,
    )

const wayBackStyle = `
.way-back { display: flex; flex-wrap: wrap; gap: 0 1.5rem; padding: 0 20px; font: 1rem system-ui, sans-serif }
.way-back a { display: inline-flex; align-items: center; min-height: 3rem; color: #0a6b4b }
@media (max-width: 40rem) {
  .swagger-ui .opblock-tag { flex-wrap: wrap }
  .swagger-ui .opblock-tag small { order: 1; flex: 1 0 100%; padding: 0 }
}
`.trim()

/** The page may load from the service itself and from nowhere else. */
const pagePolicy = [
  "default-src 'self'",
  "img-src 'self' data:",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const tags = [
  { name: 'Key', description: 'Whose key this is, and what it may do.' },
  { name: 'Quotes', description: 'What a trip costs.' },
  { name: 'Zones', description: 'Where the service delivers.' },
  { name: 'Pickup addresses', description: 'Where couriers fetch the shop’s parcels.' },
  { name: 'Deliveries', description: 'Order, follow and cancel deliveries.' },
  { name: 'Events', description: 'What happened to the shop’s deliveries, in order: an extension of Colis.' },
  {
    name: 'Webhooks',
    description:
      'Addresses of the shop’s own server, what the service calls them with, and how to answer. Managing them here is an extension of Colis.',
  },
  { name: 'Sandbox', description: 'Make deliveries move, in the sandbox only.' },
]

const description = `
Order local courier deliveries from a shop’s own site or software, and follow them.

Amounts are whole FCFA. Times are ISO 8601. Errors always have the same body: \`statusCode\`, a stable
\`code\` to branch on, a \`message\` in French or English as \`Accept-Language\` asks, and \`details\` where
they help.

Within v1 nothing is removed or renamed. Members may be added to answers, and values to lists that are given
as \`x-extensible-enum\`, such as error codes: ignore members and expect values that you do not know. Lists
that are given as \`enum\` in answers, such as the statuses of a delivery or the currencies, stay as they
are; those of requests may gain values. Requests are strict: an unknown member is refused.
`.trim()

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
