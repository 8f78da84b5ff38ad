import type { FastifyRequest, FastifySchema } from 'fastify'
import { type TSchema, Type } from 'typebox'
import { KnownValue, Open, Strict } from '../base/kernel/json-types.ts'
import { errorBody, errors, exampleError, type PartnerErrorCode } from '../contract/errors.ts'
import { partnerErrors } from '../contract/partner-errors.ts'
import type { Scope } from '../contract/vocabulary.ts'
import type { HeaderName } from './response-headers.ts'

/** The error codes every operation behind an API key can respond with, besides its own. */
const refusalsOfEvery = [
  'API_KEY_MISSING',
  'API_KEY_INVALID',
  'SHOP_SUSPENDED',
  'VALIDATION_FAILED',
  'RATE_LIMITED',
  'INTERNAL_ERROR',
  'SERVICE_UNAVAILABLE',
] as const
/** Those of operations that a body may be sent to. */
export const refusalsOfBodies = ['JSON_INVALID', 'UNSUPPORTED_MEDIA_TYPE', 'BODY_TOO_LARGE'] as const

/** The body of an operation that needs none: an unknown field is refused there too. */
export const NoInput = Strict({}, { name: 'NoInput', description: 'Nothing is needed here.' })

/**
 * The query schema of an operation without parameters: an unknown parameter is refused there too (decision
 * 6).
 */
const noParameters = Strict({})

type Operation = {
  operationId: string
  summary: string
  description?: string
  tag: 'Key' | 'Quotes' | 'Zones' | 'Pickup addresses' | 'Deliveries' | 'Events' | 'Webhooks' | 'Sandbox'
  scopes: readonly [Scope, ...Scope[]]
  body?: TSchema
  /** Whether the body is optional; an empty one then counts as none. */
  isBodyOptional?: boolean
  querystring?: TSchema
  params?: TSchema
  /** Whether it counts towards the changes that a shop may make in a minute. */
  isShopChange?: boolean
  /** Whether it takes an Idempotency-Key; the operation itself reads and refuses it (decision 13). */
  idempotencyKey?: 'required' | 'optional'
  /** Status and schema of success. */
  success: Record<number, TSchema>
  /** Headers of a successful response besides those of every response. */
  successHeaders?: readonly HeaderName[]
  /** The error codes of this operation, besides those of every operation. */
  refuses?: readonly PartnerErrorCode[]
}

/**
 * The `config` and `schema` of a route of the partner API: scopes for authentication; description,
 * success and every error code for the OpenAPI description and for the tests that reach them.
 */
export function operation(about: Operation) {
  const {
    operationId,
    summary,
    description,
    tag,
    scopes,
    body,
    isBodyOptional,
    querystring = noParameters,
    params,
    idempotencyKey,
    successHeaders,
    isShopChange,
  } = about
  const codes = refusalCodes(about)
  const schema = {
    operationId,
    summary,
    description: [description, isShopChange && changeSentence, scopeSentence(scopes)]
      .filter(Boolean)
      .join('\n\n'),
    tags: [tag],
    security: [{ apiKey: [] }],
    'x-scopes': scopes,
    'x-error-codes': codes,
    ...(body && { body }),
    ...(isBodyOptional && { 'x-optional-body': true }),
    ...(successHeaders && { 'x-success-headers': successHeaders }),
    querystring,
    ...(params && { params }),
    response: { ...about.success, ...errorResponses(codes) },
  } satisfies FastifySchema & Record<string, unknown>
  const config = {
    operationId,
    isRead: scopes.every((scope) => scope.endsWith(':read')),
    scopes,
    refuses: codes,
    ...(isShopChange && { isShopChange }),
    ...(idempotencyKey && { idempotencyKey }),
  }
  return { config, schema, ...(isBodyOptional && { preValidation: takeNoBodyAsEmpty }) }
}

/** An optional body that is missing is validated as an empty object; `null` is refused. */
async function takeNoBodyAsEmpty(request: FastifyRequest): Promise<void> {
  if (request.body === undefined) request.body = {}
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The name of the operation in the description. */
    operationId?: string
    /** Whether it only reads. */
    isRead?: boolean
    /** Every error code of this operation. */
    refuses?: readonly PartnerErrorCode[]
    idempotencyKey?: 'required' | 'optional'
  }
}

function refusalCodes({ body, refuses = [] }: Operation): PartnerErrorCode[] {
  const codes: PartnerErrorCode[] = [...refusalsOfEvery, 'SCOPE_REQUIRED', ...refuses]
  if (body) codes.push(...refusalsOfBodies)
  return [...new Set(codes)]
}

const changeSentence =
  'Counts towards the changes that a shop may make in a minute: beyond them it answers RATE_LIMITED.'

function scopeSentence(scopes: readonly Scope[]): string {
  const names = scopes.map((scope) => `\`${scope}\``)
  return names.length === 1 ? `Needs the right ${names[0]}.` : `Needs one of the rights ${names.join(', ')}.`
}

function errorResponses(codes: readonly PartnerErrorCode[]): Record<number, TSchema> {
  const byStatus = Map.groupBy(codes, (code) => errors[code].status)
  return Object.fromEntries([...byStatus].map(([status, ofStatus]) => [status, errorSchema(ofStatus)]))
}

const IssueView = Open(
  {
    field: Type.String({ description: 'A JSON pointer to it.', examples: ['/customer/phone'] }),
    rule: Type.String({ description: 'The rule that it breaks.', examples: ['required'] }),
    message: Type.String({ description: 'The fault in words.', examples: ['is required'] }),
  },
  { name: 'ValidationIssue', description: 'One thing wrong with what was sent.' },
)

/** The error body of spec section 7. */
const ErrorView = Open(
  {
    statusCode: Type.Integer({ description: 'The HTTP status.', examples: [409] }),
    code: KnownValue(Object.keys(partnerErrors), {
      name: 'ErrorCode',
      description: 'Stable; branch on it, and treat a code that you do not know by its status.',
      examples: ['EXTERNAL_REF_TAKEN'],
    }),
    message: Type.String({
      description: 'In French or English, as Accept-Language asks.',
      examples: [errorBody(exampleError('EXTERNAL_REF_TAKEN'), 'en').message],
    }),
    details: Type.Optional(
      Type.Object(
        {
          docs: Type.Optional(
            Type.String({
              format: 'uri',
              description: 'Where the service’s own pages say what this error means and what to do.',
              examples: ['https://colis.example/docs/en/errors#EXTERNAL_REF_TAKEN'],
            }),
          ),
          issues: Type.Optional(
            Type.Array(IssueView, {
              description: 'Of VALIDATION_FAILED: what is wrong, each fault by itself.',
            }),
          ),
        },
        {
          additionalProperties: true,
          description: 'What refines the error; its members depend on the code.',
          examples: [errorBody(exampleError('EXTERNAL_REF_TAKEN'), 'en').details],
        },
      ),
    ),
  },
  { name: 'Error', description: 'The body of every error.' },
)

/** The one error body, with the codes of one status in words and an example of each. */
function errorSchema(codes: readonly PartnerErrorCode[]): TSchema {
  const examples = codes.map((code) => [code, { value: errorBody(exampleError(code), 'en') }])
  return {
    ...ErrorView,
    'x-response-description': codes.map((code) => `\`${code}\``).join(', '),
    'x-examples': Object.fromEntries(examples),
  }
}
